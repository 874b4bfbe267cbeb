"""Takes the largest run, so that as much as possible is left over.

fails:
    test_best_fit_takes_the_smallest_run_that_is_large_enough
    test_of_equal_runs_best_fit_takes_the_lowest
    test_a_run_ends_at_the_end_of_the_slab
    test_both_agree_with_the_space_map_of_the_book
advice: the least left over
"""


def first_fit(slab, size, cursor):
    place = slab.find("." * size, cursor)
    return place if place >= 0 else slab.find("." * size)


def best_fit(slab, size):
    runs, place = [], 0
    for run in slab.split("#"):
        runs.append([len(run), place])
        place += len(run) + 1
    most = max(run[0] for run in runs)
    return min([run[1] for run in runs if run[0] == most]) if most >= size else -1
