def {{function.first}}(slab, {{size.name}}, cursor):
    """The place of the next free run that is large enough; {{nowhere.code}}: none is."""
{{size.code}}    for start in (cursor, 0):
        place = slab.find("{{slab.free}}" * size, start)
        if place >= 0:
            return place
    return {{nowhere.code}}


def {{function.best}}(slab, {{size.name}}):
    """The place of the smallest free run that is large enough; {{nowhere.code}}: none is."""
{{size.code}}    runs, place = [], 0
    for run in slab.split("{{slab.used}}"):
        if len(run) >= size:
            runs.append([len(run), {{tie.sign}}place])
        place += len(run) + 1
    return {{tie.sign}}min(runs)[1] if runs else {{nowhere.code}}
