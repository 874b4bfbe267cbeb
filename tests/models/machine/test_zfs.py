"""ZFS on one disk: what a program sees, against closed forms and the numbers that were measured."""

import pytest

from models.machine import FREEBSD_BOX, Local, Machine
from models.sim.stats import interval
from models.units import GiB, KiB, MiB


def run(seconds=3.0, threads=1, size=8 * KiB, sync=True, **settings):
    machine = Machine(FREEBSD_BOX.order(**settings).bare(), commands=True)
    machine.start(Local(threads, size, sync))
    machine.loop.run(until=seconds)
    return machine


def iops(machine, seconds=3.0):
    return interval(machine.disk.trace, 1.0, seconds - 1.0).rate


def test_a_program_that_waits_for_the_platter_makes_118_writes_a_second():
    assert iops(run()) == pytest.approx(118, abs=1.5)


def test_each_write_of_8_kib_becomes_12_on_the_disk_behind_a_first_block_that_was_allocated_for_nobody():
    first, *rest = [r.size for r in run().disk.trace if r.size]
    assert first == 4 * KiB
    assert set(rest) == {12 * KiB}


@pytest.mark.parametrize("host", [0.0, 500e-6, 4e-3])
def test_a_faster_computer_makes_no_more_writes(host):
    assert iops(run(host=host)) == pytest.approx(118, abs=1.5)


def test_without_flushes_a_write_costs_the_host_and_a_command():
    machine = run(1.5, write_cache="ignored")
    cost = 67e-6 + 72e-6 + 12 * KiB / 300e6
    assert iops(machine, 1.5) == pytest.approx(1 / cost, rel=0.01)
    assert iops(machine, 1.5) == pytest.approx(5530, rel=0.02)


def test_64_threads_get_the_rate_of_their_convoys_and_far_more_than_one():
    many, one = run(threads=64, seconds=2.0), run(seconds=2.0)
    written = sum(w.size for w in many.done if w.finish > 1.0)
    assert written > 20 * sum(w.size for w in one.done if w.finish > 1.0)
    assert 20e6 < written < 30e6  # 27 MB/s were measured


def test_threads_in_flight_are_rate_times_latency():
    machine = run(threads=16, seconds=3.0)
    done = [w for w in machine.done if w.finish > 1.0]
    latency = sum(w.latency for w in done) / len(done)
    assert len(done) / 2.0 * latency == pytest.approx(16, rel=0.03)


def test_an_asynchronous_program_gets_the_rate_of_the_platter_in_transfers_of_128_kib():
    row = interval(run(sync=False, seconds=4.0).disk.trace, 1.5, 2.0)
    assert row.throughput == pytest.approx(1020 * 128 * KiB, rel=0.02)
    assert row.transfer_size > 120 * KiB


def test_with_the_cache_off_every_transfer_of_128_kib_costs_a_turn_and_itself():
    assert iops(run(sync=False, write_cache="off", seconds=6.0), 6.0) == pytest.approx(107.4, abs=1)


def test_memory_bounds_what_a_program_can_be_ahead_of_the_disk():
    machine = run(sync=False, seconds=3.0, memory=8 * 64 * MiB)
    ahead = sum(w.size for w in machine.done) - sum(r.size for r in machine.disk.trace)
    assert ahead <= 64 * MiB


def test_what_went_into_the_log_goes_out_again_with_its_transaction_group():
    machine = run(seconds=5.0, groups={"interval": 2.0})
    groups = [r for r in machine.disk.trace if r.size not in (0, 12 * KiB)]
    metadata, uberblock = 2 * 3 * 4 * KiB, 1 * KiB
    until = sum(w.size for w in machine.done if w.finish <= 4.0)
    assert sum(r.size for r in groups) == pytest.approx(
        until + 2 * (metadata + uberblock), rel=0.02
    )


def rewritten(record, size, how, count=64, offsets=None):
    """(reads of the disk, bytes in the open group) after `count` writes of a file that was there
    before."""
    machine = Machine(
        FREEBSD_BOX.order(recordsize=record, groups={"interval": 1000.0}).bare(), commands=True
    )
    offsets = offsets or [k * size for k in range(count)]

    def program():
        for offset in offsets:
            yield from machine.zfs.write(offset, size, False, rewrite=how)

    machine.loop.spawn(program())
    machine.loop.run(until=20.0)
    return [r for r in machine.disk.trace if r.op == "read"], machine.zfs.groups.dirty


def test_a_rewrite_of_a_part_reads_each_block_once_and_writes_it_whole():
    reads, dirty = rewritten(128 * KiB, 8 * KiB, "disk")
    assert [r.size for r in reads] == [128 * KiB] * 4
    assert dirty == 4 * 128 * KiB
    reads, dirty = rewritten(128 * KiB, 8 * KiB, "memory")
    assert (reads, dirty) == ([], 4 * 128 * KiB)


def test_a_rewrite_of_whole_blocks_reads_nothing():
    assert rewritten(8 * KiB, 8 * KiB, "disk") == ([], 64 * 8 * KiB)
    assert rewritten(8 * KiB, 32 * KiB, "disk", count=16) == ([], 16 * 32 * KiB)


def test_a_rewrite_across_a_border_reads_both_blocks():
    reads, dirty = rewritten(128 * KiB, 8 * KiB, "disk", offsets=[128 * KiB - 4096])
    assert len(reads) == 2 and dirty == 256 * KiB


def test_random_rewrites_read_and_write_a_block_each():
    reads, dirty = rewritten(128 * KiB, 8 * KiB, "disk", offsets=[k * 7 * 2**20 for k in range(20)])
    assert len(reads) == 20 and dirty == 20 * 128 * KiB


@pytest.mark.parametrize(("rate", "bound"), [(1e9, "disk"), (40e6, "hash")])
def test_a_group_that_is_hashed_takes_as_long_as_the_slower_of_core_and_disk(rate, bound):
    took = {}
    for dedup in (False, True):
        machine = Machine(
            FREEBSD_BOX.order(
                dedup={"on": dedup, "unique": 1 * GiB}, groups={"interval": 1.0}, hash_rate=rate
            ).bare()
        )
        machine.zfs.groups.dirty = 100 * MiB
        machine.loop.run(until=6.0)
        group = machine.zfs.groups.history[0]
        took[dedup] = group.synced - group.closed
    assert took[True] == pytest.approx(
        took[False] if bound == "disk" else 100 * MiB / rate, rel=0.04
    )  # and its table


def test_programs_that_write_to_memory_share_the_cores():
    ran = Machine(FREEBSD_BOX).run(Local(3, o_sync=False), seconds=0.1)
    assert 0.9 < ran.used["cores"] <= 1
