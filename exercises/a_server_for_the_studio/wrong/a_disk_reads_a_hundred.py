"""Takes a disk for what it gives in a row, and buys two JBODs.

fails:
    test_the_films_come_fast_enough
advice: How much do 24 of them give
"""
from exercises.a_server_for_the_studio.question import enough


def answer(case):
    return {**enough(case["wanted"], case["clients"]), "jbods": 2, "threads": 8}
