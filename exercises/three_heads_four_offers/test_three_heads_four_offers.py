"""Is the offer the one that brings most, when the book's head tries all four?"""

import pytest

from exercises.expect import choose
from exercises.three_heads_four_offers.question import OFFERS, rates


def offer_is_best(answer, case, kind, slips):
    """Compares what was chosen for the head where `kind` is short with what the model gains most from."""
    name = case[kind]
    found = rates(case["machines"][name])
    choose(answer, name.lower(), max(OFFERS, key=lambda offer: found[offer]), slips=slips)


@pytest.mark.points(2)
@pytest.mark.advice(
    "One head has a stage that carries all it can while cores and links have room. Which number in its column is the "
    "same as one that the chapter worked out?"
)
def test_a_full_stage_is_the_limit_however_much_room_the_others_have(answer, case):
    offer_is_best(answer, case, "card", {
        "cores": "One of the heads has cores to spare. More of them would have still less to do.",
        "clock": "One of the heads has cores to spare: they need not be faster. What do its two cards send, and what "
                 "can a slot carry?",
        "links": "One of the heads has cores to spare, and its links have room as well. Look at the other end of the "
                 "way, where the data leaves.",
    })


@pytest.mark.points(2)
@pytest.mark.advice(
    "Two heads have no core time left. In one of them an instruction takes as long under full load as under little: "
    "nobody stands in another's way there."
)
def test_cores_help_where_they_do_not_disturb_each_other(answer, case):
    offer_is_best(answer, case, "cores", {
        "links": "In one of the heads an instruction takes hardly longer under full load. If it has links, they are "
                 "far from full, and nobody queues there.",
        "clock": "A faster clock does help a head whose cores do not wait for each other, but only a little: of the "
                 "cycles of an instruction most are waiting for memory. What adds to the work that is done during the "
                 "waiting?",
        "card": "Look at what each card sends: only one of the heads is near what its slots can carry.",
    })


@pytest.mark.points(2)
@pytest.mark.advice(
    "Two heads have no core time left. In one of them an instruction takes far more cycles under full load than under "
    "little. Where are these cycles spent, and who would be spared them?"
)
def test_cores_that_wait_for_each_other_need_a_wider_road(answer, case):
    offer_is_best(answer, case, "links", {
        "cores": "In one of the heads the cores are busy with waiting for each other. More of them ask for more "
                 "lines, over links that are past the knee already: each line then takes longer, and little is "
                 "gained.",
        "clock": "Where an instruction takes far more cycles under load, few of these are work. A faster clock counts "
                 "the same wait in more cycles.",
        "card": "Look at what each card sends: only one of the heads is near what its slots can carry.",
    })
