"""Divides with a fraction where whole blocks are counted.

fails:
    test_an_aligned_request_covers_whole_blocks
    test_from_a_sector_like_63_each_request_touches_one_block_more
    test_of_a_misaligned_request_both_ends_are_covered_in_part
    test_a_request_inside_one_block_counts_it_once
    test_one_end_may_be_aligned_and_the_other_not
    test_it_agrees_with_the_volume_of_the_book
advice: A number of blocks is whole
"""

SECTOR = 512


def {{function.touched}}({{args}}):
{{request.code}}{{block.code}}    beginning = start * SECTOR + place
    ending = beginning + size
    return (ending - 1) / block - beginning / block + 1


def {{function.second}}({{args}}):
{{request.code}}{{block.code}}    beginning = start * SECTOR + place
    ending = beginning + size
    part = beginning % block / block + ending % block / block
    return {{second.given}}
