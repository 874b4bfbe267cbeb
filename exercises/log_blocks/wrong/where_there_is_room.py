"""Puts a record into the first block that has room, though it comes later.

fails:
    test_a_record_without_room_begins_another_block
    test_it_packs_as_the_intent_log_of_the_book_does
advice: go behind it
"""

HEADER, LINK, PIECE, BLOCK = {{header}}, {{link}}, {{piece}}, {{block}}


def {{function}}(sizes):
    """Bytes of each log block. sizes: bytes of data of the records of one commit, in order."""
    blocks = []
    for size in sizes:
        need = HEADER + size
        for number, used in enumerate(blocks):
            if used + need <= BLOCK:
                blocks[number] += need
                break
        else:
            blocks.append(LINK + need)
    return [-(-used // PIECE) * PIECE for used in blocks]
