"""Passes over the hole that begins just at the cursor.

fails:
    test_first_fit_goes_on_behind_the_last_block
    test_a_run_ends_at_the_end_of_the_slab
    test_both_agree_with_the_space_map_of_the_book
advice: Look there, too
"""


def {{function.first}}(slab, {{size.name}}, cursor):
{{size.code}}    runs, place = [], 0
    for run in slab.split("{{slab.used}}"):
        if len(run) >= size:
            runs.append(place)
        place += len(run) + 1
    return next((run for run in runs if run > cursor), runs[0] if runs else {{nowhere.code}})


def {{function.best}}(slab, {{size.name}}):
{{size.code}}    runs, place = [], 0
    for run in slab.split("{{slab.used}}"):
        if len(run) >= size:
            runs.append([len(run), {{tie.sign}}place])
        place += len(run) + 1
    return {{tie.sign}}min(runs)[1] if runs else {{nowhere.code}}
