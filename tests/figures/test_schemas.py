"""The schemas refuse what is not of their form."""

import copy
import json

import jsonschema
import pytest

from figures.contents import get
from tests.figures.runs import SCHEMAS, rows_of, the_report, validate

FIGURE = get("one-writer").to_json()
PARAMS, SEED = get("one-writer").preset_settings("as measured")
RESULT = {
    **get("one-writer").result(PARAMS, SEED, rows_of("one-writer")),
    "rows": rows_of("one-writer")[:3],
}
BENCH = [
    {"name": "first result", "value": 0.8, "unit": "s", "budget": 1.0, "ok": True},
    {"name": "events a second", "value": 9e5, "unit": "1/s", "budget": None, "ok": None},
]
NAMES = sorted(path.name.removesuffix(".schema.json") for path in SCHEMAS.glob("*.schema.json"))


def changed(value, path, new):
    """A copy in which the value at `path` is another; `...` takes it out."""
    value = copy.deepcopy(value)
    inner = value
    for step in path[:-1]:
        inner = inner[step]
    if new is ...:
        del inner[path[-1]]
    else:
        inner[path[-1]] = new
    return value


@pytest.mark.parametrize(
    ("name", "value"), [("figure", FIGURE), ("result", RESULT), ("bench", BENCH)]
)
def test_a_good_example_passes_and_none_of_its_parts_may_be_missing(name, value):
    validate(name, value)
    first = value[0] if isinstance(value, list) else value
    for key in first.keys() - {"code"}:  # which comes with a figure's rows
        broken = (
            [changed(first, [key], ...)] if isinstance(value, list) else changed(first, [key], ...)
        )
        with pytest.raises(jsonschema.ValidationError):
            validate(name, broken)


@pytest.mark.parametrize(
    ("path", "new"),
    [
        (["id"], "One Writer"),
        (["seed"], -1),
        (["presets"], []),
        (["more"], 1),
        (["params", 0, "kind"], "slider"),
        (["params", 2, "low"], "0"),
        (["params", 2, "stops"], []),
        (["params", 2, "colour"], "red"),
        (["panels", 0, "axes", "z"], {}),
        (["panels", 0, "axes", "x", "lable"], "time"),
        (["panels", 0, "axes", "x", "factor"], ...),
        (["panels", 0, "marks", 0, "options"], ...),
        (["panels", 0, "aspect"], 0),
        (["targets", 0, "preset"], None),
        (["code"], "print('hello')"),
        (["table", "columns", 0, "digits"], -1),
    ],
)
def test_a_figure_of_another_form_is_refused(path, new):
    with pytest.raises(jsonschema.ValidationError):
        validate("figure", changed(FIGURE, path, new))


@pytest.mark.parametrize(
    ("path", "new"),
    [
        (["values", "iops"], None),
        (["rows", 0, "row"], ["io"]),
        (["compare", 0, "status"], "not-modelled"),
        (["compare", 0, "basis"], None),
        (["describe"], "two\nlines."),
        (["edition"], "latest"),
        (["ms"], 3),
        (["seed"], 2**31),
    ],
)
def test_a_result_of_another_form_is_refused(path, new):
    with pytest.raises(jsonschema.ValidationError):
        validate("result", changed(RESULT, path, new))


@pytest.mark.parametrize(
    ("status", "key", "new"),
    [
        ("missed", "reason", None),
        ("reproduced", "model", None),
        ("not-modelled", "model", 1.0),
        ("input", "status", "ok"),
    ],
)
def test_a_report_that_contradicts_itself_is_refused(status, key, new):
    row = next(row for row in the_report() if row["status"] == status)
    validate("report", [row])
    with pytest.raises(jsonschema.ValidationError):
        validate("report", [{**row, key: new}])


@pytest.mark.parametrize("change", [{"ok": None}, {"value": "fast"}, {"budget": None}, {"peer": 1}])
def test_a_measurement_that_does_not_say_whether_it_is_within_its_budget_is_refused(change):
    with pytest.raises(jsonschema.ValidationError):
        validate("bench", [{**BENCH[0], **change}])


@pytest.mark.parametrize("name", NAMES)
def test_every_object_of_a_schema_says_which_keys_it_has(name):
    def check(part, where):
        if isinstance(part, dict):
            if part.get("type") == "object" and where[-1:] not in (["summary"], ["options"]):
                assert "additionalProperties" in part, where
            for key, inner in part.items():
                check(inner, [*where, key])
        elif isinstance(part, list):
            for n, inner in enumerate(part):
                check(inner, [*where, n])

    schema = json.loads((SCHEMAS / f"{name}.schema.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    check(schema, [name])


def test_the_readme_names_every_schema():
    text = (SCHEMAS / "README.md").read_text(encoding="utf-8")
    assert all(f"`{name}`" in text for name in NAMES)
