"""Does the configuration do what was asked?"""
import pytest

from exercises.disks_for_a_read_load.question import PRICE, SIZE, outcome
from exercises.expect import Advised
from models.units import GB, ms


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
    "This costs more than there is. You need not buy a disk for every so many reads that it makes one at a time: what "
    "else makes a disk answer more of them?"
)
def test_the_money_is_enough(answer, case, note):
    cost = answer["disks"] * PRICE[answer["kind"]]
    if cost > case["money"]:
        raise Advised(f"{answer['disks']} disks cost {cost}, and there is {case['money']}")
    note(f"{answer['disks']} disks cost {cost}")


@pytest.mark.points(2)
@pytest.mark.advice(
    "The disks answer too few reads a second. A random read costs an arm's move and half a turn, so you need more arms, or "
    "several reads among which each arm can choose. With more disks each also holds less of the data."
)
def test_they_answer_enough_reads_a_second(answer, case, note):
    rate, _ = outcome(case, answer["kind"], answer["disks"], answer["threads"])
    said = f"the disks answer {rate:,.0f} reads a second"
    if rate < case["rate"]:
        raise Advised(f"{said}, at least {case['rate']:,} were asked for")
    note(said)


@pytest.mark.points(2)
@pytest.mark.advice(
    "The answers come too late. A read stands in line behind all those that the disk likes better, so with many "
    "outstanding the slowest tenth waits longest. Little's law tells what a longer line does to latency at the same rate."
)
def test_nine_of_ten_reads_come_in_time(answer, case, note):
    _, late = outcome(case, answer["kind"], answer["disks"], answer["threads"])
    said = f"nine of ten reads are answered within {late / ms:.0f} ms"
    if late > case["in_time"]:
        raise Advised(f"{said}, {case['in_time'] / ms:.0f} ms were asked for")
    note(said)
