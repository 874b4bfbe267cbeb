"""Work adds up; what an instruction takes is what it works, and what it waits."""

import pytest

from models.head.cpu import Work
from models.head.head import Head, OperationCost
from models.units import GHz, ns

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
