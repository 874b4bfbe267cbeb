"""Every parameter at its ends: the figure runs, soon, and shows something else."""

from math import isfinite

import pytest

from figures.contents import get
from tests.figures.runs import ENDS, PARAMS, ends, rows_of, timed


@pytest.mark.slow
@pytest.mark.parametrize(("id", "name", "value"), ENDS)
def test_a_parameter_at_its_end_gives_rows_a_sentence_and_values_within_three_seconds(id, name, value):
    figure = get(id)
    rows, seconds = timed(id, figure.default_preset(), **{name: value})
    assert seconds < 3
    assert rows
    assert "nan" not in figure.describe(rows)
    assert all(isfinite(number) for number in figure.values(rows).values())


@pytest.mark.slow
@pytest.mark.parametrize(("id", "name"), PARAMS)
def test_a_parameter_that_moves_changes_something(id, name):
    figure = get(id)
    if figure.params[name].view:
        assert any(name in (panel["when"] or {}) for panel in figure.panels)
        return
    assert any(
        rows_of(id, preset, **{name: value}) != rows_of(id, preset)
        for preset in figure.presets
        for value in ends(figure.params[name])
    )
