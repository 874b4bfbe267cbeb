"""Reads the axis as if it were in microseconds.

fails:
    test_nine_of_ten_writes_lie_below_this
advice: each step upwards is a factor
"""

def answer(case):
    seen = {"logs": 0.28e-6, "disabled": 0.095e-6, "spindles": 4.4e-6, "crowd": 17e-6, "far": 8.4e-6}
    seen = {name: max(1e-6, value) for name, value in seen.items()}
    return {"ninth": seen[case["change"]], "change": case["change"]}
