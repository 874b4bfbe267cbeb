THROTTLE = {{throttle.delay:.3f}}  # seconds before each block


def {{function.blocks}}(disk, block, {{parts.name}}):
    """How many blocks the resilver copies."""
    return disk["capacity"] / block


def {{function.least}}(disk, block, {{parts.name}}, at_work):
    """The fewest {{unit.name}} that the whole resilver can take."""
    return disk["capacity"] / disk["stream"]{{unit.code}}
