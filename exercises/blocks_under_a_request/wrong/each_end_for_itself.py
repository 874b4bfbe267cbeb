"""Counts a block twice in which a request both begins and ends.

fails:
    test_a_request_inside_one_block_counts_it_once
    test_it_agrees_with_the_volume_of_the_book
advice: not two and not none
"""

SECTOR = 512


def touched(start, place, size, block):
    begin = start * SECTOR + place
    return (begin + size - 1) // block - begin // block + 1


def in_part(start, place, size, block):
    begin = start * SECTOR + place
    return int(begin % block > 0) + int((begin + size) % block > 0)
