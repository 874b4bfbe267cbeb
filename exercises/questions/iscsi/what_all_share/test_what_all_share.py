"""Is the part that was named the one that the simulation has in use all the time?"""

import pytest

from exercises.kit.expect import choose
from exercises.questions.iscsi.what_all_share.question import limit

NOT = {
    "lock": "Behind a lock cores and cards have room, and more initiators get no more than before. All three must "
    "hold; look at each.",
    "cores": "If the cores were the limit, nearly all of them would be in use. The line above the table says how "
    "many there are.",
    "cards": "The column has what all cards send together. Compare it with what all their slots let through: there is room.",
    "initiators": "If the initiators were the limit, more of them would get more reads from the same target. Compare "
    "the last two lines.",
}


@pytest.mark.points(2)
@pytest.mark.advice(
    "Take target A's lines one after the other. What grows with the load, and what is the first thing that does not "
    "grow any more?"
)
def test_what_keeps_the_first_target_from_serving_more(answer, case):
    choose(answer, "a", limit(tuple(case["targets"]["A"])), slips=NOT)


@pytest.mark.points(2)
@pytest.mark.advice(
    "Take target B's lines one after the other. What grows with the load, and what is the first thing that does not "
    "grow any more?"
)
def test_what_keeps_the_second_target_from_serving_more(answer, case):
    choose(answer, "b", limit(tuple(case["targets"]["B"])), slips=NOT)
