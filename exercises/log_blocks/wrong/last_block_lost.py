"""Writes the blocks that are full, and forgets the one that is still open.

fails:
    test_the_examples_give_what_the_question_says
    test_one_record_takes_the_pieces_that_it_needs
    test_small_records_share_a_block
    test_a_record_without_room_begins_another_block
    test_a_block_may_be_filled_to_its_last_byte
    test_it_packs_as_the_intent_log_of_the_book_does
advice: also the last one
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
            used = LINK
        used += need
    return [-(-used // PIECE) * PIECE for used in blocks]
