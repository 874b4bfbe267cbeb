SECTOR = 512  # bytes


def touched(start, place, size, block):
    """How many blocks the request touches."""
    return -(-size // block)  # divided, and rounded up


def in_part(start, place, size, block):
    """How many of them it covers only in part."""
    return 0
