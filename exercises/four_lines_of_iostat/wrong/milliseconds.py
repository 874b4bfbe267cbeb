"""Multiplies reads a second by milliseconds.

fails:
    test_the_reads_outstanding_follow_from_rate_and_latency
advice: Bring both to seconds
"""


def answer(case):
    return {"outstanding": case["rate"] * case["took"] * 1000, "cause": case["cause"]}
