"""Gives each file whole records, however small it is.

fails:
    test_a_small_file_is_one_block_of_its_own_length
    test_the_ratio_counts_letters_and_not_blocks
    test_it_agrees_with_the_pool_of_the_book
advice: the most that a block may have, not the least
"""


def blocks(file, record):
    return [file[start:start + record].ljust(record, ".") for start in range(0, len(file), record)]


def ratio(files, record):
    every = [block for file in files for block in blocks(file, record)]
    return sum(len(block) for block in every) / sum(len(block) for block in set(every))
