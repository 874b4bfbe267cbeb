"""Takes slow reads for a sign of too many of them, and where there are too many, for a slow disk.

fails:
    test_what_makes_reads_slow
advice: Here most seconds are quiet
advice: is there a gap
advice: Is there a gap
"""


def answer(case):
    seen = "slow" if case["cause"] == "crowd" else "crowd"
    return {"cause": seen, "shorter": "often" if case["cause"] == "groups" else "same"}
