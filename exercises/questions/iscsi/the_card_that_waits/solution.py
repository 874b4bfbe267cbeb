def {{function}}({{come.name}}, packets, wait):
    """{{result.doc}} ({{clock.unit}})."""
{{come.code}}    times = []
    waiting = 0  # packets that the processor has not been told of
    due = 0  # when they have waited long enough
    for now in arrivals:
        if waiting and now {{tie.after}} due:
            {{result.due}}
            waiting = 0
        waiting += 1
        if waiting == 1:
            due = now + {{clock.wait}}
        if waiting == packets:
            {{result.now}}
            waiting = 0
    if waiting:
        {{result.due}}
    return times
