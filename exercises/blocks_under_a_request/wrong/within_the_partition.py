"""Forgets where the partition begins: in it all is aligned.

fails:
    test_from_a_sector_like_63_each_request_touches_one_block_more
    test_of_a_misaligned_request_both_ends_are_covered_in_part
    test_it_agrees_with_the_volume_of_the_book
advice: Where does the partition begin, in bytes?
"""

SECTOR = 0


def touched(start, place, size, block):
    begin = start * SECTOR + place
    return (begin + size - 1) // block - begin // block + 1


def in_part(start, place, size, block):
    begin = start * SECTOR + place
    end = begin + size
    if touched(start, place, size, block) == 1:
        return int(size < block)
    return int(begin % block > 0) + int(end % block > 0)
