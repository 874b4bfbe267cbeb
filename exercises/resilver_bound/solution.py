THROTTLE = 0.020  # seconds before each block


def blocks_to_copy(disk, block, parts):
    """How many blocks the resilver copies."""
    return disk["used"] * parts / block


def least_seconds(disk, block, parts, at_work):
    """The fewest seconds that the whole resilver can take."""
    blocks = blocks_to_copy(disk, block, parts)
    stream = disk["used"] / disk["stream"]
    arm = blocks / disk["movements"]
    throttle = THROTTLE * blocks if at_work else 0.0
    return max(stream, arm, throttle)
