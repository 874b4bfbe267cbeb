"""Is the rate of the pool right?"""

import pytest

from exercises.kit.expect import Advised, near
from exercises.questions.sizing.predict_the_pool.question import closed_form

MIRRORS = "Each side of a mirror has the whole record. Who reads while one side is busy? The other can read another record."


@pytest.mark.points(1)
@pytest.mark.advice(
    "Multiply: how many reads a second can all disks do, if none ever rests? And the pool does more than one of them."
)
def test_the_disks_can_do_it(answer, case):
    if answer["rate"] > 1.05 * case["all"]:
        raise Advised(
            f"you said {answer.said('rate')}, and all disks together do {case['all']:,} reads a second"
        )
    if answer["rate"] < case["each"]:
        raise Advised(f"you said {answer.said('rate')}, and one disk alone does {case['each']}")


@pytest.mark.points(2)
@pytest.mark.advice(
    "Count the arms that one record moves: the disks that hold a part of its data. The pool reads as many records as all "
    "its arms can bring, divided by that."
)
def test_it_counts_the_arms_of_a_record(answer, case, note):
    if answer["rate"] > 1.05 * case["all"]:
        raise Advised(f"you said {answer.said('rate')}, more than all arms can do")
    moved = case["moved"]
    slips = {}
    if moved > 1:
        slips = {
            case[
                "all"
            ]: "That is disks times I/Os, as if one arm brought a whole record. Here one record moves several.",
            case["all"]
            / case[
                "width"
            ]: "That is one disk's rate for each group, as if each record moved all of its disks. "
            "Which of them hold no part of its data?",
        }
        if moved != case["data"]:
            slips[case["all"] / case["data"]] = (
                "Has a record of this size a sector for every disk with data? Count its sectors of 4 KiB."
            )
    else:
        slips = {case["all"] / case["width"]: MIRRORS}
    near(answer, "rate", case["rate"], within=0.05, slips=slips)
    note(
        f"with today's disks of 7,200 turns a minute the closed form has {closed_form(case):,.0f} records a second"
    )
