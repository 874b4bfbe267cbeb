"""Gets all stages of the server right, and leaves the clients with one thread each.

fails:
    test_the_films_come_fast_enough
advice: it waits to be asked
"""
from exercises.a_server_for_the_studio.question import enough


def answer(case):
    return {**enough(case["wanted"], case["clients"]), "threads": 1}
