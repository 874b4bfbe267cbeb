"""Begins at the start of the slab each time, as first fit in memory does.

fails:
    test_first_fit_goes_on_behind_the_last_block
    test_a_run_ends_at_the_end_of_the_slab
    test_both_agree_with_the_space_map_of_the_book
advice: It goes on from the cursor
"""


def {{function.first}}(slab, {{size.name}}, cursor):
{{size.code}}    place = slab.find("{{slab.free}}" * size)
    return place if place >= 0 else {{nowhere.code}}


def {{function.best}}(slab, {{size.name}}):
{{size.code}}    runs, place = [], 0
    for run in slab.split("{{slab.used}}"):
        if len(run) >= size:
            runs.append([len(run), {{tie.sign}}place])
        place += len(run) + 1
    return {{tie.sign}}min(runs)[1] if runs else {{nowhere.code}}
