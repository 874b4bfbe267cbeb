"""A cable that devices share: data waits for it, and the host sees the wait."""

from random import Random

import pytest

from models.devices.cable import Cabled
from models.devices.ssd import Logzilla
from models.sim.station import Station
from models.units import GB, MB, KiB, us

RATE = 1200 * MB


def pair():
    """Two log devices on one cable."""
    cable = Station()
    return cable, [Cabled(Logzilla(63 * us, 110 * MB, 18 * GB), cable, RATE) for _ in range(2)]


def test_alone_a_write_takes_the_cable_and_then_the_device():
    _, (one, _) = pair()
    assert one.write(0.0, 0, 12 * KiB) == pytest.approx(12 * KiB / RATE + 63 * us + 12 * KiB / (110 * MB))


def test_a_neighbours_data_goes_first():
    _, (one, other) = pair()
    other.write(0.0, 0, 128 * KiB)
    delayed = one.write(0.0, 0, 12 * KiB)
    assert delayed == pytest.approx(140 * KiB / RATE + 63 * us + 12 * KiB / (110 * MB))


def test_a_flush_waits_for_the_cable_though_it_carries_nothing():
    _, (one, other) = pair()
    other.write(0.0, 0, 128 * KiB)
    assert one.flush(0.0) == pytest.approx(128 * KiB / RATE)


def test_a_device_that_is_never_flushed_answers_a_flush_at_once():
    _, (one, other) = pair()
    one.flushed = False
    other.write(0.0, 0, 128 * KiB)
    assert one.flush(0.0) == 0.0


def test_the_cable_carries_each_byte_once():
    cable, devices = pair()
    for n in range(10):
        devices[n % 2].write(0.0, n * 12 * KiB, 12 * KiB)
    assert cable.busy == pytest.approx(120 * KiB / RATE)


def test_the_host_sees_a_device_in_use_at_least_while_it_works_and_never_longer_than_time_goes_on():
    random, (_, (one, other)) = Random(1), pair()
    now = last = 0.0
    for n in range(500):
        now += 400 * us * random.random()
        device = (one, other)[random.random() < 0.5]
        last = max(last, device.write(now, n * 16 * KiB, 16 * KiB))
        if random.random() < 0.3:
            last = max(last, device.flush(now))
    for device in (one, other):
        assert device.busy <= device.outstanding <= last
    assert one.transfers + other.transfers == 500


def test_what_lies_behind_the_cable_is_the_devices_own():
    _, (one, _) = pair()
    finish = one.write(0.0, 0, 12 * KiB)
    assert (one.capacity, one.ready, one.busy) == (18 * GB, one.device.ready, one.device.busy)
    assert not one.stable(finish / 2, 0, 12 * KiB)
    assert one.stable(finish, 0, 12 * KiB)
    assert one.drain(finish) == finish
