"""Forgets where the partition begins: in it all is aligned.

fails:
    test_from_a_sector_like_63_each_request_touches_one_block_more
    test_of_a_misaligned_request_both_ends_are_covered_in_part
    test_it_agrees_with_the_volume_of_the_book
advice: Where does the partition begin, in bytes?
"""

SECTOR = 512


def {{function.touched}}({{args}}):
{{request.code}}{{block.code}}    beginning = place
    ending = beginning + size
    return (ending - 1) // block - beginning // block + 1


def {{function.second}}({{args}}):
{{request.code}}{{block.code}}    beginning = place
    ending = beginning + size
    part = int(beginning % block > 0) + int(ending % block > 0)
    if beginning // block == (ending - 1) // block:
        part = int(size < block)
    return {{second.given}}
