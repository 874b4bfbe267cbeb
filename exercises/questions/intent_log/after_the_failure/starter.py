def {{function}}(log, {{group.name}}, plug):
    """Returns {{result.words}}."""
    gone = 0
    for write in log:
        if {{held}}:
            continue
        if {{missing}}:
            gone += 1
    return {{result.code}}
