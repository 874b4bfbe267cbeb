"""Goes through the runs and keeps the last of those that are equally small.

fails:
    test_of_equal_runs_best_fit_takes_the_lowest
    test_both_agree_with_the_space_map_of_the_book
advice: takes the one that begins first
"""


def first_fit(slab, size, cursor):
    place = slab.find("." * size, cursor)
    return place if place >= 0 else slab.find("." * size)


def best_fit(slab, size):
    runs, place = [], 0
    for run in slab.split("#"):
        runs.append([len(run), place])
        place += len(run) + 1
    fitting = [[run[0], -run[1]] for run in runs if run[0] >= size]
    return -min(fitting, default=[0, 1])[1]
