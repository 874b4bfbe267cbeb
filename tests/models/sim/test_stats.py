"""Percentiles, rows of iostat, Little's law."""

from math import inf
from random import Random

import pytest

from models.sim.false_position import root
from models.sim.station import Request, Station
from models.sim.stats import Interval, in_flight, interval, mean, percentile


@pytest.mark.parametrize(
    ("share", "value"), [(0, 1), (0.001, 1), (0.5, 50), (0.501, 51), (0.99, 99), (1, 100)]
)
def test_a_percentile_is_the_nearest_rank(share, value):
    values = list(range(1, 101))
    Random(1).shuffle(values)
    assert percentile(values, share) == value


def test_the_median_of_one_value_is_that_value():
    assert percentile([3.0], 0.5) == mean([3.0]) == 3.0


def test_a_mean_does_not_lose_small_numbers_among_large_ones():
    assert mean([1e16, 1.0, -1e16, 1.0]) == 0.5


def test_an_interval_counts_what_finished_in_it_and_no_flush():
    requests = [
        Request("write", 0, 4096, 0.5, 1.0),
        Request("write", 0, 8192, 0.5, 1.999),
        Request("flush", 0, 0, 1.2, 1.3),
        Request("write", 0, 4096, 1.9, 2.0),
    ]
    row = interval(requests, 1.0, 1.0)
    assert (row.transfers, row.bytes, row.transfer_size) == (2, 12288, 6144)
    assert interval(requests, 0.0, 2.0).rate == 1.0


def test_an_interval_without_transfers_has_size_and_rate_zero():
    row = Interval(0.0, 1.0, 0, 0)
    assert (row.transfer_size, row.rate, row.throughput) == (0.0, 0.0, 0.0)


def test_a_request_knows_its_latency():
    assert Request("read", 0, 1, 2.0, 2.5).latency == 0.5


def test_what_is_in_flight_is_arrival_rate_times_latency():
    random, station, now, requests = Random(2), Station(), 0.0, []
    for _ in range(4000):
        now += random.random()
        requests.append(Request("read", 0, 1, now, station.serve(now, 0.4)))
    end = requests[-1].finish
    assert in_flight(requests, 0.0, end) == pytest.approx(
        len(requests) / end * mean([r.latency for r in requests])
    )


# The zero of a function that falls, by hand.


@pytest.mark.parametrize(
    ("of", "high", "at"),
    [
        (lambda x: 3 - x, 10.0, 3.0),
        (lambda x: 2 - x * x, 2.0, 2**0.5),
        (lambda x: 1 / (1 + x) - x, 1.0, (5**0.5 - 1) / 2),
        (lambda x: (1 - x) - 50 * x, 1.0, 1 / 51),
        (
            lambda x: 1 / (1 + 0.001 / (1 - x)) - x if x < 1 else -x,
            1.0,
            0.9689,
        ),  # steep where a link is nearly full
    ],
)
def test_it_finds_the_zero(of, high, at):
    found = root(of, 0.0, high, of(0.0), of(high))
    assert found == pytest.approx(at, rel=1e-3)
    assert abs(of(found)) < 1e-9


def test_what_is_not_negative_at_the_end_has_its_zero_there():
    assert root(lambda x: 5 - 0 * x, 0.0, 2.0, 5.0, 5.0) == 2.0
    assert root(lambda x: inf, 0.0, 2.0, 5.0, 0.0) == 2.0
