"""Pointers instead of data: what logbias throughput, and large writes without a log device, leave
in the log."""

import itertools
from random import Random

import pytest

from models.sim.loop import Loop
from models.units import KiB, ms
from models.zfs.dataset import Zfs
from models.zfs.pool.pool import Pool
from models.zfs.txg.txg_spec import TxgSpec
from models.zfs.zil.log_spec import LogSpec
from tests.models.logs import Programs, disks, flash, memory

WAYS = ({}, {"rule": "train", "out": 3})


def both(threads=20, rounds=10, **spec):
    """The same programs under latency and under throughput, on three disks and two log devices."""
    return [
        Programs(
            threads, rounds, disks(3), flash(2), bias=bias, record=8 * KiB, seed=2, **spec
        ).run()
        for bias in ("latency", "throughput")
    ]


@pytest.mark.parametrize("spec", WAYS)
def test_under_throughput_nothing_goes_to_the_log_devices(spec):
    latency, throughput = both(**spec)
    assert not throughput.trace(throughput.pool.logs)
    assert latency.trace(latency.pool.logs) and not latency.trace(latency.pool.vdevs)


@pytest.mark.parametrize("spec", WAYS)
def test_each_record_is_put_into_its_place_once_and_the_log_holds_pointers(spec):
    _, made = both(**spec)
    writes = [r.size for r in made.trace(made.pool.vdevs) if r.size]
    assert sum(batch.data for batch in made.batches) == 200 * 8 * KiB
    assert sum(writes) == 200 * 8 * KiB + sum(batch.bytes for batch in made.batches)
    pointed = [block for written in made.log.chain for block in written.pointed]
    assert len({(id(block.vdev), block.offset) for block in pointed}) == 200
    assert all(
        written.numbers and len(written.numbers) == len(written.pointed)
        for written in made.log.chain
    )


