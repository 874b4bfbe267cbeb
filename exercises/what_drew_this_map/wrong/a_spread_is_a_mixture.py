"""Takes whatever is spread out, or lies on two levels, for a mixture of memory and disk, and a real mixture for a pool.

fails:
    test_the_floor_of_the_map_fits
    test_the_whole_map_fits
advice: Is there a dense band on the floor
"""


def answer(case):
    return {"what": "pool" if case["what"] in ("memory", "bad") else "memory"}
