"""Lets a run go on from the end of the slab at its start.

fails:
    test_first_fit_comes_round_to_the_start
    test_a_run_ends_at_the_end_of_the_slab
    test_both_agree_with_the_space_map_of_the_book
advice: it does not go on at the start
"""


def first_fit(slab, size, cursor):
    return (slab + slab).find("." * size, cursor)


def best_fit(slab, size):
    runs, place = [], 0
    for run in slab.split("#"):
        runs.append([len(run), place])
        place += len(run) + 1
    return min([run for run in runs if run[0] >= size], default=[0, -1])[1]
