"""Are blocks that are in memory left alone, and those covered in part read once?"""

import pytest

from exercises.kit.draw import until_sound
from exercises.kit.expect import Advised, expect, number
from models.protocols.alignment import Partition, rewritten
from models.units import KiB, sector

ODD = (34, 63, 16065)
FIRST = (
    "The very first write finds nothing in memory: how many blocks does it cover in part? And of each later one: which "
    "of its two ends has nobody read before?"
)
WHOLE = "Are the blocks that a write covers as a whole among those that you count? They need no reading."
ONCE = (
    "The first write that covers a block in part reads it, also if it begins just where the block begins. In which block "
    "does the last byte of a write lie, and does the program remember only blocks that were touched?"
)


def as_asked(case, start, size, block, writes):
    """The inputs as the question has them, of a partition that begins at this sector and writes of
    `size` bytes."""
    told = {"block": block, "shift": block.bit_length() - 1}[case["block"]["name"]]
    return {
        "start": start * sector // case["start"]["of"],
        case["size"]["name"]: size // case["size"]["of"],
        case["block"]["name"]: told,
        "writes": writes,
    }


def reads(answer, case, wanted, advise=None, **request):
    """Compares the reads with `wanted` blocks, with the advice of `advise(got)` if it has any."""
    inputs = as_asked(case, **request)
    a_block = {"blocks": 1, "bytes": request["block"], "mean": 1 / request["writes"]}[
        case["result"]["kind"]
    ]
    got = round(number(answer, case["function"], **inputs) / a_block, 6)
    try:
        expect(answer, case["function"], wanted * a_block, **inputs)
    except AssertionError as wrong:
        raise Advised(str(wrong), advise(got) if advise else None) from None


def replayed(start, size, block, writes):
    """What the book's partition says, write by write."""
    partition, known, count = Partition(start * sector, block), set(), 0
    for each in range(writes):
        touched = partition.touched(each * size, size)
        count += sum(part not in known for part in touched.partial)
        known |= set(range(touched.first, touched.last + 1))
    return count


def backups(rng):
    """Some backups, every other one from a start where old disks had theirs."""
    some = []
    for turn in range(8):
        block = rng.choice([8, 16, 32, 64, 128]) * KiB
        start, size = (
            rng.choice([*ODD, 2048, rng.randint(0, 5000)]),
            rng.choice([12, 24, 48, 96]) * KiB,
        )
        if turn % 2:
            start, block = 63, 64 * KiB
        some.append({"start": start, "size": size, "block": block, "writes": 40})
    return some


def begin_inside(some):
    """Whether one of them begins with a write that touches neither edge of its block."""
    return any(
        0 < request["start"] * sector % request["block"] < request["block"] - request["size"]
        for request in some
    )


@pytest.mark.guard
@pytest.mark.points(1)
@pytest.mark.advice(
    "Aligned writes of whole blocks replace each block as a whole. Nothing has to be read, however many writes there are. A "
    "write ends before the byte `end`: in which block does its last byte lie?"
)
def test_aligned_writes_of_whole_blocks_read_nothing(answer, case, rng):
    for _ in range(4):
        block = rng.choice([4, 8, 16, 32]) * KiB
        reads(
            answer,
            case,
            0,
            start=2048,
            size=block * rng.randint(1, 8),
            block=block,
            writes=rng.randint(1, 60),
        )


@pytest.mark.points(2)
@pytest.mark.advice(
    "A single write that begins and ends in the same block covers one block in part, and one block is read, not two. Are the "
    "first block and the last always two?"
)
@pytest.mark.guard
def test_a_single_write_inside_a_block_reads_it_once(answer, case, rng):
    for _ in range(4):
        block = rng.choice([64, 128]) * KiB
        reads(
            answer,
            case,
            1,
            start=2048 + 8 * rng.randint(1, 10),
            size=4 * KiB,
            block=block,
            writes=1,
        )


@pytest.mark.guard
@pytest.mark.points(1)
@pytest.mark.advice(
    "A single misaligned write that spans several blocks covers two of them in part, the first and the last, and both have "
    "to be read. Nothing is in memory yet."
)
def test_a_single_misaligned_write_reads_both_its_ends(answer, case, rng):
    for _ in range(4):
        block = rng.choice([4, 8, 16]) * KiB
        reads(
            answer,
            case,
            2,
            start=rng.choice(ODD),
            size=block * rng.randint(1, 8),
            block=block,
            writes=1,
        )


@pytest.mark.points(3)
@pytest.mark.advice(
    "The block that one write ends in is the one that the next begins in, and it was read already. Does anything in the "
    "program remember it from one write to the next? (Nobody has read the very first one before.)"
)
def test_a_misaligned_stream_reads_one_block_for_each_write(answer, case, rng):
    for _ in range(4):
        block, writes = rng.choice([4, 8, 16]) * KiB, rng.randint(20, 60)
        request = {"start": rng.choice(ODD), "size": block * rng.randint(2, 8), "block": block}
        law = rewritten(request["size"], block, request["start"] * sector) * request["size"] / block
        wanted = round(law * writes) + 1
        reads(
            answer,
            case,
            wanted,
            lambda got, right=wanted, most=2 * writes: (
                FIRST if got < right else WHOLE if got > most else None
            ),
            **request,
            writes=writes,
        )


@pytest.mark.points(2)
@pytest.mark.advice(
    "If several writes go into one block, the first of them reads it and the others find it in memory. Does the program "
    "count it for the others, too, or for the last one only?"
)
def test_small_writes_share_the_read_of_a_block(answer, case, rng):
    for _ in range(4):
        block, size = rng.choice([64, 128]) * KiB, rng.choice([4, 8, 16]) * KiB
        blocks = rng.randint(2, 6)
        request = {"start": 2048, "size": size, "block": block, "writes": blocks * block // size}
        reads(
            answer, case, blocks, lambda got, right=blocks: ONCE if got < right else None, **request
        )


@pytest.mark.points(2)
@pytest.mark.advice(
    "Take paper, and follow the first four writes: which blocks does each cover in part, and which of these has an earlier "
    "one touched?"
)
def test_it_agrees_with_the_volume_of_the_book(answer, case, rng):
    for request in until_sound(lambda: backups(rng), begin_inside):
        reads(answer, case, replayed(**request), **request)
    for start, size, block in ((2048, 16, rng.choice([32, 64, 128])), (63, 96, 32)):
        request = {"start": start, "size": size * KiB, "block": block * KiB, "writes": 40}
        reads(answer, case, replayed(**request), **request)
