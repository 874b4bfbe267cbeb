"""Does it count the writes that were promised and cannot be found?"""

import pytest

from exercises.expect import asked, number
from models.outage import Outage
from models.units import KiB, ms

LAST = 4  # writes, at least, that are shown to the answer, of those of the book's machine
LATEST = 60  # writes of the machine that may not be on a platter yet


def count(answer, log, on_disk, plug, wanted):
    """Compares the number of lost writes. Raises AssertionError with what was asked."""
    got = number(answer, "lost", log=log, on_disk=on_disk, plug=plug)
    if got != wanted:
        call = asked("lost", {"log": log, "on_disk": on_disk, "plug": plug})
        raise AssertionError(f"{call} gave {got:g}, which is too {'many' if got > wanted else 'few'}")


def write(group, told, safe):
    """A write of the log."""
    return {"group": group, "told": round(told, 4), "safe": round(safe, 4)}


@pytest.mark.points(2)
@pytest.mark.advice(
    "Here each block is safe before its program is told, as it is where the drive is flushed. One write is on its way when "
    "the power fails. Nobody has been told anything about it."
)
def test_a_flushed_log_breaks_no_promise(answer, rng):
    for _ in range(5):
        count_, step = rng.randint(2, 6), rng.uniform(0.005, 0.02)
        log = [write(3, step * (n + 1.1), step * (n + 1)) for n in range(count_)]
        count(answer, log, 2, round(step * (count_ - 0.5), 4), 0)
        count(answer, log, 2, round(step * (count_ - 0.01), 4), 0)


@pytest.mark.points(1)
@pytest.mark.advice(
    "This drive answers from its memory: the program was told at once, the block was safe only a turn later. Compare when it "
    "was told, and when the block was safe, with the moment of the failure."
)
def test_a_drive_that_answers_early_loses_its_last_writes(answer, rng):
    for _ in range(5):
        kept, gone = rng.randint(1, 4), rng.randint(1, 4)
        plug = round(rng.uniform(1, 5), 3)
        log = [write(7, plug - 0.02 - 0.001 * n, plug - 0.001 * n) for n in range(kept, 0, -1)]
        log += [write(7, plug - 0.001 * n, plug + 0.008 - 0.001 * n) for n in range(gone, 0, -1)]
        count(answer, log, 6, plug, gone)


@pytest.mark.points(3)
@pytest.mark.advice(
    "One block in the middle is missing, and the blocks behind it were safe. Who reads from the first block on does not come "
    "to them: each block says where the next one lies."
)
def test_what_lies_behind_a_gap_is_lost_too(answer, rng):
    for _ in range(5):
        before, behind = rng.randint(0, 3), rng.randint(1, 4)
        plug = round(rng.uniform(1, 5), 3)
        log = [write(2, plug - 0.05 + 0.001 * n, plug - 0.04 + 0.001 * n) for n in range(before + 1 + behind)]
        log[before]["safe"] = round(plug + rng.uniform(0.001, 0.008), 4)
        count(answer, log, 1, plug, 1 + behind)


@pytest.mark.points(2)
@pytest.mark.advice(
    "What is in a group on disk is in its place. Its log blocks are not needed, so one that is missing among them is no gap: "
    "the reading begins behind them."
)
def test_what_a_group_holds_needs_no_log(answer, rng):
    for _ in range(5):
        old, new = rng.randint(1, 3), rng.randint(1, 3)
        plug, group = round(rng.uniform(1, 5), 3), rng.randint(3, 9)
        log = [write(group - rng.randint(0, 2), plug - 0.05, plug + 0.001 * (n + 1)) for n in range(old)]
        log.sort(key=lambda write: write["group"])
        log += [write(group + 1, plug - 0.02, plug - 0.01) for _ in range(new)]
        count(answer, log, group, plug, 0)


@pytest.mark.points(2)
@pytest.mark.advice(
    "The book's machine pulled its plug here: two disks, never flushed, so that one disk may be ahead of the other. Mark in "
    "this log the first block that is missing, and behind it each write that a program had been told is safe."
)
def test_it_agrees_with_the_machine_of_the_book(answer, rng):
    for log, plug, wanted in failures(rng.randint(1, 10_000)):
        count(answer, log, 0, plug, wanted)


def failures(seed):
    """Failures of the book's machine: the last writes of its log, the moment, and how many promised writes are gone. One has
    a gap, and one a write on its way (or one has both)."""
    machine = Outage(pool="stripe", cache="ignored", txg_interval=100, seed=seed)
    machine.start(2, size=8 * KiB, think=2 * ms)
    wanted = {"gap", "on its way"}
    for plug, loss in machine.watch(0.02 + 0.0047 * n for n in range(50)):
        told = {write.told_as.record: write.told for write in machine.writes[-LATEST:] if write.told_as}
        early, late = plug - 0.001, plug + 0.001
        writes = [
            write(1, told.get(number, late), early if machine.plug.keeps(written.block, plug) else late)
            for written in machine.zfs.log.chain[-LATEST:] for number in written.numbers
        ]
        missing = next((n for n, each in enumerate(writes) if each["safe"] > plug), len(writes))
        found = {"gap"} if any(each["safe"] <= plug for each in writes[missing:]) else set()
        found |= {"on its way"} if any(each["told"] > plug for each in writes[missing:]) else set()
        if found & wanted:
            wanted -= found
            yield writes[max(0, min(missing - 1, len(writes) - LAST)):], round(plug, 4), loss.writes
        if not wanted:
            return
