"""Is the stage that was named the slowest one of the book's path?"""

import pytest

from exercises.kit.expect import choose
from exercises.questions.streaming.who_is_full.question import NAMES, path

NOT = {
    "clients": "If the clients were the limit, nothing in the server would be full, and a read would take as long as "
    "it takes alone, some 20 ms. Does it? If it takes longer, where does it stand in line?",
    "slots": "Add what both ports of a card send, and compare it with what a slot lets through: the network cards "
    "have room. Look at the other stages, and at who asks.",
    "cores": "A core that waits for memory counts as busy. And reads are shared out over all cores: no single thread walks "
    "through them, as when a group is written. So if cores were the limit, hardly any of their time would be free.",
    "cables": "Compare what each cable brings with what it can: there is room. Which of the other parts is nearer to its "
    "own number? And if none is: how long does a read take?",
    "disks": "Disks are slower than they look, since each record lies somewhere else. But how much slower? Take the "
    "rate that the chapter has for that, and see whether these disks are there yet.",
}


def limit_is(answer, case, name):
    """Compares what was chosen for a server with the slowest stage of its path."""
    stage = path(case["servers"][name]).stage.name
    choose(
        answer,
        name.lower(),
        next(short for short, full in NAMES.items() if full == stage),
        slips=NOT,
    )


@pytest.mark.points(2)
@pytest.mark.advice(
    "Go through the stages of server A one by one, and write beside each what it carries and what it could. Is there "
    "one without room? If there is none, it is not the server that is slow."
)
def test_the_limit_of_the_first_server_is_who_holds_it_up(answer, case):
    limit_is(answer, case, "A")


@pytest.mark.points(2)
@pytest.mark.advice(
    "Go through the stages of server B one by one, and write beside each what it carries and what it could. Is there "
    "one without room? If there is none, it is not the server that is slow."
)
def test_the_limit_of_the_second_server_is_who_holds_it_up(answer, case):
    limit_is(answer, case, "B")
