"""What a panel may say of when it is shown, of counting, picking, dragging and moving."""

import re
from pathlib import Path

import pytest

from figures.__main__ import main
from figures.contents import get
from figures.define.figure import (
    Choice,
    Figure,
    Number,
    Preset,
    Switch,
    cite,
    frame,
    handle,
    mark,
    move,
    panel,
    pick,
    probe,
)
from figures.define.params import ParameterError
from figures.define.touch import allowed, check_panel, shown
from figures.run.build import RENDERER
from tests.figures.runs import FIGURES, rows_of, validate

AXES = {
    "x": {"label": "time", "unit": "s"},
    "y": {"label": "latency", "unit": "ms"},
    "color": {"type": "rank", "palette": "false", "legend": True},
}
CELLS = [mark("rect", where={"row": "cell"}, x1="t1", x2="t2", y1="low", y2="high", fill="n")]
PARAMS = {
    "axis": Choice(
        "Axis", "linear", {"linear": "linear", "log": "logarithmic"}, help="How it is drawn."
    ),
    "busy": Switch("Busy", False, help="Show it."),
    "at": Number("At", 1.0, 0.0, 5.0, unit="s", help="When it happens."),
}


def run(axis, busy, at, seed):
    yield [{"row": "cell", "t1": 0, "t2": 1, "low": 0.001, "high": 0.002, "n": 3, "tag": 2}]


def figure(*panels, **more):
    presets = {"base": Preset(), "log": Preset({"axis": "log"}), "busy": Preset({"busy": True})}
    return Figure(
        id="heat",
        chapter="some",
        title="Heat",
        caption="Cells.",
        params=PARAMS,
        presets=presets,
        run=run,
        panels=list(panels),
        describe=lambda rows: "Cells.",
        values=lambda rows: {"n": 3},
        source=cite("gregg2009slog", "x"),
        **more,
    )


def test_a_panel_with_everything_is_of_the_schema():
    everything = panel(
        CELLS,
        AXES,
        when={"axis": ["linear", "log"], "busy": False},
        handle=handle("at"),
        probe=probe(where={"row": "cell"}, noun="writes"),
        pick=pick("at", "tag", where={"row": "cell"}),
        move=move(where={"row": ["cell", "slot"]}, swap=True),
    )
    validate("figure", figure(everything, panel(CELLS, AXES)).to_json())


def test_one_of_many_is_the_noun_without_its_s_unless_it_is_said():
    assert probe(noun="writes")["noun"] == ["write", "writes"]
    assert probe(noun="entries", one="entry")["noun"] == ["entry", "entries"]


@pytest.mark.parametrize(
    ("when", "seen"),
    [
        (None, True),
        ({"axis": "log"}, True),
        ({"axis": "linear"}, False),
        ({"axis": ["linear", "log"]}, True),
        ({"axis": "log", "busy": True}, False),
        ({"axis": "log", "busy": [True, False]}, True),
    ],
)
def test_a_panel_is_shown_while_all_of_its_conditions_hold(when, seen):
    assert shown(panel(CELLS, AXES, when=when), {"axis": "log", "busy": False, "at": 1.0}) is seen


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        (
            {"when": {"axes": "log"}},
            "heat: the parameter of when must be one of axis, busy, at, got 'axes'",
        ),
        ({"when": {"axis": "cubic"}}, "heat: when: axis must be one of linear, log, got 'cubic'"),
        (
            {"when": {"axis": ["log", "cubic"]}},
            "heat: when: axis must be one of linear, log, got 'cubic'",
        ),
        ({"when": {"busy": "on"}}, "heat: when: busy must be true or false, got 'on'"),
        ({"when": {"at": 9.0}}, "heat: when: at must be 0 s to 5 s, got 9 s"),
        ({"when": {"axis": []}}, "heat: when must allow at least one value of 'axis'"),
        (
            {"pick": pick("disk", "tag")},
            "heat: the parameter of pick must be one of axis, busy, at, got 'disk'",
        ),
        (
            {"pick": pick("busy", "tag")},
            "heat: pick must set a Number or a Choice; 'busy' is a Switch",
        ),
        (
            {"handle": handle("plug")},
            "heat: the parameter of handle must be one of axis, busy, at, got 'plug'",
        ),
        ({"handle": handle("axis")}, "heat: a handle must set a Number, got 'axis'"),
        (
            {"handle": handle("at", axis="y")},
            "heat: a handle must lie on the panel's x axis, got 'y'",
        ),
        (
            {"move": move("place")},
            "heat: move needs two different fields, param and value, got 'place' for both",
        ),
    ],
)
def test_what_a_panel_may_not_say_is_told_in_one_line(wrong, words):
    with pytest.raises(ValueError) as told:
        figure(panel(CELLS, AXES), panel(CELLS, AXES, **wrong))
    assert str(told.value).startswith(words)
    assert "\n" not in str(told.value)


def test_where_there_are_only_switches_nothing_can_be_moved():
    with pytest.raises(ValueError, match="move must set a Number or a Choice"):
        check_panel(panel(CELLS, AXES, move=move()), {"busy": PARAMS["busy"]})


