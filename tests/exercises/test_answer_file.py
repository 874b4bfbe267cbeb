"""What `check --answer` makes of a file: a program, the page's answer file, fields; and one line
for each that is none."""

import copy
import json
import os
import random
from itertools import product
from pathlib import Path
from types import SimpleNamespace

import jsonschema
import pytest

from exercises.cli.answer_file import MAX_FILE, MAX_PROGRAM, FileAnswer, HandedIn, read
from figures.define.edition import EDITION
from models.cli.command_line import WrongUse
from tests.conftest import sample

SCHEMA = json.loads(
    (Path(__file__).parents[2] / "schemas" / "answers.schema.json").read_text(encoding="utf-8")
)
VALID = jsonschema.Draft202012Validator(SCHEMA)
PROGRAM = SimpleNamespace(id="missed-revolution", form={})
FIELDS = SimpleNamespace(id="which-half", form={"wait": None, "cause": None, "mirrored": None})
TIME = "2026-11-21T23:40:00Z"
CODE = "def write_time(size, rpm, rate, host_delay):\n    return 'half a turn: ½'\n"
FILE = {
    "v": 2,
    "edition": EDITION,
    "name": "Ada L.",
    "saved": "2026-11-21T23:59:59.250Z",
    "figures": {
        "one-writer": {
            "params": {"size": 8192, "cache": "on", "wide": True},
            "seed": 1,
            "code": "x = 1",
        }
    },
    "predictions": {
        "twice-the-host": {"answer": 118.5, "time": TIME},
        "more-cores": {"answer": "same", "time": TIME},
    },
    "exercises": {
        "missed-revolution": {
            "variant": 3,
            "answer": CODE,
            "time": TIME,
            "hints": 2,
            "solutions": {"3": TIME},
        },
        "which-half": {
            "variant": 7,
            "answer": {"wait": "4.2 ms", "cause": "turn", "mirrored": False},
            "time": TIME,
            "hints": 0,
        },
        "how-many": {"variant": 4, "time": TIME, "hints": 0, "solutions": {"4": TIME}},
        "whose-turn": {
            "variant": 2,
            "answer": "begun",
            "time": TIME,
            "hints": 1,
            "passed": {"variant": 1, "answer": {"wait": "4 ms"}, "time": TIME},
            "others": {"1": "x = 1", "70": {"wait": "", "mirrored": True}},
        },
    },
}


def written(folder, content, name="answers.json"):
    path = folder / name
    path.write_bytes(
        content
        if isinstance(content, bytes)
        else (content if isinstance(content, str) else json.dumps(content)).encode()
    )
    return path


def taken(path, exercise, **more):
    """The answer without what is told of it."""
    return read(path, exercise, **more)._replace(handed_in=None)


def refused(path, exercise=PROGRAM):
    """The one line that says why this is no answer."""
    with pytest.raises(WrongUse) as caught:
        read(path, exercise)
    said = str(caught.value)
    said.encode("ascii")
    assert "\n" not in said
    assert len(said) < 400 + len(str(path))
    return said


def with_(place, value):
    """The good file with one thing changed; REMOVE takes it away."""
    file = copy.deepcopy(FILE)
    *way, last = place
    record = file
    for step in way:
        record = record[step]
    if value is REMOVE:
        del record[last]
    else:
        record[last] = value
    return file


REMOVE = object()
MINE = ("exercises", "missed-revolution")


def test_a_python_file_is_a_program_and_names_no_variant(tmp_path):
    assert taken(written(tmp_path, CODE, "mine.py"), PROGRAM) == FileAnswer(
        CODE, None, is_program=True
    )
    assert taken(written(tmp_path, CODE, "my answer.txt"), PROGRAM) == FileAnswer(
        CODE, None, is_program=True
    )


def test_a_python_file_that_looks_like_json_is_a_program_all_the_same(tmp_path):
    assert taken(written(tmp_path, "{}\n", "mine.py"), PROGRAM).is_program


def test_the_pages_file_gives_this_exercises_answer_and_variant(tmp_path):
    assert taken(written(tmp_path, FILE), PROGRAM) == FileAnswer(CODE, 3, is_program=True)
    assert taken(written(tmp_path, FILE), FIELDS) == FileAnswer(
        FILE["exercises"]["which-half"]["answer"], 7
    )
    assert taken(written(tmp_path, FILE, "handed in.txt"), FIELDS).variant == 7


