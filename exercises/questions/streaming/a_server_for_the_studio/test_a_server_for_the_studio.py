"""Is what was bought fast enough, and paid for?"""

import pytest

from exercises.questions.streaming.a_server_for_the_studio.question import SAID, path, price
from exercises.kit.expect import Advised
from models.units import GiB

NEXT = {
    "clients' requests": "Nothing in the server is full: it waits to be asked. How many reads can be under way at a "
    "time, and how long does each take?",
    "clients' ports": "No server is faster than its clients can take. What is left that could be too much?",
    "server's ports": "Each card has two of these ports. How many cards does this rate need?",
    "network cards' slots": "Ports would have room, but two of them share a slot. How many slots does this rate need?",
    "cores": "No card, cable or disk makes processors faster.",
    "disk cards' slots": "Each cable ends in such a slot of its own. How many does this rate need?",
    "disk cables": "More disks behind full cables bring nothing. How many cables does this rate need?",
    "disks": "A disk reads far less where each record lies elsewhere than in a row. How much do 24 of them give then?",
}


@pytest.mark.points(2)
@pytest.mark.advice(
    "Which stage of yours carries far more than was asked? What it costs beyond that is wasted. Begin "
    "with the dearest."
)
def test_the_money_is_enough(answer, case, note):
    cost = price(answer, case["prices"])
    note(f"it costs {cost} thousand of {case['money']}")
    if cost > case["money"]:
        raise Advised(f"it costs {cost} thousand, and there are {case['money']}")


@pytest.mark.points(3)
@pytest.mark.advice(
    "One stage holds all others up. Find out what it can carry, and how many of it the rate needs."
)
def test_the_films_come_fast_enough(answer, case, note):
    found = path(answer, case["clients"])
    said = f"the clients get {found.rate / GiB:.2f} GiB/s; the limit: {SAID[found.stage.name]}"
    note(said)
    if found.rate < case["wanted"]:
        raise Advised(f"{said}; {case['wanted'] / GiB:.1f} GiB/s was asked", NEXT[found.stage.name])
