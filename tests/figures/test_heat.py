"""Heat maps: each has both kinds of axis and both palettes, which only change the view; and the row
of what time went to."""

from itertools import product
from math import fsum

import pytest

from figures.contents import get
from figures.define.touch import allowed, shown
from figures.kit.heat import (
    AXIS,
    KINDS,
    LOG_KINDS,
    PALETTE,
    Maps,
    heat_panels,
    shares,
    shown_openly,
)
from figures.kit.heat_map import linear_edges, log_edges
from models.units import GB, MB, KiB
from tests.conftest import sample
from tests.figures.runs import FIGURES, rows_of, values_of

MAPS = [id for id in FIGURES if any(panel["probe"] for panel in get(id).panels)]
TIME = "Where the time goes"
WITH_TIME = [id for id in FIGURES if any(panel["tab"] == TIME for panel in get(id).panels)]
VIEWS = list(product(AXIS.options, PALETTE.options))


def views(id):
    """By axis and palette the panels with a cross-hair, where everything else is as in the first
    preset that has one."""
    figure = get(id)
    for preset in figure.presets:
        params = figure.preset_settings(preset)[0]
        found = {
            view: [
                panel
                for panel in figure.panels
                if panel["probe"] and shown(panel, {**params, "axis": view[0], "palette": view[1]})
            ]
            for view in VIEWS
        }
        if any(found.values()):
            return preset, found
    raise AssertionError(f"{id} has no preset with a cross-hair")


def test_there_are_maps():
    assert {
        "icy-lake",
        "slog-enable",
        "group-and-reads",
        "tar-unpack",
        "load-ramp",
        "cache-enable",
    } <= {*MAPS}


@pytest.mark.parametrize("id", MAPS)
def test_a_map_has_both_axes_and_both_palettes_and_they_run_nothing(id):
    params = get(id).params
    for name, ours in (("axis", AXIS), ("palette", PALETTE)):
        assert (params[name].options, params[name].label, params[name].view) == (
            ours.options,
            ours.label,
            True,
        )


@pytest.mark.parametrize("id", MAPS)
def test_each_axis_in_each_palette_is_one_panel_that_says_so(id):
    _, found = views(id)
    for (axis, palette), panels in found.items():
        assert len(panels) == 1, (axis, palette)
        axes = panels[0]["axes"]
        assert (axes["y"].get("type", "linear") == "log") == (axis == "log")
        assert (axes["color"]["type"], axes["color"]["palette"]) == (
            "rank" if palette == "false" else "linear",
            palette,
        )


@pytest.mark.parametrize("id", MAPS)
def test_every_axis_counts_the_same_operations_in_each_column(id):
    preset, found = views(id)
    counts = []
    for panels in found.values():
        columns = {}
        for row in rows_of(id, preset):
            if row["row"] in allowed(panels[0]["probe"]["where"]["row"]):
                columns.setdefault(row["t1"], []).append(row["n"])
        counts.append({t: pytest.approx(fsum(some)) for t, some in columns.items()})
    assert counts[0]
    assert all(count == {t: each.expected for t, each in counts[0].items()} for count in counts[1:])


@pytest.mark.parametrize("id", WITH_TIME)
def test_the_picture_of_the_time_shares_it_out_the_time_in_named_colours(id):
    figure = get(id)
    beneath = [panel for panel in figure.panels if panel["tab"] == TIME]
    assert len(beneath) == 1
    domain = beneath[0]["axes"]["color"]["domain"]
    for preset in list(figure.presets)[:3]:
        rows, times = [row for row in rows_of(id, preset) if row["row"] == "busy"], {}
        for row in rows:
            assert row["who"] in domain
            assert -1e-9 <= row["share"] <= 1 + 1e-9
            times.setdefault(row["t1"], []).append(row["share"])
        assert all(fsum(parts) <= 1 + 1e-9 for parts in times.values()), preset
        assert rows or id == "icy-lake"


