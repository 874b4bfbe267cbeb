"""Do the answers agree with the means of the book's server?"""

import math

import pytest

from exercises.expect import Advised, near
from exercises.worth_of_the_last_hits.question import mean

HITS_GROW = (
    "You let the time fall as the hits grow. But hits take no time worth speaking of; more of them change nothing by "
    "themselves. Compare the misses before and after."
)
POINTS = (
    "So many more reads in a hundred are hits, and you took as many per cent off the mean. But the mean is made of the "
    "misses alone: what share of the misses goes away?"
)
TAKEN_AWAY = (
    "You took that part of the misses away, and left the rest. The mean should come down to that part: so much of the "
    "misses may be left."
)


@pytest.mark.points(2)
@pytest.mark.advice(
    "Take a hundred reads. So many of them go to disk now, and so many will. All the others take next to no time: what "
    "does that make of the mean?"
)
def test_the_mean_with_more_hits(answer, case):
    now, after = case["now"], case["after"]
    slips = {case["mean"] * now / after: HITS_GROW, case["mean"] * (1 - (after - now)): POINTS}
    near(answer, "later", mean(case["span"], after), 0.1, slips)


@pytest.mark.points(3)
@pytest.mark.advice(
    "Turn it round: what does a mean of that size say about the misses, if a disk takes as long as before? The hit ratio "
    "is what is left of all reads. It may look like a small step."
)
def test_the_hits_that_a_shorter_mean_needs(answer, case, note):
    wanted, got = case["mean"] / case["times"], answer["needed"]
    came = mean(case["span"], got)
    said = f"with {answer.said('needed')} of hits a read takes {1000 * came:.3g} ms on average"
    if not math.isclose(came, wanted, rel_tol=0.12):
        way = "more" if came > wanted else "less"
        missed = 1 - case["now"]
        slip = math.isclose(1 - got, missed * (1 - 1 / case["times"]), rel_tol=0.02)
        raise Advised(f"{said}, which is {way} than {case['part']} of what it takes now", TAKEN_AWAY if slip else None)
    note(said)
