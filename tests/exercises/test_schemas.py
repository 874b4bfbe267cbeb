"""What exercises write is what the schemas say, and the schemas refuse what is not."""

import json
from functools import cache
from pathlib import Path

import jsonschema
import pytest

from exercises.checker import live
from exercises.checker.check import check
from exercises.checker.in_page import InPage
from exercises.contents import exercises, get
from tests.exercises.hearing import heard
from tests.exercises.test_answer_file import FILE, TIME
from tests.figures.runs import registry

ROOT = Path(__file__).resolve().parents[2]
EXERCISES = exercises()
PROGRAM = get("missed-revolution")
FORMS = list(
    {exercise.kind: exercise for exercise in EXERCISES if exercise.form is not None}.values()
)  # one of a kind
REQUESTS = [
    "nonsense",
    "null",
    "[]",
    "{}",
    '{"exercise": "none", "variant": 1}',
    json.dumps({"exercise": PROGRAM.id, "variant": 0, "answer": ""}),
]


def schema(name):
    return json.loads((ROOT / "schemas" / f"{name}.schema.json").read_text(encoding="utf-8"))


@cache
def validator(name):
    jsonschema.Draft202012Validator.check_schema(schema(name))
    return jsonschema.Draft202012Validator(schema(name), registry=registry())


def validate(name, value):
    validator(name).validate(json.loads(json.dumps(value, allow_nan=False)))


def request(exercise, variant=1, **more):
    return json.dumps({"exercise": exercise.id, "variant": variant, **more})


PROGRAMS = [
    "x = 1",
    "x = (",
    "import sys; sys.exit()",
    "def write_time(*a):\n    return 1.0",
    "",
    "\ud800",
    "x = 1\0",
]


@pytest.mark.slow
@pytest.mark.parametrize("exercise", EXERCISES, ids=lambda exercise: exercise.id)
def test_each_exercise_is_of_its_schema(exercise):
    record = exercise.to_json()
    validate("exercise", record)
    assert sum(test["points"] for test in record["tests"]) == record["points"]
    for text in (record["prompt"], record["why"], *record["hints"]):
        assert "{{" not in text
        assert "## " not in text


@pytest.mark.slow
@pytest.mark.parametrize("exercise", EXERCISES, ids=lambda exercise: exercise.id)
def test_what_the_page_asks_for_is_of_its_schema(exercise):
    for variant in (1, 999_999):
        posed = json.loads(live.pose(request(exercise, variant)))
        validate("pose", posed)
        assert posed.get("blanks", {}).keys() == exercise.blanks(1).keys()
        solved = json.loads(live.solve(request(exercise, variant)))
        validate("solve", solved)
        assert isinstance(solved.get("solution"), str if exercise.form is None else dict)


def test_an_exercise_of_each_kind_is_of_its_schema():
    for exercise in {exercise.kind: exercise for exercise in EXERCISES}.values():
        validate("exercise", exercise.to_json())


@pytest.mark.parametrize("text", REQUESTS)
def test_what_is_said_to_another_request_is_of_its_schema(text):
    validate("verdict", json.loads(live.check(text)))
    for function, name in ((live.pose, "pose"), (live.solve, "solve")):
        said = json.loads(function(text))
        validate(name, said)
        assert "error" in said


@pytest.mark.parametrize("code", PROGRAMS)
def test_each_verdict_on_a_program_is_of_its_schema(code):
    validate("verdict", check(PROGRAM, code, InPage).to_json())
    turns = []
    validate("verdict", heard(PROGRAM.id, code, turns=turns))
    for wish, asked in turns:
        validate("check", wish)
        validate("check", asked)


@pytest.mark.parametrize("answer", [None, 1, [], {"wait": "4 ms"}, True])
def test_an_answer_that_is_no_program_has_a_verdict_of_the_schema(answer):
    said = json.loads(live.check(request(PROGRAM, answer=answer)))
    validate("verdict", said)
    assert "must be a program" in said["error"]["message"]


