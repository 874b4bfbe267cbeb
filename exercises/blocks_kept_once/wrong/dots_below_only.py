"""Adds up the letters of the files above the line, and those of the blocks below it.

fails:
    test_a_letter_in_front_leaves_nothing_to_find
    test_it_agrees_with_the_pool_of_the_book
advice: Dots count above the line as well
"""


def blocks(file, record):
    if len(file) <= record:
        return [file]
    return [file[start:start + record].ljust(record, ".") for start in range(0, len(file), record)]


def ratio(files, record):
    every = {block for file in files for block in blocks(file, record)}
    return sum(len(file) for file in files) / sum(len(block) for block in every)