def test_what_is_drawn_as_frames_cannot_be_moved():
    with pytest.raises(
        ValueError, match="heat: a panel with frames cannot have a probe, a pick or a move"
    ):
        figure(panel(CELLS, AXES, frame=frame("n", "count", "", 2, [3]), move=move()))


def test_a_preset_that_shows_nothing_is_refused():
    with pytest.raises(ValueError, match="heat: no panel is shown with the preset 'log'"):
        figure(panel(CELLS, AXES, when={"axis": "linear"}))


@pytest.mark.parametrize(
    ("colour", "words"),
    [
        (
            {"type": "ranked"},
            "the type of a colour axis must be one of linear, log, sqrt, rank, ordinal, categorical, got 'ranked'",
        ),
        ({"palette": "jet"}, "palette must be linear, false or alarm, got 'jet'"),
    ],
)
def test_a_colour_axis_that_there_is_none_of_is_refused(colour, words):
    with pytest.raises(ValueError, match=words):
        panel(CELLS, {"color": colour})


def panels_with(key):
    """Figure, preset and panel of each that is shown with the preset and has `key`."""
    return [
        (id, preset, each)
        for id in FIGURES
        for preset in get(id).presets
        for each in get(id).panels
        if each[key] and shown(each, get(id).preset_settings(preset)[0])
    ]


def rows_that(where, id, preset):
    return [
        row
        for row in rows_of(id, preset)
        if all(row.get(key) in allowed(wanted) for key, wanted in (where or {}).items())
    ]


@pytest.mark.slow
def test_no_cell_that_a_cross_hair_counts_is_there_twice():
    for id, preset, each in panels_with("probe"):
        fields = [each["probe"][name] for name in ("x1", "x2", "low", "high", "count")]
        cells = [
            row
            for row in rows_that(each["probe"]["where"], id, preset)
            if all(name in row for name in fields)
        ]
        assert cells, (id, preset)
        assert len({(row[fields[0]], row[fields[2]]) for row in cells}) == len(cells), (id, preset)


@pytest.mark.slow
def test_what_can_be_picked_is_a_value_that_the_parameter_takes():
    for id, preset, each in panels_with("pick"):
        name, field = each["pick"]["param"], each["pick"]["field"]
        found = {row[field] for row in rows_that(each["pick"]["where"], id, preset) if field in row}
        for value in found:
            get(id).params[name].check(name, value)
        assert found or preset != get(id).default_preset(), (id, preset)


@pytest.mark.slow
def test_what_can_be_moved_stands_at_a_place_and_may_go_to_another():
    for id, preset, each in panels_with("move"):
        thing, place = each["move"]["param"], each["move"]["value"]
        rows = rows_that(each["move"]["where"], id, preset)
        places = {row[place] for row in rows if row.get(place) is not None}
        names = {row[thing] for row in rows if row.get(thing) is not None}
        assert names and places, (id, preset)
        for name in names:
            assert get(id).preset_settings(preset)[0][name] in places, (id, preset, name)
            assert len(places & may_be(get(id).params[name], places)) > 1, (id, preset, name)


def may_be(param, values):
    """Those of the values that a parameter takes."""

    def taken(value):
        try:
            return param.check("it", value) == value
        except ParameterError:
            return False

    return {value for value in values if taken(value)}


def test_a_picture_from_the_command_line_shows_the_panels_of_its_run(monkeypatch, tmp_path):
    seen = []
    monkeypatch.setattr(
        "figures.run.build.draw_all",
        lambda jobs: [seen.append(job) or Path(job["out"]).touch() for job in jobs],
    )
    assert main(["run", "icy-lake", "--set", "axis=log", "--svg", str(tmp_path / "lake.svg")]) == 0
    assert seen[0]["params"]["axis"] == "log"


def test_a_picture_from_the_command_line_brings_its_colours(monkeypatch, tmp_path):
    """Outside the page there is nobody to say what the theme's colours are."""
    drawn = '<svg fill="var(--wtg-1)" stroke="var(--wtg-card, Canvas)"/>'
    monkeypatch.setattr(
        "figures.run.build.draw_all", lambda jobs: Path(jobs[0]["out"]).write_text(drawn)
    )
    assert main(["run", "icy-lake", "--svg", str(tmp_path / "lake.svg")]) == 0
    assert (tmp_path / "lake.svg").read_text() == '<svg fill="#0072b2" stroke="#fbfcfe"/>'


@pytest.mark.skipif(not RENDERER.exists(), reason="the renderer is not built")
def test_pictures_from_the_command_line_stand_under_their_names(tmp_path):
    assert main(["run", "sync-or-not", "--svg", str(tmp_path / "both.svg")]) == 0
    names = [panel["tab"] for panel in get("sync-or-not").panels]
    assert (
        re.findall(r'font-weight="600"[^>]*>([^<]+)', (tmp_path / "both.svg").read_text()) == names
    )


def test_a_picture_in_a_notebook_knows_the_parameters_of_its_rows():
    shown_there = get("icy-lake").widget()
    shown_there.set(axis="log")
    assert shown_there.params == shown_there.live.settings({"axis": "log"})
