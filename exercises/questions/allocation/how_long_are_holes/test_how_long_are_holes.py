"""Do the slab and its holes look as they do in a pool that is overwritten for long?"""

import math

import pytest

from exercises.questions.allocation.how_long_are_holes.question import watched
from exercises.kit.expect import near


@pytest.mark.points(2)
@pytest.mark.advice(
    "Picture the slabs in the order in which they were filled. The last one is full, each one before it has lost more, and "
    "the next to be filled is the emptiest. The pool is as full as they are on average, and the chapter has a formula for "
    "that. Put your share into it: does the fill of this pool come out?"
)
def test_the_slab_is_emptier_than_the_pool(answer, case):
    used, _ = watched(case["fill"], case["seed"])
    fill, said = case["fill"], answer["used"]
    ten = (
        {said: "That fits the logarithm to the base of 10. The formula's ln is the natural one."}
        if math.isclose((1 - said) / math.log10(1 / said), fill, rel_tol=0.02)
        else {}
    )
    near(
        answer,
        "used",
        used,
        within=0.1,
        slips=ten
        | {
            (1 - fill)
            / math.log(
                1 / fill
            ): "You have put the fill of the pool into the formula where s stands. But s is "
            "wanted, and the fill is what the formula should give.",
            case[
                "fill"
            ]: "That is how full the pool is, and so the average slab. The allocator takes the emptiest one.",
            1
            - case[
                "fill"
            ]: "That is the free share of the pool. Asked is how much of one slab is in use, of the one whose "
            "turn has come.",
            2 * case["fill"]
            - 1: "You let a slab empty evenly, from full down to what is left. But it loses the same share "
            "of what it still has in each stretch of time, so the more it has, the faster it loses.",
            1 - case["least"]: "That is the share that is free. Asked is what is in use.",
            case["least"]
            / 100: "The field is in percent, and you have typed a fraction: 25 for a quarter, not 0.25.",
            case["fill"]
            ** 2: "Nothing here is squared. The formula is that of the chapter: put your share into it, and see "
            "whether the fill of this pool comes out.",
        },
    )


@pytest.mark.points(2)
@pytest.mark.advice(
    "Stand at the beginning of a free run in this slab. Is the next block free, too? Is the one after it? Each is in use "
    "with the same chance, and the first that is ends the run."
)
def test_a_run_ends_at_the_next_block_in_use(answer, case):
    _, run = watched(case["fill"], case["seed"])
    slips = {
        1 / case["fill"]: "You took how full the pool is for how full this slab is.",
        1
        / (
            1 - case["fill"]
        ): "You divided by the free share of the pool. What ends a free run is a block in use.",
        1
        / (
            1 - case["least"]
        ): "You divided by the free share, which gives the length of a run of blocks in use. What "
        "ends a free run is a block in use.",
    }
    share = answer["used"] * (100 if answer["used"] < 0.01 else 1)  # a fraction was typed
    if math.isclose(answer["run"], 1 / share, rel_tol=0.05):
        close = math.isclose(answer["used"], watched(case["fill"], case["seed"])[0], rel_tol=0.1)
        slips = {
            answer["run"]: "Your run fits the share in use that you gave. "
            + (
                "That share is near enough for its own test, but not for this one: work it out more exactly, and the run from it."
                if close
                else "It is that share which must be mended first."
            )
        }
    elif math.isclose(answer["run"], 1 / share - 1, rel_tol=0.03):
        slips = {
            answer["run"]: "The block at which you begin is free as well, and belongs to the run."
        }
    near(answer, "run", run, within=0.1, slips=slips)
