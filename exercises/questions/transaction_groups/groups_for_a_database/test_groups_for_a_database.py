"""Does the pool do what was asked, and is there money for it?"""

import pytest

from exercises.questions.transaction_groups.groups_for_a_database.question import of, price, to_disk
from exercises.kit.expect import Advised
from figures.kit.words import time
from models.units import MiB

RECORDS = (
    "Most of these bytes nobody has written: a record is written whole, however little of it has changed. How large should "
    "a record be that holds pages of 8 KiB?"
)
LARGE = (
    "Look first at how much goes to disk: such a group keeps the disks busy for seconds, and reads wait all the while. "
    "Make it smaller, and then come back to this one."
)
TOO_SHORT = (
    "The records fit the pages. What is left are pointers, and pages that were written again and again. What becomes of "
    "those if a group gathers for longer before it goes out?"
)
QUEUE = (
    "So many transfers stand in the disk's queue before a read that comes then. ZFS can let reads go first, but only in "
    "its own queue. How many transfers does a disk need to stay busy?"
)
FIRST_ITS_SIZE = (
    "A group that is on its way for so long has much to write. Look first at how much goes to disk, make that smaller, and "
    "then come back to this one."
)
FLUSHES = (
    "Each safe write ends with a flush, and while it empties the disk's cache, reads wait. What takes the log off these "
    "disks?"
)


@pytest.mark.guard
@pytest.mark.points(1)
@pytest.mark.advice(
    "There is money for a log device, or for some disks, and not for both. Which of your demands can only be met by one of "
    "the two?"
)
def test_there_is_money_for_it(answer, case, note):
    said = f"what you add costs {price(answer):,}, and {case['budget']:,} may be spent"
    if price(answer) > case["budget"]:
        raise Advised(said)
    note(said)


@pytest.mark.guard
@pytest.mark.points(1)
@pytest.mark.advice(
    "What is dirty when the power fails is gone: all that the open group has gathered, and the group that is on its way, for "
    "it is not safe yet, either. Both grow with one setting."
)
def test_a_failure_takes_no_more_than_was_allowed(answer, case, note):
    found, more = of(case, answer), "more than " if of(case, answer)["cut"] else ""
    risk = found["apart"] + found["group"]
    parts = f"{found['apart']:.1f} s from group to group, and {more}{found['group']:.1f} s in which one goes out"
    said = f"a power failure may take {more}{risk:.1f} s of work ({parts}), where {case['risk']:.0f} s was allowed"
    if risk > case["risk"]:
        raise Advised(
            said,
            FIRST_ITS_SIZE
            if answer["record"] != "8" and answer["interval"] < case["risk"]
            else None,
        )
    note(said)


@pytest.mark.points(2)
@pytest.mark.advice(
    "Whatever changes in a group is written once for it: each record as a whole, and each block of pointers above them."
)
def test_no_more_goes_to_disk_than_the_line_takes(answer, case, note):
    each = to_disk(case, answer)
    said = f"{each / MiB:.2f} MiB a second go to disk, where {case['bytes'] / MiB:.2f} were allowed"
    if each > case["bytes"]:
        raise Advised(said, RECORDS if answer["record"] != "8" else TOO_SHORT)
    note(said)


@pytest.mark.points(2)
@pytest.mark.advice(
    "A group that goes out is in the readers' way. How much does it write, how many of its transfers stand before a read, "
    "and what else do the disks do meanwhile?"
)
def test_few_reads_are_too_slow(answer, case, note):
    slow = of(case, answer)["slow"]
    said = f"{100 * slow:.1f} % of the reads take longer than 50 ms, where {100 * case['slow']:.0f} % was allowed"
    if slow > case["slow"]:
        raise Advised(
            said,
            LARGE
            if answer["record"] != "8"
            else QUEUE
            if answer["pending"] > 10
            else None
            if answer["log"]
            else FLUSHES,
        )
    note(said)


@pytest.mark.guard
@pytest.mark.points(1)
@pytest.mark.advice(
    "A safe write is done when its log entry is on a platter, and that takes a turn or two, more when other work is ahead "
    "of it. What can hold a log and does not turn?"
)
def test_safe_writes_are_quick(answer, case, note):
    safe = of(case, answer)["safe"]
    said = (
        f"99 of 100 safe writes take at most {time(safe)}, where {time(case['safe'])} was asked for"
    )
    if safe > case["safe"]:
        raise Advised(said)
    note(said)
