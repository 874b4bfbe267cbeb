"""dRAID: its arithmetic, its balance, and its rebuild onto spare space."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from models.devices.drive_spec import DriveSpec
from models.devices.hdd import HardDisk
from models.machine import SERVER_TODAY, Machine, Resilver
from models.units import KiB, MiB
from models.zfs.pool.draid import ROW, Draid
from models.zfs.resilver.distributed import JOINED, distributed, in_flight


def vdev(disks: int, parity: int, data: int, spares: int = 0, sector: int = 4 * KiB) -> Draid:
    spec = DriveSpec(capacity=300 * 10**9)
    return Draid([HardDisk(spec) for _ in range(disks)], parity, data, spares, sector)


SHAPES = st.tuples(st.integers(1, 3), st.integers(1, 9), st.integers(0, 3), st.integers(0, 9)).map(
    lambda shape: (shape[0] + shape[1] + shape[2] + shape[3], *shape[:3])
)


@given(SHAPES, st.integers(1, 1024 * KiB), st.integers(0, 200_000))
def test_a_block_takes_whole_rows_of_one_group_on_different_disks(shape, size, number):
    pool = vdev(*shape)
    taken = pool.allocated(size)
    columns = pool.columns(number * taken, size)
    assert taken >= size * (shape[1] + shape[2]) / shape[2] - 1e-9
    assert taken - size * pool.width / shape[2] < pool.width * pool.sector
    assert sum(column.size for column in columns) == taken
    assert len({column.device for column in columns}) == len(columns) == pool.width
    assert sum(column.parity for column in columns) == shape[1]
    assert len({column.size for column in columns}) == 1


@given(SHAPES)
def test_blocks_share_no_sector_and_leave_the_spare_space_free(shape):
    pool = vdev(*shape, sector=1 * MiB)
    row = pool.width * pool.sector
    one_round = pool.groups * ROW // pool.sector
    taken = Counter(
        (column.device, column.offset)
        for at in range(one_round)
        for column in pool.columns(at * row, 1)
    )
    assert set(taken.values()) == {1}
    spare = pool.order(0)[pool.used :]
    assert not {device for device, _ in taken} & set(spare)
    assert len(taken) == (shape[0] - shape[3]) * pool.rows * ROW // pool.sector


def test_capacity_is_that_of_all_disks_but_the_spares():
    disks = vdev(20, 2, 8, 2)
    assert disks.capacity == pytest.approx(18 * 300e9, rel=0.01)
    assert disks.allocated(8 * disks.sector) == 10 * disks.sector


def test_a_disk_must_hold_a_round():
    with pytest.raises(ValueError, match=r"a disk must hold 218,103,808 bytes for 13 groups"):
        small = DriveSpec(capacity=100 * 10**6)
        Draid([HardDisk(small) for _ in range(13)], 2, 9)


def lost_disk(width: int, data: int, spares: int) -> float:
    """Return the bytes per second of a lost disk that are rebuilt, without other load."""
    order = SERVER_TODAY.order(
        pool={
            "layout": "draid1",
            "vdevs": 1,
            "width": width,
            "draid_data": data,
            "draid_spares": spares,
            "jbods": 0,
        }
    )
    machine = Machine(order)
    disks = machine.pool.vdevs[0]
    assert isinstance(disks, Draid)
    out = in_flight(disks)
    steps = distributed(disks, 0.5, 4 * out)
    load = Resilver(steps, in_flight=out, kind="rebuild", new=1, warm=out, ends=True)
    machine.start(load)
    machine.loop.run(until=600)
    return load.blocks * JOINED / (load.ended - load.began)


def test_spare_space_on_all_disks_rebuilds_faster_the_more_disks_there_are():
    """Each lost piece is read from the rest of its group and written once, so that the disks move
    five times as much; twice the disks do it in half the time."""
    few, many = lost_disk(11, 4, 1), lost_disk(21, 4, 1)
    assert many / few == pytest.approx(20 / 10, rel=0.2)
    rate = SERVER_TODAY.drive.media_rate
    assert many * (4 + 1) < 20 * rate


def test_without_spare_space_nothing_is_rebuilt():
    with pytest.raises(ValueError, match=r"draid_spares must be 1 or more .* got 0"):
        lost_disk(10, 4, 0)
