"""Rounds the ratio to two digits, as the example does with what it is given.

fails:
    test_an_equal_block_is_found_wherever_it_lies
    test_a_letter_in_front_leaves_nothing_to_find
    test_the_ratio_counts_letters_and_not_blocks
    test_it_agrees_with_the_pool_of_the_book
advice: That is rounded
"""


def blocks(file, record):
    if len(file) <= record:
        return [file]
    return [file[start:start + record].ljust(record, ".") for start in range(0, len(file), record)]


def ratio(files, record):
    every = [block for file in files for block in blocks(file, record)]
    return round(sum(map(len, every)) / sum(map(len, set(every))), 2)
