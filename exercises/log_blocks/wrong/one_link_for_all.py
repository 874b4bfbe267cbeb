"""Gives the first block a link, and the others none.

fails:
    test_a_record_without_room_begins_another_block
    test_a_block_may_be_filled_to_its_last_byte
    test_it_packs_as_the_intent_log_of_the_book_does
advice: That block begins with a link, too
"""

HEADER, LINK, PIECE, BLOCK = {{header}}, {{link}}, {{piece}}, {{block}}


def {{function}}(sizes):
    """Bytes of each log block. sizes: bytes of data of the records of one commit, in order."""
    blocks = []
    used = LINK
    for size in sizes:
        need = HEADER + size
        if used + need > BLOCK:
            blocks.append(used)
            used = 0
        used += need
    blocks.append(used)
    return [-(-used // PIECE) * PIECE for used in blocks]
