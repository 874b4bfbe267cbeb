"""Takes the next free place, however few lie side by side.

fails:
    test_first_fit_passes_over_runs_that_are_too_short
    test_first_fit_comes_round_to_the_start
    test_where_nothing_fits_both_say_so
    test_a_run_ends_at_the_end_of_the_slab
    test_both_agree_with_the_space_map_of_the_book
advice: A run that is too short is passed over
"""


def first_fit(slab, size, cursor):
    place = slab.find(".", cursor)
    return place if place >= 0 else slab.find(".")


def best_fit(slab, size):
    runs, place = [], 0
    for run in slab.split("#"):
        runs.append([len(run), place])
        place += len(run) + 1
    return min([run for run in runs if run[0] >= size], default=[0, -1])[1]
