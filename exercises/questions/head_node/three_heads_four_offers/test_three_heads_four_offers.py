"""Is the offer the one that brings most, when the book's head tries all four?"""

import pytest

from exercises.kit.expect import Advised, choose
from exercises.questions.head_node.three_heads_four_offers.question import OFFERS, rates

CARDS = "Look at what each card sends: only one of the heads is near what its slots can carry, and it is another."


def offer_is_best(answer, case, kind, slips):
    """Compares what was chosen for the head where `kind` is short with what the model gains most
    from."""
    name = case[kind]
    found = rates(case["machines"][name])
    try:
        choose(answer, name.lower(), max(OFFERS, key=lambda offer: found[offer]), slips=slips)
    except Advised as failure:
        raise Advised(f"head {name}: {failure}", failure.advice) from None


@pytest.mark.points(2)
@pytest.mark.advice(
    "This head has a stage that carries all it can, while cores and links have room. Which number in its column is the "
    "same as one that the chapter worked out?"
)
def test_one_head_gets_what_helps_it_most(answer, case):
    offer_is_best(
        answer,
        case,
        "card",
        {
            "cores": "This head has cores to spare. More of them would have still less to do.",
            "clock": "This head has cores to spare: they need not be faster. What do its two cards send, and what can a slot "
            "carry?",
            "links": "This head has cores to spare, and its links have room as well. Look at the other end of the way, where "
            "the data leaves.",
        },
    )


@pytest.mark.points(2)
@pytest.mark.advice(
    "This head has no core time left. Its instructions take as long under full load as under little: nobody stands in "
    "another's way there."
)
def test_another_head_gets_what_helps_it_most(answer, case):
    offer_is_best(
        answer,
        case,
        "cores",
        {
            "links": "In this head an instruction takes hardly longer under full load. If it has links, they are far from "
            "full, and nobody queues there.",
            "clock": "A faster clock does help a head whose cores do not stand in queues, but only a little: about half of the "
            "cycles of an instruction, or more, are waiting for memory, and the clock does not shorten that. What "
            "would fetch more lines at a time?",
            "card": CARDS,
        },
    )


@pytest.mark.points(2)
@pytest.mark.advice(
    "This head has no core time left, and its instructions take far more cycles under full load than under little. Where "
    "are these cycles spent, and who would be spared them?"
)
def test_the_third_head_gets_what_helps_it_most(answer, case):
    offer_is_best(
        answer,
        case,
        "links",
        {
            "cores": "The cores of this head are busy waiting in queues, at the links that they share. More of them ask for "
            "more lines, and the fullest link has little room left: each line then takes longer, and little is "
            "gained.",
            "clock": "Where an instruction takes far more cycles under load, few of these are work. A faster clock counts "
            "the same wait in more cycles.",
            "card": CARDS,
        },
    )
