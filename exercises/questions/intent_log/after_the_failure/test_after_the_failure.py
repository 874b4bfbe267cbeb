"""Does it count the writes that were promised and cannot be found?"""

import pytest

from exercises.questions.intent_log.after_the_failure.question import recorded
from exercises.kit.draw import until_sound
from exercises.kit.expect import Advised, asked, number
from figures.intent_log.experiments.outage import Outage
from models.units import KiB, ms

LAST = 4  # writes, at least, that are shown to the answer, of those of the book's machine
LATEST = 60  # writes of the machine that may not be on a platter yet


ITS_OWN = "The write whose own block is the first that is missing is lost as well."
NONE_MISSING = (
    "Of the writes that are in no group on disk, each had its block safe before the failure. So the reading comes to all of "
    "them, and nothing is lost."
)


def as_asked(case, log, on_disk, plug):
    """The inputs as the question has them."""
    group = case["group"]
    return {
        "log": [recorded(case["record"], **write) for write in log],
        group["name"]: on_disk + group["plus"],
        "plug": plug,
    }


def lost(answer, case, log, on_disk, plug):
    """How many of the promised writes are gone by the answer."""
    got = number(answer, case["function"], **as_asked(case, log, on_disk, plug))
    told = [
        write
        for write in log
        if write["told"] < plug or (write["told"] == plug and case["moment"]["happened"])
    ]
    return len(told) - got if case["result"]["kept"] else got


def count(answer, case, log, on_disk, plug, wanted):
    """Compares the number of lost writes. Raises Advised with what was asked."""
    got = lost(answer, case, log, on_disk, plug)
    if got == wanted:
        return
    advice = None
    missing = next(
        (write for write in log if write["group"] > on_disk and write["safe"] > plug), None
    )
    if any(plug in (write["told"], write["safe"]) for write in log):
        pass  # the test's own advice speaks of that moment
    elif missing is None and wanted == 0:
        needed = [write for write in log if write["group"] > on_disk]
        advice = NONE_MISSING if lost(answer, case, needed, on_disk, plug) else None
    elif missing and missing["told"] <= plug and 0 < got == wanted - 1:
        advice = None if lost(answer, case, [missing], on_disk, plug) else ITS_OWN
    inputs, function = as_asked(case, log, on_disk, plug), case["function"]
    too = "many" if (got > wanted) != case["result"]["kept"] else "few"
    raise Advised(
        f"{asked(function, inputs)} gave {number(answer, function, **inputs):g}, which is too {too}",
        advice,
    )


def write(group, told, safe):
    """A write of the log."""
    return {"group": group, "told": round(told, 4), "safe": round(safe, 4)}


@pytest.mark.points(2)
@pytest.mark.advice(
    "Here each block is safe before its program is told, as it is where the drive is flushed. One write is on its way when "
    "the power fails. Nobody has been told anything about it."
)
@pytest.mark.guard
def test_a_flushed_log_breaks_no_promise(answer, case, rng):
    for _ in range(5):
        count_, step = rng.randint(2, 6), rng.uniform(0.005, 0.02)
        log = [write(3, step * (n + 1.1), step * (n + 1)) for n in range(count_)]
        count(answer, case, log, 2, round(step * (count_ - 0.5), 4), 0)
        count(answer, case, log, 2, round(step * (count_ - 0.01), 4), 0)


@pytest.mark.guard
@pytest.mark.points(1)
@pytest.mark.advice(
    "This drive answers from its memory: the program was told at once, the block was safe only a turn later. Compare when it "
    "was told, and when the block was safe, with the moment of the failure."
)
def test_a_drive_that_answers_early_loses_its_last_writes(answer, case, rng):
    for _ in range(5):
        kept, gone = rng.randint(1, 4), rng.randint(2, 4)
        plug = round(rng.uniform(1, 5), 3)
        log = [write(7, plug - 0.02 - 0.001 * n, plug - 0.001 * n) for n in range(kept, 0, -1)]
        log += [write(7, plug - 0.001 * n, plug + 0.008 - 0.001 * n) for n in range(gone, 0, -1)]
        count(answer, case, log, 6, plug, gone)


@pytest.mark.points(3)
@pytest.mark.advice(
    "One block in the middle is missing, and the blocks behind it were safe, be they of the same group or of the next. Who "
    "reads from the first block on does not come to them: each block says where the next one lies."
)
def test_what_lies_behind_a_gap_is_lost_too(answer, case, rng):
    for later in (0, 0, 0, 1, 1):
        before, behind = rng.randint(0, 3), rng.randint(1, 4)
        plug = round(rng.uniform(1, 5), 3)
        log = [
            write(2 + later * (n > before), plug - 0.05 + 0.001 * n, plug - 0.04 + 0.001 * n)
            for n in range(before + 1 + behind)
        ]
        log[before]["safe"] = round(plug + rng.uniform(0.001, 0.008), 4)
        count(answer, case, log, 1, plug, 1 + behind)


