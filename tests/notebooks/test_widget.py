"""A figure as a notebook widget: controls, runs, and what is said when a value is not allowed."""

import subprocess
import sys
from html import unescape

import pytest

from figures.contents import figures, get
from figures.define.figure import Figure
from figures.notebook.widget import OWN, widget
from models.units import KiB, ms
from tests.figures.runs import rows_of


@pytest.fixture
def live():
    return get("one-writer").widget()


@pytest.mark.slow
@pytest.mark.parametrize("figure", figures(), ids=lambda figure: figure.id)
def test_each_figure_has_a_control_for_each_parameter_and_starts_at_its_defaults(
    figure, monkeypatch
):
    monkeypatch.setattr(
        Figure, "rows", lambda self, /, seed=None, **changes: rows_of(self.id, seed=seed, **changes)
    )
    shown = widget(figure)
    assert shown.params == figure.settings({})
    assert shown.rows == rows_of(figure.id)
    assert figure.said(shown.rows)[:20] in unescape(shown.say.value)
    assert shown.preset.value == figure.default_preset()


def test_what_changes_only_the_view_runs_nothing_and_is_drawn(monkeypatch):
    figure = next(f for f in figures() if any(p.view for p in f.params.values()))
    name = next(name for name, p in figure.params.items() if p.view)
    shown = widget(figure)
    runs = []
    monkeypatch.setattr(shown.live, "rows", lambda *a, **k: runs.append(k) or [])
    control = shown.controls[name].widget
    control.value = (
        not control.value
        if isinstance(control.value, bool)
        else next(value for _, value in control.options if value != control.value)
    )
    assert runs == []
    assert shown.picture.params[name] == shown.controls[name].value != figure.params[name].default
    assert shown.preset.value == figure.preset_of(shown.params, figure.seed)


@pytest.mark.parametrize("preset", get("one-writer").presets)
def test_a_preset_moves_the_controls_to_exactly_its_settings(live, preset, monkeypatch):
    monkeypatch.setattr(live.live, "rows", lambda *a, **k: live.picture.rows)
    live.preset.value = preset
    assert (live.params, live.seed.value) == live.live.preset_settings(preset)
    assert live.preset.value == preset


def test_moving_a_control_runs_the_model_and_changes_picture_and_sentence(live):
    rows, say = live.rows, live.say.value
    live.controls["spindle"].widget.value = 15000
    assert live.params["spindle"] == pytest.approx(250)
    assert live.rows != rows
    assert live.rows == live.picture.rows
    assert live.say.value != say


def test_the_table_has_a_line_a_row_in_display_units(live):
    seconds = [row for row in live.rows if row["row"] == "second"]
    assert live.table.value.count("<tr>") == len(seconds) + 1
    assert live.table.value.startswith("<h5>iostat</h5>")
    assert "(KiB)</th>" in live.table.value
    assert f">{seconds[0]['transfer'] / KiB:.2f}<" in live.table.value


def test_one_set_is_one_run(live, monkeypatch):
    runs = []
    monkeypatch.setattr(live.live, "rows", lambda *a, **k: runs.append(k) or live.picture.rows)
    live.set(size=16 * KiB, think=2 * ms, cache="ignored")
    assert len(runs) == 1
    assert runs[0]["size"] == 16 * KiB


def test_a_value_between_the_stops_gets_a_place_of_its_own(live):
    live.set(think=1.23 * ms)
    assert live.params["think"] == 1.23 * ms
    assert live.preset.value == OWN
    assert "1.23 ms" in [text for text, _ in live.controls["think"].widget.options]


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"size": 1e9}, "size must be 0.5 KiB to 128 KiB, got"),
        ({"cache": "sometimes"}, "cache must be one of on, ignored, off"),
        ({"sise": 1}, "no parameter &#x27;sise&#x27;"),
        ({"seed": -3}, "seed must be a whole number"),
    ],
)
def test_what_is_not_allowed_is_one_line_and_the_controls_stay_usable(live, wrong, words):
    rows = live.rows
    live.set(**wrong)
    assert words in live.message.value
    assert "\n" not in live.message.value
    assert live.rows == rows
    live.set(seed=2)
    assert live.message.value == ""
    assert live.seed.value == 2


def test_a_model_that_fails_is_one_line_too(live, monkeypatch):
    def broken(*_args, **_settings):
        raise ZeroDivisionError("division\nby zero")

    monkeypatch.setattr(live.live, "rows", broken)
    live.set(seed=2)
    assert "ZeroDivisionError: division by zero" in live.message.value


def test_a_picture_that_is_not_built_says_what_to_run(monkeypatch, tmp_path):
    monkeypatch.setattr("figures.notebook.widget.DRAWING", tmp_path / "_widget.js")
    with pytest.raises(FileNotFoundError, match=r"_widget\.js is missing: run make"):
        widget(get("one-writer"))


def test_without_its_packages_the_import_says_what_to_install():
    code = "import sys; sys.modules['anywidget'] = None; import figures.notebook.widget"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1] == (
        "ImportError: a figure's widget needs anywidget: pip install ipywidgets anywidget"
    )
