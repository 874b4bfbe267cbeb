"""Are the blocks under a request counted as the book's volume counts them?"""

import pytest

from exercises.kit.expect import Advised, asked, expect, number
from models.protocols.alignment import Partition
from models.units import KiB, sector

ODD = (34, 63, 16065)
EVEN = (256, 2048, 4096)
WHOLE = "A number of blocks is whole. `//` divides and leaves the fraction away; `/` keeps it."
LAST = (
    "Where does the request begin, counted from the start of the LUN: have you added its place in the partition? And in "
    "which block does its last byte lie, one before its end?"
)


def wanted(start, place, size, block):
    """What the book's partition says that is touched."""
    return Partition(start * sector, block).touched(place, size)


def as_asked(case, start, place, size, block):
    """The inputs as the question has them, of a request of `size` bytes, `place` bytes behind the
    partition's start."""
    request, name = case["request"], case["block"]["name"]
    ends = {
        "size": (place, size),
        "count": (place // sector, size // sector),
        "last": (place, place + size - 1),
        "end": (place, place + size),
    }
    first, second = ends[request["second"]]
    told = {"block": block, "kib": block // KiB, "shift": block.bit_length() - 1}
    return {"start": start, request["first"]: first, request["second"]: second, name: told[name]}


def count(answer, case, function, right, advice=None, **request):
    """As `expect`, for a number of blocks."""
    name, inputs = case["function"][function], as_asked(case, **request)
    got = number(answer, name, **inputs)
    if abs(got - round(got)) > 1e-9:
        raise Advised(f"{asked(name, inputs)} gave {got:.6g}, which is not whole", WHOLE)
    try:
        expect(answer, name, right, **inputs)
    except AssertionError as wrong:
        raise Advised(str(wrong), advice) from None


def covered(case, blocks, partial):
    """What the second function says of so many blocks, of which so many are covered in part."""
    return partial if case["second"]["kind"] == "part" else blocks - partial


def both(answer, case, about_touched=None, **request):
    """Checks both numbers of one request."""
    right = wanted(**request)
    count(answer, case, "touched", right.blocks, about_touched, **request)
    count(answer, case, "second", covered(case, right.blocks, len(right.partial)), **request)


@pytest.mark.guard
@pytest.mark.points(1)
@pytest.mark.advice(
    "A partition that begins at a multiple of the block, and requests of whole blocks at multiples of the block: each "
    "touches just as many blocks as it is long, and covers all of them. (The start is in sectors. In which units are "
    "the others?)"
)
def test_an_aligned_request_covers_whole_blocks(answer, case, rng):
    for _ in range(6):
        block = rng.choice([4, 8, 16, 32]) * KiB
        request = {
            "start": rng.choice(EVEN),
            "place": rng.randint(0, 99) * block,
            "size": rng.randint(1, 8) * block,
        }
        both(answer, case, **request, block=block)


@pytest.mark.points(2)
@pytest.mark.advice(
    "Where does the partition begin, in bytes? A request of whole blocks that begins inside a block ends inside one, too, "
    "and so touches one more than it is long."
)
def test_from_a_sector_like_63_each_request_touches_one_block_more(answer, case, rng):
    for _ in range(6):
        block = rng.choice([8, 16, 32]) * KiB
        request = {
            "start": rng.choice(ODD),
            "place": rng.randint(0, 99) * block,
            "size": rng.randint(1, 8) * block,
        }
        count(answer, case, "touched", request["size"] // block + 1, **request, block=block)


@pytest.mark.points(2)
@pytest.mark.advice(
    "Of a misaligned request of whole blocks the first block and the last are covered in part. All between them are covered "
    "whole, and need not be read before they are written."
)
def test_of_a_misaligned_request_both_ends_are_covered_in_part(answer, case, rng):
    for _ in range(6):
        block = rng.choice([8, 16, 32]) * KiB
        request = {
            "start": rng.choice(ODD),
            "place": rng.randint(0, 99) * block,
            "size": rng.randint(1, 8) * block,
        }
        count(
            answer,
            case,
            "second",
            covered(case, request["size"] // block + 1, 2),
            **request,
            block=block,
        )


@pytest.mark.points(2)
@pytest.mark.advice(
    "A request that is smaller than a block can lie wholly inside it: in the middle, at its beginning, at its end. Then it "
    "touches one block, and that is one block covered in part, not two and not none."
)
@pytest.mark.guard
def test_a_request_inside_one_block_counts_it_once(answer, case, rng):
    for _ in range(3):
        block, size = rng.choice([32, 64, 128]) * KiB, rng.choice([4, 8, 12]) * KiB
        for behind in (4 * KiB, 0, block - size):
            both(
                answer,
                case,
                start=2048,
                place=rng.randint(0, 99) * block + behind,
                size=size,
                block=block,
            )


@pytest.mark.points(1)
@pytest.mark.advice(
    "If one end of a request lies where a block ends, only the block at its other end is covered in part. Look at each end "
    "by itself. Where each lies hangs on the place in the partition, too."
)
def test_one_end_may_be_aligned_and_the_other_not(answer, case, rng):
    for _ in range(4):
        block = rng.choice([16, 32]) * KiB
        place = rng.randint(0, 99) * block
        both(answer, case, LAST, start=2048, place=place, size=2 * block + 4 * KiB, block=block)
        both(
            answer,
            case,
            LAST,
            start=2048,
            place=place + 4 * KiB,
            size=3 * block - 4 * KiB,
            block=block,
        )
        both(
            answer,
            case,
            LAST,
            start=2048,
            place=place + block - 4 * KiB,
            size=block + 4 * KiB,
            block=block,
        )
        both(
            answer,
            case,
            LAST,
            start=2048,
            place=place + block - 4 * KiB,
            size=block + 8 * KiB,
            block=block,
        )


@pytest.mark.points(2)
@pytest.mark.advice(
    "Draw the blocks as a row of boxes, mark the first and the last byte of the request, counted from the start of the LUN, "
    "and count. Does the count change with {{request.first}}?"
)
def test_it_agrees_with_the_volume_of_the_book(answer, case, rng):
    for turn in range(20):
        block, start = rng.choice([4, 8, 16, 32, 64, 128]) * KiB, rng.randint(0, 20_000)
        place, size = rng.randint(0, 4000) * sector, rng.randint(1, 300) * sector
        if turn % 2:  # so that it ends where a block ends
            size += -(start * sector + place + size) % block
        elif turn % 4 == 0:  # inside a block
            start, size, block = 2048, 16 * KiB, 128 * KiB
            place = rng.randint(0, 99) * block + 8 * KiB
        both(answer, case, start=start, place=place, size=size, block=block)
