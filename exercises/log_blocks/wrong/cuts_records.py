"""Fills each block to the brim and cuts the record that does not fit.

fails:
    test_a_record_without_room_begins_another_block
    test_a_block_may_be_filled_to_its_last_byte
    test_it_packs_as_the_intent_log_of_the_book_does
advice: begins the next block, whole
"""


def {{function}}(sizes):
    left = sum({{header}} + size for size in sizes)
    blocks = []
    while left > 0:
        part = min(left, {{block}} - {{link}})
        blocks.append(-(-({{link}} + part) // {{piece}}) * {{piece}})
        left -= part
    return blocks
