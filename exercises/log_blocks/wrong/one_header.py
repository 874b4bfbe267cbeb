"""Gives the whole block one header, however many records it holds.

fails:
    test_small_records_share_a_block
    test_a_record_without_room_begins_another_block
    test_a_block_may_be_filled_to_its_last_byte
    test_it_packs_as_the_intent_log_of_the_book_does
advice: each with a header of its own
"""

HEADER, LINK, PIECE, BLOCK = {{header}}, {{link}}, {{piece}}, {{block}}


def {{function}}(sizes):
    """Bytes of each log block. sizes: bytes of data of the records of one commit, in order."""
    blocks = []
    used = LINK + HEADER
    for size in sizes:
        need = size
        if used + need > BLOCK:
            blocks.append(used)
            used = LINK + HEADER
        used += need
    blocks.append(used)
    return [-(-used // PIECE) * PIECE for used in blocks]
