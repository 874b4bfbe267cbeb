"""Does a record take what it takes in the book's RAID-Z?"""

import pytest

from exercises.kit.expect import expect
from models.zfs.pool.vdev import raidz_allocated


def takes(answer, case, size, disks, parity, sector):
    """Raises Advised unless a record of `size` bytes takes what it takes in the book's RAID-Z."""
    taken, result = raidz_allocated(size, disks, parity, sector), case["result"]["kind"]
    wanted = {
        "bytes": taken,
        "sectors": taken // sector,
        "times": taken / size,
        "kib": taken / 1024,
    }[result]
    inputs = {
        "size": size,
        case["disks"]["name"]: disks if case["disks"]["all"] else disks - parity,
        "parity": parity,
        case["sector"]["name"]: sector.bit_length() - 1
        if case["sector"]["own"]
        else sector // 1024,
    }
    expect(answer, case["function"], wanted, **inputs)


def a_sector(rng):
    """A sector of today's disks, or of a pool that was made for larger ones."""
    return rng.choice([4096, 8192, 16384])


@pytest.mark.points(1)
@pytest.mark.advice(
    "A record that fills one row, and whose row is a multiple of parity + 1, takes just this row: data and parity, and no "
    "padding. What does your function add?"
)
def test_a_full_row_needs_no_padding(answer, case, rng):
    for parity in (1, 2, 3):
        disks, sector = (parity + 1) * rng.randint(2, 5), a_sector(rng)
        takes(answer, case, (disks - parity) * sector, disks, parity, sector)


@pytest.mark.points(1)
@pytest.mark.advice(
    "A byte more than a whole number of sectors takes a sector more. Which way does your function round?"
)
def test_a_byte_too_many_takes_a_sector(answer, case, rng):
    for parity in (1, 2, 3):
        data, sector = 2 + (parity + 1) * rng.randint(0, 4), a_sector(rng)
        size = (data - 1) * sector + rng.randint(1, 511)
        takes(answer, case, size, data + 2 * parity + rng.randint(3, 9), parity, sector)


@pytest.mark.points(2)
@pytest.mark.advice(
    "Three or more rows are touched here, all of them full. Each has parity of its own. How often does your function count it?"
)
def test_each_row_has_its_own_parity(answer, case, rng):
    for parity in (1, 2, 3):
        disks, sector, rows = (parity + 1) * rng.randint(7, 9), a_sector(rng), rng.randint(3, 6)
        takes(answer, case, rows * (disks - parity) * sector, disks, parity, sector)


@pytest.mark.points(2)
@pytest.mark.advice(
    "The record touches a row in part, and is then made up to a multiple of parity + 1, not to the end of the row. Work out "
    "the example of the question by hand, rule by rule."
)
def test_a_short_record_is_made_up_to_a_multiple(answer, case, rng):
    for parity in (1, 2, 3):
        disks, sector = parity + rng.randint(6, 12), a_sector(rng)
        takes(answer, case, 2 * sector, disks, parity, sector)


@pytest.mark.points(2)
@pytest.mark.advice(
    "Records, groups and sectors of all kinds. If only this test fails, try a record whose last row holds one sector."
)
def test_it_agrees_with_the_raid_z_of_the_book(answer, case, rng):
    for parity in (1, 2, 3):
        disks, sector = (parity + 1) * rng.randint(2, 5) + 1, a_sector(rng)
        for rows in (1, (parity + 1) * rng.randint(0, 3) + 1):  # neither is made up by chance
            size = (rows * (disks - parity) + 1) * sector - rng.randint(1, sector - 1)
            takes(answer, case, size, disks, parity, sector)
