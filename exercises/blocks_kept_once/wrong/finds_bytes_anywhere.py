"""Finds equal letters at any distance from the start of a file, as if cuts came from the content.

fails:
    test_a_letter_in_front_leaves_nothing_to_find
    test_it_agrees_with_the_pool_of_the_book
advice: ZFS compares whole blocks and nothing else
"""


def blocks(file, record):
    if len(file) <= record:
        return [file]
    return [file[start:start + record].ljust(record, ".") for start in range(0, len(file), record)]


def ratio(files, record):
    seen, put, kept = "", 0, 0
    for file in files:
        for block in blocks(file, record):
            put += len(block)
            if block.rstrip(".") not in seen:
                kept += len(block)
        seen += " " + file
        seen += " " + " ".join(blocks(file, record))
    return put / max(1, kept)