@pytest.mark.parametrize("count", [1, 20])
def test_a_pointer_takes_a_header_in_the_log(count):
    made = Programs(count, 1, disks(1), (), bias="throughput", record=8 * KiB, think=0.0).run()
    assert sum(batch.bytes for batch in made.batches) <= 4 * KiB * (1 + count // 20)


@pytest.mark.parametrize("spec", WAYS)
def test_pointed_records_too_are_safe_once_in_order_and_not_before_their_data(spec):
    _, made = both(threads=30, **spec)
    assert sorted(number for _, number in made.told) == list(range(300))
    assert not made.broken
    times = {number: time for time, number in made.told}
    assert all(times[n] <= times[n + 1] for n in range(299))


def test_a_file_block_is_written_whole_however_little_of_it_is_new():
    made = Programs(1, 10, disks(1), (), bias="throughput", record=128 * KiB).run()
    assert {r.size for r in made.trace(made.pool.vdevs) if r.size} == {128 * KiB, 4 * KiB}
    assert sum(batch.data for batch in made.batches) == 10 * 128 * KiB


@pytest.mark.parametrize(
    ("size", "logs", "record", "pointed"),
    [
        (32 * KiB, 0, 128 * KiB, False),
        (33 * KiB, 0, 128 * KiB, True),
        (128 * KiB, 0, 128 * KiB, True),
        (128 * KiB, 1, 128 * KiB, False),
        (128 * KiB, 0, 8 * KiB, False),
        (128 * KiB, 0, 0, True),
    ],
)
def test_a_large_write_is_pointed_to_where_no_log_device_takes_it(size, logs, record, pointed):
    """Of files of small blocks each block is a write of its own (zfs_log_write of 2009)."""
    made = Programs(1, 3, disks(1), flash(logs), size=size, record=record, indirect=32 * KiB).run()
    assert {batch.data > 0 for batch in made.batches} == {pointed}


def test_a_lone_write_by_pointer_costs_a_turn_as_the_log_itself_does():
    """On one disk the block and the pointer lie side by side."""
    one, other = (
        Programs(1, 60, disks(1), (), size=8 * KiB, record=8 * KiB, bias=bias, think=0.0).run()
        for bias in ("latency", "throughput")
    )
    assert other.told[-1][0] == pytest.approx(one.told[-1][0], rel=0.01)


class Share:
    """A ZFS on disks and a log device, its programs, and what its one group wrote."""

    def __init__(self, bias, count=300, record=8 * KiB):
        self.loop = Loop()
        self.pool = Pool(disks(2), flash(1))
        self.zfs = Zfs(
            self.loop,
            self.pool,
            log=LogSpec(bias=bias),
            txg=TxgSpec(interval=1e9, record=record),
            host=0.0,
            copy=0.0,
            random=Random(1),
        )
        for k in range(count):
            self.loop.spawn(self.zfs.write(k * 8 * KiB, 8 * KiB, True))
        self.loop.run(until=5.0)
        self.at_commit = self.bytes()
        self.zfs.groups.wake()
        self.loop.run(until=10.0)
        self.at_group = self.bytes() - self.at_commit

    def bytes(self):
        return sum(
            r.size for vdev in self.pool.vdevs for device in vdev.devices for r in device.trace
        )


def test_the_group_of_a_throughput_dataset_writes_only_what_points_to_its_data():
    latency, throughput = Share("latency"), Share("throughput")
    assert latency.at_commit == 0 and throughput.at_commit >= 300 * 8 * KiB
    data = 300 * 8 * KiB
    assert latency.at_group - throughput.at_group == data
    assert throughput.at_group < 0.1 * data


def test_two_datasets_do_not_wait_for_each_other():
    """Bourbonnais 2015: each file system has a chain of its own, so redo logs are kept apart from
    data files."""

    def median(apart):
        loop = Loop()
        pool = Pool(disks(2), flash(1))
        zfs = Zfs(
            loop,
            pool,
            log=LogSpec(bias="throughput"),
            txg=TxgSpec(interval=1e9, record=8 * KiB),
            host=0.0,
            copy=0.0,
            random=Random(1),
            recording=False,
        )
        redo = zfs.dataset(LogSpec(), Random(2), recording=False) if apart else zfs.log
        waits = []

        def writer(log, size, waits):
            while True:
                came = loop.now
                yield from zfs.write(0, size, True, log=log)
                waits.append(loop.now - came)
                yield 1 * ms

        for _ in range(10):
            loop.spawn(writer(zfs.log, 8 * KiB, []))
        loop.spawn(writer(redo, 4 * KiB, waits))
        loop.run(until=1.0)
        return sorted(waits)[len(waits) // 2]

    assert median(apart=True) < 0.2 * ms
    assert median(apart=False) > 5 * ms


def test_a_full_log_spills_and_comes_back_and_every_record_is_safe():
    loop = Loop()
    pool = Pool(disks(1), memory(1, 6 * 2**20))
    zfs = Zfs(
        loop, pool, log=LogSpec(), txg=TxgSpec(interval=0.5), host=0.0, copy=0.0, random=Random(1)
    )
    where = []

    def program():
        while True:
            yield from zfs.write(0, 8 * KiB, True)
            where.append((loop.now, zfs.log.chain[-1].block.log))

    loop.spawn(program())
    loop.run(until=1.4)
    turns = [a[1] for a, b in itertools.pairwise(where) if a[1] != b[1]] + [where[-1][1]]
    assert turns[:4] == [True, False, True, False]
    assert pool.spilled == sum(not log for _, log in where) + (zfs.log.out > 0)
    slow = [b[0] - a[0] for a, b in itertools.pairwise(where) if not b[1]]
    fast = [b[0] - a[0] for a, b in itertools.pairwise(where) if b[1]]
    assert min(slow) > 20 * sorted(fast)[len(fast) // 2]


def test_a_commit_without_data_has_nothing_to_put_into_its_place():
    spec = LogSpec(bias="throughput")
    assert spec.is_indirect(512) and not spec.is_indirect(0)