@pytest.mark.points(1)
@pytest.mark.advice(
    "Here something happens at the very moment of the failure. A moment after it means that it had not happened; a moment "
    "equal to it, {{moment.words}}. Look at each comparison: does it belong to before, or to after?"
)
def test_that_very_moment_counts_as_the_question_says(answer, case, rng):
    for _ in range(3):
        plug, step = round(rng.uniform(1, 5), 3), round(rng.uniform(0.002, 0.009), 4)
        gone = 0 if case["moment"]["happened"] else 1
        count(answer, case, [write(6, plug - step, plug), write(6, plug, plug)], 5, plug, gone)
        count(answer, case, [write(6, plug - step, plug), write(6, plug, plug + step)], 5, plug, 1)
        count(
            answer,
            case,
            [write(6, plug - step, plug + step), write(6, plug + step, plug + step)],
            5,
            plug,
            1,
        )
        count(answer, case, [write(6, plug - 2 * step, plug - step)], 5, plug, 0)


@pytest.mark.guard
@pytest.mark.points(2)
@pytest.mark.advice(
    "What is in a group on disk is in its place. Its log blocks are not needed, so one that is missing among them is no gap: "
    "the reading begins behind them."
)
def test_what_a_group_holds_needs_no_log(answer, case, rng):
    for _ in range(5):
        old, new = rng.randint(1, 3), rng.randint(1, 3)
        plug, group = round(rng.uniform(1, 5), 3), rng.randint(3, 9)
        log = [
            write(group - rng.randint(0, 2), plug - 0.05, plug + 0.001 * (n + 1))
            for n in range(old)
        ]
        log.sort(key=lambda write: write["group"])
        log += [write(group + 1, plug - 0.02, plug - 0.01) for _ in range(new)]
        count(answer, case, log, group, plug, 0)


@pytest.mark.points(2)
@pytest.mark.advice(
    "The book's machine pulled its plug here: two disks, never flushed, so that one disk may be ahead of the other. Mark in "
    "this log the first block that is missing, and behind it each write that a program had been told is safe."
)
@pytest.mark.guard
def test_it_agrees_with_the_machine_of_the_book(answer, case, rng):
    for log, plug, wanted in until_sound(
        lambda: list(failures(rng.randint(1, 10_000))), have_a_gap
    ):
        count(answer, case, log, 0, plug, wanted)


def have_a_gap(some):
    """Whether a write that was promised lies on a platter, behind one that does not."""
    return any(
        each["told"] <= plug
        and each["safe"] <= plug
        and any(before["safe"] > plug for before in log[:n])
        for log, plug, _ in some
        for n, each in enumerate(log)
    )


def failures(seed):
    """Failures of the book's machine: the last writes of its log, the moment, and how many promised
    writes are gone. One has a gap, and one a write on its way (or one has both)."""
    machine = Outage(pool="stripe", cache="ignored", groups={"interval": 100}, seed=seed)
    machine.start(2, size=8 * KiB, think=2 * ms)
    wanted = {"gap", "on its way"}
    for plug, loss in machine.watch(0.02 + 0.0047 * n for n in range(120)):
        told = {
            write.acknowledged.record: write.answered
            for write in machine.writes[-LATEST:]
            if write.acknowledged
        }
        early, late = plug - 0.001, plug + 0.001
        writes = [
            write(
                1,
                told.get(number, late),
                early if machine.plug.survives(written.block, plug) else late,
            )
            for written in machine.zfs.log.chain[-LATEST:]
            for number in written.numbers
        ]
        missing = next((n for n, each in enumerate(writes) if each["safe"] > plug), len(writes))
        if any(each["told"] == round(plug, 4) for each in writes) or loss.writes == sum(
            each["safe"] > plug for each in writes
        ):
            continue  # told in the very moment, or right for who counts missing blocks
        found = (
            {"gap"}
            if any(max(each["safe"], each["told"]) <= plug for each in writes[missing:])
            else set()
        )
        found |= {"on its way"} if any(each["told"] > plug for each in writes[missing:]) else set()
        if found & wanted:
            wanted -= found
            yield (
                writes[max(0, min(missing - 1, len(writes) - LAST)) :],
                round(plug, 4),
                loss.writes,
            )
        if not wanted:
            return
