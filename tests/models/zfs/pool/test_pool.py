"""A pool shares its blocks fairly, keeps the log apart while there is room."""

from random import Random

import pytest

from models.devices.ssd import Logzilla
from models.units import GB, KiB, MiB
from models.zfs.allocator.allocator import FreeSpace, NextFit
from models.zfs.pool.pool import Pool
from models.zfs.pool.vdev import Mirror, Raidz, Single
from tests.models.drives import drive
from tests.models.nvram import Nvram

LABEL = 4 * MiB


def ram(size=64 * MiB, recording=True, **spec):
    device = Nvram(size, **spec)
    device.recording = recording
    return device


def singles(count, size=64 * MiB):
    return [Single(ram(size)) for _ in range(count)]


def counts(pool, blocks):
    return [sum(block.vdev is vdev for block in blocks) for vdev in (*pool.vdevs, *pool.logs)]


@pytest.mark.parametrize("vdevs", [1, 2, 7, 22])
@pytest.mark.parametrize("blocks", [1, 100, 1001])
def test_vdevs_get_the_same_number_of_blocks_give_or_take_one(vdevs, blocks):
    pool = Pool(singles(vdevs))
    got = counts(pool, [pool.take(8192) for _ in range(blocks)])
    assert sum(got) == blocks
    assert max(got) - min(got) <= 1


