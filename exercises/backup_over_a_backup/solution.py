SECTOR = 512  # bytes


def blocks_read(start, size, block, writes):
    """How many blocks are read from disk while `writes` writes go in, one behind the other."""
    count = 0
    memory = set()
    begin = start * SECTOR
    for _ in range(writes):
        end = begin + size
        for each in range(begin // block, (end - 1) // block + 1):
            whole = each * block >= begin and (each + 1) * block <= end
            if not whole and each not in memory:
                count += 1
            memory.add(each)
        begin = end
    return count