def test_the_answer_that_passed_counts_whatever_stands_in_the_page(tmp_path):
    now, then = {"wait": ""}, {"wait": "4.2 ms"}
    entry = {
        "variant": 8,
        "answer": now,
        "time": TIME,
        "hints": 0,
        "passed": {"variant": 7, "answer": then, "time": TIME},
    }
    path = written(tmp_path, with_(("exercises", "which-half"), entry))
    assert taken(path, FIELDS) == FileAnswer(then, 7)
    assert taken(path, FIELDS, variant=7) == FileAnswer(then, 7)
    assert taken(path, FIELDS, variant=8) == FileAnswer(now, 8)
    assert taken(path, FIELDS, variant=9) == FileAnswer(
        then, 7
    )  # there is none: the one that counts


def test_of_two_answers_to_a_variant_the_one_that_passed_is_taken(tmp_path):
    entry = {
        "variant": 7,
        "answer": {"wait": "5 ms"},
        "time": TIME,
        "hints": 0,
        "passed": {"variant": 7, "answer": {"wait": "4.2 ms"}, "time": TIME},
        "others": {"7": {"wait": "6 ms"}},
    }
    path = written(tmp_path, with_(("exercises", "which-half"), entry))
    assert (
        taken(path, FIELDS, variant=7) == taken(path, FIELDS) == FileAnswer({"wait": "4.2 ms"}, 7)
    )


def test_an_answer_to_another_variant_is_taken_if_that_variant_is_asked_for(tmp_path):
    entry = {
        **FILE["exercises"]["missed-revolution"],
        "others": {"4": "four = 4", "40": "forty = 40"},
    }
    path = written(tmp_path, with_(MINE, entry))
    assert taken(path, PROGRAM) == FileAnswer(CODE, 3, is_program=True)
    assert taken(path, PROGRAM, variant=40) == FileAnswer("forty = 40", 40, is_program=True)
    assert taken(path, PROGRAM, variant=41) == FileAnswer(CODE, 3, is_program=True)


def test_a_file_of_another_edition_is_read_if_that_is_said(tmp_path):
    path = written(tmp_path, {**FILE, "edition": "0.9.0-00000000"})
    assert "--any-edition" in refused(path)
    assert taken(path, PROGRAM, any_edition=True) == FileAnswer(CODE, 3, is_program=True)
    assert read(path, PROGRAM, any_edition=True).handed_in.edition == "0.9.0-00000000"
    path = written(tmp_path, {**with_((*MINE, "points"), 13), "edition": "0.9.0-00000000"})
    with pytest.raises(WrongUse, match="has a member"):
        read(path, PROGRAM, any_edition=True)


@pytest.mark.parametrize(
    ("place", "value"),
    [
        (("exercises", "which-half", "variant"), -5),
        (("exercises", "which-half"), None),
        (("exercises", "whose-turn", "points"), 13),
        (("exercises", "Whose Turn"), {}),
        (("figures", "one-writer", "seed"), "one"),
        (("figures", ""), []),
        (("predictions", "twice-the-host"), 118),
    ],
)
def test_what_is_wrong_with_another_entry_keeps_nobody_from_checking_this_one(
    tmp_path, place, value
):
    path = written(tmp_path, with_(place, value))
    assert not VALID.is_valid(json.loads(path.read_text()))
    assert taken(path, PROGRAM) == FileAnswer(CODE, 3, is_program=True)
    if place[:2] == ("exercises", "which-half"):
        assert "exercises.which-half" in refused(path, FIELDS)


def test_whose_an_answer_is_when_it_was_given_and_what_was_seen_is_told(tmp_path):
    then, now = "2026-11-20T08:00:00Z", "2026-11-21T23:40:00Z"
    entry = {
        "variant": 8,
        "answer": {"wait": ""},
        "time": now,
        "hints": 4,
        "others": {"9": {"wait": "1"}},
        "passed": {"variant": 7, "answer": {"wait": "4.2 ms"}, "time": then},
    }
    path = written(tmp_path, with_(("exercises", "which-half"), entry))
    for variant, time in ((None, then), (7, then), (8, now), (9, None), (10, then)):
        assert read(path, FIELDS, variant).handed_in == HandedIn("Ada L.", EDITION, time, 4)
    assert read(written(tmp_path, CODE, "mine.py"), PROGRAM).handed_in is None
    assert read(written(tmp_path, {"wait": "4.2 ms"}), FIELDS).handed_in is None


def test_a_byte_order_mark_that_an_editor_left_does_no_harm(tmp_path):
    assert (
        taken(written(tmp_path, b"\xef\xbb\xbf" + json.dumps(FILE).encode()), PROGRAM).variant == 3
    )
    assert (
        taken(written(tmp_path, b"\xef\xbb\xbf" + CODE.encode(), "mine.py"), PROGRAM).answer == CODE
    )


