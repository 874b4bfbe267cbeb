"""Keeps the old head, and buys disks.

fails:
    test_the_films_come_fast_enough
advice: No card, cable or disk makes processors faster
"""
from exercises.a_server_for_the_studio.question import enough


def answer(case):
    return {**enough(case["wanted"], case["clients"]), "head": "launch", "threads": 8}
