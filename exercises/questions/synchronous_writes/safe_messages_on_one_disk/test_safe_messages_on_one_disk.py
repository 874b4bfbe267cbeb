"""Does the disk confirm enough messages, soon enough, and lose none? The book's machine tries it."""

import pytest

from exercises.kit.expect import Advised
from exercises.questions.synchronous_writes.safe_messages_on_one_disk.question import (
    MOST_AT_FAILURES,
    PRICES,
    lost,
    run,
)
from models.units import ms


def chosen(answer):
    """The disk, its cache, and the messages at a time."""
    return answer["disk"], answer["cache"], answer["writers"]


def two_turns(disk):
    """Seconds that a message takes at least, in company."""
    return 2 * 60 / int(disk)


@pytest.mark.guard
@pytest.mark.points(1)
@pytest.mark.advice(
    "A faster spindle shortens the turn, and that is what its price is for. If many messages share a turn, need it be so "
    "short?"
)
def test_the_disk_costs_no_more_than_there_is(answer, case, note):
    price = PRICES[answer["disk"]]
    if price > case["budget"]:
        raise Advised(f"this disk costs {price}, and at most {case['budget']} may be spent")
    note(f"the disk costs {price}")


@pytest.mark.points(3)
@pytest.mark.advice(
    "A message takes at least two turns in company. How many must write at the same time, so that enough are confirmed in a "
    "second?"
)
def test_enough_messages_are_confirmed(answer, case, note):
    disk, cache, writers = chosen(answer)
    rate, _ = run(disk, cache, writers)
    said = f"{rate:,.0f} messages a second are confirmed"
    if rate < case["rate"]:
        advice = None
        if cache == "off" and writers > 16:
            advice = (
                "With so many threads a commit has several log blocks. With the cache off, each of these waits for the "
                "platter by itself. What lets them wait together?"
            )
        elif writers == 1:
            advice = (
                "One thread pays for each turn alone, on the fastest disk, too. Who could share it?"
            )
        elif cache == "off":
            advice = (
                "More threads would confirm more, up to a point: how many log blocks has a commit then, and what does "
                "each cost with this setting of the cache?"
            )
        elif writers + 1 > case["rate"] * two_turns(disk):  # rounded down, too
            advice = (
                "Close. Two turns is the least that a message takes: a commit needs the turn and the time of its data. "
                "Take the wait that the simulator found instead, and count again."
            )
        raise Advised(f"{said}, at least {case['rate']:,} were asked", advice)
    note(f"{said}; at least {case['rate']:,} were asked")


@pytest.mark.guard
@pytest.mark.points(2)
@pytest.mark.advice(
    "A message waits for the commit that is out, and for its own. Each takes a turn, and the time in which its messages go "
    "to the platter. What shortens the turn, and what the rest?"
)
def test_no_message_waits_too_long(answer, case, note):
    disk, cache, writers = chosen(answer)
    _, wait = run(disk, cache, writers)
    said = f"a message waits {wait / ms:.1f} ms"
    if wait > case["limit"]:
        advice = None
        if writers > 1 and two_turns(disk) > case["limit"]:
            advice = "A message waits about two turns, however few threads there are. How long are two turns of this disk?"
        elif cache == "off" and writers > 1:
            advice = (
                "With the cache off, the log blocks of a commit go to the platter one by one, each with a turn of "
                "its own. How can a commit take one turn, however many blocks it has?"
            )
        elif writers > case["writers"]:
            advice = "So many threads make large commits, and a large commit takes longer. Do you need so many of them?"
        raise Advised(f"{said}, at most {case['limit'] / ms:.1f} ms was asked", advice)
    note(f"{said}; at most {case['limit'] / ms:.1f} ms was asked")


@pytest.mark.guard
@pytest.mark.points(2)
@pytest.mark.advice(
    "The drive said that the messages were safe while they were only in its memory, and nobody told it to write them. Which "
    "setting keeps the cache, and the promise?"
)
def test_a_power_failure_takes_no_confirmed_message(answer, note):
    gone, told = lost(*chosen(answer))
    few = min(answer["writers"], MOST_AT_FAILURES)
    tried = f"in a test of its own, with {few} thread{'s' if few > 1 else ''}, the power was cut at twelve moments;"
    if gone:
        raise Advised(
            f"{tried} at one of them {told:,} messages had been confirmed, and {gone:,} of them "
            f"{'is' if gone == 1 else 'are'} gone"
        )
    note(f"{tried} at the last, {told:,} messages had been confirmed, and all were there")