def test_an_object_of_fields_is_an_answer_where_fields_are_asked_for(tmp_path):
    mine = {"wait": "4.2 ms", "cause": "turn", "mirrored": True}
    assert taken(written(tmp_path, mine), FIELDS) == FileAnswer(mine, None)
    assert taken(written(tmp_path, {"wait": 0.25}), FIELDS) == FileAnswer({"wait": 0.25}, None)
    assert "no member 'edition'" in refused(written(tmp_path, {"v": 2}), FIELDS)
    assert "it may have: v, edition" in refused(written(tmp_path, {"v": 2, **mine}), FIELDS)
    assert "it may have: v, edition" in refused(written(tmp_path, mine), PROGRAM)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "is empty"),
        (b" \n\t ", "is empty"),
        (b"\xef\xbb\xbf", "is empty"),
        (b'{"v": 2, "name": "caf\xe9"}', "must be UTF-8 text; byte 21 is not"),
        (json.dumps(FILE).encode("utf-16"), "must be UTF-8 text"),
        (b"{", "was it cut off?"),
        (json.dumps(FILE)[:-1], "was it cut off?"),
        (json.dumps(FILE)[:200], "was it cut off?"),
        (json.dumps(FILE) + "}", "not JSON: Extra data"),
        (b"null", "must be one object in braces, got null"),
        (b"[]", "must be one object in braces, got []"),
        (b'"' + b"x" * 5000 + b'"', "must be one object in braces"),
        (b'{"v": NaN}', "a number must be finite, got NaN"),
        (b'{"v": -Infinity}', "a number must be finite, got -Infinity"),
        (b'{"v": 1e999}', "a number must be finite"),
        (b'{"v": 2, "v": 2}', "must have each key once, got 'v' twice"),
        (b"[" * 100_000, "lists and dicts deep"),
        (b'{"v": ' + b"9" * 400_000 + b"}", "an integer must lie between"),
        (b"x" * (MAX_FILE + 1), f"must be at most {MAX_FILE} bytes"),
        (
            {**FILE, "v": 1},
            "an answer file of an older version: load it in the book's page and save it again",
        ),
        ({**FILE, "v": 3}, "v must be 2, got 3"),
        ({**FILE, "v": True}, "v must be 2, got true"),
        ({**FILE, "v": 2.0}, "v must be 2, got 2.0"),
        (
            {**FILE, "edition": "1.0.0-00000000"},
            'another edition of the book, "1.0.0-00000000", this is',
        ),
        ({**FILE, "edition": "é\n" * 2000}, "another edition"),
        ({**FILE, "score": 13}, 'has a member "score"; it may have: v, edition, name'),
        (
            {**FILE, "exercises": {}},
            "holds no answer to missed-revolution; it holds: no answers at all",
        ),
        (
            {**FILE, "exercises": {"which-half": FILE["exercises"]["which-half"]}},
            "it holds: which-half",
        ),
        (with_((*MINE, "points"), 13), 'exercises.missed-revolution has a member "points"'),
        (with_((*MINE, "state"), "passed"), 'has a member "state"'),
        (
            with_((*MINE, "variant"), True),
            "variant must be a whole number from 1 to 999999, got true",
        ),
        (
            with_((*MINE, "answer"), {"wait": "4 ms"}),
            "must be a program, got a JSON object with the fields wait",
        ),
        (
            with_((*MINE, "answer"), "x" * (MAX_PROGRAM + 1)),
            "answer must be at most 100000 characters long, got 100001",
        ),
        (with_((*MINE, "answer"), "\ud800"), 'got "\\ud800"'),
        (with_((*MINE, "answer"), ["x"]), "answer must be a program's text, or fields in braces"),
        (
            with_((*MINE, "passed"), {"variant": 1, "answer": {"wait": "4 ms"}, "time": TIME}),
            "must be a program, got a JSON object with the fields wait",
        ),
        (
            with_((*MINE, "passed"), {"variant": 0, "answer": CODE, "time": TIME}),
            "passed.variant must be a whole number",
        ),
        (
            with_((*MINE, "passed"), {"variant": 1, "answer": CODE, "time": TIME, "points": 13}),
            'has a member "points"',
        ),
        (with_((*MINE, "passed"), True), "passed must be an object in braces, got true"),
        (
            with_((*MINE, "others"), {"0": CODE}),
            'others has an entry "0"; an entry\'s name must be the number of a variant',
        ),
        (
            with_((*MINE, "others"), {"1": [CODE]}),
            "others.1 must be a program's text, or fields in braces",
        ),
        (
            with_((*MINE, "answer"), {"Wait": "4 ms"}),
            "answer has an entry \"Wait\"; an entry's name must be a field's name",
        ),
        (with_(("figures",), []), "figures must be an object in braces, got []"),
        (with_(("predictions",), None), "predictions must be an object in braces, got null"),
        (with_(("exercises",), "x"), 'exercises must be an object in braces, got "x"'),
        (
            {**FILE, "exercises": {"which-half": {}, "Two\n": {}, "\x1b[2J": {}}},
            "it holds: which-half",
        ),
    ],
)
def test_a_file_that_is_no_answer_file_is_one_line(tmp_path, content, words):
    assert words in refused(written(tmp_path, content))


