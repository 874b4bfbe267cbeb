"""A figure as a notebook widget: controls, runs, and what is said when a value is not allowed."""

import re
import subprocess
import sys

import pytest

from figures.contents import figures, get
from figures.define.figure import Choice, Figure
from figures.notebook.widget import widget
from models.units import KiB, ms
from tests.figures.runs import rows_of


@pytest.fixture
def live():
    return get("one-writer").widget()


def moved(live, seed=None, **params):
    """What the browser does when a reader moves controls."""
    settings = live.settings
    live.settings = {
        "params": {**settings["params"], **params},
        "seed": settings["seed"] if seed is None else seed,
    }


@pytest.mark.slow
@pytest.mark.parametrize("figure", figures(), ids=lambda figure: figure.id)
def test_each_figure_has_a_control_for_each_parameter_and_starts_at_its_defaults(
    figure, monkeypatch
):
    monkeypatch.setattr(
        Figure, "rows", lambda self, /, seed=None, **changes: rows_of(self.id, seed=seed, **changes)
    )
    shown = widget(figure)
    assert set(re.findall(r' name="(\w+)"', shown.controls)) == {*figure.params, "seed"}
    assert shown.params == shown.settings["params"] == figure.settings({})
    assert shown.rows == rows_of(figure.id)
    assert shown.say == figure.description(shown.rows)
    assert shown.preset == figure.default_preset()


def test_the_ids_of_two_widgets_of_a_figure_differ(live):
    ids = set(re.findall(r' id="([^"]+)"', live.controls))
    assert ids and not ids & set(re.findall(r' id="([^"]+)"', get("one-writer").widget().controls))


def test_what_changes_only_the_view_runs_nothing_and_is_drawn(monkeypatch):
    figure = get("points-to-heat")
    name = next(name for name, p in figure.params.items() if p.view and isinstance(p, Choice))
    shown = widget(figure)
    runs = []
    monkeypatch.setattr(shown.live, "rows", lambda *a, **k: runs.append(k) or [])
    value = next(each for each in figure.params[name].options if each != shown.params[name])
    moved(shown, **{name: value})
    assert runs == []
    assert shown.params[name] == value
    assert shown.preset == figure.preset_of(shown.params, figure.seed)


def test_moving_a_control_runs_the_model_and_changes_picture_and_sentence(live):
    rows, say = live.rows, live.say
    moved(live, spindle=250)
    assert live.params["spindle"] == 250
    assert live.rows != rows
    assert live.say != say


def test_one_set_is_one_run(live, monkeypatch):
    runs = []
    monkeypatch.setattr(live.live, "rows", lambda *a, **k: runs.append(k) or live.rows)
    live.set(size=16 * KiB, think=2 * ms, cache="ignored")
    assert len(runs) == 1
    assert runs[0]["size"] == 16 * KiB


def test_settings_that_are_no_presets_have_no_name(live):
    live.set(think=1.23 * ms)
    assert live.params["think"] == 1.23 * ms
    assert live.preset is None


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"size": 1e9}, "size must be 0.5 KiB to 128 KiB, got"),
        ({"cache": "sometimes"}, "cache must be one of on, ignored, off"),
        ({"sise": 1}, "no parameter 'sise'"),
        ({"seed": -3}, "seed must be a whole number"),
    ],
)
def test_what_is_not_allowed_is_one_line_and_the_controls_stay_usable(live, wrong, words):
    rows = live.rows
    live.set(**wrong)
    assert words in live.message
    assert "\n" not in live.message
    assert live.rows == rows
    live.set(seed=2)
    assert live.message == ""
    assert live.seed == 2


def test_a_model_that_fails_is_one_line_too(live, monkeypatch):
    def broken(*_args, **_settings):
        raise ZeroDivisionError("division\nby zero")

    monkeypatch.setattr(live.live, "rows", broken)
    live.set(seed=2)
    assert "ZeroDivisionError: division by zero" in live.message


def test_a_picture_that_is_not_built_says_what_to_run(monkeypatch, tmp_path):
    monkeypatch.setattr("figures.notebook.widget.DRAWING", tmp_path / "_widget.js")
    with pytest.raises(FileNotFoundError, match=r"_widget\.js is missing; run `make`"):
        widget(get("one-writer"))


def test_without_its_packages_the_import_says_what_to_install():
    code = "import sys; sys.modules['anywidget'] = None; import figures.notebook.widget"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1] == (
        "ImportError: a figure's widget needs anywidget: pip install anywidget jinja2"
    )
