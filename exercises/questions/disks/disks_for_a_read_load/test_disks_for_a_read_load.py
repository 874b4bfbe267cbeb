"""Does the configuration do what was asked?"""

import pytest

from exercises.questions.disks.disks_for_a_read_load.question import SIZE, outcome, price
from exercises.kit.expect import Advised
from models.units import GB, ms

FEW = {
    1: "With one read at a time a disk has no choice. Give it several, among which it can choose: three or more, for of two "
    "one is under way, and only one waits.",
    2: "With two reads at a disk one is under way, and only one waits: there is nothing to choose from yet. How many must "
    "there be, so that the disk has a choice?",
}


def too_dear(case, kind, threads):
    """What to say to someone who buys more disks than there is money for."""
    can_be_bought = case["money"] // price(case, kind)
    if can_be_bought * SIZE[kind] < case["data"]:
        return (
            "How many disks of this kind can be bought, and how much of the data do they hold? Compare what a terabyte "
            "costs on either kind."
        )
    if outcome(case, kind, can_be_bought, threads)[0] >= case["rate"]:
        return "You can do with fewer: even as many as the money buys answer all the reads that were asked for."
    return None


def too_late(share):
    """What to say to someone whose answers come too late; share: of the reads a second that were
    asked for."""
    if share < 1:
        return (
            "A read stands in line behind all those that the disk likes better. Let fewer stand in it, and look "
            "elsewhere for the reads a second."
        )
    if share > 1.1:
        return (
            "A read stands in line behind all those that the disk likes better. You have more reads a second than were "
            "asked for, so you may give some away: let fewer stand in the line."
        )
    return None


@pytest.mark.points(1)
@pytest.mark.advice(
    "A large disk holds 2,000 GB and a fast one 600. How many of yours does it take for the data alone?"
)
def test_the_data_fits(answer, case, note):
    held = answer["disks"] * SIZE[answer["kind"]]
    said = f"{answer['disks']} disks hold {held / GB:,.0f} GB"
    if held < case["data"]:
        raise Advised(f"{said}, and there are {case['data'] / GB:,.0f} GB of data")
    note(said)


@pytest.mark.guard
@pytest.mark.points(1)
@pytest.mark.advice("How many disks would do, if each of them had several reads to choose from?")
def test_the_money_is_enough(answer, case, note):
    cost = answer["disks"] * price(case, answer["kind"])
    if cost > case["money"]:
        raise Advised(
            f"{answer['disks']} disks cost {cost}, and there is {case['money']}",
            too_dear(case, answer["kind"], answer["threads"]),
        )
    note(f"{answer['disks']} disks cost {cost}")


@pytest.mark.points(2)
@pytest.mark.advice(
    "A random read costs an arm's move and half a turn, so you need more arms, and for each of them several reads to choose "
    "from. With more disks each also holds less of the data."
)
def test_they_answer_enough_reads_a_second(answer, case, note):
    rate, _ = outcome(case, answer["kind"], answer["disks"], answer["threads"])
    said = f"the disks answer {rate:,.0f} reads a second"
    if rate < case["rate"]:
        with_more = outcome(case, answer["kind"], answer["disks"], case["threads"])[
            0
        ]  # reads outstanding
        raise Advised(
            f"{said}, at least {case['rate']:,} were asked for",
            FEW.get(answer["threads"]) if with_more >= case["rate"] else None,
        )
    note(said)


@pytest.mark.guard
@pytest.mark.points(2)
@pytest.mark.advice(
    "A read stands in line behind all those that the disk likes better, so fewer should stand in it. You have hardly more "
    "reads a second than were asked for: what else, then, keeps the rate up?"
)
def test_nine_of_ten_reads_come_in_time(answer, case, note):
    rate, late = outcome(case, answer["kind"], answer["disks"], answer["threads"])
    said = f"nine of ten reads are answered within {late / ms:.0f} ms"
    if late > case["in_time"]:
        raise Advised(
            f"{said}, {case['in_time'] / ms:.0f} ms were asked for", too_late(rate / case["rate"])
        )
    note(said)
