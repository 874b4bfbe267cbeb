"""Every parameter: what is run with it at its end, and that it is not there for nothing."""

import ast
import json
from itertools import zip_longest
from math import isfinite
from pathlib import Path

import pytest

from figures.contents import get
from figures.define.params import Choice, Number, ParameterError, Switch, check_seed
from tests.conftest import sample
from tests.figures.runs import FIGURES, PARAMS, ends, rows_of

LONG = {
    "allocator-gains",
    "cache-enable",
    "daemon-queue",
    "dedup-blocks",
    "disk-io",
    "fill-and-age",
    "flash-feeding",
    "flash-headers",
    "group-and-reads",
    "group-timeline",
    "hybrid-pool",
    "icy-lake",
    "immediate-data",
    "kernel-target",
    "load-ramp",
    "log-device",
    "logbias",
    "pool-ages",
    "ramdisk-log",
    "resilver-race",
    "resilver-time",
    "room-today",
    "slab-map",
    "slab-weights",
    "slog-enable",
    "ufs-sync",
    "write-throttle",
}
"""With all sliders at the upper end these run for half a second to five, which no reader asks for."""


def at_the_end(figure, end):
    """A figure's settings with all sliders at one end, and what may be chosen beside them as no
    preset has it."""
    settings = {}
    for name, param in figure.params.items():
        if isinstance(param, Number):
            settings[name] = getattr(param, end)
        else:
            tried = [figure.preset_settings(preset)[0][name] for preset in figure.presets]
            fresh = [value for value in ends(param) if value not in tried]
            settings[name] = fresh[0 if end == "low" else -1] if fresh else param.default
    return {name: value for name, value in settings.items() if not figure.params[name].view}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("id", "end"),
    [
        (id, end)
        for id in sample(FIGURES, 1, lambda id: get(id).chapter)
        for end in ("low", "high")
        if end == "low" or id not in LONG
    ],
)
def test_with_all_sliders_at_their_ends_a_figure_gives_rows_a_sentence_and_values(id, end):
    figure = get(id)
    rows = rows_of(id, **at_the_end(figure, end))
    assert rows
    assert "nan" not in figure.describe(rows)
    assert all(isfinite(number) for number in figure.values(rows).values())


def alone(figure, name):
    """The presets that change nothing but this parameter."""
    return [
        preset
        for preset, other in figure.presets.items()
        if {changed for changed in other.params if not figure.params[changed].view} == {name}
    ]


def moves(id, preset, name, value):
    """Whether the rows under a preset differ with another value, of which no more is run than it
    takes to see that."""
    figure, shown = get(id), rows_of(id, preset)
    params, seed = figure.preset_settings(preset)
    fresh = (
        row
        for part in figure.increments(figure.settings({**params, name: value}), seed)
        for row in part
    )
    return any(row != before for row, before in zip_longest(fresh, shown))


@pytest.mark.parametrize("id", FIGURES)
def test_a_parameter_is_looked_at_by_panels_if_it_is_of_the_view_else_by_the_code(id):
    figure = get(id)
    read = {node.id for node in ast.walk(ast.parse(figure.code())) if isinstance(node, ast.Name)}
    for name, param in figure.params.items():
        assert (
            any(name in (panel["when"] or {}) for panel in figure.panels)
            if param.view
            else name in read
        ), name


SHOWN = [
    (id, name) for id, name in PARAMS if alone(get(id), name) and not get(id).params[name].view
]


@pytest.mark.parametrize(("id", "name"), SHOWN)
def test_a_parameter_that_a_preset_moves_alone_changes_something(id, name):
    figure = get(id)
    assert any(
        rows_of(id, preset) != rows_of(id)
        for preset in alone(figure, name)
        if figure.preset_settings(preset)[0][name] != figure.params[name].default
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    ("id", "name"),
    sample(
        [
            (id, name)
            for id, name in PARAMS
            if (id, name) not in SHOWN
            and not get(id).params[name].view
            and not get(id).params[name].more
        ],
        2,
        lambda item: get(item[0]).chapter,
    ),
)
def test_a_parameter_that_stands_openly_changes_something(id, name):
    figure = get(id)
    assert any(
        moves(id, preset, name, value)
        for preset in figure.presets
        for value in ends(figure.params[name])
        if value != figure.preset_settings(preset)[0][name]
    )


# What a parameter takes: the page asks the same of the same values (web/test/params.test.ts).


CASES = json.loads(Path(__file__).with_name("parameters.json").read_text(encoding="utf-8"))
KINDS = {"number": Number, "choice": Choice, "switch": Switch}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["param"].get("label", "Seed"))
def test_a_parameter_takes_what_it_allows_and_refuses_the_rest_in_one_line(case):
    kind, *more = case["param"].values()
    form = {name: value for name, value in case["param"].items() if name != "kind"}

    def check(value):
        return KINDS[kind](**form).check("it", value) if more else check_seed(value)

    for value in case["takes"]:
        assert check(value) == pytest.approx(value)
    for value in case["refuses"]:
        with pytest.raises(ParameterError, match=r"^(it|seed) must be .*, got "):
            check(value)
