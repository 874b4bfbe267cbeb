"""Takes a run that fits exactly, or else the first that is large enough.

fails:
    test_best_fit_takes_the_smallest_run_that_is_large_enough
    test_of_equal_runs_best_fit_takes_the_right_one
    test_both_agree_with_the_space_map_of_the_book
advice: even if it lies at the other end
"""


def {{function.first}}(slab, {{size.name}}, cursor):
{{size.code}}    for start in (cursor, 0):
        place = slab.find("{{slab.free}}" * size, start)
        if place >= 0:
            return place
    return {{nowhere.code}}


def {{function.best}}(slab, {{size.name}}):
{{size.code}}    at = ("{{slab.used}}" + slab + "{{slab.used}}").find("{{slab.used}}" + "{{slab.free}}" * size + "{{slab.used}}")
    place = at if at >= 0 else slab.find("{{slab.free}}" * size)
    return place if place >= 0 else {{nowhere.code}}
