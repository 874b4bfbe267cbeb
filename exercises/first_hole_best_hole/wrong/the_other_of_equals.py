"""Keeps the wrong one of the runs that are equally small.

fails:
    test_of_equal_runs_best_fit_takes_the_right_one
    test_both_agree_with_the_space_map_of_the_book
advice: Best fit takes the one that begins
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
            runs.append([len(run), {{tie.other}}place])
        place += len(run) + 1
    return {{tie.other}}min(runs)[1] if runs else {{nowhere.code}}
