"""Programs before a raw disk: they wait, rest and flush as they are told, and the flat loop of
reads is the same."""

from itertools import pairwise
from random import Random

import pytest

from figures.disks.experiments.one_disk import ENTERPRISE
from figures.disks.experiments.random_reads import random_reads
from models.machine import FREEBSD_BOX, Machine, RawPrograms, answered
from models.sim.stats import in_flight, mean
from models.sim.workload import sequential, uniform
from models.units import GB, KiB, ms

SIZE, SPAN = 4 * KiB, 100 * GB
QUEUED = ENTERPRISE.bare("drive queue").order(disks={"read_ahead": 0}, write_cache="off")


def anywhere():
    return uniform(SIZE, SPAN, Random(3))


def run(order, number, **load):
    """The first answers of a machine, and the machine."""
    machine = Machine(order, 3)
    machine.start(RawPrograms(anywhere(), SIZE, **load))
    return answered(machine, number), machine


@pytest.mark.parametrize("reads", [0, 1])
@pytest.mark.parametrize("think", [0.0, 3 * ms])
def test_one_program_asks_the_disk_one_thing_after_the_other(reads, think):
    found, machine = run(ENTERPRISE, 200, reads=reads, think=think)
    alone, now = Machine(ENTERPRISE, 3), 0.0
    for one, offset in zip(found, anywhere(), strict=False):
        assert (one.offset, one.issued) == (offset, pytest.approx(now))
        finish = (alone.disk.read if reads else alone.disk.write)(now, offset, SIZE)
        assert one.finish == pytest.approx(finish)
        now = finish + think
    assert machine.disk.moved[reads] == 0


@pytest.mark.parametrize("threads", [1, 7, 32])
def test_each_program_has_one_request_outstanding(threads):
    found, machine = run(QUEUED, 900, threads=threads)
    begun, ended = found[300].finish, found[-1].finish
    seen = [one for one in machine.done if one.issued < ended]
    assert in_flight(seen, begun, ended - begun) == pytest.approx(threads, rel=0.05)


def test_so_many_are_reads_as_they_are_told():
    found, _ = run(QUEUED.order(write_cache="on"), 2000, threads=4, reads=0.3)
    assert sum(one.op == "read" for one in found) / len(found) == pytest.approx(0.3, abs=0.04)
    with pytest.raises(ValueError, match="reads must be 0-1, got 2"):
        RawPrograms(sequential(SIZE), reads=2)


def test_bursts_begin_so_far_apart_or_as_soon_as_the_last_is_over():
    for every in (0.5, 1e-6):
        found, _ = run(ENTERPRISE, 100, reads=0, burst=10, every=every)
        for first, second in pairwise(found[::10]):
            assert second.issued - first.issued == pytest.approx(
                every if every > 1e-3 else found[9].finish, rel=0.1
            )


def test_a_burst_may_end_with_a_flush_that_empties_the_cache():
    found, _ = run(ENTERPRISE, 22, reads=0, burst=10, flush=True)
    assert [number for number, one in enumerate(found) if one.op == "flush"] == [10, 21]
    assert found[10].latency > 10 * max(one.latency for one in found[:10])
    assert found[11].issued == found[10].finish


def test_thinking_varies_by_its_spread():
    found, _ = run(ENTERPRISE, 300, think=20 * ms, spread=0.5)
    pauses = [b.issued - a.finish for a, b in pairwise(found)]
    assert 10 * ms <= min(pauses) < 11 * ms and 29 * ms < max(pauses) <= 30 * ms
    assert mean(pauses) == pytest.approx(20 * ms, rel=0.05)


def test_the_path_of_a_request_is_as_long_as_its_latency():
    for order in (ENTERPRISE, QUEUED):
        paths = []
        found, _ = run(order.order(write_cache="off"), 40, reads=0.5, paths=paths)
        assert [path.total() for path in paths[:40]] == pytest.approx(
            [one.latency for one in found]
        )
        assert all(len(path.accesses) == 1 for path in paths[:40])


def test_only_a_raw_disk_is_asked():
    with pytest.raises(ValueError, match=r"^filesystem.kind must be raw for this, got zfs"):
        run(FREEBSD_BOX.bare(), 1)


@pytest.mark.parametrize(
    ("outstanding", "ageing", "size"),
    [
        (1, 0.003, 4 * KiB),
        (2, 0.0, 512 * KiB),
        (10, 0.003, 4 * KiB),
        (32, 0.0, 4 * KiB),
        (32, 0.003, 512 * KiB),
    ],
)
def test_the_flat_loop_of_reads_is_the_machine(outstanding, ageing, size):
    order = QUEUED.order(ageing=ageing)
    machine = Machine(order, 5)
    machine.start(RawPrograms(uniform(size, SPAN, Random(3)), size, outstanding))
    whole = [(one.issued, one.finish) for one in answered(machine, 400)]
    flat = random_reads(
        Machine(order, 5).disk, uniform(size, SPAN, Random(3)), size, outstanding, 400, ageing
    )
    assert [pytest.approx(one, abs=1e-9) for one in flat] == whole
