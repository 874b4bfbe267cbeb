"""Takes the smallest blocks, into which any page fits.

fails:
    test_the_pointers_fit_into_memory
    test_the_database_makes_enough_requests
advice: block, twice the pointers
advice: each at a place of its own
"""


def answer(case):
    return {"block": "4", "start": -(-case["first"] // 64) * 64}
