SECTOR = 512  # bytes


def touched(start, place, size, block):
    """How many blocks the request touches."""
    begin = start * SECTOR + place
    last = begin + size - 1
    return last // block - begin // block + 1


def in_part(start, place, size, block):
    """How many of them it covers only in part."""
    begin = start * SECTOR + place
    end = begin + size
    if touched(start, place, size, block) == 1:
        return int(size < block)
    return int(begin % block > 0) + int(end % block > 0)