@pytest.mark.slow
@pytest.mark.parametrize("exercise", FORMS, ids=lambda exercise: exercise.id)
def test_each_verdict_on_fields_is_of_its_schema(exercise):
    solution = exercise.solution(2)
    answers = [
        solution,
        exercise.start(2),
        {},
        {**solution, "more": "1"},
        "x = 1",
        None,
        [],
        {"": {}},
    ]
    for name, given in solution.items():
        answers += [
            {**solution, name: value}
            for value in ("", "NaN", "-1e999", "words", 1e400, None, [given], not given)
        ]
    for answer in answers:
        said = json.loads(live.check(request(exercise, 2, answer=answer)))
        validate("verdict", said)
        assert said["passed"] or answer is not solution
        assert said["error"] is not None or isinstance(answer, dict)


def test_a_readers_answer_file_is_of_its_schema():
    validate("answers", FILE)


def test_a_verdict_on_an_answer_that_was_handed_in_is_of_the_schema():
    validate("verdict", {**WRONG, "handed_in": HANDED_IN})
    validate(
        "verdict",
        {**WRONG, "handed_in": {**HANDED_IN, "name": "Ada L.", "time": TIME, "solution": SEEN}},
    )


@pytest.mark.parametrize(
    "path",
    sorted((ROOT / "_build" / "live" / "exercises").glob("*.json")),
    ids=lambda path: path.stem,
)
@pytest.mark.site
def test_what_lies_on_the_site_is_of_its_schema(path):
    record = json.loads(path.read_text(encoding="utf-8"))
    validate("exercise", record)
    assert record["picture"] is None or record["picture"]["svg"]


WRONG = check(PROGRAM, "x = 1", InPage).to_json()
MINE = FILE["exercises"]["missed-revolution"]
HANDED_IN = {"name": "", "edition": "1", "variant": 7, "time": None, "hints": 0, "solution": None}
SEEN = {"variant": 7, "time": TIME, "before": True}


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("answers", {**FILE, "v": 1}),
        ("answers", {**FILE, "predictions": {"x": 118}}),
        ("answers", {**FILE, "predictions": {"x": {"answer": "118", "time": TIME}}}),
        ("answers", {**FILE, "exercises": {"x": {**MINE, "state": "passed"}}}),
        ("answers", {**FILE, "exercises": {"x": {**MINE, "points": 13}}}),
        ("answers", {**FILE, "exercises": {"x": {**MINE, "variant": 0}}}),
        ("answers", {**FILE, "exercises": {"x": {**MINE, "time": "yesterday"}}}),
        ("answers", {**FILE, "more": {}}),
        ("verdict", {**WRONG, "passed": None}),
        ("verdict", {**WRONG, "variant": 1_000_000}),
        ("verdict", {**WRONG, "error": {"message": "two\nlines", "line": None, "field": None}}),
        ("verdict", {**WRONG, "score": 13}),
        ("verdict", {**WRONG, "handed_in": None}),
        ("verdict", {**WRONG, "handed_in": {**HANDED_IN, "points": 13}}),
        ("verdict", {**WRONG, "handed_in": {**HANDED_IN, "solution": {**SEEN, "before": "no"}}}),
        (
            "answers",
            {**FILE, "exercises": {"missed-revolution": {**MINE, "solutions": {"3": "soon"}}}},
        ),
        ("verdict", {**WRONG, "handed_in": {**HANDED_IN, "variant": 0}}),
        ("exercise", {**PROGRAM.to_json(), "tests": []}),
        ("exercise", {**PROGRAM.to_json(), "kind": "guess"}),
        ("exercise", {**PROGRAM.to_json(), "starter": None}),
        ("exercise", {**PROGRAM.to_json(), "form": []}),
        ("exercise", {**PROGRAM.to_json(), "picture": {"panels": [], "rows": [], "alt": ""}}),
        ("pose", {}),
        (
            "pose",
            {
                "exercise": "x",
                "variant": 1,
                "blanks": {"turn": 8.3},
                "starter": None,
                "picture": None,
            },
        ),
        ("pose", {"error": {"message": "x"}, "blanks": {}}),
        ("solve", {"solution": {"wait": 0.004}}),
        ("solve", {"solution": None}),
    ],
)
def test_a_schema_refuses_what_is_not_of_its_form(name, value):
    with pytest.raises(jsonschema.ValidationError):
        validate(name, value)
