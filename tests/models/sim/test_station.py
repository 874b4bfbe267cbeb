"""A first-come-first-served station, against the closed forms of queueing theory."""

from math import log
from random import Random

import pytest

from models.sim.station import Station


def exponential(random, mean):
    return -mean * log(1.0 - random.random())


@pytest.mark.parametrize("load", [0.3, 0.6, 0.8])
def test_open_arrivals_of_equal_work_wait_as_pollaczek_and_khinchine_say(load):
    random, station, service = Random(7), Station(), 1.0
    now = waited = 0.0
    count = 40_000
    for _ in range(count):
        now += exponential(random, service / load)
        waited += station.serve(now, service) - now - service
    assert waited / count == pytest.approx(load * service / (2 * (1 - load)), rel=0.05)
    assert station.busy / station.free == pytest.approx(load, rel=0.03)


def test_random_work_waits_twice_as_long_as_equal_work():
    random, station, load = Random(7), Station(), 0.6
    now = waited = 0.0
    count = 60_000
    for _ in range(count):
        now += exponential(random, 1 / load)
        service = exponential(random, 1.0)
        waited += station.serve(now, service) - now - service
    assert waited / count == pytest.approx(load / (1 - load), rel=0.06)
