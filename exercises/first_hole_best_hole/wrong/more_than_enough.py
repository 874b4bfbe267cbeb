"""Wants a run that is larger than the data.

fails:
    test_first_fit_passes_over_runs_that_are_too_short
    test_first_fit_goes_on_behind_the_last_block
    test_a_run_ends_at_the_end_of_the_slab
    test_both_agree_with_the_space_map_of_the_book
advice: just as many free blocks as are needed
"""


def {{function.first}}(slab, {{size.name}}, cursor):
{{size.code}}    for start in (cursor, 0):
        place = slab.find("{{slab.free}}" * (size + 1), start)
        if place >= 0:
            return place
    return {{nowhere.code}}


def {{function.best}}(slab, {{size.name}}):
{{size.code}}    runs, place = [], 0
    for run in slab.split("{{slab.used}}"):
        if len(run) > size:
            runs.append([len(run), {{tie.sign}}place])
        place += len(run) + 1
    return {{tie.sign}}min(runs)[1] if runs else {{nowhere.code}}
