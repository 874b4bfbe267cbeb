"""Takes a run that fits exactly, or else the first that is large enough.

fails:
    test_best_fit_takes_the_smallest_run_that_is_large_enough
    test_of_equal_runs_best_fit_takes_the_lowest
    test_both_agree_with_the_space_map_of_the_book
advice: even if it lies at the other end
"""


def first_fit(slab, size, cursor):
    place = slab.find("." * size, cursor)
    return place if place >= 0 else slab.find("." * size)


def best_fit(slab, size):
    at = ("#" + slab + "#").find("#" + "." * size + "#")
    return at if at >= 0 else slab.find("." * size)
