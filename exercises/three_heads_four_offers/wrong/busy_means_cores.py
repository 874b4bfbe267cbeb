"""Buys cores wherever the cores are busy, and a card where they are not.

fails:
    test_the_third_head_gets_what_helps_it_most
advice: busy waiting in queues
"""


def answer(case):
    return {name.lower(): "card" if kind == "card" else "cores" for name, kind in case["short"].items()}
