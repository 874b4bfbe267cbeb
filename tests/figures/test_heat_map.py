"""A heat map counts every operation once, in the cell of its time and its value."""

from itertools import pairwise
from random import Random

import pytest

from figures.kit.heat_map import HeatMap, linear_edges, log_edges

DRAWN = [Random(k).random() for k in range(2000)]


def filled(values, width=0.5, edges=None, **more):
    heat = HeatMap(width, edges or linear_edges(1.0, 10))
    for k, value in enumerate(values):
        heat.add(k * 0.01, value, **more)
    return heat


def test_linear_edges_are_evenly_spaced():
    assert linear_edges(8.0, 4) == [0.0, 2.0, 4.0, 6.0, 8.0]
    assert linear_edges(8.0, 2, low=4.0) == [4.0, 6.0, 8.0]


def test_each_logarithmic_edge_is_the_same_number_of_times_the_one_below():
    edges = log_edges(1e-6, 1e-2, 8)
    assert edges[0] == 1e-6
    assert edges[-1] == 1e-2
    assert [b / a for a, b in pairwise(edges)] == pytest.approx([10**0.5] * 8)


def test_an_operation_is_counted_in_the_cell_of_its_time_and_value():
    heat = HeatMap(2.0, [0.0, 0.1, 0.2, 0.3])
    heat.add(5.0, 0.15)
    assert heat.rest() == [{"row": "cell", "t1": 4.0, "t2": 6.0, "low": 0.1, "high": 0.2, "n": 1}]


def test_a_value_on_an_edge_belongs_to_the_bin_above_it():
    heat = HeatMap(1.0, [0.0, 1.0, 2.0])
    heat.add(0.0, 1.0)
    assert heat.rest()[0]["low"] == 1.0


def test_no_operation_is_lost_or_counted_twice():
    heat = filled(DRAWN)
    cells = heat.columns(7.0) + heat.columns(7.0) + heat.columns(15.0) + heat.rest()
    assert sum(cell["n"] for cell in cells) == len(DRAWN)
    places = [(cell["t1"], cell["low"]) for cell in cells]
    assert len(places) == len(set(places))
    assert places == sorted(places)


def test_the_cells_are_those_of_counting_by_hand():
    heat = filled(DRAWN)
    for cell in heat.rest():
        inside = [
            v
            for k, v in enumerate(DRAWN)
            if cell["t1"] <= k * 0.01 < cell["t2"] and cell["low"] <= v < cell["high"]
        ]
        assert cell["n"] == len(inside)


def test_only_columns_that_are_over_are_given_out():
    heat = filled(DRAWN[:100])
    assert {cell["t2"] for cell in heat.columns(0.99)} == {0.5}
    assert {cell["t2"] for cell in heat.columns(1.0)} == {1.0}
    assert heat.rest() == []


def test_times_may_come_in_any_order_until_their_column_is_given_out():
    heat = HeatMap(1.0, linear_edges(1.0, 2))
    for t in (2.5, 0.5, 1.5, 0.6):
        heat.add(t, 0.1)
    assert [(cell["t1"], cell["n"]) for cell in heat.columns(2.0)] == [(0.0, 2), (1.0, 1)]
    with pytest.raises(ValueError, match=r"time must be 2 s or later .* got 1"):
        heat.add(1.7, 0.1)
    heat.add(2.1, 0.1)
    assert [cell["n"] for cell in heat.rest()] == [2]


def test_what_lies_beyond_the_edges_counts_in_the_outermost_bins():
    heat = filled([-1.0, 0.05, 0.95, 1.0, 1e300])
    assert [(cell["low"], cell["n"]) for cell in heat.rest()] == [(0.0, 2), (0.9, 3)]


def test_a_cell_bears_the_tag_of_most_of_its_operations():
    heat = HeatMap(1.0, linear_edges(1.0, 2))
    for tag in ("a", "b", "b"):
        heat.add(0.1, 0.7, tag)
    heat.add(0.1, 0.2, "c")
    heat.add(0.1, 0.2, "d")
    assert [cell["tag"] for cell in heat.rest()] == ["c", "b"]


def test_tags_beyond_the_edges_count_with_those_of_the_outermost_bin():
    heat = HeatMap(1.0, linear_edges(1.0, 1))
    for value, tag in ((0.5, "a"), (0.5, "b"), (0.5, "b"), (2.0, "a"), (-1.0, "a")):
        heat.add(0.1, value, tag)
    assert heat.rest()[0]["tag"] == "a"


def test_without_tags_cells_have_none():
    assert all("tag" not in cell for cell in filled(DRAWN[:50]).rest())
