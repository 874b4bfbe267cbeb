"""Compares a block only with those at the same place of other files.

fails:
    test_an_equal_block_is_found_wherever_it_lies
    test_it_agrees_with_the_pool_of_the_book
advice: wherever in that file
"""


def blocks(file, record):
    if len(file) <= record:
        return [file]
    return [file[start:start + record].ljust(record, ".") for start in range(0, len(file), record)]


def ratio(files, record):
    every = [pair for file in files for pair in enumerate(blocks(file, record))]
    return sum(len(block) for _, block in every) / sum(len(block) for _, block in set(every))
