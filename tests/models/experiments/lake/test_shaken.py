"""A shaken drive loses whole turns, and in a stream that waits for its slowest disk all others lose with it."""

from itertools import pairwise
from math import inf
from random import Random

import pytest

from models.devices.vibration import Shaking
from models.experiments.lake.shaken_stream import ShakenStream
from models.machine.lone_writer import drive_spec
from models.sim.stats import mean, percentile
from models.units import MB

TURN = 1 / 120


def run(until=20.0, **more):
    stream = ShakenStream(**more)
    out = []
    while stream.now < until:
        out += stream.group()
    return stream, out


def test_tries_fail_with_the_given_chance():
    random, shaking = Random(1), Shaking(0.0, inf, 0.75)
    assert mean([shaking.retries(0.0, TURN, random) for _ in range(20_000)]) == pytest.approx(0.75 / 0.25, rel=0.03)


def test_only_while_it_lasts():
    random, shaking = Random(1), Shaking(5.0, 1.0, 0.99)
    assert shaking.retries(4.99, TURN, random) == shaking.retries(6.0, TURN, random) == 0
    assert max(shaking.retries(5.5, TURN, random) for _ in range(2000)) <= 0.5 / TURN + 1


def test_without_shaking_a_stream_runs_at_its_rate():
    stream, out = run(shaken=0)
    assert len(out) * stream.transfer / 20.0 == pytest.approx(200 * MB, rel=0.03)
    assert max(latency for _, latency, _ in out) < 10 * (stream.service + stream.skew) + 1e-9


def test_transfers_of_a_disk_do_not_overlap():
    _, out = run(5.0, shaken=6, shaking=Shaking(1.0, 2.0, 0.8))
    stream = ShakenStream()
    for disk in range(24):
        ends = [finish for finish, _, of in out if of == disk]
        assert all(b - a >= stream.service - 1e-9 for a, b in pairwise(ends))


def test_shaken_disks_take_far_longer_and_the_others_do_not():
    _, out = run(shaking=Shaking(8.0, 3.0, 0.9))
    inside = [(latency, disk) for finish, latency, disk in out if 8.0 < finish < 11.0]
    shaken = [latency for latency, disk in inside if disk < 6]
    sound = [latency for latency, disk in inside if disk >= 6]
    assert percentile(shaken, 0.5) > 10 * percentile(sound, 0.99)


def test_throughput_falls_for_all_while_some_are_shaken():
    stream, out = run(shaking=Shaking(8.0, 3.0, 0.9), shaken=1)
    moved = {second: sum(stream.transfer for finish, _, disk in out if second <= finish < second + 1 and disk > 0)
             for second in (5, 9)}
    assert moved[9] < 0.5 * moved[5]


def test_what_waited_is_written_as_far_as_memory_held_it():
    stream, out = run(30.0, shaking=Shaking(8.0, 3.0, 0.9), limit=10_000 * MB)
    assert len(out) * stream.transfer == pytest.approx(stream.rate * 30.0, rel=0.03)
    _, less = run(30.0, shaking=Shaking(8.0, 3.0, 0.9), limit=100 * MB)
    assert len(less) < 0.97 * len(out)


def test_a_faster_spindle_loses_shorter_turns():
    slow, fast = (percentile([latency for finish, latency, disk in run(
        shaking=Shaking(8.0, 3.0, 0.9), spec=drive_spec(speed))[1] if 8 < finish < 11 and disk < 6], 0.5)
        for speed in (90.0, 250.0))
    assert slow > 1.5 * fast
