"""A path carries what its slowest stage can, and says which that is."""

import pytest

from models.sim.pipeline import Stage, limit

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
