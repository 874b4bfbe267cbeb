THROTTLE = 0.020  # seconds before each block


def blocks_to_copy(disk, block, parts):
    """How many blocks the resilver copies."""
    return disk["capacity"] / block


def least_seconds(disk, block, parts, at_work):
    """The fewest seconds that the whole resilver can take."""
    return disk["capacity"] / disk["stream"]
