"""Makes up for slow devices with many of them.

fails:
    test_a_write_is_fast_enough
advice: More devices hardly shorten a commit
"""

def answer(case):
    return {"device": "ssd", "count": 8, "mirrored": True}