def test_blocks_go_to_the_vdevs_in_order_and_lie_behind_each_other():
    pool = Pool(singles(3))
    blocks = [pool.take(4096) for _ in range(9)]
    assert [pool.vdevs.index(block.vdev) for block in blocks] == [0, 1, 2] * 3
    assert [block.offset for block in blocks] == [LABEL + 4096 * (k // 3) for k in range(9)]
    assert not any(block.log for block in blocks)


def test_log_blocks_change_vdevs_every_time_whatever_the_data_does():
    pool = Pool(singles(4))
    turns = []
    for _ in range(40):
        pool.take(128 * KiB)
        turns.append(pool.vdevs.index(pool.take_log(4096, 1).vdev))
    assert turns == [(turns[0] + k) % 4 for k in range(40)]


def test_chains_of_log_blocks_take_their_turns_apart():
    """Two chains that write alternately would each stay on one vdev if they shared a turn."""
    pool = Pool(singles(2))
    one = other = None
    turns = ([], [])
    for _ in range(10):
        one, other = pool.take_log(4096, 1, one).vdev, pool.take_log(4096, 1, other).vdev
        turns[0].append(pool.vdevs.index(one))
        turns[1].append(pool.vdevs.index(other))
    assert [sum(turn) for turn in turns] == [5, 5]


def test_log_devices_take_turns():
    pool = Pool(singles(3), singles(4))
    blocks = [pool.take_log(8192, 1) for _ in range(100)]
    assert all(block.log for block in blocks)
    assert counts(pool, blocks) == [0, 0, 0, 25, 25, 25, 25]
    assert pool.log_used == 100 * 8192


def test_data_never_goes_to_a_log_device():
    pool = Pool(singles(2), singles(2))
    assert counts(pool, [pool.take(8192) for _ in range(10)]) == [5, 5, 0, 0]


def test_a_full_log_spills_and_is_used_again_when_its_group_is_on_disk():
    pool = Pool(singles(2, GB), singles(2, LABEL + MiB))
    first = [pool.take_log(128 * KiB, 1) for _ in range(16)]
    assert all(block.log for block in first) and pool.spilled == 0
    assert pool.log_used == pool.log_capacity == 2 * MiB
    over = [pool.take_log(128 * KiB, 2) for _ in range(5)]
    assert not any(block.log for block in over) and pool.spilled == 5
    assert counts(pool, over) in ([3, 2, 0, 0], [2, 3, 0, 0])
    pool.free_log(1)
    assert pool.log_used == 0
    assert all(pool.take_log(128 * KiB, 2).log for _ in range(16))
    assert pool.spilled == 5


def test_blocks_of_a_group_that_is_not_on_disk_stay():
    pool = Pool(singles(1), singles(1, LABEL + MiB))
    held = [pool.take_log(64 * KiB, 1 + k % 2) for k in range(16)]
    pool.free_log(1)
    again = [pool.take_log(64 * KiB, 3) for _ in range(8)]
    assert {block.offset for block in again} == {block.offset for block in held[::2]}
    assert not pool.take_log(64 * KiB, 3).log
    pool.free_log(3)
    pool.free_log(3)
    pool.free_log(99)
    assert pool.log_used == 512 * KiB


def test_when_one_log_device_is_full_the_other_takes_its_turn():
    pool = Pool(singles(1), [Single(ram(LABEL + 8192)), Single(ram())])
    blocks = [pool.take_log(4096, 1) for _ in range(20)]
    assert counts(pool, blocks) == [0, 2, 18]
    assert pool.spilled == 0


def test_a_log_block_larger_than_the_log_spills():
    pool = Pool(singles(1), singles(1, LABEL + 64 * KiB))
    assert not pool.take_log(128 * KiB, 1).log
    assert pool.take_log(64 * KiB, 1).log
    assert pool.spilled == 1


def test_without_log_devices_nothing_is_spilled():
    pool = Pool(singles(2))
    assert not pool.take_log(4096, 1).log
    assert (pool.spilled, pool.log_used, pool.log_capacity) == (0, 0, 0)


def test_log_devices_can_be_left_out_and_come_back():
    pool = Pool(singles(2), singles(2))
    logs, pool.logs = pool.logs, []
    assert not pool.take_log(4096, 1).log
    pool.logs = logs
    assert pool.take_log(4096, 1).log
    assert pool.spilled == 0


@pytest.mark.parametrize(
    "device", [Logzilla, lambda: Nvram(GB), lambda: Nvram(GB, volatile=True), drive]
)
def test_any_device_can_be_a_log(device):
    pool = Pool(singles(1), [Mirror([device(), device()])])
    block = pool.take_log(8192, 1)
    finish = pool.write(block, 1.0)
    assert finish == Mirror([device(), device()]).write(1.0, LABEL, 8192)
    assert block.vdev.flush(finish) >= finish


def test_a_pool_that_is_full_goes_round():
    pool = Pool(singles(1, LABEL + MiB))
    assert [pool.take(512 * KiB).offset for _ in range(4)] == [LABEL, LABEL + 512 * KiB] * 2


@pytest.mark.parametrize(
    "make",
    [
        lambda: Single(ram()),
        lambda: Mirror([ram(), ram(), ram()]),
        lambda: Raidz([ram() for _ in range(5)]),
        lambda: Raidz([ram() for _ in range(7)], 2, sector=4096),
    ],
)
def test_what_devices_are_sent_is_what_was_taken_less_the_padding(make):
    random, pool, taken = Random(3), Pool([make(), make()]), 0
    for k in range(300):
        vdev = (block := pool.take(random.randint(1, 64) * 512)).vdev
        columns = vdev.columns(block.offset, block.size)
        taken += sum(column.size for column in columns)
        copies = len(columns) if isinstance(vdev, Mirror) else 1
        padding = copies * vdev.allocated(block.size) - sum(column.size for column in columns)
        assert 0 <= padding <= getattr(vdev, "parity", 0) * vdev.sector
        pool.write(block, k * 1e-3)
    assert taken == sum(
        r.size for vdev in pool.vdevs for device in vdev.devices for r in device.trace
    )


@pytest.mark.parametrize("wide", [2, 4, 8])
def test_a_stripe_is_never_slower_than_one_of_its_devices(wide):
    def ends(vdevs):
        pool, random = Pool([Single(Logzilla()) for _ in range(vdevs)]), Random(2)
        return [pool.write(pool.take(random.randint(1, 256) * 512), k * 20e-6) for k in range(400)]

    one, many = ends(1), ends(wide)
    assert all(b <= a for a, b in zip(one, many, strict=True))
    assert many[-1] < 0.7 * one[-1]


def test_capacity_is_that_of_the_main_vdevs():
    pool = Pool([Mirror([ram(), ram()]), Raidz([ram() for _ in range(3)])], singles(2))
    assert pool.capacity == 4 * 64 * MiB
    assert pool.log_capacity == 2 * 60 * MiB


def test_a_vdev_smaller_than_its_label_is_refused():
    with pytest.raises(
        ValueError, match=r"^a vdev must hold more than its label of 4194304 bytes, got 4194304$"
    ):
        Pool(singles(1), singles(1, LABEL))


# Free space


def test_next_fit_goes_round_its_device():
    space = NextFit(10, start=5)
    assert [space.take(4) for _ in range(5)] == [5, 9, 5, 9, 5]


def test_free_space_is_next_fit_as_long_as_nothing_is_given_back():
    random, free, plain = Random(1), FreeSpace(MiB), NextFit(MiB)
    while (offset := free.take(size := random.randint(1, 9000))) is not None:
        assert offset == plain.take(size)
    assert free.used > MiB - 9000


def test_what_is_in_use_is_never_handed_out_twice():
    random, space, held = Random(4), FreeSpace(1000, start=100), []
    refused = 0
    for _ in range(5000):
        if held and random.random() < 0.5:
            offset, size = held.pop(random.randrange(len(held)))
            space.release(offset, size)
        else:
            size = random.randint(1, 60)
            offset = space.take(size)
            if offset is None:
                refused += 1
                assert all(end - begin < size for begin, end in space.free)
                continue
            assert 100 <= offset <= 1100 - size
            assert all(offset + size <= o or o + s <= offset for o, s in held)
            held.append((offset, size))
        assert space.used == sum(size for _, size in held)
        assert sum(end - begin for begin, end in space.free) == 1000 - space.used
        assert all(a[1] < b[0] for a, b in zip(space.free, space.free[1:], strict=False))
    assert refused > 10
    for offset, size in held:
        space.release(offset, size)
    assert space.free == [(100, 1100)]


# Devices that fail


def disks(count):
    return [Nvram(64 * MiB) for _ in range(count)]


@pytest.mark.parametrize(
    ("make", "spare"),
    [
        (lambda: Single(*disks(1)), 0),
        (lambda: Mirror(disks(2)), 1),
        (lambda: Mirror(disks(3)), 2),
        (lambda: Raidz(disks(2)), 1),
        (lambda: Raidz(disks(6), 2), 2),
        (lambda: Raidz(disks(4), 3), 3),
    ],
)
def test_a_vdev_spares_all_copies_but_one_or_as_many_disks_as_it_has_parity(make, spare):
    vdev = make()
    assert vdev.spare == spare
    for disk in range(spare + 1):
        assert not vdev.lost
        vdev.failed.add(disk)
    assert vdev.lost
