"""Notes a run when a block in use ends it, so that the last one is never noted.

fails:
    test_a_run_ends_at_the_end_of_the_slab
    test_both_agree_with_the_space_map_of_the_book
advice: What about a run that touches the end
"""


def {{function.first}}(slab, {{size.name}}, cursor):
{{size.code}}    for start in (cursor, 0):
        place = slab.find("{{slab.free}}" * size, start)
        if place >= 0:
            return place
    return {{nowhere.code}}


def {{function.best}}(slab, {{size.name}}):
{{size.code}}    runs, free = [], 0
    for place, letter in enumerate(slab):
        if letter == "{{slab.free}}":
            free += 1
        else:
            if free >= size:
                runs.append([free, {{tie.sign}}(place - free)])
            free = 0
    return {{tie.sign}}min(runs)[1] if runs else {{nowhere.code}}
