"""Reads one line of the listing and not how it goes on: what changes with time is lost.

fails:
    test_what_most_of_the_misses_are
advice: Go down that column
advice: says how full it is
advice: falls from one minute to the next
"""


def answer(case):
    seen = {"cold": "once", "moved": "once", "once": "cold", "tight": "moved"}[case["cause"]]
    return {"cause": seen, "twice": "few" if case["cause"] == "tight" else "same"}
