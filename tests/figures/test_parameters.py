"""Every parameter at its ends: the figure runs, soon, and shows something else."""

from itertools import zip_longest
from math import isfinite

import pytest

from figures.contents import get
from figures.define.params import Number
from tests.figures.runs import FIGURES, PARAMS, ends, rows_of, timed

CORNERS = ("low", "high")
SLOW = {("ufs-sync", "high"): 8, ("disk-io", "high"): 5}
"""Nobody moves all sliders to their ends at once; these two take so many seconds then, and else a figure at most three."""
UNTRIED = [(id, name, value) for id, name in PARAMS for param in [get(id).params[name]]
           if not isinstance(param, Number) and not param.view for value in ends(param)
           if value not in [get(id).preset_settings(preset)[0][name] for preset in get(id).presets]]


def runs_well(id, most=3, **settings):
    figure = get(id)
    rows, seconds = timed(id, **settings)
    assert seconds < most
    assert rows
    assert "nan" not in figure.describe(rows)
    assert all(isfinite(number) for number in figure.values(rows).values())


@pytest.mark.slow
@pytest.mark.parametrize("corner", CORNERS)
@pytest.mark.parametrize("id", FIGURES)
def test_with_all_sliders_at_their_ends_a_figure_gives_rows_a_sentence_and_values_soon(id, corner):
    sliders = {name: param for name, param in get(id).params.items() if isinstance(param, Number) and not param.view}
    runs_well(id, SLOW.get((id, corner), 3), **{name: getattr(param, corner) for name, param in sliders.items()})


@pytest.mark.slow
@pytest.mark.parametrize(("id", "name", "value"), UNTRIED)
def test_an_option_that_no_preset_takes_gives_rows_a_sentence_and_values_soon(id, name, value):
    runs_well(id, **{name: value})


def moves(id, preset, name, value):
    """Whether the rows under a preset differ with another value, of which no more is run than it takes to see that."""
    figure, shown = get(id), rows_of(id, preset)
    params, seed = figure.preset_settings(preset)
    fresh = (row for part in figure.increments(figure.settings({**params, name: value}), seed) for row in part)
    return any(row != before for row, before in zip_longest(fresh, shown))


@pytest.mark.slow
@pytest.mark.parametrize(("id", "name"), PARAMS)
def test_a_parameter_that_moves_changes_something(id, name):
    figure = get(id)
    if figure.params[name].view:
        assert any(name in (panel["when"] or {}) for panel in figure.panels)
        return
    assert any(moves(id, preset, name, value) for preset in figure.presets for value in ends(figure.params[name])
               if value != figure.preset_settings(preset)[0][name])
