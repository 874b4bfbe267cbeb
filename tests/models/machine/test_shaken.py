"""A shaken drive loses whole turns, and in a stream that waits for its slowest disk all others lose
with it."""

from math import inf
from random import Random

import pytest

from models.devices.hdd import HardDisk
from models.devices.vibration import Shaking
from models.machine import SUN_7410, Local, Machine
from models.sim.stats import mean, percentile
from models.units import MB, KiB, MiB

TURN, RATE, DISKS = 1 / 120, 200 * MB, 24


def stream(seconds=8.0, shaken=6, limit=100 * MB, **ordered):
    """Finish, latency and disk of each write, 10 MB a second to each of 24 disks."""
    groups = {"interval": 0.1, "limit": limit}
    order = SUN_7410.order(
        pool={"layout": "stripe", "vdevs": DISKS, "jbods": 0},
        write_cache="off",
        groups=groups,
        head={"host": 0.0, "copy": 0.0},
        **ordered,
    )
    machine = Machine(order.bare(), 1, commands=True)
    for disk in machine.disks[:shaken]:
        Shaking(3.0, 3.0, 0.9).shake(disk, machine.random)
    machine.start(Local(size=MiB, o_sync=False, think=MiB / RATE))
    machine.loop.run(until=seconds)
    return [
        (request.finish, request.latency, number, request.size)
        for number, disk in enumerate(machine.disks)
        for request in disk.trace
        if request.size and request.finish < seconds
    ]


def moved(writes, begin, end, among=range(DISKS)):
    return sum(
        size for finish, _, disk, size in writes if begin <= finish < end and disk in among
    ) / (end - begin)


def test_tries_fail_with_the_given_chance():
    random, shaking = Random(1), Shaking(0.0, inf, 0.75)
    assert mean([shaking.retries(0.0, TURN, random) for _ in range(20_000)]) == pytest.approx(
        0.75 / 0.25, rel=0.03
    )


def test_only_while_it_lasts():
    random, shaking = Random(1), Shaking(5.0, 1.0, 0.99)
    assert shaking.retries(4.99, TURN, random) == shaking.retries(6.0, TURN, random) == 0
    assert max(shaking.retries(5.5, TURN, random) for _ in range(2000)) <= 0.5 / TURN + 1


def test_a_shaken_disk_takes_whole_turns_longer():
    still, shaken = (HardDisk(SUN_7410.drive, cache=False) for _ in range(2))
    Shaking(0.0, inf, 0.9).shake(shaken, Random(3))
    lost = (shaken.write(0.0, MiB, 8 * KiB) - still.write(0.0, MiB, 8 * KiB)) / TURN
    assert lost >= 1
    assert lost == pytest.approx(round(lost))


def test_without_shaking_a_stream_runs_at_its_rate_and_each_write_waits_for_its_turn_behind_nine_others_at_most():
    writes = stream(4.0, shaken=0)
    assert moved(writes, 0.5, 4.0) == pytest.approx(RATE, rel=0.03)
    assert max(latency for _, latency, *_ in writes) < 10 * (
        TURN + 128 * KiB / SUN_7410.drive.media_rate + 1e-3
    )


def test_shaken_disks_take_far_longer_and_hold_all_others_up():
    writes = stream()
    shaken, sound = (
        [
            latency
            for finish, latency, disk, size in writes
            if 3.0 < finish < 6.0 and (disk < 6) is hit and size == 128 * KiB
        ]
        for hit in (True, False)
    )
    assert percentile(shaken, 0.5) > 5 * percentile(sound, 0.99)
    one = stream(shaken=1)
    assert moved(one, 3.5, 6.0, range(1, DISKS)) < 0.5 * moved(one, 1.0, 3.0, range(1, DISKS))


def test_what_waited_is_written_as_far_as_memory_held_it():
    much, little = (
        moved(stream(12.0, limit=limit), 0.0, 12.0) for limit in (10_000 * MB, 100 * MB)
    )
    assert little < 0.97 * much


def test_a_faster_spindle_loses_shorter_turns():
    slow, fast = (
        percentile(
            [
                latency
                for finish, latency, disk, _ in stream(6.0, speed=speed)
                if 3 < finish < 6 and disk < 6
            ],
            0.5,
        )
        for speed in (90.0, 250.0)
    )
    assert slow > 1.5 * fast
