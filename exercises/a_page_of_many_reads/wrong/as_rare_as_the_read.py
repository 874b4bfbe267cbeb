"""Takes the share of slow reads for the share of slow pages: what concerns one read in a hundred concerns one customer
in a hundred.

fails:
    test_a_page_waits_more_often_than_a_single_read
    test_it_agrees_with_pages_counted_in_a_run
advice: each further read is one more chance
"""


def answer(case):
    return {"pages": case["slow_share"]}
