THROTTLE = {{throttle.delay:.3f}}  # seconds before each block


def {{function.blocks}}(disk, block, {{parts.name}}):
    """How many blocks the resilver copies."""
    return {{use.code}} * {{parts.code}} / block


def {{function.least}}(disk, block, {{parts.name}}, at_work):
    """The fewest {{unit.name}} that the whole resilver can take."""
    blocks = {{function.blocks}}(disk, block, {{parts.name}})
    stream = {{use.code}} / disk["stream"]
    arm = blocks {{arm.code}}
    throttle = THROTTLE * blocks if at_work else 0.0
    return max(stream, arm, throttle){{unit.code}}
