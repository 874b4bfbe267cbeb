"""Reckons rightly, and types a share of one into a field of percent.

fails:
    test_a_page_waits_more_often_than_a_single_read
    test_it_agrees_with_pages_counted_in_a_run
advice: Is this a share of one
"""


def answer(case):
    return {"pages": (1 - (1 - case["slow_share"]) ** case["reads"]) / 100}
