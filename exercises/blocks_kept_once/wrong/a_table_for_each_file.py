"""Finds a block again only within its own file.

fails:
    test_an_equal_block_is_found_wherever_it_lies
    test_a_letter_in_front_leaves_nothing_to_find
    test_the_ratio_counts_letters_and_not_blocks
    test_it_agrees_with_the_pool_of_the_book
advice: one for all files
"""


def blocks(file, record):
    if len(file) <= record:
        return [file]
    return [file[start:start + record].ljust(record, ".") for start in range(0, len(file), record)]


def ratio(files, record):
    put = kept = 0
    for file in files:
        put += sum(len(block) for block in blocks(file, record))
        kept += sum(len(block) for block in set(blocks(file, record)))
    return put / kept
