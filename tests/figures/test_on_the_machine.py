"""There is one stack, and every figure is an experiment on it: a run orders a `Machine`, or a line says why not."""
import pytest

from figures.contents import LENDS_PARTS, OFF_THE_MACHINE, get, ids
from models.machine import Machine

ON = [id for id in ids() if id not in OFF_THE_MACHINE]


def built(id, monkeypatch, enough):
    """The machines that a figure puts together at its defaults, until these are `enough` or its rows are at their end."""
    made, make, figure = [], Machine.__init__, get(id)

    def kept(self, *args, **settings):
        make(self, *args, **settings)
        made.append(self)
    monkeypatch.setattr(Machine, "__init__", kept)
    params, seed = figure.preset_settings(figure.default_preset())
    for _ in figure.increments(figure.settings(params), seed):
        if enough(made):
            break
    return made


def ran(machines):
    """Whether time has passed on one of them."""
    return any(machine.loop.now > 0 for machine in machines)


@pytest.mark.parametrize("id", ON)
def test_a_figure_orders_a_machine_and_lets_it_run_or_only_lends_its_parts_and_says_which(id, monkeypatch):
    machines = built(id, monkeypatch, ran)
    assert machines and ran(machines) is (id not in LENDS_PARTS)


@pytest.mark.parametrize("id", OFF_THE_MACHINE)
def test_a_figure_that_is_said_to_need_none_orders_none(id, monkeypatch):
    assert not built(id, monkeypatch, bool)


def test_most_figures_stand_on_the_machine_and_each_other_says_why_in_a_line():
    assert len(ON) - len(LENDS_PARTS) >= 60
    assert set(LENDS_PARTS) <= set(ON)
    assert all(why.startswith(("the cache: ", "the pool: ", "the disks: ")) and len(why) > 40 for why in LENDS_PARTS.values())
    assert set(OFF_THE_MACHINE) <= set(ids())
    for id, reason in OFF_THE_MACHINE.items():
        kind, colon, why = reason.partition(": ")
        assert kind in ("closed form", "trace of keys", "content") and colon and len(why) > 20, id
