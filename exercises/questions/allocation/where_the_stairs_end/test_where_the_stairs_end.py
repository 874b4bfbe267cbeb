"""Is the picture read as a map of places, and does the cause follow?"""

import math

import pytest

from exercises.kit.expect import Advised, choose, near
from exercises.questions.allocation.where_the_stairs_end.question import (
    LEFT,
    RUN,
    SWITCH,
    TOP,
    found,
)

TURNED = (
    "Look at the right end of the stairs. At the end of the slab they would reach the top of the picture, and begin "
    "again at the bottom of the same slab."
)
SLIPS = {
    SWITCH: {
        RUN: "Compare how full the slab was with the switch. Is it really less, or as near as you can read?",
        LEFT: "Behind the stairs the blocks go on in slab A for a while. Another slab comes later.",
        TOP: TURNED,
    },
    RUN: {
        SWITCH: "You took the switch at its word. Work out how full the slab was where the stairs end, and compare.",
        LEFT: "Behind the stairs the blocks go on in slab A for a while. Another slab comes later.",
        TOP: TURNED,
    },
    LEFT: {
        SWITCH: "Where is the dust that best fit would leave in this slab? And is the slab as full as the switch says?",
        RUN: "Best fit would leave dust in this slab. Look at the slab's name over the blocks that follow.",
        TOP: "The new stairs are in another slab, and those before ended below the top of the picture.",
    },
}


def seen(case):
    """The book's own record of this slab's turn."""
    return found(case["switch"], case["fill"], case["seed"], case["cause"])


def right_sum(case, answer):
    """Whether the number for the fill is right."""
    return math.isclose(answer["full"], seen(case)["end"], rel_tol=0.08)


@pytest.mark.points(1)
@pytest.mark.advice(
    "Follow the marks of slab A from its dashed line on, from the bottom up. As long as every hole on the way is filled, a "
    "group climbs only little. Where does the climb suddenly become steep, or stop?"
)
def test_the_stairs_are_followed_to_their_end(answer, case):
    top = seen(case)["top"]
    if abs(answer["top"] - top) > 0.05:
        way = "high" if answer["top"] > top else "low"
        raise Advised(
            f"you said {answer.said('top')}, which is too {way}",
            {
                "high": "Higher up there are marks as well, but there a group comes much further than on the stairs: between its "
                "marks holes are passed over.",
            }.get(way)
            if case["cause"] != LEFT
            else None,
        )


@pytest.mark.points(2)
@pytest.mark.advice(
    "Read the place at which the stairs end. Below it all holes are filled, above it the slab is as it was when its turn "
    "came. How full is that together?"
)
def test_below_the_stairs_the_slab_is_full_and_above_as_before(answer, case):
    one, said = seen(case), answer["top"]
    slips = {
        one[
            "top"
        ]: "You read the place as if it said how full the slab is. But the slab was not empty in the beginning: "
        "what lies above the stairs is in use in part.",
        one[
            "begin"
        ]: "That is how full it was in the beginning. The stairs have filled holes since.",
        (1 - one["top"])
        * one[
            "begin"
        ]: "That is what is in use above the stairs. What lies below them is full, and counts too.",
        1
        - one["end"]: "That is what was still free at that moment. Asked is how full the slab was.",
        min(
            1.0, one["top"] + one["begin"]
        ): "You added both. But what was in use in the beginning lies partly below the "
        "stairs, so you have counted that part twice.",
        case[
            "switch"
        ]: "That is where the switch stands. Read from the picture whether the slab came so far.",
    }
    if abs(said - one["top"]) > 0.05:
        slips[said + (1 - said) * one["begin"]] = (
            "That follows from the place that you read. It is the place which must be mended first."
        )
    near(answer, "full", one["end"], within=0.08, slips=slips)


@pytest.mark.points(2)
@pytest.mark.advice(
    "Two things tell: how full the slab was, compared with the switch, and where the blocks go behind the stairs, in the "
    "same slab or in another."
)
def test_the_cause_is_what_ended_them_in_the_simulated_pool(answer, case, note):
    slips = dict(SLIPS[case["cause"]])
    if not right_sum(case, answer) and {answer["cause"], case["cause"]} == {SWITCH, RUN}:
        slips[answer["cause"]] = "Mend the number first, and then compare it with the switch."
    choose(answer, "cause", case["cause"], slips)
    if not right_sum(case, answer):
        note("right, though the fill is not right yet")
