"""A first-come-first-served station, against the closed forms of queueing theory."""

from math import factorial, log
from random import Random

import pytest

from models.sim.station import Station, closed_loop


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


def test_one_client_never_waits():
    station = Station()
    last, response = closed_loop(lambda now: station.serve(now, 0.002), lambda: 0.003, 1, 1000)
    assert response == pytest.approx(0.002)
    assert last == pytest.approx(1000 * 0.005)


def test_many_clients_keep_the_server_busy_and_share_it():
    station, threads, requests = Station(), 50, 20_000
    last, response = closed_loop(lambda now: station.serve(now, 0.002), lambda: 0.003, threads, requests)
    assert requests / last == pytest.approx(1 / 0.002, rel=0.01)
    assert response == pytest.approx(threads * 0.002 - 0.003, rel=0.01)


@pytest.mark.parametrize("threads", [1, 40])
def test_throughput_times_mean_time_is_the_number_of_clients(threads):
    random, station, think = Random(threads), Station(), 0.02
    last, response = closed_loop(
        lambda now: station.serve(now, 0.002), lambda: exponential(random, think), threads, 40_000
    )
    assert 40_000 / last * (response + think) == pytest.approx(threads, rel=0.015)


@pytest.mark.parametrize("threads", [2, 12])
def test_machines_that_break_at_random_are_repaired_at_the_rate_of_the_closed_form(threads):
    random, station, service, think = Random(3), Station(), 1.0, 5.0
    last, _ = closed_loop(
        lambda now: station.serve(now, exponential(random, service)),
        lambda: exponential(random, think),
        threads,
        80_000,
    )
    idle = 1 / sum(factorial(threads) / factorial(threads - n) * (service / think) ** n for n in range(threads + 1))
    assert 80_000 / last == pytest.approx((1 - idle) / service, rel=0.015)
