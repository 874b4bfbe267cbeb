"""Begins at the start of the slab each time, as first fit in memory does.

fails:
    test_first_fit_goes_on_behind_the_last_block
    test_a_run_ends_at_the_end_of_the_slab
    test_both_agree_with_the_space_map_of_the_book
advice: It goes on from the cursor
"""


def first_fit(slab, size, cursor):
    return slab.find("." * size)


def best_fit(slab, size):
    runs, place = [], 0
    for run in slab.split("#"):
        runs.append([len(run), place])
        place += len(run) + 1
    return min([run for run in runs if run[0] >= size], default=[0, -1])[1]
