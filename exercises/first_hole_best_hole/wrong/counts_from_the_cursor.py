"""Turns the slab round so that the cursor comes first, and forgets to count from the start again.

fails:
    test_first_fit_goes_on_behind_the_last_block
    test_first_fit_comes_round_to_the_start
    test_a_run_ends_at_the_end_of_the_slab
    test_both_agree_with_the_space_map_of_the_book
advice: You count from the cursor
"""


def first_fit(slab, size, cursor):
    return (slab[cursor:] + slab[:cursor]).find("." * size)


def best_fit(slab, size):
    runs, place = [], 0
    for run in slab.split("#"):
        runs.append([len(run), place])
        place += len(run) + 1
    return min([run for run in runs if run[0] >= size], default=[0, -1])[1]
