"""A first-come-first-served station, against the closed forms of queueing theory."""

from math import log
from random import Random

import pytest

from figures.kit.pipeline import Stage, limit
from models.sim.station import BookedStation, Station


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


def test_work_that_is_known_ahead_counts_when_it_is_done():
    station = BookedStation()
    assert [station.serve(at, 2.0) for at in (1.0, 2.0, 9.0)] == [3.0, 5.0, 11.0]
    assert [station.worked(now) for now in range(13)] == [0, 0, 1, 2, 3, 4, 4, 4, 4, 4, 5, 6, 6]


# A path carries what its slowest stage can, and says which that is.


PATH = [Stage("ports", 2.5e9), Stage("slot", 1.5e9), Stage("processors", 2.0e9)]


def test_the_slowest_stage_is_named_and_sets_the_rate():
    found = limit(PATH)
    assert (found.stage.name, found.rate) == ("slot", 1.5e9)
    assert found.next.name == "processors"
    assert [found.used(stage) for stage in PATH] == pytest.approx([0.6, 1.0, 0.75])


def test_a_faster_stage_that_was_no_limit_changes_nothing_and_a_slower_one_may():
    assert limit([*PATH[1:], Stage("ports", 1e12)]).rate == limit(PATH).rate
    assert limit([*PATH, Stage("clients", 1e9)]).stage.name == "clients"


def test_of_stages_that_are_alike_the_first_is_named_and_all_are_known():
    found = limit([Stage("a", 2.0), Stage("b", 1.0), Stage("c", 1.0)])
    assert found.stage.name == "b" and [stage.name for stage in found.alike] == ["b", "c"]
    assert found.next.name == "a"
    assert limit([Stage("alone", 1.0)]).next.name == "alone"
