"""The zero of a function that falls, by hand."""

from math import inf

import pytest

from models.sim.false_position import root


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
