"""Divides numbers of blocks, not of bytes.

fails:
    test_the_ratio_counts_letters_and_not_blocks
    test_it_agrees_with_the_pool_of_the_book
advice: A ratio of bytes
"""


def blocks(file, record):
    if len(file) <= record:
        return [file]
    return [file[start:start + record].ljust(record, ".") for start in range(0, len(file), record)]


def ratio(files, record):
    every = [block for file in files for block in blocks(file, record)]
    return len(every) / len(set(every))
