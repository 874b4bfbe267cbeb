"""Are blocks counted, and is the depth left out of it?"""

import math

import pytest

from exercises.questions.queues_resilvering.deeper_under_the_throttle.question import (
    DELAY,
    seconds,
    times,
)
from exercises.kit.expect import near
from models.units import MB

TOGETHER = "Did you let as many blocks go after each 20 ms as the depth allows? ZFS waits before each single one of them."


def without(said, right, case, depth):
    """Advice for who said what it takes without the throttle; looked for only where that can be."""
    if not 0.05 * right < said < 0.9 * right:
        return {}
    return {
        seconds(
            case["used"], case["block"], depth, case["reads"], False, case["seed"]
        ): "That would be so without the throttle. With it the disk is not what the resilver waits for."
    }


def one_after_the_other(said, right, case):
    """Advice for who lets fewer than fifty blocks a second pass: who takes the application's reads
    off, or adds the time of the disk to the 20 ms."""
    if math.isclose(
        said, DELAY * case["used"] / case["block"] / (1 - DELAY * case["reads"]), rel_tol=0.03
    ):
        return {
            said: f"Did you take the application's {case['reads']} reads off the fifty? ZFS waits only before those of "
            "the resilver. The application's do not count."
        }
    if not 1.1 * right < said < 2.2 * right:
        return {}
    return {
        said: "Did you add the time that the disk needs? ZFS does not wait for the block to arrive. It waits 20 ms, "
        "sends the read, and waits 20 ms for the next one while the disk works."
    }


@pytest.mark.points(1)
@pytest.mark.advice(
    "Twenty milliseconds before each block are fifty blocks a second. Divide the bytes by the size of a block, and you know "
    "how many blocks there are."
)
def test_the_days_under_the_throttle(answer, case, note):
    now, _, _ = times(case)
    said = answer["now"]
    near(
        answer,
        "now",
        now,
        within=0.1,
        slips=without(said, now, case, 2)
        | one_after_the_other(said, now, case)
        | {
            now / 2: TOGETHER,
            case["used"]
            / (
                100 * MB
            ): "That is how long the disk writes if it writes in a row. In metadata order each block "
            "waits for the throttle.",
        },
    )
    note(f"the simulated resilver takes {now / 86400:.1f} days")


@pytest.mark.points(2)
@pytest.mark.advice(
    "A queue can only be deep if something waits in it. While the throttle lets one block go every 20 ms, how many of them "
    "are in the disk's hands?"
)
def test_a_deeper_queue_changes_next_to_nothing(answer, case, note):
    _, deeper, _ = times(case)
    bound = DELAY * case["used"] / case["block"]
    near(
        answer,
        "deeper",
        deeper,
        within=0.1,
        slips=without(answer["deeper"], deeper, case, case["depth"])
        | {
            answer[
                "now"
            ]: "As many days as before, you say, and so it is, nearly. But those days are not right yet: mend them "
            "first.",
            bound / case["depth"]: TOGETHER,
            bound
            * 2
            / case[
                "depth"
            ]: "You let the disk work on more at a time, and so be done sooner. But the throttle does "
            "not send it more: one block every 20 ms, at any depth.",
        },
    )
    note(f"the simulated resilver takes {deeper / 86400:.1f} days")


@pytest.mark.points(2)
@pytest.mark.advice(
    "The throttle waits before each block, however large it is. How many blocks are the same bytes now?"
)
def test_larger_blocks_are_fewer_blocks(answer, case, note):
    _, _, larger = times(case)
    near(
        answer,
        "larger",
        larger,
        within=0.1,
        slips={
            answer["now"]
            / case[
                "times"
            ]: f"That is 1/{case['times']} of the days of now, as it should be. But those are not "
            "right yet: mend them first.",
            DELAY
            * case["used"]
            / case["block"]
            * case["times"]: "Are there more blocks now, or fewer?",
            DELAY
            * case["used"]
            / case[
                "block"
            ]: "The bytes are the same, but the throttle does not count bytes. What does it count?",
        },
    )
    note(f"the simulated resilver takes {larger / 86400:.1f} days")
