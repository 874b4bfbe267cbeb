STEP = {{step.code}}  # {{unit.unit}}


def {{function.due}}(io):
    """The deadline of an I/O: the smaller, the sooner."""
    return {{time.code}}


def {{function.order}}(waiting):
    """{{result.doc}}"""
    ranked = sorted(waiting, key=lambda io: ({{key}}))
    return {{result.code}}
