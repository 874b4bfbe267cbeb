"""Takes the rate for the number outstanding, and a wait by chance for a turn.

fails:
    test_the_reads_outstanding_follow_from_rate_and_latency
    test_the_listing_fits_what_the_program_does
advice: That is the rate
advice: to a tenth of a millisecond
"""


def answer(case):
    return {"outstanding": case["rate"], "cause": "alone" if case["cause"] == "turn" else "turn"}
