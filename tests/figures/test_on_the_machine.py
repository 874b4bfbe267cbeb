"""There is one stack, and every figure is an experiment on it: a run orders a `Machine`, or a line
says why not."""

import sys
from contextlib import contextmanager

import pytest

from figures.contents import LENDS_PARTS, OFF_THE_MACHINE, get, ids
from models.machine import FREEBSD_BOX, Machine, RawPrograms
from models.units import GiB, KiB, ns
from tests.conftest import sample

ON = [id for id in ids() if id not in OFF_THE_MACHINE]


def ours():
    """The modules of figures, and of what only figures use."""
    return {
        name: module
        for name, module in sys.modules.items()
        if name == "figures" or name.startswith("figures.")
    }


@contextmanager
def afresh():
    """As if none of them had been imported yet, so that nothing of an earlier run is kept; later
    all is as before."""
    kept = ours()
    for name in kept:
        del sys.modules[name]
    try:
        yield
    finally:
        for name in ours():
            del sys.modules[name]
        sys.modules.update(kept)
        for name, module in kept.items():
            above, _, own = name.rpartition(".")
            if above:
                setattr(sys.modules[above], own, module)


def built(id, monkeypatch, enough=lambda machines: False):
    """The machines that are put together while a figure is imported, and those of its run at its
    defaults, until these are `enough` or its rows are at their end."""
    made, make = [], Machine.__init__

    def kept(self, *args, **settings):
        make(self, *args, **settings)
        made.append(self)

    monkeypatch.setattr(Machine, "__init__", kept)
    with afresh():
        from figures.contents import get

        figure = get(id)
        imported, made[:] = [*made], []
        params, seed = figure.preset_settings(figure.default_preset())
        for _ in figure.increments(figure.settings(params), seed):
            if enough(made):
                break
    return imported, made


def worked(machine):
    """Whether time has passed on it, and a device, a card or a core has done something for a
    request."""
    now, busy, moved = machine.counters()[:3]
    return now > 0 and (max(busy.values()) > 1 * ns or any(any(sums) for sums in moved.values()))


def ran(machines):
    """Whether one of them has."""
    return any(worked(machine) for machine in machines)


@pytest.mark.parametrize("id", sample(ON, 1, lambda id: (get(id).chapter, id in LENDS_PARTS)))
def test_a_figure_lets_a_machine_work_or_only_lends_its_parts_and_says_which(id, monkeypatch):
    imported, machines = built(id, monkeypatch, ran)
    assert not imported
    assert machines and ran(machines) is (id not in LENDS_PARTS)


@pytest.mark.parametrize("id", OFF_THE_MACHINE)
def test_a_figure_that_is_said_to_need_none_orders_none_not_even_when_it_is_imported(
    id, monkeypatch
):
    assert built(id, monkeypatch) == ([], [])


def test_a_machine_of_which_nobody_asks_anything_does_not_count_however_long_it_stands():
    idle, asked = Machine(FREEBSD_BOX), Machine(FREEBSD_BOX.order(filesystem="raw"))
    idle.loop.run(until=60.0)
    assert not worked(idle) and not worked(asked)
    asked.run(RawPrograms(iter(range(0, GiB, 4 * KiB))), seconds=0.1)
    assert worked(asked)


def test_most_figures_stand_on_the_machine_and_each_other_says_why_in_a_line():
    assert len(ON) - len(LENDS_PARTS) >= 62
    assert set(LENDS_PARTS) <= set(ON)
    assert all(
        why.startswith(("the cache: ", "the pool: ")) and len(why) > 40
        for why in LENDS_PARTS.values()
    )
    assert set(OFF_THE_MACHINE) <= set(ids())
    for id, reason in OFF_THE_MACHINE.items():
        kind, colon, why = reason.partition(": ")
        assert kind in ("closed form", "trace of keys", "content") and colon and len(why) > 20, id
