"""Knows only one of the two mistakes at a time, and takes it for the other.

fails:
    test_what_is_wrong
advice: Would these reads stop?
advice: Is there room for whole blocks in a request?
advice: Compare bytes, not operations
"""


def answer(case):
    needless = max(0, 1 - case["asked"] / case["read"])
    cause = "start" if case["block"] > case["request"] or needless < 0.1 else "block"
    return {"block": case["block"], "needless": needless, "cause": cause}
