"""Leaves the last record of a large file as short as it comes.

fails:
    test_the_last_record_of_a_large_file_is_filled_up
    test_a_letter_in_front_leaves_nothing_to_find
    test_it_agrees_with_the_pool_of_the_book
advice: the last one too
"""


def blocks(file, record):
    return [file[start:start + record] for start in range(0, len(file), record)]


def ratio(files, record):
    every = [block for file in files for block in blocks(file, record)]
    return sum(len(block) for block in every) / sum(len(block) for block in set(every))
