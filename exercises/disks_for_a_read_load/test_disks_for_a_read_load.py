"""Does the configuration do what was asked?"""
import pytest

from exercises.disks_for_a_read_load.question import PRICE, SIZE, outcome
from exercises.expect import Advised
from models.units import GB, ms

FEW = {
    1: "With one read at a time a disk has no choice. Give it several, among which it can choose: three or more, for of two "
       "one is under way, and only one waits.",
    2: "With two reads at a disk one is under way, and only one waits: there is nothing to choose from yet. How many must "
       "there be, so that the disk has a choice?",
}


@pytest.mark.points(1)
@pytest.mark.advice(
    "The data does not fit. A large disk holds 2,000 GB and a fast one 600. How many of yours does it take for the data "
    "alone?"
)
def test_the_data_fits(answer, case, note):
    held = answer["disks"] * SIZE[answer["kind"]]
    said = f"{answer['disks']} disks hold {held / GB:,.0f} GB"
    if held < case["data"]:
        raise Advised(f"{said}, and there are {case['data'] / GB:,.0f} GB of data")
    note(said)


@pytest.mark.points(1)
@pytest.mark.advice(
    "This costs more than there is. How many disks would do, if each of them had several reads to choose from?"
)
def test_the_money_is_enough(answer, case, note):
    cost = answer["disks"] * PRICE[answer["kind"]]
    if cost > case["money"]:
        rate, _ = outcome(case, answer["kind"], answer["disks"], answer["threads"])
        raise Advised(f"{answer['disks']} disks cost {cost}, and there is {case['money']}", None if rate < 1.3 * case["rate"]
                      else "This costs more than there is, and it answers many more reads than were asked for. You can do "
                      "with fewer disks.")
    note(f"{answer['disks']} disks cost {cost}")


@pytest.mark.points(2)
@pytest.mark.advice(
    "The disks answer too few reads a second. A random read costs an arm's move and half a turn, so you need more arms, and "
    "for each of them several reads to choose from. With more disks each also holds less of the data."
)
def test_they_answer_enough_reads_a_second(answer, case, note):
    rate, _ = outcome(case, answer["kind"], answer["disks"], answer["threads"])
    said = f"the disks answer {rate:,.0f} reads a second"
    if rate < case["rate"]:
        close = rate > 0.6 * case["rate"]
        raise Advised(f"{said}, at least {case['rate']:,} were asked for", FEW.get(answer["threads"]) if close else None)
    note(said)


@pytest.mark.points(2)
@pytest.mark.advice(
    "The answers come too late. A read stands in line behind all those that the disk likes better, so fewer should stand in "
    "it. You have hardly more reads a second than were asked for: what else, then, keeps the rate up?"
)
def test_nine_of_ten_reads_come_in_time(answer, case, note):
    rate, late = outcome(case, answer["kind"], answer["disks"], answer["threads"])
    said = f"nine of ten reads are answered within {late / ms:.0f} ms"
    if late > case["in_time"]:
        raise Advised(f"{said}, {case['in_time'] / ms:.0f} ms were asked for", None if rate < 1.1 * case["rate"] else
                      "The answers come too late. A read stands in line behind all those that the disk likes better. You "
                      "have more reads a second than were asked for, so you may give some away: let fewer stand in the line.")
    note(said)
