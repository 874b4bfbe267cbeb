"""Transaction groups: when they go out, what they hold, and whom they keep waiting."""

from random import Random

import pytest

from models.sim.loop import Loop
from models.units import KiB, MiB, ms
from models.zfs.allocator.allocator import NextFit
from models.zfs.txg.transaction_group import TransactionGroups
from models.zfs.txg.txg_spec import TxgSpec
from tests.models.drives import alone, drive

UBERBLOCK, LABEL = 1 * KiB, 4 * MiB


class Run:
    """Programs that write `size` bytes every `nap` seconds for `seconds`."""

    def __init__(self, seconds, size=8 * KiB, nap=1 * ms, programs=1, age=0.0, **spec):
        self.loop, self.disk, self.spec = Loop(), drive(cache=True), TxgSpec(**spec)
        self.groups = TransactionGroups(self.loop, alone(self.disk), self.spec, age)
        self.added, self.most, self.blocked = 0, 0, 0
        for n in range(programs):
            self.loop.spawn(self.program(size, nap), at=n / programs * nap)
        self.loop.run(until=seconds)

    def program(self, size, nap):
        while True:
            yield nap
            before = self.loop.now
            yield from self.groups.add(size)
            self.blocked += self.loop.now > before
            self.added += size
            self.most = max(self.most, self.groups.dirty + self.groups.syncing)

    def bursts(self):
        """The transfers of each group, without its uberblock: (issue of the first, [sizes])."""
        bursts = [(None, [])]
        for request in self.disk.trace:
            if request.op == "write" and request.offset >= LABEL:
                bursts[-1][1].append(request)
            elif request.op == "write":
                bursts.append((None, []))
        return [
            (requests[0].issued, [r.size for r in requests]) for _, requests in bursts if requests
        ]


@pytest.mark.parametrize("dirty", [1, 4 * KiB, 100_000, 10 * MiB, 435 * MiB])
def test_a_group_writes_its_data_and_two_copies_of_the_blocks_above_it(dirty):
    spec = TxgSpec()
    sizes = [*spec.data_writes(dirty), *spec.metadata_writes(dirty)]
    records = -(-dirty // spec.record)
    data = -(-dirty // (4 * KiB)) * 4 * KiB
    assert sum(sizes) == data + 2 * (-(-records // 128) + 2) * 4 * KiB
    assert max(sizes) <= spec.transfer


def test_smaller_records_need_more_metadata():
    def metadata(record):
        return sum(TxgSpec(record=record).metadata_writes(64 * MiB))

    assert metadata(8 * KiB) > 10 * metadata(128 * KiB)


def test_an_empty_machine_writes_nothing():
    run = Run(seconds=20, nap=1000.0, interval=1.0)
    assert run.disk.trace == []


@pytest.mark.parametrize("interval", [0.5, 2.0, 5.0])
def test_a_group_goes_out_at_every_interval(interval):
    run = Run(seconds=21, interval=interval)
    starts = [start for start, _ in run.bursts()]
    assert starts == pytest.approx([interval * (n + 1) for n in range(len(starts))], abs=0.01)
    assert len(starts) == int(21 / interval)


def test_the_bytes_that_go_out_are_those_that_came_in():
    run = Run(seconds=10.5, interval=1.0)
    written = sum(size for _, sizes in run.bursts() for size in sizes)
    groups = len(run.bursts())
    data = run.added - run.groups.dirty
    assert data < written < data + groups * (UBERBLOCK + 2 * 3 * 4 * KiB)


def test_each_group_ends_with_a_flush_its_uberblock_and_a_flush():
    run = Run(seconds=2.5, interval=1.0)
    ends = [n for n, r in enumerate(run.disk.trace) if r.op == "write" and r.offset < LABEL]
    assert len(ends) == 2
    for n in ends:
        before, uberblock, after = run.disk.trace[n - 1 : n + 2]
        assert (before.op, uberblock.size, after.op) == ("flush", UBERBLOCK, "flush")


def test_a_group_is_rooted_as_soon_as_its_uberblock_is_sent_and_on_disk_after_the_flush():
    run = Run(seconds=1.0, interval=1.0)
    groups = run.groups
    while not groups.rooted:
        run.loop.run(until=run.loop.now + 0.1 * ms)
    assert (groups.rooted, groups.synced) == (1, 0)
    assert groups.blocks[1]
    run.loop.run(until=1.9)
    assert (groups.rooted, groups.synced) == (1, 1)
    run.loop.run(until=6.9)
    assert sorted(groups.blocks) == [5, 6]


@pytest.mark.parametrize("programs", [1, 5])
def test_no_more_than_the_limit_is_ever_dirty(programs):
    limit = 4 * MiB
    run = Run(
        seconds=3.0, size=96 * KiB, nap=0.02 * ms, programs=programs, interval=60.0, limit=limit
    )
    assert limit - 96 * KiB < run.most <= limit
    assert run.blocked > 10


def test_writers_that_the_limit_holds_back_get_the_disks_rate():
    run = Run(seconds=10.0, size=128 * KiB, nap=0.01 * ms, interval=60.0, limit=64 * MiB)
    assert run.added / 10.0 == pytest.approx(run.disk.spec.media_rate, rel=0.15)


def test_a_writer_below_the_disks_rate_is_never_held_back():
    run = Run(seconds=20.0, size=64 * KiB, nap=2 * ms, interval=2.0)
    assert len(run.bursts()) == 10
    assert run.blocked == 0


def test_one_write_may_exceed_the_limit_when_nothing_else_is_dirty():
    run = Run(seconds=3.0, size=2 * MiB, nap=0.1, interval=60.0, limit=1 * MiB)
    assert run.added > 4 * MiB


def test_an_old_group_holds_what_came_before_the_picture_at_the_rate_since():
    young, old = Run(seconds=5.5, interval=5.0), Run(seconds=5.5, interval=5.0, age=4.0)
    (young_start, young_sizes), (old_start, old_sizes) = young.bursts()[0], old.bursts()[0]
    assert (young_start, old_start) == pytest.approx((5.0, 1.0), abs=0.01)
    assert sum(old_sizes) == pytest.approx(sum(young_sizes), rel=0.02)


def test_a_group_that_is_neither_full_nor_due_waits():
    run = Run(seconds=5.0, size=64 * KiB, nap=0.2 * ms, programs=8, interval=60.0, limit=16 * MiB)
    data = [sum(sizes) for _, sizes in run.bursts()]
    assert min(data) > 4 * MiB


def test_the_cursor_of_new_blocks_goes_round_and_never_overlaps_in_a_round():
    random, space, taken = Random(1), NextFit(10 * MiB, start=MiB), []
    for _ in range(2000):
        size = random.randrange(1, 64) * 4 * KiB
        offset = space.take(size)
        assert MiB <= offset
        assert offset + size <= 11 * MiB
        if taken and offset == MiB:
            taken = []
        assert not taken or offset == taken[-1]
        taken.append(offset + size)
