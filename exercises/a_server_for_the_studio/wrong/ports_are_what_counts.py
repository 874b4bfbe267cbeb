"""Divides what is wanted by what two ports carry, and puts all of it into one slot.

fails:
    test_the_films_come_fast_enough
advice: How many slots does this rate need?
"""
from exercises.a_server_for_the_studio.question import enough


def answer(case):
    return {**enough(case["wanted"], case["clients"]), "cards": 1, "threads": 8}
