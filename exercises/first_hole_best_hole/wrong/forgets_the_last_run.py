"""Notes a run when a block in use ends it, so that the last one is never noted.

fails:
    test_a_run_ends_at_the_end_of_the_slab
    test_both_agree_with_the_space_map_of_the_book
advice: What about a run that touches the end
"""


def first_fit(slab, size, cursor):
    place = slab.find("." * size, cursor)
    return place if place >= 0 else slab.find("." * size)


def best_fit(slab, size):
    runs, free = [], 0
    for place, letter in enumerate(slab):
        if letter == ".":
            free += 1
        else:
            runs.append([free, place - free])
            free = 0
    return min([run for run in runs if run[0] >= size], default=[0, -1])[1]
