"""Takes the logarithmic axis for a linear one.

fails:
    test_nine_of_ten_writes_lie_below_this
advice: each step upwards is a factor
"""

def answer(case):
    seen = {"logs": 12e-3, "disabled": 5e-3, "spindles": 32e-3, "crowd": 42e-3, "far": 37e-3}
    return {"ninth": seen[case["change"]], "change": case["change"]}
