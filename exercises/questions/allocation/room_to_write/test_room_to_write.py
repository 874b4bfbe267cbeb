"""Is the pool within its budget, is it fast enough when it is old, and are its disks needed?"""

import pytest

from exercises.kit.expect import Advised
from exercises.questions.allocation.room_to_write.question import (
    FULLEST,
    fill_of,
    of_answer,
    would_do,
)
from models.units import MB

LOW = 0.4  # a switch below this was meant as a share that is free


@pytest.mark.points(1)
@pytest.mark.advice(
    "A pair of disks holds 1 TB, and not to the last byte. So the number of pairs is bounded from below by the data and "
    "from above by what you may buy. In between you are free."
)
def test_the_data_fits_and_the_disks_may_be_bought(answer, case, note):
    full = fill_of(case, answer["pairs"])
    if full > FULLEST:
        raise Advised(
            f"the data would take {100 * full:.0f} % of {answer['pairs']} pairs, and they may be filled to "
            f"{100 * FULLEST:.0f} % at most"
        )
    if answer["pairs"] > case["most"]:
        raise Advised(
            f"{answer['pairs']} pairs, and at most {case['most']} may be bought",
            "With fewer pairs the rules must help: which of them keep best fit away? (A pair is two disks.)",
        )
    note(f"{answer['pairs']} pairs are {100 * full:.0f} % full")


@pytest.mark.points(3)
@pytest.mark.advice(
    "Two things decide how far the disk's arm must go from one block to the next: how empty slabs have become when their "
    "turn comes, and which rule places the blocks in them."
)
def test_the_old_pool_writes_as_fast_as_was_asked(answer, case, note):
    if fill_of(case, answer["pairs"]) > FULLEST:
        raise Advised(
            "a pool in which the data has no room writes nothing",
            "First give the data room, and some more.",
        )
    seen = of_answer(case, answer)
    rate = seen["rate"] * answer["pairs"]
    found = (
        f"the old pool writes {rate / MB:.0f} MB/s, {seen['rate'] / MB:.0f} by each pair, and best fit places "
        f"{100 * seen['best']:.0f} % of the blocks"
    )
    if rate >= case["wanted"]:
        note(found)
        return
    raise Advised(
        f"{found}; {case['wanted'] / MB:.0f} MB/s were asked",
        what_to_change(case, answer, seen["best"]),
    )


def what_to_change(case, answer, best):
    """Advice for a pool that is too slow, of whose blocks this share was placed by best fit; None
    if nothing stands out."""
    switch, early = answer["switch"], answer["early"]
    if switch < LOW:
        return (
            "Here the switch says how full a slab is, and not how much of it is free. 4 % free, as in the famous "
            "command, is 96 % full."
        )
    if not would_do(case, answer["pairs"]):
        return (
            "These pairs are too few for any rules. Think of the slab whose turn comes next: how full is it, and how "
            "long are its holes? More pairs would write more each."
        )
    if best > 0.08 and not early and switch >= 0.9:
        return (
            "You moved the switch, and best fit still comes in. There is a second way in: a slab that has no free run "
            "of 128 KiB left. What could the allocator do then, instead of staying?"
        )
    if best > 0.03 and early and switch < 0.95:
        return "You closed one way into best fit, and it still places some of the blocks. Where does the switch stand?"
    if best > 0.08:
        return (
            "Best fit places many of the blocks, each far from the one before. Which two ways bring it in, and how can "
            "you close them?"
        )
    if answer["bonus"] != "1":
        return (
            "Best fit is kept away. But which slabs are filled? With a bonus, a used slab that is half empty, or "
            "two thirds, may be taken before one with nothing in it."
        )
    return None


@pytest.mark.points(1)
@pytest.mark.advice(
    "Room is speed, but these disks cost more than good rules do. See which rule gains most, and then take away pair after "
    "pair until the pool is too slow."
)
def test_two_pairs_could_not_be_spared(answer, case, note):
    pairs = answer["pairs"]
    if fill_of(case, pairs) > FULLEST or of_answer(case, answer)["rate"] * pairs < case["wanted"]:
        raise Advised(
            "the pool is too slow yet to say whether disks could be spared",
            "First make it fast enough. Then see whether fewer disks would do.",
        )
    if would_do(case, pairs - 2):
        raise Advised(f"of these {pairs} pairs two or more could be spared, with good rules")
    note("with two pairs less it would be too slow")
