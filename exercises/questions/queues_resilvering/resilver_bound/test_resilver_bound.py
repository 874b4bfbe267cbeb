"""Does the slowest of three decide, with the right number of blocks?"""

from math import isclose

import pytest

from exercises.kit.expect import Advised, expect, number
from models.units import GB, MB, TB, KiB, MiB, day, hour, minute
from models.zfs.resilver.job import at_random as arm
from models.zfs.resilver.job import streaming, throttled
from models.zfs.resilver.job import Job

LAST = (
    "The new disk must have written all its bytes before the resilver is over. Of several things that go on at the same "
    "time, which one says when all of them are done?"
)

UNITS = {"seconds": 1, "minutes": minute, "hours": hour, "days": day}


def disks(rng, count, **fixed):
    """Disks of many kinds; all move their arms more often than any throttle lets a block pass."""
    for _ in range(count):
        capacity = rng.choice([1, 2, 4]) * TB
        yield {
            "capacity": float(capacity),
            "used": float(capacity * rng.randint(20, 80) // 100),
            "movements": rng.choice([120, 150, 180, 200]),
            "stream": rng.choice([80, 100, 130, 200]) * 1e6,
            **fixed,
        }


def as_asked(case, disk, block, parts, may_fail=1):
    """The inputs as the question has them."""
    told = {
        "capacity": disk["capacity"],
        "used": disk["used"],
        "percent_used": 100 * disk["used"] / disk["capacity"],
        "movements": disk["movements"],
        "movement": 1000 / disk["movements"],
        "stream": disk["stream"],
    }
    names = ("capacity", case["use"]["name"], case["arm"]["name"], "stream")
    group = {"parts": parts, "group": [parts + may_fail, may_fail]}[case["parts"]["name"]]
    return {
        "disk": {name: told[name] for name in names},
        "block": block,
        case["parts"]["name"]: group,
    }


def expect_least(answer, case, wanted, at_work, **given):
    """Compares the time with `wanted` seconds. Advised about one that is right in another unit."""
    function, unit, inputs = (
        case["function"]["least"],
        case["unit"],
        {**as_asked(case, **given), "at_work": at_work},
    )
    try:
        expect(answer, function, wanted / unit["seconds"], **inputs)
    except Advised as wrong:
        got = number(answer, function, **inputs)
        other = next(
            (name for name, size in UNITS.items() if isclose(got, wanted / size, rel_tol=1e-6)),
            None,
        )
        advice = (
            f"That is right in {other}. Asked for are {unit['name']}." if other else wrong.advice
        )
        raise Advised(str(wrong), advice) from None


def small(rng):
    """A block of which there are so many that they decide."""
    return rng.choice([4, 8, 16]) * KiB


@pytest.mark.points(1)
@pytest.mark.advice(
    "On a mirror the disk that died held whole blocks. Only the bytes that were in use have to be copied, and each of their "
    "blocks once; the rest of the disk holds nothing that ZFS would miss."
)
def test_a_mirror_copies_the_blocks_that_are_in_use(answer, case, rng):
    for disk in disks(rng, 4):
        block = small(rng)
        job = Job(used=int(disk["used"]), capacity=int(disk["capacity"]), block=block)
        expect(
            answer,
            case["function"]["blocks"],
            job.blocks,
            within=1e-5,
            **as_asked(case, disk, block, 1),
        )


@pytest.mark.points(2)
@pytest.mark.advice(
    "In a RAID-Z the dead disk held only a piece of each block. So more blocks than on a mirror had something on it. A "
    "piece is as large as a block's data divided {{parts.divided}}, also where it is parity. How many such pieces fill what "
    "the disk held?"
)
def test_disks_that_share_each_block_copy_more_of_them(answer, case, rng):
    for disk in disks(rng, 4):
        block = small(rng)
        job = Job(
            used=int(disk["used"]),
            capacity=int(disk["capacity"]),
            block=block,
            layout="raidz1",
            width=5,
        )
        expect(
            answer,
            case["function"]["blocks"],
            job.blocks,
            within=1e-5,
            **as_asked(case, disk, block, 4),
        )


@pytest.mark.points(2)
@pytest.mark.advice(
    "Few large blocks without an application: the arm has next to nothing to do, and what is left is to write the bytes in a "
    "row. Does something else add to that, or does it go on meanwhile?"
)
def test_with_large_blocks_the_stream_decides(answer, case, rng):
    for disk in disks(rng, 4):
        wanted = streaming(disk["used"], disk["stream"])
        given = {"disk": disk, "block": 16 * MiB, "parts": 1}
        try:
            expect_least(answer, case, wanted, False, **given)
        except Advised as wrong:
            got = number(
                answer, case["function"]["least"], **as_asked(case, **given), at_work=False
            )
            less = got * case["unit"]["seconds"] < wanted
            raise Advised(str(wrong), wrong.advice or (LAST if less else None)) from None


@pytest.mark.points(1)
@pytest.mark.advice(
    "With many small blocks and no application the arm decides: a movement for each block, and so many of them a second. "
    "The stream goes on meanwhile and does not add. And the throttle holds only while an application is at work."
)
def test_with_small_blocks_the_arm_decides(answer, case, rng):
    for disk in disks(rng, 4):
        block = small(rng)
        expect_least(
            answer,
            case,
            arm(disk["used"] / block, disk["movements"]),
            False,
            disk=disk,
            block=block,
            parts=1,
        )


@pytest.mark.points(2)
@pytest.mark.advice(
    "While an application is at work, ZFS waits for {{throttle.said}} before each block, that is {{throttle.rate}} blocks a "
    "second. The arm could do "
    "more, and the wait hides its work: do not add the two."
)
def test_the_throttle_lets_so_many_blocks_a_second_pass(answer, case, rng):
    for disk in disks(rng, 4):
        block = small(rng)
        wanted = throttled(disk["used"] / block, case["throttle"]["delay"])
        expect_least(answer, case, wanted, True, disk=disk, block=block, parts=1)


@pytest.mark.points(1)
@pytest.mark.advice(
    "A throttle can only make things slower. Where the arm is slower than {{throttle.rate}} blocks a second, or the blocks "
    "are very large, something else is still the bound: the slowest of the three."
)
def test_a_throttle_that_is_faster_than_the_disk_does_not_count(answer, case, rng):
    for disk in disks(rng, 3, movements=20):
        block = small(rng)
        expect_least(
            answer, case, arm(disk["used"] / block, 20), True, disk=disk, block=block, parts=1
        )
    for disk in disks(rng, 3):
        expect_least(
            answer,
            case,
            streaming(disk["used"], disk["stream"]),
            True,
            disk=disk,
            block=16 * MiB,
            parts=1,
        )


@pytest.mark.points(2)
@pytest.mark.advice(
    "On a RAID-Z the arm and the throttle have more blocks to go through, but each disk still holds the same bytes. Which of "
    "the three times changes with {{parts.name}}, and which does not? If a test above fails, mend that first: the same fault "
    "shows here."
)
def test_with_shared_blocks_more_are_copied_but_no_more_bytes(answer, case, rng):
    for disk in disks(rng, 4):
        block, parts = small(rng), rng.choice([2, 4, 6, 8])
        blocks, group = (
            disk["used"] * parts / block,
            {"parts": parts, "may_fail": 1 if parts < 6 else 2},
        )
        waited = throttled(blocks, case["throttle"]["delay"])
        expect_least(answer, case, waited, True, disk=disk, block=block, **group)
        expect_least(
            answer, case, arm(blocks, disk["movements"]), False, disk=disk, block=block, **group
        )
        slow = {**disk, "stream": 10 * MB, "used": 500.0 * GB}
        streamed = streaming(slow["used"], slow["stream"])
        expect_least(answer, case, streamed, True, disk=slow, block=16 * MiB, **group)
