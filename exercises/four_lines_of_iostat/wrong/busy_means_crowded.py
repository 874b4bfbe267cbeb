"""Goes by %b alone: a disk that is 100 % busy must be overloaded, one that is not must have a slow program.

fails:
    test_the_listing_fits_what_the_program_does
advice: A high %b does not show that
advice: one read outstanding, and each takes the arm's
"""


def answer(case):
    cause = "crowd" if case["cause"] in ("alone", "row", "turn") else "alone"
    return {"outstanding": case["outstanding"], "cause": cause}
