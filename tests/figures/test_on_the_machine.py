"""There is one stack, and every figure is an experiment on it: a run orders a `Machine`, or a line says why not."""
import pytest

from figures.contents import OFF_THE_MACHINE, get, ids
from models.machine import Machine

ON = [id for id in ids() if id not in OFF_THE_MACHINE]


def built(id, monkeypatch):
    """How many machines a figure puts together at its defaults before its first rows."""
    count, make, figure = [], Machine.__init__, get(id)

    def counted(self, *args, **settings):
        count.append(args)
        make(self, *args, **settings)
    monkeypatch.setattr(Machine, "__init__", counted)
    params, seed = figure.preset_settings(figure.default_preset())
    for _ in figure.increments(figure.settings(params), seed):
        if count:
            break
    return len(count)


@pytest.mark.parametrize("id", ON)
def test_a_figure_orders_a_machine(id, monkeypatch):
    assert built(id, monkeypatch)


@pytest.mark.parametrize("id", OFF_THE_MACHINE)
def test_a_figure_that_is_said_to_need_none_orders_none(id, monkeypatch):
    assert not built(id, monkeypatch)


def test_most_figures_stand_on_the_machine_and_each_other_says_why_in_a_line():
    assert len(ON) >= 60
    assert set(OFF_THE_MACHINE) <= set(ids())
    for id, reason in OFF_THE_MACHINE.items():
        kind, colon, why = reason.partition(": ")
        assert kind in ("closed form", "trace of keys", "content") and colon and len(why) > 20, id
