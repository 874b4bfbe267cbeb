"""Finds the limit of server A, and takes it that two servers that read files in a row have the same.

fails:
    test_the_limit_of_the_second_server_is_who_holds_it_up
advice: If the clients were the limit
advice: the network cards have room
advice: hardly any of their time
advice: Compare what each cable brings
advice: slower than they look
"""
from exercises.who_is_full.question import NAMES, path


def answer(case):
    stage = path(case["servers"]["A"]).stage.name
    return dict.fromkeys("ab", next(short for short, full in NAMES.items() if full == stage))
