"""Looks at the dust and not at how full the slab was; or does not look whose dust it is.

fails:
    test_the_cause_is_what_ended_them_in_the_simulated_pool
advice: Is it really less, or as near
advice: You took the switch at its word
advice: Best fit would leave dust in this slab
"""


def answer(case):
    other = {"switch": "run", "run": "switch", "left": "run"}[case["cause"]]
    return {"top": case["top"], "full": case["top"] + (1 - case["top"]) * case["begin"], "cause": other}
