SECTOR = 512  # bytes


def blocks_read(start, size, block, writes):
    """How many blocks are read from disk while `writes` writes go in, one behind the other."""
    count = 0
    begin = start * SECTOR
    for _ in range(writes):
        end = begin + size
        if begin % block:  # the first block is covered in part
            count += 1
        if end % block:  # so is the last
            count += 1
        begin = end
    return count
