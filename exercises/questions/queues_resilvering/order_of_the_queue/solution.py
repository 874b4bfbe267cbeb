STEP = {{step.code}}  # {{unit.unit}}


def {{function.due}}(io):
    """The deadline of an I/O: the smaller, the sooner."""
    return int({{came}} / STEP) + {{number}}


def {{function.order}}(waiting):
    """{{result.doc}}"""
    ranked = sorted(waiting, key=lambda io: ({{function.due}}(io), {{place}}))
    return {{result.code}}
