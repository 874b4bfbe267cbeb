"""Passes over the hole that begins just at the cursor.

fails:
    test_first_fit_goes_on_behind_the_last_block
    test_a_run_ends_at_the_end_of_the_slab
    test_both_agree_with_the_space_map_of_the_book
advice: Look there, too
"""


def first_fit(slab, size, cursor):
    runs, place = [], 0
    for run in slab.split("#"):
        if len(run) >= size:
            runs.append(place)
        place += len(run) + 1
    return next((run for run in runs if run > cursor), runs[0] if runs else -1)


def best_fit(slab, size):
    runs, place = [], 0
    for run in slab.split("#"):
        runs.append([len(run), place])
        place += len(run) + 1
    return min([run for run in runs if run[0] >= size], default=[0, -1])[1]
