"""Buys cores wherever the cores are busy, and a card where they are not.

fails:
    test_cores_that_wait_for_each_other_need_a_wider_road
advice: busy with waiting for each other
"""


def answer(case):
    return {name.lower(): "card" if kind == "card" else "cores" for name, kind in case["short"].items()}
