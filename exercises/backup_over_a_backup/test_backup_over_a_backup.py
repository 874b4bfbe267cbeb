"""Are blocks that are in memory left alone, and those covered in part read once?"""
import pytest

from exercises.expect import expect
from models.protocols.lun import Partition, rewritten
from models.units import KiB, sector

ODD = (34, 63, 16065)


def replayed(start, size, block, writes):
    """What the book's partition says, write by write."""
    partition, known, count = Partition(start * sector, block), set(), 0
    for number in range(writes):
        touched = partition.touched(number * size, size)
        count += sum(each not in known for each in touched.partial)
        known |= set(range(touched.first, touched.last + 1))
    return count


@pytest.mark.points(1)
@pytest.mark.advice(
    "Aligned writes of whole blocks replace each block as a whole. Nothing has to be read, however many writes there are."
)
def test_aligned_writes_of_whole_blocks_read_nothing(answer, rng):
    for _ in range(4):
        block = rng.choice([4, 8, 16, 32]) * KiB
        expect(answer, "blocks_read", 0, start=2048, size=block * rng.randint(1, 8), block=block, writes=rng.randint(1, 60))


@pytest.mark.points(2)
@pytest.mark.advice(
    "A single write that begins and ends in the same block covers one block in part, and one block is read, not two. Are the "
    "first block and the last always two?"
)
def test_a_single_write_inside_a_block_reads_it_once(answer, rng):
    for _ in range(4):
        block = rng.choice([64, 128]) * KiB
        expect(answer, "blocks_read", 1, start=2048 + 8 * rng.randint(1, 10), size=4 * KiB, block=block, writes=1)


@pytest.mark.points(1)
@pytest.mark.advice(
    "A single misaligned write that spans several blocks covers two of them in part, the first and the last, and both have "
    "to be read. Nothing is in memory yet."
)
def test_a_single_misaligned_write_reads_both_its_ends(answer, rng):
    for _ in range(4):
        block = rng.choice([4, 8, 16]) * KiB
        expect(answer, "blocks_read", 2, start=rng.choice(ODD), size=block * rng.randint(1, 8), block=block, writes=1)


@pytest.mark.points(3)
@pytest.mark.advice(
    "The block that one write ends in is the one that the next begins in, and it was read already. Does anything in the "
    "program remember it from one write to the next? (Nobody has read the very first one before.)"
)
def test_a_misaligned_stream_reads_one_block_for_each_write(answer, rng):
    for _ in range(4):
        block, writes = rng.choice([4, 8, 16]) * KiB, rng.randint(20, 60)
        request = {"start": rng.choice(ODD), "size": block * rng.randint(2, 8), "block": block}
        law = rewritten(request["size"], block, request["start"] * sector) * request["size"] / block
        expect(answer, "blocks_read", round(law * writes) + 1, **request, writes=writes)


@pytest.mark.points(2)
@pytest.mark.advice(
    "If several writes go into one block, the first of them reads it and the others find it in memory. Does the program "
    "count it for the others, too, or for the last one only?"
)
def test_small_writes_share_the_read_of_a_block(answer, rng):
    for _ in range(4):
        block, size = rng.choice([64, 128]) * KiB, rng.choice([4, 8, 16]) * KiB
        blocks = rng.randint(2, 6)
        expect(answer, "blocks_read", blocks, start=2048, size=size, block=block, writes=blocks * block // size)


@pytest.mark.points(2)
@pytest.mark.advice(
    "Replayed write by write with the book's own volume another number of blocks is read. Take paper, and follow the first "
    "four writes: which blocks does each cover in part, and which of these has an earlier one touched?"
)
def test_it_agrees_with_the_volume_of_the_book(answer, rng):
    for number in range(8):
        block = rng.choice([8, 16, 32, 64, 128]) * KiB
        request = {"start": rng.choice([*ODD, 2048, rng.randint(0, 5000)]), "size": rng.choice([12, 24, 48, 96]) * KiB}
        if number % 2:
            request["start"], block = 63, 64 * KiB
        expect(answer, "blocks_read", replayed(**request, block=block, writes=40), **request, block=block, writes=40)
