"""Holds all blocks of a misaligned request to be covered in part.

fails:
    test_of_a_misaligned_request_both_ends_are_covered_in_part
    test_a_request_inside_one_block_counts_it_once
    test_one_end_may_be_aligned_and_the_other_not
    test_it_agrees_with_the_volume_of_the_book
advice: covered whole, and need not be read
"""

SECTOR = 512


def {{function.touched}}({{args}}):
{{request.code}}{{block.code}}    beginning = start * SECTOR + place
    ending = beginning + size
    return (ending - 1) // block - beginning // block + 1


def {{function.second}}({{args}}):
{{request.code}}{{block.code}}    beginning = start * SECTOR + place
    ending = beginning + size
    part = {{function.touched}}({{args}}) if beginning % block else 0
    return {{second.given}}
