"""What exercises write is what the schemas say, and the schemas refuse what is not."""

import json
from pathlib import Path

import jsonschema
import pytest

from exercises.answer import InPage
from exercises.check import check
from exercises.contents import EXERCISES
from exercises.live import check as check_live

SCHEMAS = Path(__file__).resolve().parents[2] / "schemas"
WORK = {
    "v": 1,
    "edition": "1.0.0-0123abcd",
    "figures": {"one-writer": {"params": {"size": 8192, "cache": "on", "wide": True}, "seed": 1, "code": "x"}},
    "predictions": {"twice-the-host": 118.5},
    "exercises": {"missed-revolution": {"code": "def f(): pass", "state": "tried", "hints": 2}},
}


def validate(name, value):
    schema = json.loads((SCHEMAS / f"{name}.schema.json").read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.validate(json.loads(json.dumps(value)), schema, jsonschema.Draft202012Validator)


@pytest.mark.parametrize("exercise", EXERCISES, ids=lambda exercise: exercise.id)
def test_each_exercise_is_of_its_schema(exercise):
    record = exercise.to_json()
    validate("exercise", record)
    assert sum(test["points"] for test in record["tests"]) == record["points"]
    assert "<table>" in record["prompt"]
    assert "## Hint" not in record["prompt"]


@pytest.mark.parametrize("code", ["x = 1", "x = (", "import sys; sys.exit()", "def write_time(*a):\n    return 1.0"])
def test_each_verdict_is_of_its_schema(code):
    validate("verdict", check(EXERCISES[0], code, InPage).to_json())
    validate("verdict", check(EXERCISES[0], EXERCISES[0].solution, InPage).to_json())
    validate("verdict", json.loads(check_live("nonsense")))


def test_a_readers_saved_work_is_of_its_schema():
    validate("answers", WORK)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("answers", {**WORK, "v": 2}),
        ("answers", {**WORK, "predictions": {"x": "118"}}),
        ("answers", {**WORK, "exercises": {"x": {"code": "", "state": "solved", "hints": 0}}}),
        ("answers", {**WORK, "more": {}}),
        ("verdict", {**check(EXERCISES[0], "x = 1", InPage).to_json(), "passed": None}),
        ("exercise", {**EXERCISES[0].to_json(), "tests": []}),
    ],
)
def test_a_schema_refuses_what_is_not_of_its_form(name, value):
    with pytest.raises(jsonschema.ValidationError):
        validate(name, value)