def test_the_cells_of_both_axes_are_rows_of_two_kinds_and_claims_have_theirs():
    assert KINDS["linear"] == LOG_KINDS["log"] == "cell"
    for kinds in (KINDS, LOG_KINDS):
        heat = Maps(1.0, {"linear": linear_edges(10.0, 5), "log": log_edges(0.1, 10.0, 2)}, kinds)
        assert [(row["of"], row["low"], row["high"]) for row in heat.frames(0.0, 2.0)] == [
            ("linear", 0.0, 10.0),
            ("log", 0.1, 10.0),
        ]
        heat.add(0.5, 3.0)
        heat.add(0.6, 0.2)
        heat.add(1.5, 9.0)
        over = heat.columns(1.0)
        assert [(row["row"], row["low"], row["n"]) for row in over] == [
            (kinds["linear"], 0.0, 1),
            (kinds["linear"], 2.0, 1),
            (kinds["log"], 0.1, 1),
            (kinds["log"], 1.0, 1),
        ]
        assert {row["row"] for row in heat.rest()} == set(kinds.values())
        assert heat.rest() == []


def test_a_panel_for_each_view_with_all_that_is_asked_for():
    panels = heat_panels(
        KINDS,
        {"label": "time"},
        "latency",
        "entries",
        one="entry",
        each={"log": {"ticks": 3}},
        colour={"range": ["red"]},
        when={"busy": True},
        counted=["cell", "lake"],
    )
    assert [(panel["when"]["axis"], panel["when"]["palette"]) for panel in panels] == VIEWS
    assert all(panel["when"]["busy"] is True for panel in panels)
    assert {
        panel["axes"]["y"].get("ticks") for panel in panels if panel["when"]["axis"] == "log"
    } == {3}
    assert all(panel["probe"]["noun"] == ["entry", "entries"] for panel in panels)
    assert all(panel["probe"]["where"] == {"row": ["cell", "lake"]} for panel in panels)
    assert all(panel["axes"]["color"]["range"] == ["red"] for panel in panels)


def test_shares_are_of_all_parts_or_of_what_is_given_and_of_nothing_none():
    assert [row["share"] for row in shares(0.0, 1.0, {"a": 1.0, "b": 3.0})] == [0.25, 0.75]
    assert [row["share"] for row in shares(0.0, 1.0, {"a": 1.0, "b": 3.0}, 8.0)] == [0.125, 0.375]
    assert [row["share"] for row in shares(0.0, 1.0, {"a": 0.0})] == [0.0]


def test_what_stands_openly_is_the_same_but_for_fold_and_default():
    opened = shown_openly(AXIS, "log")
    assert (opened.default, opened.more, opened.view, opened.options) == (
        "log",
        False,
        True,
        AXIS.options,
    )
    assert shown_openly(PALETTE).default == PALETTE.default
    assert AXIS.more and PALETTE.more


@pytest.mark.parametrize(
    ("reads", "size"),
    sample([*product(["sequential", "repeat"], [8 * KiB, 128 * KiB])], 1, lambda pair: pair[0]),
)
def test_however_fast_the_card_is_so_many_reads_are_looked_at_in_each_step_and_no_more(reads, size):
    rows = get("stepping-disks").rows(
        disks=48, card=6 * GB, lanes=16, lane=1200 * MB, seconds=0.4, size=size, reads=reads
    )
    counts = {}
    for row in (row for row in rows if row["row"] == "cell"):
        step = round((row["t1"] + row["t2"]) / 2)
        counts[step] = counts.get(step, 0) + row["n"]
    assert len(counts) == 48
    assert all(200 < counts[disks] < 1500 for disks in range(2, 49))
    one, last = [row for row in rows if row["row"] == "step"][::47]
    assert last["moved"] == pytest.approx(min(6 * GB, 48 * one["moved"]), rel=0.12)


@pytest.mark.parametrize("name", ["old_write", "new_write", "zfs_write", "zfs_read"])
def test_a_larger_request_takes_longer_wherever_a_tier_stands(name):
    small, large = (values_of("three-arrangements", size=size)[name] for size in (512, 64 * KiB))
    assert large > small
