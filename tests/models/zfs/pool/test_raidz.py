"""RAID-Z, against the arithmetic of ZFS, against sectors laid one by one, and against sums done by
hand."""

from random import Random

import pytest

from models.devices.ssd import Logzilla
from models.units import GB, KiB, MiB
from models.zfs.allocator.allocator import NextFit
from models.zfs.pool.vdev import Column, Raidz
from tests.models.drives import drive
from tests.models.nvram import Nvram


def raidz(width, parity=1, sector=512, capacity=1 * GB):
    devices = [Nvram(capacity) for _ in range(width)]
    for device in devices:
        device.recording = True
    return Raidz(devices, parity, sector)


def cases(count, seed=1):
    """Widths, parities, sectors, offsets and sizes of all kinds, small and large."""
    random = Random(seed)
    for _ in range(count):
        parity, sector = random.randint(1, 3), random.choice((512, 4096))
        width = random.randint(parity + 1, 14)
        sectors = random.choice((1, random.randint(1, 2 * width), random.randint(1, MiB // sector)))
        yield width, parity, sector, random.randrange(100_000) * sector, sectors * sector


def as_zfs_does(offset, size, shift, dcols, nparity):
    """The steps of vdev_raidz_map_alloc, variable for variable: columns, allocated size."""
    b, s = offset >> shift, size >> shift
    f, o = b % dcols, (b // dcols) << shift
    q = s // (dcols - nparity)
    r = s - q * (dcols - nparity)
    bc = 0 if r == 0 else r + nparity
    tot = s + nparity * (q + (0 if r == 0 else 1))
    acols = bc if q == 0 else dcols
    cols, asize = [], 0
    for c in range(acols):
        col, coff = f + c, o
        if col >= dcols:
            col -= dcols
            coff += 1 << shift
        rc_size = (q + (1 if c < bc else 0)) << shift
        cols.append([col, coff, rc_size, c < nparity])
        asize += rc_size
    assert asize == tot << shift and cols[0][2] == cols[1][2]
    unit = (nparity + 1) << shift
    if nparity == 1 and offset & (1 << 20):
        cols[0][:2], cols[1][:2] = cols[1][:2], cols[0][:2]
    return [tuple(col) for col in cols], (asize + unit - 1) // unit * unit


def asize_as_zfs_does(psize, shift, cols, nparity):
    """vdev_raidz_asize, variable for variable."""
    asize = ((psize - 1) >> shift) + 1
    asize += nparity * ((asize + cols - nparity - 1) // (cols - nparity))
    return -(-asize // (nparity + 1)) * (nparity + 1) << shift


def one_by_one(offset, size, sector, width, parity):
    """Data and a parity sector for each row of data, laid behind each other on the vdev and dealt
    to its devices."""
    data = -(-size // sector)
    total = data + parity * -(-data // (width - parity))
    held = {}
    for k in range(total):
        row, device = divmod(offset // sector + k, width)
        held.setdefault(k % width, []).append((device, row * sector))
    return [(*pieces[0], len(pieces) * sector, c < parity) for c, pieces in sorted(held.items())]


def test_columns_and_space_are_those_of_zfs_in_two_thousand_cases():
    for width, parity, sector, offset, size in cases(2000):
        vdev = raidz(width, parity, sector)
        columns, allocated = as_zfs_does(offset, size, sector.bit_length() - 1, width, parity)
        assert vdev.columns(offset, size) == columns
        assert (
            vdev.allocated(size)
            == allocated
            == asize_as_zfs_does(size, sector.bit_length() - 1, width, parity)
        )


def test_columns_are_sectors_dealt_one_by_one_to_the_devices():
    for width, parity, sector, offset, size in cases(1500, seed=2):
        size = min(size, 200 * sector)
        if parity == 1:
            offset &= ~MiB
        assert raidz(width, parity, sector).columns(offset, size) == one_by_one(
            offset, size, sector, width, parity
        )


def test_every_other_mib_single_parity_changes_places_with_the_first_data():
    for width, _, sector, offset, size in cases(500, seed=3):
        width, offset = max(2, width), offset & ~MiB
        vdev = raidz(width, 1, sector)
        shift = MiB // sector % width  # devices further on, a MiB further on
        columns, plain = (
            vdev.columns(offset | MiB, size),
            one_by_one(offset | MiB, size, sector, width, 1),
        )
        assert columns[0][:2] == plain[1][:2] and columns[1][:2] == plain[0][:2]
        assert columns[0].parity and not columns[1].parity
        assert columns[2:] == plain[2:]
        assert columns[1].device == (vdev.columns(offset, size)[0].device + shift) % width
        assert raidz(max(3, width), 2, sector).columns(offset | MiB, size)[0].parity


def test_a_block_on_raidz1_of_5_by_hand():
    """6 sectors from sector 7 on: row 1, device 2. A row holds 4 data sectors, so one row is full
    and 2 remain."""
    assert raidz(5).columns(7 * 512, 6 * 512) == [
        Column(2, 512, 1024, True),
        Column(3, 512, 1024),
        Column(4, 512, 1024),
        Column(0, 1024, 512),
        Column(1, 1024, 512),
    ]


@pytest.mark.parametrize(
    ("width", "parity", "sector", "size", "sectors"),
    [
        (5, 1, 512, 128 * KiB, 256 + 64),  # 64 rows of 4
        (4, 1, 4096, 8 * KiB, 2 + 1 + 1),  # padded to a multiple of 2
        (6, 2, 512, 128 * KiB, 256 + 2 * 64),
        (6, 2, 4096, 128 * KiB, 32 + 2 * 8),
        (5, 2, 512, 8 * KiB, 16 + 2 * 6 + 2),  # 28 padded to 30
        (7, 3, 4096, 4 * KiB, 1 + 3),  # a mirror of four
        (11, 3, 4096, 128 * KiB, 32 + 3 * 4),
        (9, 1, 512, 512, 1 + 1),  # a mirror of two
        (3, 1, 4096, 4 * KiB, 1 + 1),
        (3, 1, 4096, 12 * KiB, 3 + 2 + 1),
        (2, 1, 512, 128 * KiB, 256 + 256),
    ],
)
def test_the_space_of_a_block_by_hand(width, parity, sector, size, sectors):
    assert raidz(width, parity, sector).allocated(size) == sectors * sector


def test_4_kib_sectors_can_make_raidz_as_dear_as_a_mirror():
    dear, cheap = raidz(5, sector=4096), raidz(5, sector=512)
    assert dear.allocated(4 * KiB) == 2 * 4 * KiB
    assert cheap.allocated(4 * KiB) == 1.25 * 4 * KiB
    assert dear.allocated(128 * KiB) == cheap.allocated(128 * KiB) == 1.25 * 128 * KiB


def test_parity_and_padding_are_all_that_is_added():
    for width, parity, sector, offset, size in cases(1000, seed=4):
        vdev = raidz(width, parity, sector)
        columns = vdev.columns(offset, size)
        written = sum(column.size for column in columns)
        assert sum(column.size for column in columns if not column.parity) == size
        assert 0 <= vdev.allocated(size) - written <= parity * sector
        assert vdev.allocated(size) % ((parity + 1) * sector) == 0
        assert len({column.device for column in columns}) == len(columns) > parity
        assert max(c.size for c in columns) - min(c.size for c in columns) in (0, sector)
        assert sum(column.parity for column in columns) == parity


@pytest.mark.parametrize(
    ("width", "parity", "sector"),
    [(2, 1, 512), (5, 1, 512), (4, 1, 4096), (6, 2, 4096), (9, 3, 512)],
)
def test_blocks_that_share_a_vdev_share_no_byte_of_a_device(width, parity, sector):
    random, capacity = Random(width), 4 * MiB
    vdev = raidz(width, parity, sector, capacity)
    assert vdev.capacity == width * capacity
    space = NextFit(vdev.capacity, start=0)
    used = [set() for _ in range(width)]
    while True:
        size = random.choice((1, 2, 3, 7, 16, 32)) * sector
        if space.cursor + vdev.allocated(size) > vdev.capacity:
            break
        for column in vdev.columns(space.take(vdev.allocated(size)), size):
            rows = set(range(column.offset // sector, (column.offset + column.size) // sector))
            assert not rows & used[column.device]
            used[column.device] |= rows
            assert column.offset + column.size <= capacity
    assert min(map(len, used)) > 0.5 * capacity // sector


def test_the_last_block_of_a_vdev_fits_on_its_devices():
    for width, parity, sector, _, size in cases(300, seed=5):
        vdev = raidz(width, parity, sector, capacity=3 * MiB)
        need = vdev.allocated(size)
        last = (vdev.capacity - need) // sector * sector
        assert vdev.write(0.0, last, size) > 0.0


@pytest.mark.parametrize(("parity", "width"), [(1, 5), (2, 6), (3, 9)])
def test_one_sector_touches_its_parity_too_and_a_record_all_devices(parity, width):
    vdev = raidz(width, parity)
    vdev.write(0.0, 0, 512)
    assert [len(d.trace) for d in vdev.devices] == [1] * (parity + 1) + [0] * (width - parity - 1)
    vdev.write(1.0, MiB * 2, 128 * KiB)
    assert sum(len(d.trace) for d in vdev.devices) == parity + 1 + width


@pytest.mark.parametrize(("parity", "width"), [(1, 5), (2, 6), (3, 9)])
def test_a_read_takes_the_data_and_leaves_the_parity(parity, width):
    vdev = raidz(width, parity)
    vdev.read(0.0, 0, 128 * KiB)
    assert [len(d.trace) for d in vdev.devices] == [0] * parity + [1] * (width - parity)
    assert sum(r.size for d in vdev.devices for r in d.trace) == 128 * KiB


def test_all_columns_are_asked_for_at_once_and_the_slowest_ends_the_write():
    random = Random(5)
    vdev, apart = (
        Raidz([drive(phase=k / 7) for k in range(5)]),
        [drive(phase=k / 7) for k in range(5)],
    )
    now = 0.0
    for _ in range(100):
        offset = random.randrange(10**6) * 4096
        finish = vdev.write(now, offset, 128 * KiB)
        assert finish == max(
            apart[c.device].write(now, c.offset, c.size) for c in vdev.columns(offset, 128 * KiB)
        )
        now = finish


@pytest.mark.parametrize("parity", [1, 2, 3])
def test_as_many_devices_may_fail_as_there_is_parity(parity):
    vdev = Raidz([Logzilla() for _ in range(6)], parity)
    finish = vdev.write(0.0, 0, 128 * KiB)
    for device in range(parity):
        vdev.failed.add(device)
        assert vdev.stable(finish, 0, 128 * KiB)
    assert not vdev.lost
    vdev.failed.add(parity)
    assert vdev.lost and not vdev.stable(finish, 0, 128 * KiB)


def test_parity_stands_in_for_a_column_that_is_not_safe_yet():
    devices = [Logzilla() for _ in range(5)]
    vdev = Raidz(devices)
    finish = vdev.write(0.0, 0, 128 * KiB)
    devices[2].write(finish, 0, 128 * KiB)
    assert vdev.stable(finish, 0, 128 * KiB)
    devices[3].write(finish, 0, 128 * KiB)
    assert not vdev.stable(finish, 0, 128 * KiB)
    assert vdev.stable(max(device.drain(finish) for device in devices), 0, 128 * KiB)


@pytest.mark.parametrize("parity", [1, 2, 3])
def test_a_read_leaves_failed_disks_alone_and_takes_parity_instead(parity):
    vdev = raidz(5, parity)
    vdev.failed.update(range(parity))
    for row in range(5):
        vdev.read(0.0, row * 512, 16 * KiB)
    reads = [len(device.trace) for device in vdev.devices]
    assert reads[:parity] == [0] * parity and reads[parity:] == [5] * (5 - parity)
