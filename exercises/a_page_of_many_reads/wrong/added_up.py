"""Adds up the chances of all reads, and so counts a page with two slow reads twice.

fails:
    test_a_page_with_two_slow_reads_is_counted_once
    test_it_agrees_with_pages_counted_in_a_run
advice: counts such a page several
"""


def answer(case):
    return {"pages": case["reads"] * case["slow_share"]}
