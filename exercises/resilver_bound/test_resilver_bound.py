"""Does the slowest of three decide, with the right number of blocks?"""
import pytest

from exercises.kit.expect import Advised, expect, number
from models.units import GB, MB, TB, KiB, MiB
from models.zfs.resilver.bound import random as arm
from models.zfs.resilver.bound import streaming, throttled
from models.zfs.resilver.job import Job

LAST = "The new disk must have written all its bytes before the resilver is over. Of several things that go on at the same " \
       "time, which one says when all of them are done?"


def disks(rng, count, **fixed):
    """Disks of many kinds."""
    for _ in range(count):
        capacity = rng.choice([1, 2, 4]) * TB
        yield {"capacity": float(capacity), "used": float(round(capacity * rng.uniform(0.2, 0.8))),
               "movements": rng.choice([80, 120, 150, 200]), "stream": rng.choice([80, 100, 130, 200]) * 1e6, **fixed}


def small(rng):
    """A block of which there are so many that they decide."""
    return rng.choice([4, 8, 16]) * KiB


@pytest.mark.points(1)
@pytest.mark.advice(
    "On a mirror the disk that died held whole blocks. Only the bytes that were in use have to be copied, and each of their "
    "blocks once; the rest of the disk holds nothing that ZFS would miss."
)
def test_a_mirror_copies_the_blocks_that_are_in_use(answer, rng):
    for disk in disks(rng, 4):
        block = small(rng)
        job = Job(used=int(disk["used"]), capacity=int(disk["capacity"]), block=block)
        expect(answer, "blocks_to_copy", job.blocks, within=1e-5, disk=disk, block=block, parts=1)


@pytest.mark.points(2)
@pytest.mark.advice(
    "In a RAID-Z the dead disk held only a piece of each block. So more blocks than on a mirror had something on it. A "
    "piece is as large as a block's data divided by parts, also where it is parity. How many such pieces fill what the disk "
    "held?"
)
def test_disks_that_share_each_block_copy_more_of_them(answer, rng):
    for disk in disks(rng, 4):
        block = small(rng)
        job = Job(used=int(disk["used"]), capacity=int(disk["capacity"]), block=block, layout="raidz1", width=5)
        expect(answer, "blocks_to_copy", job.blocks, within=1e-5, disk=disk, block=block, parts=4)


@pytest.mark.points(2)
@pytest.mark.advice(
    "Few large blocks without an application: the arm has next to nothing to do, and what is left is to write the bytes in a "
    "row. Does something else add to that, or does it go on meanwhile?"
)
def test_with_large_blocks_the_stream_decides(answer, rng):
    for disk in disks(rng, 4):
        wanted = streaming(disk["used"], disk["stream"])
        given = {"disk": disk, "block": 8 * MiB, "parts": 1, "at_work": False}
        try:
            expect(answer, "least_seconds", wanted, **given)
        except Advised as wrong:
            raise Advised(str(wrong), LAST if number(answer, "least_seconds", **given) < wanted else wrong.advice) from None


@pytest.mark.points(1)
@pytest.mark.advice(
    "With many small blocks and no application the arm decides: a movement for each block, and so many of them a second. "
    "The stream goes on meanwhile and does not add. And the throttle holds only while an application is at work."
)
def test_with_small_blocks_the_arm_decides(answer, rng):
    for disk in disks(rng, 4):
        block = small(rng)
        expect(answer, "least_seconds", arm(disk["used"] / block, disk["movements"]), disk=disk, block=block, parts=1,
               at_work=False)


@pytest.mark.points(2)
@pytest.mark.advice(
    "While an application is at work, ZFS waits for 20 ms before each block, that is fifty blocks a second. The arm could do "
    "more, and the wait hides its work: do not add the two."
)
def test_the_throttle_lets_fifty_blocks_a_second_pass(answer, rng):
    for disk in disks(rng, 4):
        block = small(rng)
        expect(answer, "least_seconds", throttled(disk["used"] / block), disk=disk, block=block, parts=1, at_work=True)


@pytest.mark.points(1)
@pytest.mark.advice(
    "A throttle can only make things slower. Where the arm is slower than fifty blocks a second, or the blocks are very "
    "large, something else is still the bound: the slowest of the three."
)
def test_a_throttle_that_is_faster_than_the_disk_does_not_count(answer, rng):
    for disk in disks(rng, 3, movements=30):
        block = small(rng)
        expect(answer, "least_seconds", arm(disk["used"] / block, 30), disk=disk, block=block, parts=1, at_work=True)
    for disk in disks(rng, 3):
        expect(answer, "least_seconds", streaming(disk["used"], disk["stream"]), disk=disk, block=8 * MiB, parts=1,
               at_work=True)


@pytest.mark.points(2)
@pytest.mark.advice(
    "On a RAID-Z the arm and the throttle have more blocks to go through, but each disk still holds the same bytes. Which of "
    "the three times changes with parts, and which does not? If a test above fails, mend that first: the same fault shows "
    "here."
)
def test_with_shared_blocks_more_are_copied_but_no_more_bytes(answer, rng):
    for disk in disks(rng, 4):
        block, parts = small(rng), rng.choice([2, 4, 6, 8])
        blocks = disk["used"] * parts / block
        expect(answer, "least_seconds", throttled(blocks), disk=disk, block=block, parts=parts, at_work=True)
        expect(answer, "least_seconds", arm(blocks, disk["movements"]), disk=disk, block=block, parts=parts, at_work=False)
        slow = {**disk, "stream": 10 * MB, "used": 500.0 * GB}
        expect(answer, "least_seconds", streaming(slow["used"], slow["stream"]), disk=slow, block=16 * MiB, parts=parts,
               at_work=True)
