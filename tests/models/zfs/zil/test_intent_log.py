"""The intent log at work: what waits together becomes safe together, one commit at a time."""

import itertools
from math import fsum
from random import Random

import pytest

from models.devices.drive_spec import DriveSpec
from models.sim.loop import Loop
from models.units import KiB
from models.zfs.zil.intent_log import MARKED, IntentLog
from models.zfs.zil.log_spec import LogSpec
from tests.models.drives import TURN, alone, drive

SIZE = 8 * KiB


class Run:
    """`threads` programs that commit `rounds` records each, and what came of it."""

    def __init__(self, threads, rounds, cache=True, fsync=0, **spec):
        self.fsync = fsync
        self.loop, self.disk, self.spec = Loop(), drive(cache=cache), LogSpec(**spec)
        self.log = IntentLog(self.loop, alone(self.disk), self.spec, Random(1))
        self.woken = []
        for _ in range(threads):
            self.loop.spawn(self.program(rounds))
        self.loop.run()

    def program(self, rounds):
        for _ in range(rounds):
            yield from self.log.commit(SIZE, fsync=self.fsync)
            self.woken.append(self.loop.now)


@pytest.fixture(scope="module", params=["last", "random", "first", "alone"])
def run(request):
    if request.param == "alone":
        return Run(threads=40, rounds=12, group=False)
    return Run(threads=40, rounds=12, wake=request.param)


def test_every_record_becomes_safe_once(run):
    assert len(run.woken) == sum(batch.records for batch in run.log.batches) == 40 * 12


def test_one_commit_is_out_at_a_time(run):
    batches = run.log.batches
    assert all(one.finish <= other.start for one, other in itertools.pairwise(batches))


def test_waiters_go_on_when_the_flush_has_ended_and_not_before(run):
    flushes = [request.finish for request in run.disk.trace if request.op == "flush"]
    assert [batch.finish for batch in run.log.batches] == pytest.approx(flushes, abs=1e-12)
    assert set(run.woken) == {batch.finish for batch in run.log.batches}


def test_no_byte_is_lost_between_records_and_disk(run):
    packed = [sum(run.spec.pack([SIZE] * batch.records)) for batch in run.log.batches]
    assert [batch.bytes for batch in run.log.batches] == packed
    assert sum(request.size for request in run.disk.trace) == sum(packed)


def test_log_blocks_lie_one_behind_the_other(run):
    writes = [request for request in run.disk.trace if request.size]
    assert all(a.offset + a.size == b.offset for a, b in itertools.pairwise(writes))


def test_the_last_who_came_takes_whoever_waits():
    sizes = [batch.records for batch in Run(threads=40, rounds=6, wake="last").log.batches]
    assert sizes[:2] == [40, 40]
    assert sum(sizes) == 240


def test_the_first_who_waits_takes_what_fits_in_its_block():
    run = Run(threads=40, rounds=6, wake="first")
    assert max(batch.records for batch in run.log.batches) == 15
    assert all(len(run.spec.pack([SIZE] * batch.records)) == 1 for batch in run.log.batches)


def test_a_random_writer_takes_more_than_the_first_and_less_than_the_last():
    commits = {
        wake: len(Run(threads=40, rounds=20, wake=wake).log.batches)
        for wake in ("first", "random", "last")
    }
    assert commits["first"] > commits["random"] > commits["last"]


def test_without_sharing_a_commit_takes_one_record():
    assert {batch.records for batch in Run(threads=5, rounds=6, group=False).log.batches} == {1}


def test_records_become_safe_in_the_order_in_which_they_came():
    loop, order = Loop(), []
    log = IntentLog(loop, alone(drive(cache=True)), LogSpec(group=False), Random(1))

    def program(name, at):
        yield at
        yield from log.commit(SIZE)
        order.append(name)

    for n in range(20):
        loop.spawn(program(n, n * 1e-4))
    loop.run()
    assert order == list(range(20))


def test_a_second_group_gathers_while_the_first_is_out():
    loop = Loop()
    log = IntentLog(loop, alone(drive(cache=True)), LogSpec(), Random(1))

    def program(at):
        yield at
        yield from log.commit(SIZE)

    for at in (0.0, 0.001, 0.002, 0.003):
        loop.spawn(program(at))
    loop.run()
    assert [batch.records for batch in log.batches] == [1, 3]


@pytest.mark.parametrize("threads", [1, 2, 16, 64])
def test_a_commit_costs_a_turn_and_its_own_transfer(threads):
    run, rate = Run(threads=threads, rounds=40), DriveSpec().media_rate
    batches = run.log.batches[5:]
    closed_form = TURN + fsum(batch.bytes for batch in batches) / len(batches) / rate
    measured = (batches[-1].finish - batches[0].start) / len(batches)
    assert measured == pytest.approx(closed_form, rel=0.02)


def test_without_flushes_the_log_goes_as_fast_as_commands_do():
    spec, rounds = DriveSpec(), 200
    run = Run(threads=1, rounds=rounds, flush=False)
    assert run.woken[-1] == pytest.approx(rounds * (spec.command + 12 * KiB / spec.interface_rate))
    assert all(request.op == "write" for request in run.disk.trace)


def test_with_the_cache_off_a_commit_of_two_blocks_costs_two_turns():
    run, rate = Run(threads=20, rounds=40, cache=False, wake="last"), DriveSpec().media_rate
    batches = run.log.batches[5:]
    closed_form = 2 * TURN + sum(batch.bytes for batch in batches) / len(batches) / rate
    assert (batches[-1].finish - batches[0].start) / len(batches) == pytest.approx(
        closed_form, rel=0.02
    )


@pytest.mark.parametrize("wake", ["first", "random", "last"])
def test_until_2010_the_fsync_of_many_writes_takes_a_commit_of_its_own_and_one_of_few_does_not(
    wake,
):
    own, shared = (Run(20, 6, wake=wake, alone=True, fsync=fsync) for fsync in (MARKED + 1, MARKED))
    assert [batch.records for batch in own.log.batches] == [1] * 20 * 6
    assert len(shared.log.batches) < 20 * 6 / 3 and len(shared.woken) == len(own.woken) == 20 * 6
    assert len(Run(20, 6, wake=wake, fsync=MARKED + 1).log.batches) == len(shared.log.batches)


def test_a_thread_whose_record_is_safe_waits_until_older_ones_are():
    loop = Loop()
    log = IntentLog(loop, alone(drive(cache=True)), LogSpec(wake="first", alone=True), Random(1))
    ends = {}

    def program(name, begin, steps):
        yield begin
        yield from steps()
        ends[name] = loop.now

    for name, begin, steps in (
        ("writes", 0.0, lambda: log.commit(SIZE)),
        ("older", 1e-3, lambda: log.commit(SIZE, fsync=MARKED + 1)),
        ("old", 2e-3, lambda: log.commit(SIZE, fsync=MARKED + 1)),
        ("looks", 3e-3, log.look),
    ):
        loop.spawn(program(name, begin, steps))
    loop.run()
    finish = [batch.finish for batch in log.batches]
    assert [ends[name] for name in ("older", "old")] == finish[1:] and len(finish) == 3
    assert ends["looks"] == finish[2] and ends["writes"] == finish[0]
