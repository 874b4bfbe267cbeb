"""Turns the slab round so that the cursor comes first, and forgets to count from the start again.

fails:
    test_first_fit_goes_on_behind_the_last_block
    test_first_fit_comes_round_to_the_start
    test_a_run_ends_at_the_end_of_the_slab
    test_both_agree_with_the_space_map_of_the_book
advice: You count from the cursor
"""


def {{function.first}}(slab, {{size.name}}, cursor):
{{size.code}}    place = (slab[cursor:] + slab[:cursor]).find("{{slab.free}}" * size)
    return place if place >= 0 else {{nowhere.code}}


def {{function.best}}(slab, {{size.name}}):
{{size.code}}    runs, place = [], 0
    for run in slab.split("{{slab.used}}"):
        if len(run) >= size:
            runs.append([len(run), {{tie.sign}}place])
        place += len(run) + 1
    return {{tie.sign}}min(runs)[1] if runs else {{nowhere.code}}
