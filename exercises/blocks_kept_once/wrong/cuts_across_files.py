"""Puts all files into one stream, as an archive does, and cuts that.

fails:
    test_a_letter_in_front_leaves_nothing_to_find
    test_the_ratio_counts_letters_and_not_blocks
    test_it_agrees_with_the_pool_of_the_book
advice: Each file is cut from its own first letter on
"""


def blocks(file, record):
    if len(file) <= record:
        return [file]
    return [file[start:start + record].ljust(record, ".") for start in range(0, len(file), record)]


def ratio(files, record):
    every = blocks("".join(files), record)
    return sum(len(block) for block in every) / sum(len(block) for block in set(every))
