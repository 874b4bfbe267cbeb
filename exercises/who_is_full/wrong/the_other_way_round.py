"""Mixes up the columns.

fails:
    test_the_limit_of_the_first_server_is_who_holds_it_up
    test_the_limit_of_the_second_server_is_who_holds_it_up
advice: If the clients were the limit
advice: the network cards have room
advice: hardly any of their time
advice: Compare what each cable brings
advice: slower than they look
"""
from exercises.who_is_full.question import NAMES, path


def answer(case):
    short = {full: name for name, full in NAMES.items()}
    found = {name: short[path(server).stage.name] for name, server in case["servers"].items()}
    return {"a": found["B"], "b": found["A"]}
