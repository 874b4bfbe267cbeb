"""Does the offer meet all that is required, is it the cheapest, and what does the limit on loss cost?"""

import pytest

from exercises.kit.expect import Advised, near
from exercises.questions.sizing.choose_the_pool.question import best, meets, why

MISSED = {
    "rate": "It holds enough and is safe enough, but it serves too few reads. Wide vdevs hold much and serve few: each of them "
    "serves about what one disk does. Multiply the reads of a vdev by the number of vdevs.",
    "loss": "It holds enough and is fast enough, but it loses data too easily. The pool is lost with any of its vdevs: "
    "multiply the chance of one by their number.",
}
DEARER = (
    "It meets all three, and so does a cheaper one. Count the disks of the others, and cross out only those that miss "
    "something."
)


@pytest.mark.points(2)
@pytest.mark.advice(
    "Multiply first: capacity, reads and chance of one vdev, each by the number of vdevs. Then cross out what misses a "
    "requirement. The price comes last."
)
def test_the_offer_meets_all_three(answer, case, note):
    one, wanted = case["offers"][answer["offer"]], case["wanted"]
    said = f"offer {answer['offer']} has {why(one, wanted)}"
    if not meets(one, wanted):
        missed = next(name for name in MISSED if meets(one, wanted, name))
        raise Advised(said, MISSED[missed])
    note(said)


@pytest.mark.points(1)
@pytest.mark.advice(
    "Of those that meet all three, the one with the fewest disks is the cheapest, for all disks cost the same."
)
def test_no_cheaper_offer_meets_all_three(answer, case, note):
    chosen, right = answer["offer"], best(case["offers"], case["wanted"])
    mine, least = (case["offers"][name]["dollars"] for name in (chosen, right))
    said = f"offer {chosen} costs ${mine:,}"
    if chosen != right:
        meeting = meets(case["offers"][chosen], case["wanted"])
        raise Advised(f"{said}, and is not the answer", DEARER if meeting else None)
    note(f"{said}, the least of those that meet all three (${least:,})")


@pytest.mark.points(2)
@pytest.mark.advice(
    "Leave the limit on loss out, and nothing else. Which is the cheapest offer that still has the capacity and the reads? "
    "The limit costs the difference."
)
def test_what_the_limit_on_loss_costs(answer, case):
    offers = case["offers"]
    cheapest = min(one["dollars"] for one in offers.values())
    slips = {}
    if case["least"] - cheapest != case["saves"]:
        slips[case["least"] - cheapest] = (
            "The cheapest of all four misses the reads as well. Only the limit on loss is put aside; the other two "
            "requirements stay."
        )
    slips[case["least"]] = (
        "That is the price of the whole offer. A requirement costs what it adds: subtract the cheapest offer that does "
        "without it."
    )
    near(answer, "saves", case["saves"], within=0.002, slips=slips)
