"""Log blocks that are allocated before anyone knows what they will hold."""

from random import Random

import pytest

from models.units import KiB
from models.zfs.zil.log_spec import BlocksAhead, LogSpec

SPEC = LogSpec(sizing="ahead")
RECORD = SPEC.header + 512


def room(block):
    """How many records of 512 bytes a block holds."""
    return (block - SPEC.chain) // RECORD


def test_a_lone_writer_soon_gets_blocks_that_fit():
    blocks = BlocksAhead(SPEC)
    assert blocks.fill([8192]) == [
        (4 * KiB, 0),
        (12 * KiB, 1),
    ]  # the first of all is too small, and goes out empty
    assert [blocks.fill([8192]) for _ in range(3)] == [[(12 * KiB, 1)]] * 3
    assert LogSpec().pack([8192]) == [12 * KiB]


def test_a_commit_takes_no_more_than_the_block_that_was_allocated():
    blocks = BlocksAhead(SPEC)
    assert blocks.fill([512] * 100) == [(4 * KiB, room(4 * KiB))]
    assert blocks.ready == SPEC.rounded(
        95 * RECORD
    )  # the next is as large as what was left waiting


def test_the_writer_takes_all_up_to_its_own_record_however_many_blocks_that_needs():
    blocks = BlocksAhead(SPEC)
    filled = blocks.fill([512] * 100, own=60)
    assert sum(records for _, records in filled) >= 61
    assert len(filled) > 1


def test_whatever_waits_every_record_ends_in_one_block_and_every_block_holds_its_records():
    random, blocks = Random(1), BlocksAhead(SPEC)
    for _ in range(500):
        sizes = [
            int(1 + random.random() * random.choice((100, 9000, 300_000)))
            for _ in range(1 + int(random.random() * 40))
        ]
        own = int(random.random() * len(sizes))
        filled = blocks.fill(sizes, own)
        taken = sum(records for _, records in filled)
        assert own < taken <= len(sizes)
        assert all(
            size % SPEC.granule == 0 and SPEC.granule <= size <= SPEC.block for size, _ in filled
        )
        assert (
            sum(size - SPEC.chain for size, _ in filled) >= sum(sizes[:taken]) + taken * SPEC.header
        )
        assert SPEC.granule <= blocks.ready <= SPEC.block


def crowds(threads, commits=60):
    """The sizes of the last commits of a crowd of which all come back while the next commit is out."""
    blocks, out, waiting = BlocksAhead(SPEC), 0, threads
    sizes = []
    for _ in range(commits):
        taken = sum(records for _, records in blocks.fill([512] * waiting))
        waiting, out = waiting - taken + out, taken
        sizes.append(taken)
    return sizes


def test_a_crowd_that_grows_slowly_ends_up_as_three_that_take_turns():
    blocks, out, waiting, sizes = BlocksAhead(SPEC), 0, 0, []
    for _ in range(20):
        waiting += 10
        for _ in range(12):
            taken = sum(records for _, records in blocks.fill([512] * waiting))
            waiting, out = waiting - taken + out, taken
            sizes.append(taken)
    assert waiting + out == 200
    assert all(200 / 3 <= size < 200 / 2 - 20 for size in sizes[-6:])


def test_a_crowd_that_comes_at_once_is_no_more_than_three():
    for threads in (7, 50, 150, 200):
        assert threads / 3 <= max(crowds(threads)[-4:]) <= room(SPEC.block)


def test_an_unknown_sizing_is_refused():
    with pytest.raises(ValueError, match="sizing must be one of fit, ahead, got 'guess'"):
        LogSpec(sizing="guess")
