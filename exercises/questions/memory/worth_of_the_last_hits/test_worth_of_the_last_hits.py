"""Do the answers agree with the means of the book's server?"""

import math

import pytest

from exercises.kit.expect import Advised, near
from exercises.questions.memory.worth_of_the_last_hits.question import mean

HITS_GROW = (
    "So it would be if the time fell as the hits grow. But hits take no time worth speaking of; more of them change nothing "
    "by themselves. Compare the misses before and after."
)
POINTS = (
    "So it would be if each further hit in a hundred reads took one per cent off the mean. But the mean is made of the "
    "misses alone: what share of the misses goes away?"
)
A_MISS = (
    "So it would be if a miss took as long as a read does now on average. But that mean is of hits and misses together. How "
    "long does a read take that waits for a disk?"
)
GOES_AWAY = "That is the part of the mean that goes away. How long does a read take then?"
LONGER = "That is longer than a read takes now, and more hits make nothing slower."
NO_UNIT = f"{LONGER} Did you mean µs? A number without a unit counts as ms."
TAKEN_AWAY = (
    "Then that part of the misses has gone, and the rest is left. But the mean should come down to that part: so much of the "
    "misses may be left."
)
A_SHARE = "Is that a share of 1? The field takes per cent, from 0 to 100."
THE_MISSES = "Is that the share of hits, or of misses? The field asks for the hits."
OF_WHAT = (
    "Is that a part of what a read takes now, or of what it will take after the first question?"
)
ALL_HITS = "Then no read would wait for a disk at all. Some may: how many of those that do now?"
FEWER_HITS = (
    "With fewer hits than now, more reads would wait for a disk, and the mean would be longer."
)


@pytest.mark.points(2)
@pytest.mark.advice(
    "Take a hundred reads. So many of them go to disk now, and so many will. All the others take next to no time: what "
    "does that make of the mean?"
)
def test_the_mean_with_more_hits(answer, case):
    now, after = case["now"], case["after"]
    wanted, got = mean(case["span"], after), answer["later"]
    slips = {
        case["mean"] * now / after: HITS_GROW,
        case["mean"] * (1 - (after - now)): POINTS,
        case["mean"] * (1 - after): A_MISS,
        case["mean"] - wanted: GOES_AWAY,
    }
    if got > 1.02 * case["mean"]:
        slips[got] = NO_UNIT if math.isclose(got, 1000 * wanted, rel_tol=0.1) else LONGER
    near(answer, "later", wanted, 0.1, slips)


@pytest.mark.points(3)
@pytest.mark.advice(
    "Turn it round: what does a mean of that size say about the misses, if a disk takes as long as before? The hit ratio "
    "is what is left of all reads. It may look like a small step."
)
def test_the_hits_that_a_shorter_mean_needs(answer, case, note):
    missed, times, got = 1 - case["now"], case["times"], answer["needed"]
    left = missed / times
    wait = f"{percent(1 - got)} of the reads wait for a disk instead of {percent(missed)}"
    said = f"with {answer.said('needed')} of hits, {wait}"
    if not math.isclose(1 - got, left, rel_tol=0.1):
        slips = [
            (1 - got, missed * (1 - 1 / times), TAKEN_AWAY),
            (1 - got, (1 - case["after"]) / times, OF_WHAT),
            (1 - got, 0.0, ALL_HITS),
            (got, left, THE_MISSES),
            (100 * got, 1 - left, A_SHARE),
        ]
        advice = next(
            (
                words
                for this, that, words in slips
                if math.isclose(this, that, rel_tol=0.02, abs_tol=1e-6)
            ),
            None,
        )
        way = "more" if 1 - got > left else "less"
        raise Advised(
            f"{said}, which is {way} than {case['part']} of that",
            advice or (FEWER_HITS if got < case["now"] else None),
        )
    note(f"{said}: {case['part']}, and so is the mean (the time of memory left out)")


def percent(share):
    """A share in words, to three digits."""
    return f"{100 * share:.3g} %"
