def {{function}}({{come.name}}, packets, wait):
    """{{result.doc}} ({{clock.unit}})."""
{{come.code}}    times = []
    waiting = 0  # packets that the processor has not been told of
    due = {{fault.begin}}  # when they have waited long enough
    for now in arrivals:
        if waiting and now {{tie.after}} due:
            {{result.due}}
            waiting = 0
{{fault.told}}        waiting += 1
{{fault.came}}        if waiting == packets:
            {{result.now}}
            waiting = 0
{{fault.full}}    return times
