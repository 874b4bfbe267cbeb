"""Looks at the hit ratio and not at the ghosts, and so buys memory where it does not help, and none where it would.

fails:
    test_what_most_of_the_misses_are
    test_how_many_misses_twice_the_memory_leaves
advice: Compare the last two columns
"""


def answer(case):
    if case["cause"] == "tight":
        return {"cause": "once", "twice": "same"}
    return {"cause": "tight", "twice": "few"}
