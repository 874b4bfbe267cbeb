"""Processors: as many at once as there are cores, first come first served."""

from random import Random

import pytest

from models.head.cpu import Cpu
from models.sim.path import RequestPath
from models.units import ms, us


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
