"""Compares single parts with what they can do alone: a port with 10 Gbit/s, a disk that reads in a row. Then nothing is ever full
but cores and cables, and where even these are, "the network" is to blame.

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
    def said(server):
        name = path(server).stage.name
        return "clients" if name in (NAMES["slots"], NAMES["disks"]) else "slots"

    return {name.lower(): said(server) for name, server in case["servers"].items()}
