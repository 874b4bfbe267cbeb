"""Is the pool within its budget, and is it fast enough when it is old?"""

import pytest

from exercises.expect import Advised
from exercises.room_to_write.question import FULLEST, fill_of, of_answer
from models.units import MB


@pytest.mark.points(1)
@pytest.mark.advice(
    "A pair of disks holds 1 TB, and not to the last byte. So the number of pairs is bounded from below by the data and "
    "from above by what you may buy. In between you are free."
)
def test_the_data_fits_and_the_disks_may_be_bought(answer, case, note):
    full = fill_of(case, answer)
    if full > FULLEST:
        raise Advised(f"the data would take {100 * full:.0f} % of {answer['pairs']} pairs, and the simulated pool goes to "
                      f"{100 * FULLEST:.0f} %")
    if answer["pairs"] > case["most"]:
        raise Advised(f"{answer['pairs']} pairs, and at most {case['most']} may be bought",
                      "With so many disks any rules will do. With fewer, the rules must help: which of them keep best fit "
                      "away?")
    note(f"{answer['pairs']} pairs are {100 * full:.0f} % full")


@pytest.mark.points(3)
@pytest.mark.advice(
    "Two things decide how far the disk's arm must go from one block to the next: how empty slabs have become when their "
    "turn comes, and which rule places the blocks in them."
)
def test_the_old_pool_writes_as_fast_as_was_asked(answer, case, note):
    full = fill_of(case, answer)
    if full > FULLEST:
        raise Advised("a pool in which the data has no room writes nothing", "First give the data room, and some more.")
    seen = of_answer(case, answer)
    rate = seen["rate"] * answer["pairs"]
    found = (f"the old pool writes {rate / MB:.0f} MB/s, {seen['rate'] / MB:.0f} by each pair, and best fit places "
             f"{100 * seen['best']:.0f} % of the blocks")
    if rate >= case["wanted"]:
        note(found)
        return
    if full > 0.74:
        raise Advised(found, "It is a full pool. See how much a pair writes, and think of the slab whose turn comes next: "
                             "how long are its holes? No rule mends that. More pairs would write more each.")
    if seen["best"] > 0.15 and answer["switch"] >= 0.9 and not answer["early"]:
        raise Advised(found, "You moved the switch, and best fit still comes in. There is a second way in: a slab that has"
                             " no free run of 128 KiB left. What could the allocator do then, instead of staying?")
    if seen["best"] > 0.15:
        raise Advised(found, "Best fit places many of the blocks, each far from the one before. Which rules bring it in, "
                             "and how can you close these ways?")
    raise Advised(found, "The rules are good. A little more room makes slabs emptier when their turn comes, and each pair "
                         "faster.")
