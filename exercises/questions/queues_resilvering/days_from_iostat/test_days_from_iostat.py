"""Are the times right that follow from the line, and is it known what the line hides?"""

import pytest

from exercises.questions.queues_resilvering.days_from_iostat.question import in_the_drive, run
from exercises.kit.expect import choose, near
from models.units import KB, TB, KiB, TiB

ALL = "actv counts all commands in the drive, whoever sent them. How many of all are answered in a second?"


def found(case):
    """The run that the listing is of."""
    return run(case["depth"], case["reads"], case["block"], case["seed"])


@pytest.mark.points(2)
@pytest.mark.advice(
    "Little's law: what is in the drive = what is answered in a second × how long each is in there. Look for the first two "
    "in the line; no time of the disk is needed."
)
def test_the_time_in_the_drive_follows_from_the_line(answer, case):
    near(
        answer,
        "asvc",
        in_the_drive(case["depth"], case["reads"], case["block"], case["seed"]),
        within=0.05,
        slips={
            1
            / case[
                "rs"
            ]: "That is the time between two answers. But the drive has several commands at a time, and each of "
            "them waits while others are answered.",
            case["rs"]
            / case["actv"]
            / 1000: "Turn it round: more commands in the drive make each wait longer, and more "
            "answers a second make it shorter.",
            case["actv"] / case["left"]: ALL,
            case["actv"] / case["reads"]: ALL,
        },
    )


@pytest.mark.points(2)
@pytest.mark.advice(
    "How many blocks of the resilver does the disk read in a second, and how many have to be read in all? Divide, and mind "
    "that a day has 86,400 seconds."
)
def test_the_days_follow_from_the_blocks_that_are_left_for_the_resilver(answer, case):
    rs, used, block = case["rs"], case["used"], case["block"]
    everything = "You gave the resilver all reads of the line. The application's are among them."
    near(
        answer,
        "days",
        used / found(case).rate,
        within=0.05,
        slips={
            used / block / rs: everything,
            used / case["kr"]: everything,
            used / case["kr"] * KiB / KB: everything,
            used
            / block
            * case["actv"]
            / rs: "Did you let each block wait until the one before it was there? The drive has "
            "several at a time, and r/s says how many are answered in a second.",
            used
            * TiB
            / TB
            / found(
                case
            ).rate: "Nearly. Is it rounded too much? If not: how many bytes does the question "
            "count in a TB?",
            used
            / (8 * KiB)
            / (
                rs - case["reads"]
            ): "8 KiB is what the application reads. How large are the resilver's blocks?",
            used
            / block
            / case["reads"]: "Those are the application's reads. The resilver has the others.",
            24
            * used
            / found(
                case
            ).rate: "Are these hours? The field asks for days. Type h behind it, or divide by 24.",
        },
    )


@pytest.mark.points(1)
@pytest.mark.advice(
    "There are two queues above the drive: ZFS's own, and below it that of the disk's driver. To which of them does the "
    "column wait belong?"
)
def test_the_driver_knows_nothing_of_the_queue_above_it(answer, case):
    assert found(case).waiting > 1
    choose(
        answer,
        "waiting",
        "hidden",
        slips={
            "none": "wait is the queue of the disk's driver. ZFS hands down no more than the drive may have, so that one is "
            "empty while a crowd waits above it.",
            "actv": "actv counts what the drive has in its hands. Those have left ZFS's queue already.",
            "wide": "r/s counts what was answered in a second, and actv what is in the drive at one moment. Their difference "
            "means nothing.",
        },
    )
