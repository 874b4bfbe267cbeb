"""Counts a block twice in which a request both begins and ends.

fails:
    test_a_request_inside_one_block_counts_it_once
    test_it_agrees_with_the_volume_of_the_book
advice: not two and not none
"""

SECTOR = 512


def {{function.touched}}({{args}}):
{{request.code}}{{block.code}}    beginning = start * SECTOR + place
    ending = beginning + size
    return (ending - 1) // block - beginning // block + 1


def {{function.second}}({{args}}):
{{request.code}}{{block.code}}    beginning = start * SECTOR + place
    ending = beginning + size
    part = int(beginning % block > 0) + int(ending % block > 0)
    return {{second.given}}
