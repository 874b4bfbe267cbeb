"""Takes the start of the partition for bytes.

fails:
    test_an_aligned_request_covers_whole_blocks
    test_a_request_inside_one_block_counts_it_once
    test_one_end_may_be_aligned_and_the_other_not
    test_it_agrees_with_the_volume_of_the_book
advice: The start is in sectors
"""

SECTOR = 512


def {{function.touched}}({{args}}):
{{request.code}}{{block.code}}    beginning = start + place
    ending = beginning + size
    return (ending - 1) // block - beginning // block + 1


def {{function.second}}({{args}}):
{{request.code}}{{block.code}}    beginning = start + place
    ending = beginning + size
    part = int(beginning % block > 0) + int(ending % block > 0)
    if beginning // block == (ending - 1) // block:
        part = int(size < block)
    return {{second.given}}
