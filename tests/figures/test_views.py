"""Parameters that only change what is shown, and those that stand under a fold."""

import pytest

from figures.contents import get
from figures.define.claims import claims
from figures.define.figure import Choice, Figure, Number, Preset, Switch, cite, mark, panel, target
from tests.conftest import of_all
from tests.figures.runs import FIGURES, validate

CLAIM = next(c for c in claims().values() if c.expected is not None and c.role == "scored")
PARAMS = {
    "speed": Number("Speed", 2.0, 0.0, 5.0, help="How fast."),
    "phase": Number("Phase", 0.0, 0.0, 1.0, help="Where it begins.", more=True),
    "axis": Choice(
        "Axis",
        "linear",
        {"linear": "linear", "log": "logarithmic"},
        help="How it is drawn.",
        view=True,
    ),
    "busy": Switch("Busy", False, help="Show it.", view=True, more=True),
}
DOTS = [mark("dot", x="t", y="v")]
AXES = {"x": {"label": "time"}, "y": {"label": "speed"}}


def run(speed, phase, seed):
    yield [{"t": phase, "v": speed}]


def figure(run=run):
    presets = {
        "base": Preset(),
        "fast": Preset({"speed": 4.0}),
        "fast, log": Preset({"speed": 4.0, "axis": "log"}),
    }
    panels = [panel(DOTS, AXES, when={"axis": axis}) for axis in ("linear", "log")]
    return Figure(
        id="views",
        chapter="some",
        title="Views",
        caption="Dots.",
        params=PARAMS,
        presets=presets,
        run=run,
        panels=panels,
        describe=lambda rows: "Dots.",
        values=lambda rows: {"v": rows[0]["v"]},
        targets=[target(CLAIM.id, lambda rows: rows[0]["v"], preset="fast")],
        source=cite("gregg2009slog", "x"),
    )


def test_what_only_changes_the_view_is_not_passed_to_the_run():
    assert figure().rows(axis="log", busy=True, phase=0.5) == [{"t": 0.5, "v": 2.0}]


def test_a_readers_own_run_gets_the_view_parameters_that_it_names():
    def older(speed, axis, seed, **others):
        yield [{"t": 0.0, "v": speed, "axis": axis, "others": len(others)}]

    views = figure()
    params = views.settings({"axis": "log"})
    assert list(views.increments(params, 1, older)) == [
        [{"t": 0.0, "v": 2.0, "axis": "log", "others": 1}]
    ]
    assert list(views.increments(params, 1, run)) == [[{"t": 0.0, "v": 2.0}]]


def test_a_run_that_asks_for_a_view_parameter_is_refused_when_the_figure_is_written():
    def greedy(speed, phase, axis, seed):
        return []

    with pytest.raises(ValueError, match=r"^views: run must not take 'axis', a view parameter"):
        figure(greedy)


def test_fold_and_view_are_in_the_figure_for_the_page():
    written = figure().to_json()
    validate("figure", written)
    assert {p["name"]: (p["more"], p["view"]) for p in written["params"]} == {
        "speed": (False, False),
        "phase": (True, False),
        "axis": (False, True),
        "busy": (True, True),
    }


def test_a_view_parameter_is_checked_and_kept_in_the_result():
    views = figure()
    params = views.settings({"axis": "log"})
    assert views.result(params, 1, views.rows(1, **params))["params"]["axis"] == "log"
    with pytest.raises(ValueError, match="axis must be one of linear, log, got 'cubic'"):
        views.settings({"axis": "cubic"})


def test_another_view_of_a_preset_is_still_that_preset_with_its_comparison():
    views = figure()

    def of(**changes):
        params = views.settings(changes)
        result = views.result(params, 1, views.rows(1, **params))
        return result["preset"], [c["id"] for c in result["compare"]]

    assert of() == ("base", [])
    assert of(busy=True) == ("base", [])
    assert of(speed=4.0) == ("fast", [CLAIM.id])
    assert of(speed=4.0, axis="log") == ("fast, log", [CLAIM.id])
    assert of(speed=4.0, axis="log", busy=True) == ("fast", [CLAIM.id])
    assert of(speed=3.0, axis="log") == (None, [])


@of_all("id", FIGURES)
def test_a_figure_shows_some_of_its_controls_openly(id):
    """A film's slider is one."""
    figure = get(id)
    assert any(not param.more for param in figure.params.values()) or any(
        panel.get("frame") for panel in figure.panels
    )
