"""Takes the start of the partition for bytes.

fails:
    test_an_aligned_request_covers_whole_blocks
    test_a_request_inside_one_block_counts_it_once
    test_one_end_may_be_aligned_and_the_other_not
    test_it_agrees_with_the_volume_of_the_book
advice: The start is in sectors, all else in bytes
"""

SECTOR = 1


def touched(start, place, size, block):
    begin = start * SECTOR + place
    return (begin + size - 1) // block - begin // block + 1


def in_part(start, place, size, block):
    begin = start * SECTOR + place
    end = begin + size
    if touched(start, place, size, block) == 1:
        return int(size < block)
    return int(begin % block > 0) + int(end % block > 0)
