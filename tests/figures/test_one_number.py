"""The same words give the same number in each figure of the chapter on queues, within what they say
of their samples."""

from functools import cache

import pytest

from models.units import day
from tests.figures.runs import values_of

NOISE = 0.13
"""What the chapter says that other seeds give more or less."""


@cache
def values(id, **settings):
    return values_of(id, seed=1, **settings)


@pytest.mark.parametrize(("order", "middle"), [("disk", 20.9 / 24), ("metadata", 23.9)])
def test_depth_two_is_one_number_of_days_in_four_figures(order, middle):
    trial = values("choose-depth", order="disk")
    found = {
        "choose-depth": trial["days_2" if order == "disk" else "other_days_2"],
        "two-queues, a bar": values("two-queues", order=order)["days_2"],
        "two-queues, as set": values("two-queues", order=order, depth=2)["days_set"],
        "resilver-race": values("resilver-race", throttle=False)[f"seconds_{order}"],
        "resilver-time": values("resilver-time", throttle=False)[f"seconds_{order}"],
    }
    for id, seconds in found.items():
        assert seconds == pytest.approx(middle * day, rel=NOISE), (id, found)


@pytest.mark.parametrize("order", ["disk", "metadata"])
def test_a_read_at_depth_two_takes_one_number_of_ms(order):
    found = [
        values("two-queues", order=order, depth=2)["mean"],
        values("two-queues", order=order)["mean_2"],
        values("resilver-race", throttle=False)[f"app_{order}"],
        values("choose-depth", order=order, share="mean")["latency_2"],
    ]
    assert found == pytest.approx([sum(found) / 4] * 4, rel=0.1)
