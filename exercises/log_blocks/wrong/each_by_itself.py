"""Writes a block for each record, as if nobody shared one.

fails:
    test_the_examples_give_what_the_question_says
    test_small_records_share_a_block
    test_a_record_without_room_begins_another_block
    test_a_block_may_be_filled_to_its_last_byte
    test_it_packs_as_the_intent_log_of_the_book_does
advice: one behind the other
"""


def {{function}}(sizes):
    return [-(-({{link}} + {{header}} + size) // {{piece}}) * {{piece}} for size in sizes]
