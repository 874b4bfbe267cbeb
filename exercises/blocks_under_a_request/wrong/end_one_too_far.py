"""Takes the byte behind the request for its last: an aligned request seems to touch the next block.

fails:
    test_an_aligned_request_covers_whole_blocks
    test_a_request_inside_one_block_counts_it_once
    test_one_end_may_be_aligned_and_the_other_not
    test_it_agrees_with_the_volume_of_the_book
advice: just as many blocks as it is long
"""

SECTOR = 512


def {{function.touched}}({{args}}):
{{request.code}}{{block.code}}    beginning = start * SECTOR + place
    ending = beginning + size
    return ending // block - beginning // block + 1


def {{function.second}}({{args}}):
{{request.code}}{{block.code}}    beginning = start * SECTOR + place
    ending = beginning + size
    part = int(beginning % block > 0) + int(ending % block > 0)
    if beginning // block == (ending - 1) // block:
        part = int(size < block)
    return {{second.given}}
