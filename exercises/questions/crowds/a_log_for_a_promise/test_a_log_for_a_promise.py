"""Do the devices keep the promise, in time and within the budget? The book's machines try them."""

import pytest

from exercises.questions.crowds.a_log_for_a_promise.question import at_server, lost
from exercises.kit.expect import Advised
from models.units import ms

TRIED = "in a test with two programs that pause between writes,"


def devices(answer):
    """The kind, how many, whether mirrored."""
    return answer["device"], answer["count"], answer["mirrored"]


@pytest.mark.guard
@pytest.mark.points(1)
@pytest.mark.advice(
    "What is quicker or more than was asked for earns nothing. Which kinds keep the limit of time? Of the cheapest of these, "
    "how many does the promise need?"
)
def test_it_costs_no_more_than_there_is(answer, case, note):
    kind, count, _ = devices(answer)
    cost = case["prices"][kind] * count
    said = f"{answer.said('count')} of this kind cost{'s' if count == 1 else ''} {cost:,}"
    if cost > case["budget"]:
        raise Advised(f"{said}, and at most {case['budget']:,} may be spent")
    note(said)


@pytest.mark.guard
@pytest.mark.points(2)
@pytest.mark.advice(
    "Memory without a battery or a capacitor is empty when the power comes back, and a mirror of it is two empty memories. "
    "What does a device need so that what it has answered stays?"
)
def test_a_power_failure_takes_nothing_that_was_acknowledged(answer, note):
    gone, told = lost(*devices(answer), False)
    if gone:
        raise Advised(
            f"{TRIED} the power failed after {told:,} acknowledged writes, and {gone:,} of them are gone"
        )
    note(f"{TRIED} the power failed after {told:,} acknowledged writes, and all are there")


@pytest.mark.points(3)
@pytest.mark.advice(
    "A block of the log that only the failed device had is gone, and the reading of the log ends at the first that is "
    "missing. Each block must be on a second device as well."
)
def test_a_log_device_may_fail_with_the_power(answer, note):
    kind, count, mirrored = devices(answer)
    gone, told = lost(kind, count, mirrored, True)
    if gone:
        advice = None
        if kind == "ram":
            advice = (
                "The power fails here as well, and whatever such a device held is gone, with or without a second one. "
                "Mend the test above first."
            )
        elif count > 1 and not mirrored:
            advice = (
                "Devices that are used in turn hold different blocks. The reading of the log goes from block to block, "
                "and ends at the first that is missing. Here that is the first or second of all. What must be true "
                "of each block, so that none is missing?"
            )
        elif count == 1 and mirrored:
            advice = "One device has no other side. How many does a mirror need?"
        raise Advised(
            f"{TRIED} power and one log device failed after {told:,} acknowledged writes, and {gone:,} are gone",
            advice,
        )
    note(
        f"{TRIED} power and one log device failed after {told:,} acknowledged writes, and all are there"
    )


@pytest.mark.guard
@pytest.mark.points(2)
@pytest.mark.advice(
    "A commit carries what about half of the threads wrote. It takes the time of a write with this kind and, besides, that "
    "of its bytes. And who comes while it is out waits for its end, and then for a commit of his own. Which kind is quicker "
    "at that?"
)
def test_a_write_is_fast_enough(answer, case, note):
    kind, count, mirrored = devices(answer)
    time = at_server(case["threads"], case["size"], kind, count, mirrored)
    alone = ", the odd device left out" if mirrored and count > 1 and count % 2 else ""
    said = f"a write takes {time / ms:.2f} ms at the server{alone}"
    if time > case["limit"] + 0.005 * ms:
        advice = None
        if count > 2:
            advice = (
                "More devices hardly shorten a commit: one log has only one commit out at a time, and a block goes to "
                "one device or pair. Which kind needs less time for a write and its bytes?"
            )
        raise Advised(f"{said}; at most {case['limit'] / ms:.2f} ms was asked", advice)
    note(f"{said}; at most {case['limit'] / ms:.2f} ms was asked")
