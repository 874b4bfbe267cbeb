"""Does the server keep what was promised, and is there money for it?"""

import pytest

from exercises.expect import Advised
from exercises.what_to_buy_for_reads.question import of, price
from figures.words import time

HALF_A_CACHE = (
    "In mirrored pairs the devices hold half as much. What lies on them lies on the disks as well, so what would be lost "
    "with a device that fails? Only what exists once needs a second copy."
)
MISSES = (
    "The misses make the mean. How much data do memory and flash hold together, and how much is asked for? If you cannot "
    "afford all of it, ask what makes a miss itself shorter."
)
FLASH_IS_SLOWER = (
    "No read goes to a disk any more. But a read from flash takes a fraction of a millisecond, and this promise is smaller "
    "than that. What is quicker than flash?"
)
LINES = (
    "More than one read in a hundred goes to a disk, so the hundredth waits in a line there. Either no read may go to "
    "disk, or the lines must be shorter: with more disks each of them has fewer reads to answer."
)


def advice_for(answer, found, of_disks):
    """What to say to someone whose server is too slow."""
    if answer["mirrored"] and answer["flash"]:
        return HALF_A_CACHE
    return of_disks if found["disk"] > 0.01 else FLASH_IS_SLOWER


def answered(found):
    """Who answers the reads, in words."""
    memory, flash, disk = (f"{100 * found[tier]:.0f} %" for tier in ("memory", "flash", "disk"))
    return f"memory answers {memory} of the reads, flash {flash}, disks {disk}"


@pytest.mark.points(1)
@pytest.mark.advice(
    "Whatever helps a little is not needed beside what helps much. Which of the three does this amount of data call for? "
    "Leave out the others first."
)
def test_there_is_money_for_it(answer, case, note):
    said = f"what you add costs {price(answer):,}, and {case['budget']:,} may be spent"
    if price(answer) > case["budget"]:
        raise Advised(said)
    note(said)


@pytest.mark.points(2)
@pytest.mark.advice(
    "Compare three sizes: what is asked for, what memory holds, what flash could hold. Whatever does not fit goes to disk, "
    "and that makes the mean."
)
def test_the_mean_is_as_promised(answer, case, note):
    found = of(case, answer)
    said = f"a read takes {time(found['mean'])} on average, where {time(case['mean'])} was promised; {answered(found)}"
    if found["mean"] > case["mean"]:
        raise Advised(said, advice_for(answer, found, MISSES))
    note(said)


@pytest.mark.points(2)
@pytest.mark.advice(
    "The slowest of a hundred reads is one of those that go to disk, as long as any do. Either none may, or each disk must "
    "have less to do."
)
def test_ninety_nine_of_a_hundred_are_as_promised(answer, case, note):
    found = of(case, answer)
    said = f"99 of 100 reads come within {time(found['late'])}, where {time(case['late'])} was promised"
    if found["late"] > case["late"]:
        raise Advised(said, advice_for(answer, found, LINES))
    note(said)
