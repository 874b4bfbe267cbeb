def {{function}}(log, {{group.name}}, plug):
    """Returns {{result.words}}."""
    gone, readable = 0, True
    for write in log:
        if {{held}}:
            continue
        if {{missing}}:
            readable = False
        if not readable and {{told}}:
            gone += 1
    return {{result.code}}
