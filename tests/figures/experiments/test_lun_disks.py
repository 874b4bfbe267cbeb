"""What the model of a database on a LUN leaves out of its disks, and by how much that matters."""

from dataclasses import replace
from heapq import heappop, heappush
from math import inf
from random import Random

import pytest

from figures.lun_alignment.experiments.lun_load import LunRun
from models.devices.queued_disk import QueuedDisk, fcfs, sptf
from models.machine import SUN_7410, Iscsi, Machine
from models.protocols.alignment import Partition
from models.units import GiB, KiB, MiB, sector
from models.zfs.allocator.allocator import NextFit


class SingleBlocks(NextFit):
    """Blocks of `block` bytes go anywhere, other sizes behind one another."""

    def __init__(self, size: int, start: int, block: int, seed: int = 1):
        super().__init__(size, start)
        self.block, self.random = block, Random(seed)

    def take(self, size: int) -> int:
        """The offset (bytes) of `size` free bytes."""
        if size != self.block:
            return super().take(size)
        return (
            self.start
            + self.size // 4
            + int(self.random.random() * (self.size // 2 // size)) * size
        )


def in_single_blocks(machine: Machine, block: int, held: int, seed: int = 1) -> Machine:
    """`machine` itself; from now on its groups go to disk in single blocks of `block` bytes, and
    writers wait while `held` bytes are dirty, as disks cannot keep up."""
    groups, main = machine.zfs.groups, machine.pool.main
    groups.spec, groups.limit = replace(groups.spec, transfer=block), held
    main.spaces = [
        SingleBlocks(space.size, space.start, block, seed + n)
        for n, space in enumerate(main.spaces)
    ]
    return machine


BESIDES = sum(Iscsi().clients(SUN_7410)[::2]) + SUN_7410.head.cpu_write


def queued(rule, blocks, reads=0.7, threads=16, pairs=2, seconds=4.0, seed=1):
    """Requests a second with disks that have a queue of their own. blocks: to be read for a read,
    and for a write."""
    chance, spec = Random(seed).random, SUN_7410.drive
    disks = [QueuedDisk(spec, rule(), phase=chance()) for _ in range(2 * pairs)]
    busy, ready, left, whose, done = [0] * len(disks), [], {}, {}, 0
    for thread in range(threads):
        heappush(ready, (chance() * BESIDES, thread))
    while True:
        due, disk = min((disk.due, i) for i, disk in enumerate(disks))
        if min(due, ready[0][0] if ready else inf) > seconds:
            return done / seconds
        if ready and ready[0][0] <= due:
            now, thread = heappop(ready)
            left[thread] = blocks[0 if chance() < reads else 1]
            for _ in range(left[thread]):
                first = 2 * int(chance() * pairs)
                side = min((first, first + 1), key=lambda i: busy[i])
                where = (
                    spec.capacity // 4 + int(chance() * (spec.capacity // 2 // (8 * KiB))) * 8 * KiB
                )
                busy[side] += 1
                command = disks[side].submit(now, "read", where, 8 * KiB)
                whose[id(command)] = thread, side, command
            if not left[thread]:
                done += 1
                heappush(ready, (now + BESIDES, thread))
            continue
        for command in disks[disk].step():
            thread, side, _ = whose.pop(id(command))
            busy[side] -= 1
            left[thread] -= 1
            if not left[thread]:
                done += 1
                heappush(ready, (command.finish + BESIDES, thread))


def test_disks_with_a_queue_of_their_own_do_about_a_fifth_more_on_both_sides_and_the_loss_is_the_same():
    plain, own = (
        [queued(rule, blocks) for blocks in ((1, 0), (2, 2))]
        for rule in (lambda: fcfs, lambda: sptf(0.3))
    )
    assert all(1.15 < more / less < 1.3 for more, less in zip(own, plain, strict=True))
    assert (
        own[0] / own[1]
        == pytest.approx(plain[0] / plain[1], rel=0.1)
        == pytest.approx(2 / 0.7, rel=0.1)
    )


def aged(start, reads, seconds):
    run = LunRun(Partition(start * sector, 8 * KiB, 400 * GiB), reads=reads, interval=0.4)
    in_single_blocks(run.machine, 8 * KiB, 4 * MiB)
    return run.measure(seconds).rate


@pytest.mark.parametrize(("reads", "seconds"), [(0.7, 8.0), (1.0, 3.0)])
def test_where_each_block_of_a_group_goes_to_a_place_of_its_own_all_mixes_lose_between_two_and_three(
    reads, seconds
):
    good, bad = (aged(start, reads, seconds) for start in (0, 63))
    assert 1.95 < good / bad < 3 and (reads or good < 200)
