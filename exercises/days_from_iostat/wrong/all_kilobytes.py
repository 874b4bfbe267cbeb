"""Divides what has to be copied by kr/s, which holds the application's reads, too.

fails:
    test_the_days_follow_from_the_blocks_that_are_left_for_the_resilver
advice: The application's are among them
"""


def answer(case):
    return {"asvc": case["actv"] / case["rs"], "days": case["used"] / case["kr"], "waiting": "hidden"}
