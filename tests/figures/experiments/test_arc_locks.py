"""Locks under many CPUs: bounds, closed forms, and the analysis against the simulation."""

from itertools import pairwise
from math import log
from random import Random

import pytest

from figures.memory.experiments.arc_locks import (
    LINE,
    CacheOperation,
    LockSet,
    design,
    eviction,
    holding,
    operation,
    pause,
    simulate,
    throughput,
    wait_percentile,
)
from models.machine import SUN_7410, Machine
from models.units import us

ONE = CacheOperation(5 * us, (LockSet("a", 1, 0.5 * us),))
PATHS = [
    operation(design(new, 16), 16, work, cached)
    for new in (False, True)
    for work, cached in ((5 * us, True), (20 * us, False))
]


def machine(cpus):
    return Machine(
        SUN_7410.bare().order(pool={"layout": "stripe", "vdevs": 1, "jbods": 0}, cores=cpus), 7
    )


def repairman(work, hold, cpus):
    """The machine repairman's throughput: the share of time in which the repairman is busy, over
    the time he needs."""
    weight = total = 1.0  # weights of n = 0, 1, ... that wait or are served
    for n in range(1, cpus + 1):
        weight *= (cpus - n + 1) * hold / work
        total += weight
    return (1 - 1 / total) / hold


@pytest.mark.parametrize("cpus", [1, 2, 5, 11, 40])
def test_one_lock_is_the_machine_repairman(cpus):
    assert throughput(ONE, cpus) == pytest.approx(repairman(5 * us, 0.5 * us, cpus))


@pytest.mark.parametrize("one", PATHS)
def test_throughput_rises_with_cpus_and_keeps_below_both_bounds(one):
    found = [throughput(one, cpus) for cpus in range(1, 65)]
    assert all(more >= less * (1 - 1e-9) for less, more in pairwise(found))
    assert found[0] == pytest.approx(1 / one.demand)
    for cpus, rate in enumerate(found, 1):
        assert rate <= min(cpus / one.demand, one.limit) * (1 + 1e-9)
    assert throughput(one, 2_000) == pytest.approx(one.limit, rel=0.001)


def test_many_equal_locks_are_many_stations_of_their_own():
    split = CacheOperation(5 * us, tuple(LockSet(str(n), 1, 1 * us, 0.25) for n in range(4)))
    assert throughput(CacheOperation(5 * us, (LockSet("a", 4, 1 * us),)), 12) == pytest.approx(
        throughput(split, 12)
    )


@pytest.mark.parametrize("one", PATHS)
@pytest.mark.parametrize("cpus", [1, 16])
def test_the_simulation_agrees_with_the_analysis(one, cpus):
    random = Random(7)
    rate, _ = simulate(one, machine(cpus), 15_000, lambda: -log(1 - random.random()))
    assert rate == pytest.approx(throughput(one, cpus), rel=0.03)


@pytest.mark.parametrize("one", PATHS)
def test_steadier_times_do_better_and_little_s_law_holds(one):
    cores = machine(16)
    rate, times = simulate(one, cores, 8_000)
    assert throughput(one, 16) * 0.99 < rate < one.limit * 1.01
    assert rate * sum(times) / len(times) == pytest.approx(16, rel=0.01)
    assert cores.cpu.busy == pytest.approx(8_000 * one.work, rel=0.02)


@pytest.mark.parametrize(("work", "cached"), [(5 * us, True), (20 * us, False)])
def test_more_locks_help_many_cpus_and_one_not_at_all(work, cached):
    def gain(cpus):
        return throughput(operation(design(True, cpus), cpus, work, cached), cpus) / throughput(
            operation(design(False, cpus), cpus, work, cached), cpus
        )

    assert gain(1) == pytest.approx(1, abs=0.1)
    assert gain(64) > 2
    assert gain(64) > gain(32) > gain(16)


def test_a_lock_that_nobody_else_has_held_needs_no_line_from_others():
    assert holding(1, 5, 1, LINE) == LINE
    assert holding(1, 5, 4, LINE) == pytest.approx(4.75 * LINE)


def test_the_old_cache_holds_its_lock_as_long_as_there_is_something_to_evict():
    blocks = 262_144  # 1/32 of 64 GiB in blocks of 8 KiB
    assert pause(blocks, design(False, 64), 64) == pytest.approx(blocks * eviction(64))
    assert pause(blocks, design(True, 64), 64) == pytest.approx(10 * eviction(64))
    assert pause(3, design(True, 64), 64) == pytest.approx(3 * eviction(64))


def test_who_comes_at_any_moment_meets_the_rest_of_a_pause():
    draw = Random(9).random
    length, every = 0.15, 1.0
    waits = sorted(max(0.0, length - every * draw()) for _ in range(100_000))
    for share in (0.5, 0.9, 0.99):
        assert wait_percentile(share, length, every) == pytest.approx(
            waits[int(share * 100_000)], abs=0.002
        )
    assert wait_percentile(0.8, length, every) == 0
