"""Takes the largest run, so that as much as possible is left over.

fails:
    test_best_fit_takes_the_smallest_run_that_is_large_enough
    test_of_equal_runs_best_fit_takes_the_right_one
    test_a_run_ends_at_the_end_of_the_slab
    test_both_agree_with_the_space_map_of_the_book
advice: the least left over
"""


def {{function.first}}(slab, {{size.name}}, cursor):
{{size.code}}    for start in (cursor, 0):
        place = slab.find("{{slab.free}}" * size, start)
        if place >= 0:
            return place
    return {{nowhere.code}}


def {{function.best}}(slab, {{size.name}}):
{{size.code}}    runs, place = [], 0
    for run in slab.split("{{slab.used}}"):
        if len(run) >= size:
            runs.append([-len(run), {{tie.sign}}place])
        place += len(run) + 1
    return {{tie.sign}}min(runs)[1] if runs else {{nowhere.code}}
