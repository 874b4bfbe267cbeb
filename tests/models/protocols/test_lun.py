"""Which blocks of a volume a request on a partition touches; closed forms against counting."""

from math import gcd

import pytest

from models.catalogue.machines import values
from models.protocols.alignment import Partition, reads_of_disks, rewritten
from models.units import KiB, MiB, sector

BLOCKS = [1 << n for n in range(9, 18)]
OFFSETS = {name: start * sector for name, start in values("partitions").items()}


def counted(offset, place, size, block):
    """The blocks of a request, byte range by sector: those touched, those touched only in part."""
    sectors = set(range((offset + place) // sector, (offset + place + size) // sector))
    each = block // sector
    touched = {one // each for one in sectors}
    return touched, {
        one for one in touched if not set(range(one * each, (one + 1) * each)) <= sectors
    }


@pytest.mark.parametrize("offset", OFFSETS.values(), ids=OFFSETS)
@pytest.mark.parametrize("size", [512, 4 * KiB, 8 * KiB, 12 * KiB, 63 * KiB + 512, 128 * KiB])
def test_the_blocks_of_a_request_are_those_that_its_sectors_lie_in(offset, size):
    for block in BLOCKS:
        for place in (0, sector, 5 * size, 77 * sector):
            touched, partial = counted(offset, place, size, block)
            found = Partition(offset, block).touched(place, size)
            assert set(range(found.first, found.last + 1)) == touched and found.blocks == len(
                touched
            )
            assert set(found.partial) == partial and len(found.partial) == len(partial) <= 2


@pytest.mark.parametrize("grain", [512, 3 * 512, 4 * KiB, 8 * KiB, 12 * KiB, 64 * KiB])
@pytest.mark.parametrize("offset", [0, 512, 34 * 512, 63 * 512, 1 * MiB])
def test_the_mean_over_all_places_is_the_closed_form(grain, offset):
    for block in (512, 4 * KiB, 8 * KiB, 64 * KiB):
        partition = Partition(offset, block)
        for size in (512, 7 * 512, 8 * KiB, 24 * KiB, 100 * KiB):
            found = [
                counted(offset, k * grain, size, block) for k in range(block // gcd(block, grain))
            ]
            share, least = partition.share(size, grain), -(-size // block)
            assert share.blocks == pytest.approx(
                sum(len(touched) for touched, _ in found) / len(found)
            )
            assert share.partial == pytest.approx(
                sum(len(partial) for _, partial in found) / len(found)
            )
            assert share.straddle == pytest.approx(
                sum(len(touched) > least for touched, _ in found) / len(found)
            )


def test_requests_at_any_sector_straddle_fifteen_times_in_sixteen_and_touch_a_block_more_but_one_sector():
    share = Partition(0, 8 * KiB).share(8 * KiB, sector)
    assert share.straddle == 15 / 16 and share.blocks == 1 + 1 - sector / (8 * KiB)


def test_an_aligned_request_touches_what_it_needs_and_reads_nothing_before_a_write():
    for block in BLOCKS:
        for many in (1, 2, 16):
            assert Partition(16 * block, block).share(many * block) == (many, 0, 0)


def test_each_request_of_a_misaligned_partition_straddles_two_blocks_however_small_the_error():
    for start in range(1, 16):
        assert Partition(start * sector, 8 * KiB).share(8 * KiB) == (2, 2, 1)


def test_sixteen_sectors_align_on_eight_kib_and_of_the_tools_those_that_start_at_128_256_and_2048_do():
    aligned = {
        name
        for name, offset in OFFSETS.items()
        if Partition(offset, 8 * KiB).share(8 * KiB).straddle == 0
    }
    assert aligned == {"none", "diskpart", "efi-256", "parted"}
    assert {
        n for n in range(1, 65) if not Partition(n * sector, 8 * KiB).share(8 * KiB).straddle
    } == {16, 32, 48, 64}


def test_a_block_larger_than_the_writes_is_read_first_even_where_all_is_aligned():
    assert Partition(0, 128 * KiB).share(32 * KiB) == (1, 1, 0)
    assert Partition(63 * sector, 128 * KiB).share(32 * KiB) == (1.25, 1.25, 0.25)


def test_what_disks_must_read_is_twice_as_much_for_reads_and_two_over_the_reads_for_a_mix():
    good, bad = Partition(0).share(8 * KiB), Partition(63 * sector).share(8 * KiB)
    for reads in (1.0, 0.7, 0.5):
        for cached in (0.0, 0.4):
            assert reads_of_disks(bad, reads, cached) / reads_of_disks(
                good, reads, cached
            ) == pytest.approx(2 / reads)
    assert reads_of_disks(good, 0.0) == 0 < reads_of_disks(bad, 0.0) == 2


@pytest.mark.parametrize("block", [8 * KiB, 32 * KiB, 128 * KiB])
@pytest.mark.parametrize(
    "size",
    [4 * KiB, 8 * KiB, 24 * KiB, 32 * KiB, 48 * KiB, 64 * KiB, 96 * KiB, 128 * KiB, 160 * KiB],
)
@pytest.mark.parametrize("offset", [0, 34 * sector, 63 * sector, 16 * KiB])
def test_overwriting_in_order_reads_the_blocks_whose_first_write_covers_them_in_part(
    block, size, offset
):
    partition, seen, read = Partition(offset, block), set(), 0
    for k in range(block // gcd(block, size) * 4):
        found = partition.touched(k * size, size)
        touched = range(found.first, found.last + 1)
        read += sum(one in found.partial and one not in seen for one in touched)
        seen |= set(touched)
    assert rewritten(size, block, offset) == pytest.approx(read / len(seen), abs=2 / len(seen))
    assert (rewritten(size, block) == 0) == (size % block == 0)
