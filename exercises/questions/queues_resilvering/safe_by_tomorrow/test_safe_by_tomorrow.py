"""Does the simulated resilver keep both promises?"""

import pytest

from exercises.kit.expect import Advised
from exercises.questions.queues_resilvering.safe_by_tomorrow.question import QUEUES, outcome
from models.units import day, hour, ms


def found(answer, case):
    """What comes of the choice. Raises Advised where this server cannot make it."""
    if answer["order"] not in case["orders"] or answer["queue"] not in case["queues"]:
        raise Advised(
            "this server cannot be set so; nothing was tried",
            "Choose first what this server has. Then see what comes of it.",
        )
    return outcome(case, answer["order"], answer["queue"], answer["depth"], answer["least"])


def told(seconds):
    """A long time in words."""
    return f"{seconds / hour:.0f} hours" if seconds < 4 * day else f"{seconds / day:.0f} days"


def why_late(answer, case):
    """What makes the reads of this choice late."""
    if answer["queue"] == "2013" and answer["order"] == "disk":
        return (
            "Two of the stream go down beside the read, whatever waits. As long as the drive has one more piece of the "
            "stream at hand, no random read is nearer."
        )
    if answer["queue"] != "old":
        return None
    if int(answer["least"]) > max(2, int(answer["depth"])):
        return (
            f"The maximum is {answer['depth']}, but what comes goes down at once while the disk has fewer than "
            f"{answer['least']}. Which of the two numbers says that?"
        )
    if answer["order"] == "disk" and int(answer["depth"]) > 2:
        return (
            f"With {answer['depth']} commands the drive nearly always has a piece of the stream at hand, and that is "
            "nearer than a user's read. With how many has it no choice?"
        )
    return (
        "ZFS's queue knows that the users go first, the drive's does not. How many commands has the drive to go through "
        "while a read waits in there?"
    )


def why_long(answer, case):
    """What makes this choice slow where its order cannot be helped."""
    if case["orders"] == ["metadata"]:
        return (
            "The arm moves for each block, and this server knows no other order. But it moves less far if the drive may "
            "go to the nearest of several. How many commands may it choose from?"
        )
    if answer["order"] == "disk":
        return (
            "In disk order the arm hardly moves, as long as the drive has more of the stream to go on with. How much is "
            "it given at a time?"
        )
    return None


@pytest.mark.points(1)
@pytest.mark.advice(
    "The question says which software the server runs. What it does not have cannot be set: what "
    "can be had here?"
)
def test_the_server_has_such_a_queue_and_order(answer, case, note):
    if answer["order"] not in case["orders"]:
        raise Advised("this server's resilver cannot read in disk order")
    if answer["queue"] not in case["queues"]:
        raise Advised(f"this server's queue cannot have {QUEUES[answer['queue']].split(':')[0]}")
    note("the server has such a queue and order")


@pytest.mark.points(3)
@pytest.mark.advice(
    "A read in the drive's queue is among whatever else the drive was given. Which queue, with which settings, leaves the "
    "drive the least to choose from while somebody waits?"
)
def test_nine_of_ten_reads_are_in_time(answer, case, note):
    late, _ = found(answer, case)
    said = f"nine of ten reads take at most {late / ms:.0f} ms"
    if late > case["promise"]:
        raise Advised(f"{said}; {case['promise'] / ms:.0f} ms was promised", why_late(answer, case))
    note(said)


@pytest.mark.points(2)
@pytest.mark.advice(
    "In metadata order the arm moves for each block, so count the blocks. No depth makes hours of that. Is there an order in "
    "which the arm hardly moves?"
)
def test_the_disk_is_whole_in_time(answer, case, note):
    _, long = found(answer, case)
    said = f"the disk is whole after {told(long)}"
    if long > case["within"]:
        raise Advised(
            f"{said}; {case['within'] / hour:.0f} hours were promised", why_long(answer, case)
        )
    note(said)
