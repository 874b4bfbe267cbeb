"""Reads find a block through its pointers, which are in memory or are read first."""

import pytest

from models.machine import SERVER_TODAY, SUN_7410, Machine, Nfs, Reads
from models.sim.path import RequestPath
from models.units import GiB, KiB, MiB
from models.zfs.txg.rewrites import distinct

ORDER = SUN_7410.order(
    pool={"layout": "mirror", "vdevs": 4, "jbods": 0}, log={"devices": 2}, recordsize=8 * KiB
)
BLOCK = 8 * KiB


def machine_of(arc=1 * GiB, held=False, order=ORDER):
    return Machine(
        order.order(cache={"arc": arc, "pointers_held": held}, flash={"devices": 0}).bare("cache")
    )


def took(machine, number):
    """Return the tier of a read, and how long it took."""
    begun, found = machine.loop.now, []

    def program():
        path = RequestPath(begun)
        found.append((yield from machine.reads.read(number, BLOCK, path)))
        found.append(machine.loop.now - begun)
        assert path.total() == pytest.approx(found[1])

    machine.loop.spawn(program())
    while len(found) < 2:
        machine.loop.run(until=machine.loop.now + 0.001)
    return found


def disk_reads(machine):
    return machine.boxes.moved("disks")[0]


def test_a_cold_read_reads_the_pointers_of_each_level_before_its_block():
    machine = machine_of()
    number = 3 * 128**2 + 5 * 128 + 7
    took(machine, number)
    assert machine.reads.found == 3 and disk_reads(machine) == 4  # two blocks and the highest
    took(machine, number + 1)  # of the same block of pointers
    assert machine.reads.found == 3 and disk_reads(machine) == 5
    took(machine, number + 128)  # of the next, below the same block
    assert machine.reads.found == 4 and disk_reads(machine) == 7
    assert took(machine, number)[0] == "memory"
    assert machine.reads.count == {"memory": 1, "flash": 0, "disk": 3, "on its way": 0}


def test_a_file_in_use_has_its_highest_blocks_of_pointers_in_memory():
    """Of 128 pointers each: 3 * 128 blocks above the lowest, and 3 above those."""
    machine = machine_of()
    machine.reads.hold_above(3 * 128**3)
    for number in (3 * 128**2 + 5 * 128 + 7, 128**3 + 77_777, 3 * 128**3 - 1):
        before = machine.reads.found
        took(machine, number)
        assert machine.reads.found == before + 1
    machine = machine_of()
    machine.reads.hold_above(10 * 128**3)  # 1,280 blocks are too many; the 10 above them are not
    took(machine, 3 * 128**2 + 5 * 128 + 7)
    assert machine.reads.found == 2


def test_without_a_cache_or_with_pointers_held_only_blocks_are_read():
    for machine in (machine_of(held=True), Machine(ORDER.bare())):
        for number in (77_777, 99_999, 1_000_000):
            took(machine, number)
        assert machine.reads.found == 0 and disk_reads(machine) == 3


def test_reads_of_one_block_at_once_wait_for_the_same_read_of_its_pointers():
    machine, tiers = machine_of(), []

    def program(number):
        tiers.append((yield from machine.reads.read(number, BLOCK)))

    for number in (1, 1, 2, 1):
        machine.loop.spawn(program(number))
    machine.loop.run(until=1.0)
    assert sorted(tiers) == ["disk", "disk", "on its way", "on its way"]
    assert machine.reads.found == 1 and disk_reads(machine) == 3 and not machine.reads.in_flight


