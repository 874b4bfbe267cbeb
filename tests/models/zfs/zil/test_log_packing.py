"""How records fill log blocks: headers, a link to the next block, whole granules."""

from random import Random

import pytest

from models.units import KiB
from models.zfs.zil.log_spec import LogSpec

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
