"""ZFS on one disk: what a program sees, against closed forms and the numbers that were measured."""

import pytest

from models.appliance import FreeBSDBox
from models.stats import interval
from models.units import KiB, MiB


def run(seconds=3.0, threads=1, size=8 * KiB, sync=True, **settings):
    machine = FreeBSDBox(**settings)
    machine.start(threads, size=size, sync=sync)
    machine.loop.run(until=seconds)
    return machine


def iops(machine, seconds=3.0):
    return interval(machine.disk.trace, 1.0, seconds - 1.0).rate


def test_a_program_that_waits_for_the_platter_makes_118_writes_a_second():
    assert iops(run()) == pytest.approx(118, abs=1.5)


def test_each_write_of_8_kib_becomes_12_on_the_disk():
    assert {r.size for r in run().disk.trace if r.size} == {12 * KiB}


@pytest.mark.parametrize("host", [0.0, 20e-6, 500e-6, 4e-3])
def test_a_faster_computer_makes_no_more_writes(host):
    assert iops(run(host=host)) == pytest.approx(118, abs=1.5)


def test_without_flushes_a_write_costs_the_host_and_a_command():
    machine = run(cache="ignored")
    cost = 67e-6 + 72e-6 + 12 * KiB / 300e6
    assert iops(machine) == pytest.approx(1 / cost, rel=0.01)
    assert iops(machine) == pytest.approx(5530, rel=0.02)


def test_64_threads_get_the_rate_of_their_convoys_and_far_more_than_one():
    many, one = run(threads=64, seconds=2.0), run(seconds=2.0)
    written = sum(w.size for w in many.done if w.finish > 1.0)
    assert written > 20 * sum(w.size for w in one.done if w.finish > 1.0)
    assert 20e6 < written < 30e6                # 27 MB/s were measured


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
    assert iops(run(sync=False, cache="off", seconds=6.0), 6.0) == pytest.approx(107.4, abs=1)


def test_memory_bounds_what_a_program_can_be_ahead_of_the_disk():
    machine = run(sync=False, seconds=3.0, memory=8 * 64 * MiB)
    ahead = sum(w.size for w in machine.done) - sum(r.size for r in machine.disk.trace)
    assert ahead <= 64 * MiB


def test_what_went_into_the_log_goes_out_again_with_its_transaction_group():
    machine = run(seconds=5.0, txg_interval=2.0)
    groups = [r for r in machine.disk.trace if r.size not in (0, 12 * KiB)]
    metadata, uberblock = 2 * 3 * 4 * KiB, 4 * KiB
    until = sum(w.size for w in machine.done if w.finish <= 4.0)
    assert sum(r.size for r in groups) == pytest.approx(until + 2 * (metadata + uberblock), rel=0.02)
