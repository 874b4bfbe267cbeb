"""Does the server keep what was promised, and is there money for it?"""

import pytest

from exercises.kit.expect import Advised
from exercises.questions.flash.what_to_buy_for_reads.question import DISKS, MEMORY, of, price
from figures.kit.words import time

ODD = "Whatever is mirrored comes in pairs: the odd one would have nobody to hold a second copy. Take one more, or one less."
ONE_THING = (
    "You bought one thing only. How much of it do you need? More of it than all the data takes is of no use. If it is too "
    "dear even so, which of the three holds as much for less money?"
)
HALF_A_CACHE = (
    "In mirrored pairs the devices hold half as much. What lies on them lies on the disks as well, so what would be lost "
    "with a device that fails? Only what exists once needs a second copy."
)
AS_ABOVE = "Mirrored, all on flash takes twice the room, as was said above. So more reads go to disk than need to."
NOT_ENOUGH = " That alone is not enough here, though."
SIZES = (
    "How much data does memory hold, how much does flash, and how much is asked for? Flash keeps copies of what is in memory "
    "too, so the two do not simply add up."
)
MISSES = f"The misses make the mean. {SIZES} If you cannot afford room for all of it, ask what makes a miss itself shorter."
TOO_MANY_MISSES = (
    "The misses make the mean. Multiply: so many of the reads go to disk, and one of them takes several milliseconds, even "
    f"with no other before it. That alone is more than was promised, so more disks do not help. {SIZES}"
)
FLASH_IS_SLOWER = (
    "Hardly any read goes to a disk any more. But a read from flash takes a fraction of a millisecond, and there is no room "
    "for that in this promise. What is quicker than flash?"
)
LINES = (
    "More than one read in a hundred goes to a disk, so the hundredth waits in a line there. Either no read may go to "
    "disk, or the lines must be shorter: with more disks each of them has fewer reads to answer."
)
SLOWER_THAN_PROMISED = (
    "More than one read in a hundred goes to a disk, and a read from disk takes several milliseconds, even with no other "
    "before it. More disks do not help with a promise as small as this. What has to hold all the data?"
)


def for_the_mean(case, found):
    """What to say to someone whose mean is too long."""
    from_disk = found["disk"] * found["from_disk"]
    if from_disk < found["flash"] * found["from_flash"]:
        return FLASH_IS_SLOWER
    return TOO_MANY_MISSES if from_disk > case["mean"] else MISSES


def for_the_slowest(case, found):
    """What to say to someone whose slowest reads are too slow."""
    if found["disk"] <= 0.01:
        return FLASH_IS_SLOWER
    return SLOWER_THAN_PROMISED if found["from_disk"] > case["late"] else LINES


def advice_for(case, answer, what, advice):
    """The advice; before it, to those who mirror a cache that does not hold all, that this is half
    of one."""
    found = of(case, answer)
    if not (answer["mirrored"] and answer["flash"] and found["disk"] > 0.01):
        return advice(case, found)
    if what == "late" and found["mean"] > case["mean"]:
        return AS_ABOVE
    return HALF_A_CACHE + (
        NOT_ENOUGH if of(case, {**answer, "mirrored": False})[what] > case[what] else ""
    )


def answered(found):
    """Who answers the reads, in words."""
    memory, flash, disk = (f"{100 * found[tier]:.0f} %" for tier in ("memory", "flash", "disk"))
    return f"memory answers {memory} of the reads, flash {flash}, disks {disk}"


@pytest.mark.guard
@pytest.mark.points(1)
@pytest.mark.advice(
    "Whatever helps a little is not needed beside what helps much. Which of the three does this amount of data call for? "
    "Leave out the others first."
)
def test_it_can_be_built_and_paid(answer, case, note):
    if answer["disks"] % 2:
        raise Advised(f"disks come in mirrored pairs, and {answer['disks']} is an odd number", ODD)
    if answer["mirrored"] and answer["flash"] % 2:
        raise Advised(
            f"the flash devices are in mirrored pairs, and {answer['flash']} is an odd number", ODD
        )
    said = f"what you add costs {price(answer):,}, and {case['budget']:,} may be spent"
    if price(answer) > case["budget"]:
        kinds = (int(answer["memory"]) > MEMORY) + (answer["flash"] > 0) + (answer["disks"] > DISKS)
        raise Advised(
            said,
            HALF_A_CACHE
            if answer["mirrored"] and answer["flash"]
            else ONE_THING
            if kinds == 1
            else None,
        )
    copies = "flash holds only copies" if answer["flash"] else "nothing else is there to be lost"
    note(f"{said}; no data is lost when one device fails: the disks are mirrored, and {copies}")


@pytest.mark.points(2)
@pytest.mark.advice(
    "Compare three sizes: what is asked for, what memory holds, what flash could hold. Whatever does not fit goes to disk, "
    "and that makes the mean."
)
def test_the_mean_is_as_promised(answer, case, note):
    found = of(case, answer)
    said = f"a read takes {time(found['mean'])} on average, where {time(case['mean'])} was promised; {answered(found)}"
    if found["mean"] > case["mean"]:
        raise Advised(said, advice_for(case, answer, "mean", for_the_mean))
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
        raise Advised(said, advice_for(case, answer, "late", for_the_slowest))
    note(said)
