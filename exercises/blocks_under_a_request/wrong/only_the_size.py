"""Counts as many blocks as the request is long, wherever it begins.

fails:
    test_from_a_sector_like_63_each_request_touches_one_block_more
    test_of_a_misaligned_request_both_ends_are_covered_in_part
    test_one_end_may_be_aligned_and_the_other_not
    test_it_agrees_with_the_volume_of_the_book
advice: and so touches one more
"""

SECTOR = 512


def {{function.touched}}({{args}}):
{{request.code}}{{block.code}}    beginning = start * SECTOR + place
    ending = beginning + size
    return -(-size // block)


def {{function.second}}({{args}}):
{{request.code}}{{block.code}}    beginning = start * SECTOR + place
    ending = beginning + size
    part = int(size % block > 0)
    return {{second.given}}
