"""Takes %b for the number outstanding.

fails:
    test_the_reads_outstanding_follow_from_rate_and_latency
advice: Is that %b
"""


def answer(case):
    return {"outstanding": 100 * min(1.0, case["outstanding"]), "cause": case["cause"]}