def test_a_program_is_no_answer_where_fields_are_asked_for(tmp_path):
    file = with_(("exercises", "which-half", "answer"), "print('turn')")
    assert "must be the fields wait, cause, mirrored, got a program" in refused(
        written(tmp_path, file), FIELDS
    )


def test_what_is_no_file_is_one_line(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    loop = tmp_path / "loop"
    loop.symlink_to(loop)
    huge = tmp_path / "huge.json"
    with huge.open("wb") as file:
        file.truncate(100 * 10**6)
    locked = written(tmp_path, FILE, "locked.json")
    locked.chmod(0)
    assert "got the folder" in refused(tmp_path)
    assert "there is no file" in refused(tmp_path / "none.json")
    assert "must be a regular file" in refused(pipe)
    assert "must be a regular file" in refused(Path("/dev/zero"))
    assert "at most 1000000 bytes" in refused(huge)
    assert "loop" in refused(loop)
    assert "file" in refused(tmp_path / ("x" * 300))
    if os.geteuid() != 0:
        assert "cannot read" in refused(locked)


def places(value, way=()):
    """The ways to all members of a record, from the outside in."""
    if isinstance(value, dict):
        for name, item in value.items():
            yield (*way, name)
            yield from places(item, (*way, name))


def alone(file, id):
    """A file without any entry but one exercise's."""
    less = {name: {} for name in ("figures", "predictions") if isinstance(file.get(name), dict)}
    if isinstance(file.get("exercises"), dict):
        less["exercises"] = {name: entry for name, entry in file["exercises"].items() if name == id}
    return {**file, **less}


VALUES = (
    REMOVE,
    None,
    True,
    0,
    -1,
    2,
    20,
    21,
    1_000_000,
    0.5,
    "",
    "x",
    "2026-13-01T00:00:00Z",
    TIME,
    "x" * 150,
    "x" * 201,
    "x" * 100_001,
    "a\nb",
    [],
    {},
    {"x": 1},
    {"x": "y"},
    {"x": None},
    {"X y": "z"},
    {f"f{n}": "" for n in range(51)},
)


@pytest.mark.slow
def test_what_is_read_is_what_the_schema_says(tmp_path):
    """One thing after the other is changed into many others: the reader takes a file if and only if
    the schema takes its frame with the one entry that is asked for."""
    ways = list(places(FILE))
    taken = 0
    ways += [(*way[:-1], "more") for way in ways]
    for way, value in sample([*product(ways, VALUES)], 5, lambda change: change[0]):
        if value is REMOVE and way[-1] == "more":
            continue
        file = with_(way, value)
        if isinstance(file.get("edition"), str) and file["edition"] != EDITION:
            continue  # that is told before the form is looked at
        path = written(tmp_path, file)
        fits = VALID.is_valid(alone(file, PROGRAM.id))
        try:
            read(path, PROGRAM)
            good = True
        except WrongUse as error:
            good = "must be a program, got a JSON object with the fields" in str(
                error
            ) or "holds no answer to" in str(error)
        assert good == fits, (way, value)
        taken += good
    assert taken > 50


@pytest.mark.slow
@pytest.mark.parametrize("exercise", [PROGRAM, FIELDS], ids=["program", "fields"])
def test_a_damaged_file_is_read_or_refused_and_never_a_traceback(tmp_path, exercise):
    """Some hundred cuts, and bytes turned, left out and doubled."""
    good = json.dumps(FILE, indent=1, ensure_ascii=False).encode()
    chance = random.Random(7)
    refusals = 0
    for turn in range(600):
        bytes_ = bytearray(good)
        for _ in range(chance.randint(1, 3)):
            at = chance.randrange(len(bytes_))
            kind = turn % 4
            if kind == 0:
                del bytes_[max(at, 1) :]
            elif kind == 1:
                bytes_[at] ^= 1 << chance.randrange(8)
            elif kind == 2:
                del bytes_[at]
            else:
                other = chance.randrange(len(bytes_))
                bytes_[at:at] = bytes_[min(at, other) : max(at, other)]
        path = written(tmp_path, bytes(bytes_))
        try:
            given = taken(path, exercise)
        except WrongUse as error:
            refusals += 1
            assert "\n" not in str(error)
        else:
            assert isinstance(given.answer, str if exercise is PROGRAM else dict)
    assert refusals > 300
