"""Forgets where in the partition the request lies.

fails:
    test_one_end_may_be_aligned_and_the_other_not
    test_it_agrees_with_the_volume_of_the_book
advice: have you added its place in the partition
"""

SECTOR = 512


def touched(start, place, size, block):
    begin = start * SECTOR
    return (begin + size - 1) // block - begin // block + 1


def in_part(start, place, size, block):
    begin = start * SECTOR
    end = begin + size
    if touched(start, place, size, block) == 1:
        return int(size < block)
    return int(begin % block > 0) + int(end % block > 0)
