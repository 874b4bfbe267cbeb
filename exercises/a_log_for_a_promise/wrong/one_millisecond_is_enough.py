"""Takes the time of one write alone for that of a write in company: a pair of plain SSDs.

fails:
    test_a_write_is_fast_enough
advice: waits for its end
"""

def answer(case):
    return {"device": "ssd", "count": 2, "mirrored": True}
