"""How records fill log blocks: headers, a link to the next block, whole granules."""

from random import Random

import pytest

from models.units import KiB
from models.zfs.zil.log_spec import BlocksAhead, LogSpec

SPEC = LogSpec()


def up(size, granule=4 * KiB):
    return -(-size // granule) * granule


@pytest.mark.parametrize(
    ("size", "block"),
    [
        (512, 4 * KiB),
        (3 * KiB, 4 * KiB),
        (4 * KiB, 8 * KiB),
        (8 * KiB, 12 * KiB),
        (64 * KiB, 68 * KiB),
    ],
)
def test_one_record_takes_its_data_two_headers_and_what_fills_a_granule(size, block):
    assert SPEC.pack([size]) == [block]


@pytest.mark.parametrize("count", [1, 2, 7, 15])
def test_records_that_fit_share_a_block(count):
    assert SPEC.pack([8 * KiB] * count) == [up(count * (8 * KiB + SPEC.header) + SPEC.chain)]


@pytest.mark.parametrize("count", [16, 32, 64])
def test_a_record_that_does_not_fit_begins_a_new_block(count):
    each = 15  # of 8 KiB and a header, in 128 KiB less the chain
    blocks = SPEC.pack([8 * KiB] * count)
    assert len(blocks) == -(-count // each)
    assert blocks[0] == up(each * (8 * KiB + SPEC.header) + SPEC.chain)


def test_a_record_that_fits_in_no_block_is_cut():
    blocks = SPEC.pack([300 * KiB])
    assert blocks[:2] == [128 * KiB, 128 * KiB]
    headers = 3 * (SPEC.header + SPEC.chain)
    assert sum(blocks) == up(300 * KiB + headers - 256 * KiB) + 256 * KiB


def test_a_write_of_128_kib_does_not_fit_in_a_block_of_128_kib():
    assert SPEC.pack([128 * KiB]) == [128 * KiB, 4 * KiB]


@pytest.mark.parametrize("seed", range(20))
def test_blocks_hold_all_records_and_are_whole_granules_of_at_most_a_block(seed):
    random = Random(seed)
    sizes = [random.randrange(0, 200 * KiB) for _ in range(random.randrange(1, 40))]
    blocks = SPEC.pack(sizes)
    assert all(block % SPEC.granule == 0 and 0 < block <= SPEC.block for block in blocks)
    assert sum(blocks) >= sum(sizes) + len(sizes) * SPEC.header + len(blocks) * SPEC.chain


def test_a_smaller_block_holds_fewer_records():
    assert LogSpec(block=16 * KiB).pack([8 * KiB] * 3) == [12 * KiB] * 3


def test_an_unknown_wake_up_order_is_refused():
    with pytest.raises(ValueError, match="indirect must be 0 or more, got -1"):
        LogSpec(indirect=-1)
    with pytest.raises(ValueError, match="wake must be one of first, random, last, got 'some'"):
        LogSpec(wake="some")


def test_a_block_too_small_for_a_record_is_refused():
    with pytest.raises(ValueError, match="block"):
        LogSpec(block=384)


def test_a_largest_block_that_is_not_whole_granules_is_refused():
    with pytest.raises(
        ValueError, match=r"block must be a multiple of granule \(4096 bytes\), got 18000"
    ):
        LogSpec(block=18_000)


# Log blocks that are allocated before anyone knows what they will hold.


AHEAD = LogSpec(sizing="ahead")
RECORD = AHEAD.header + 512


def room(block):
    """How many records of 512 bytes a block holds."""
    return (block - AHEAD.chain) // RECORD


def test_a_lone_writer_soon_gets_blocks_that_fit():
    blocks = BlocksAhead(AHEAD)
    assert blocks.fill([8192]) == [
        (4 * KiB, 0),
        (12 * KiB, 1),
    ]  # the first of all is too small, and goes out empty
    assert [blocks.fill([8192]) for _ in range(3)] == [[(12 * KiB, 1)]] * 3
    assert LogSpec().pack([8192]) == [12 * KiB]


def test_a_commit_takes_no_more_than_the_block_that_was_allocated():
    blocks = BlocksAhead(AHEAD)
    assert blocks.fill([512] * 100) == [(4 * KiB, room(4 * KiB))]
    assert blocks.ready == AHEAD.rounded(
        95 * RECORD
    )  # the next is as large as what was left waiting


def test_the_writer_takes_all_up_to_its_own_record_however_many_blocks_that_needs():
    blocks = BlocksAhead(AHEAD)
    filled = blocks.fill([512] * 100, own=60)
    assert sum(records for _, records in filled) >= 61
    assert len(filled) > 1


def test_whatever_waits_every_record_ends_in_one_block_and_every_block_holds_its_records():
    random, blocks = Random(1), BlocksAhead(AHEAD)
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
            size % AHEAD.granule == 0 and AHEAD.granule <= size <= AHEAD.block for size, _ in filled
        )
        assert (
            sum(size - AHEAD.chain for size, _ in filled)
            >= sum(sizes[:taken]) + taken * AHEAD.header
        )
        assert AHEAD.granule <= blocks.ready <= AHEAD.block


def crowds(threads, commits=60):
    """The sizes of the last commits of a crowd of which all come back while the next commit is out."""
    blocks, out, waiting = BlocksAhead(AHEAD), 0, threads
    sizes = []
    for _ in range(commits):
        taken = sum(records for _, records in blocks.fill([512] * waiting))
        waiting, out = waiting - taken + out, taken
        sizes.append(taken)
    return sizes


def test_a_crowd_that_grows_slowly_ends_up_as_three_that_take_turns():
    blocks, out, waiting, sizes = BlocksAhead(AHEAD), 0, 0, []
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
        assert threads / 3 <= max(crowds(threads)[-4:]) <= room(AHEAD.block)


def test_an_unknown_sizing_is_refused():
    with pytest.raises(ValueError, match="sizing must be one of fit, ahead, got 'guess'"):
        LogSpec(sizing="guess")