@pytest.mark.parametrize("arc", [64 * MiB, 1 * GiB])
def test_reads_of_a_file_far_larger_than_memory_read_pointers_for_most_blocks(arc):
    machine = machine_of(arc)
    machine.run(Nfs(4, 8, BLOCK, reads=1.0, blocks=Reads(100 * GiB), turnaround=1e-4), seconds=2.0)
    reads = machine.reads
    wanted = reads.count["disk"] + sum(isinstance(key, int) for key in reads.in_flight)
    levels = [distinct(100 * GiB // BLOCK // 128**level, wanted) for level in (1, 2, 3)]
    assert reads.found == pytest.approx(sum(levels), rel=0.08)
    assert reads.cache.arc.used <= arc


def test_a_block_in_memory_keeps_its_pointers_there():
    machine = machine_of(16 * MiB)
    arc = machine.reads.cache.arc
    for number in range(0, 4000 * 128, 128):  # each block has pointers of its own
        machine.reads.written(number, BLOCK)
    kept = [key for key in arc.seen if isinstance(key, int)]
    assert kept and all((1, number // 128) in arc.seen for number in kept)
    assert len(kept) * (BLOCK + 16 * KiB) <= arc.size


def test_an_overwrite_reads_its_pointers_first_even_if_it_covers_its_block():
    machine = machine_of()

    def program():
        for number in (1000, 1001):
            yield from machine.zfs.write(number * BLOCK, BLOCK, False, rewrite="disk")

    machine.loop.spawn(program())
    machine.loop.run(until=1.0)
    assert machine.reads.found == 2 and disk_reads(machine) == 2


def test_a_created_file_changes_its_leaf_and_its_dnode_block_once_a_group():
    machine = machine_of(order=ORDER.order(groups={"interval": 100.0}))
    zfs, spec = machine.zfs, machine.zfs.groups.spec

    def program():
        for number in range(64):
            yield from zfs.create(number, 1_000_000)

    machine.loop.spawn(program())
    machine.loop.run(until=5.0)
    assert zfs.log.number == 64 and zfs.groups.dirty == 0
    leaves, dnodes = (one for one in zfs.groups.rewritten.values())
    assert len(dnodes.records) == 2 and 60 < len(leaves.records) <= 64
    before, above = machine.boxes.moved("disks")[3], zfs.groups.above
    zfs.groups.wake()
    machine.loop.run(until=6.0)
    blocks = (machine.boxes.moved("disks")[3] - before) / 2 - 1024  # the uberblock; two sides
    assert blocks == above * spec.copies * spec.indirect
    assert machine.reads.found == len(leaves.records)


def test_a_file_is_opened_through_the_leaf_of_its_name_and_its_dnode():
    machine = machine_of()
    machine.loop.spawn(machine.zfs.open(100, 1_000_000))
    machine.loop.run(until=1.0)
    assert machine.reads.found == 2
    machine.loop.spawn(machine.zfs.open(101, 1_000_000))  # another name, a dnode of the same block
    machine.loop.spawn(machine.zfs.open(100, 1_000_000))
    machine.loop.run(until=2.0)
    assert machine.reads.found == 3


def test_the_server_of_today_has_a_thousand_pointers_in_a_block_which_memory_holds_compressed():
    pointers = machine_of(order=SERVER_TODAY.order(pool={"vdevs": 1})).reads.pointers
    assert pointers == (1024, 32 * KiB, 32 * KiB)
    assert machine_of().reads.pointers == (128, 16 * KiB, 4 * KiB)


@pytest.mark.parametrize("vdevs", [3, 4, 8])
def test_blocks_of_pointers_lie_on_all_vdevs_alike(vdevs):
    machine = machine_of(
        64 * MiB, order=SERVER_TODAY.order(pool={"layout": "mirror", "vdevs": vdevs})
    )
    machine.run(Nfs(4, 8, BLOCK, reads=1.0, blocks=Reads(1000 * GiB), turnaround=1e-4), seconds=2.0)
    disks = [disk.moved[0] for disk in machine.boxes.disks]
    reads = [sum(disks[at : at + 2]) for at in range(0, len(disks), 2)]
    assert machine.reads.found > 300
    assert max(reads) < 1.2 * min(reads)
