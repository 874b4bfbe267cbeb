"""Every figure at its presets, as the build ran it, and at other settings, run once for all tests
that look at the rows."""

import json
from functools import cache
from pathlib import Path

import jsonschema
import pytest
from referencing import Registry, Resource

from figures.contents import figures, get, ids
from figures.define.params import Choice, Number
from figures.run.build import OUT, built, key_of, read_rows
from figures.run.report import report

SCHEMAS = Path(__file__).resolve().parents[2] / "schemas"
FIGURES = ids()
PRESETS = [(figure.id, preset) for figure in figures() for preset in figure.presets]
TOLD = [
    (figure.id, preset)
    for figure in figures()
    for preset in figure.presets
    if preset == figure.default_preset() or figure.targets_of(preset)
]
FEW = {
    "missed-turn",
    "one-and-two-disks",
    "same-disk",
    "streaming-disk",
    "log-device",
    "burst-size",
}
PARAMS = [(figure.id, name) for figure in figures() for name in figure.params]


def slowly(items, quick):
    """Parameters of a test of which only the quick ones run in `make check`; `make test` runs all."""
    return [
        item
        if quick(item)
        else pytest.param(*(item if isinstance(item, tuple) else [item]), marks=pytest.mark.slow)
        for item in items
    ]


# a figure of each chapter, and the presets that say something of the texts; the others take `make
# test`
SOME_FIGURES = slowly(FIGURES, lambda id: id in FEW)
SOME_PRESETS = slowly(PRESETS, lambda item: item in TOLD)


def ends(param):
    """The lowest and the highest value of a number, every option of a choice, both sides of a
    switch."""
    if isinstance(param, Number):
        return [param.low, param.high]
    return list(param.options) if isinstance(param, Choice) else [True, False]


def deciding(figure, seed, params):
    """What decides a figure's rows: a seed, and names and values."""
    return seed, tuple(figure.run_settings(figure.settings(params)).items())


@cache
def of_the_build(id):
    """Rows of a figure's presets by what decides them; {} where its sources have changed since it
    was built."""
    figure, state = get(id), OUT / "state"
    if (
        not state.exists()
        or not built(id)
        or json.loads(state.read_text())["runs"].get(id) != key_of(figure)
    ):
        return {}
    return {
        deciding(figure, seed, params): kept
        for preset, kept in read_rows(id).items()
        for params, seed in [figure.preset_settings(preset)]
    }


@cache
def run_once(id, seed, settings):
    """The rows of a figure that these settings decide."""
    kept = of_the_build(id).get((seed, settings))
    return get(id).rows(seed, **dict(settings)) if kept is None else kept


def rows_of(id, preset=None, seed=None, **changes):
    """The rows of a figure under a preset, by default the first, with some parameters or the seed
    changed."""
    figure = get(id)
    params, own = figure.preset_settings(preset or figure.default_preset())
    return run_once(id, *deciding(figure, own if seed is None else seed, {**params, **changes}))


@cache
def result_of(id, preset):
    """The result of a figure under a preset."""
    params, seed = get(id).preset_settings(preset)
    return get(id).result(params, seed, rows_of(id, preset))


def values_of(id, preset=None, seed=None, **changes):
    """Its values."""
    return get(id).values(rows_of(id, preset, seed, **changes))


@cache
def the_report():
    """The reproduction report, from the runs that the tests share."""

    def told():
        for figure in figures():
            for preset in figure.presets:
                if figure.targets_of(preset):
                    yield figure, preset, result_of(figure.id, preset)

    return report(told())


@cache
def validator(name, part):
    """Checks values against a schema or one of its `$defs`."""
    schema = json.loads((SCHEMAS / f"{name}.schema.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    if part:
        schema = {"$schema": schema["$schema"], "$ref": f"#/$defs/{part}", "$defs": schema["$defs"]}
    return jsonschema.Draft202012Validator(schema, registry=registry())


@cache
def registry():
    """All schemas, by the names of their files, for they refer to each other."""
    found = (
        (path.name, json.loads(path.read_text(encoding="utf-8"))) for path in SCHEMAS.glob("*.json")
    )
    return Registry().with_resources(
        (name, Resource.from_contents(schema)) for name, schema in found
    )


def of_each_form(rows):
    """A row of each form that there is: the same names with values of the same types. The schemas
    tell no more apart."""
    forms = {
        tuple((name, type(value)) for name, value in row.items()): row for row in reversed(rows)
    }
    return list(forms.values())


def validate(name, value, part=None):
    """Check a value, as it crosses in JSON. Raises ValidationError."""
    if (
        name == "result"
        and value.get("rows")
        and all(isinstance(row, dict) for row in value["rows"])
    ):
        json.dumps(value["rows"], allow_nan=False)
        value = {**value, "rows": of_each_form(value["rows"])}
    error = jsonschema.exceptions.best_match(
        validator(name, part).iter_errors(json.loads(json.dumps(value, allow_nan=False)))
    )
    if error:
        raise error
