"""Processors: as many at once as there are cores, first come first served."""

from random import Random

import pytest

from models.head.cpu import FLETCHER4, SHA256, Cpu, Work, checksum_time
from models.head.head import Head, OperationCost
from models.sim.path import RequestPath
from models.units import GHz, KiB, ms, ns, us


def test_as_much_work_as_there_are_cores_begins_at_once():
    cpu = Cpu(3)
    assert [cpu.serve(0.0, 1 * ms) for _ in range(7)] == pytest.approx(
        [1 * ms] * 3 + [2 * ms] * 3 + [3 * ms]
    )


def test_work_never_takes_less_than_its_service_and_waits_only_while_all_cores_are_taken():
    random, cpu, now, under_way = Random(1), Cpu(4), 0.0, []
    for _ in range(2000):
        now += 0.3 * ms * random.random()
        service = 1 * ms * random.random()
        finish = cpu.serve(now, service)
        under_way = [f for f in under_way if f > now]
        waited = finish - now - service
        assert waited >= -1e-12
        assert (waited > 1e-12) == (len(under_way) >= 4)
        under_way.append(finish)


def test_cores_are_in_use_for_just_the_time_that_was_asked_for():
    cpu = Cpu(2)
    last = [cpu.serve(0.0, 1 * ms) for _ in range(4)][-1]
    assert cpu.busy == pytest.approx(4 * ms) == pytest.approx(2 * last)


def test_a_path_says_what_was_waiting_and_what_was_work():
    cpu, path = Cpu(1), RequestPath()
    cpu.serve(0.0, 50 * us)
    finish = cpu.serve(0.0, 85 * us, "NFS", path)
    assert [(step.kind, step.what) for step in path.steps] == [
        ("waiting", "waits for a core"),
        ("service", "NFS"),
    ]
    assert path.total("waiting") == pytest.approx(50 * us)
    assert path.end == finish == pytest.approx(135 * us)


# What hashing costs.


def test_a_hash_takes_its_block_over_its_rate():
    assert checksum_time(128 * KiB) == pytest.approx(1.024e-3)
    assert checksum_time(8 * KiB) == pytest.approx(64e-6)


def test_the_usual_sum_is_many_times_faster_and_slower_than_memory():
    assert 10 * SHA256 < FLETCHER4 < 10e9


# Work adds up; what an instruction takes is what it works, and what it waits.


READ = Work(7000, 700, 2.5, 0.05)
LIKE = {"clock": 2 * GHz, "base": 2.0, "overlap": 4.0}


def test_an_operation_takes_its_share_and_that_of_its_bytes():
    assert READ.for_size(0) == (7000, 700)
    assert READ.for_size(1000) == (9500, 750)


def test_works_add_up_whatever_the_size():
    copy = Work(10, 1, 0.25, 1 / 64)
    for size in (0, 1, 8192):
        parts = zip(
            READ.for_size(size), copy.for_size(size), READ.plus(copy, 2).for_size(size), strict=True
        )
        assert all(both == pytest.approx(one + 2 * other) for one, other, both in parts)


def cpi(lines, wait, **otherwise):
    return Head(**{**LIKE, **otherwise}).cpi(OperationCost(1000, lines, {}), wait)


def test_who_waits_for_nothing_takes_the_base():
    assert cpi(0, 1.0) == cpi(100, 0.0) == 2.0


def test_one_line_in_ten_instructions_at_100_ns_and_four_at_a_time():
    assert cpi(100, 100 * ns) == pytest.approx(2 + 0.1 * 200 / 4)


def test_a_faster_clock_makes_a_core_wait_for_more_cycles_not_for_less_time():
    waits = [
        (cpi(100, 100 * ns, clock=clock) - 2.0) / clock for clock in (1 * GHz, 2 * GHz, 4 * GHz)
    ]
    assert waits == pytest.approx([waits[0]] * 3)
