"""PCI Express equals the closed forms of its specification, and slots are what cards agree on with
them."""

from itertools import pairwise

import pytest

from models.head.pcie import GENERATIONS, LANES, Slot
from models.units import GiB


@pytest.mark.parametrize(("generation", "rate"), [(1, 2.0e9), (2, 4.0e9), (3, 8e9 * 128 / 130)])
def test_eight_lanes_carry_what_the_line_code_leaves(generation, rate):
    assert Slot(generation).raw == pytest.approx(rate, rel=1e-12)


def test_packets_of_64_bytes_leave_three_quarters():
    assert Slot().rate == pytest.approx(2.0e9 * 64 / 84, rel=1e-12)
    assert 1.4 < Slot().rate / GiB < 1.5  # Gregg 2009: "between 1.4 to 1.5 Gbytes/sec"


def test_larger_packets_waste_less_and_none_waste_nothing():
    rates = [Slot(payload=64 * 2**n).rate for n in range(7)]
    assert rates == sorted(rates) and rates[-1] < Slot().raw


def test_twice_the_lanes_carry_twice_as_much():
    for generation in GENERATIONS:
        rates = [Slot(generation, lanes).rate for lanes in LANES]
        assert all(more == pytest.approx(2 * less, rel=1e-12) for less, more in pairwise(rates))


def test_writing_to_memory_takes_a_word_more_of_header():
    assert Slot(payload=128).to_memory == pytest.approx(2.0e9 * 128 / (128 + 24), rel=1e-12)
    assert Slot(payload=128).to_memory < Slot(payload=128).rate
