"""What `check --answer` makes of a file: a program, the page's answer file, fields; and one line for each that is none."""

import copy
import json
import os
import random
from pathlib import Path
from types import SimpleNamespace

import jsonschema
import pytest

from exercises.answer_file import MAX_FILE, MAX_PROGRAM, Given, read
from figures.edition import EDITION
from models.command_line import WrongUse

SCHEMA = json.loads((Path(__file__).parents[2] / "schemas" / "answers.schema.json").read_text(encoding="utf-8"))
PROGRAM = SimpleNamespace(id="missed-revolution", form={})
FIELDS = SimpleNamespace(id="which-half", form={"wait": None, "cause": None, "mirrored": None})
TIME = "2026-11-21T23:40:00Z"
CODE = "def write_time(size, rpm, rate, host_delay):\n    return 'half a turn: ½'\n"
FILE = {
    "v": 2,
    "edition": EDITION,
    "name": "Ada L.",
    "saved": "2026-11-21T23:59:59.250Z",
    "figures": {"one-writer": {"params": {"size": 8192, "cache": "on", "wide": True}, "seed": 1, "code": "x = 1"}},
    "predictions": {"twice-the-host": {"answer": 118.5, "time": TIME}},
    "exercises": {
        "missed-revolution": {"variant": 3, "answer": CODE, "time": TIME, "hints": 2},
        "which-half": {"variant": 7, "answer": {"wait": "4.2 ms", "cause": "turn", "mirrored": False}, "time": TIME,
                       "hints": 0},
    },
}


def written(folder, content, name="answers.json"):
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else
                     (content if isinstance(content, str) else json.dumps(content)).encode())
    return path


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
    assert read(written(tmp_path, CODE, "mine.py"), PROGRAM) == Given(CODE, None, is_program=True)
    assert read(written(tmp_path, CODE, "my answer.txt"), PROGRAM) == Given(CODE, None, is_program=True)


def test_a_python_file_that_looks_like_json_is_a_program_all_the_same(tmp_path):
    assert read(written(tmp_path, "{}\n", "mine.py"), PROGRAM).is_program


def test_the_pages_file_gives_this_exercises_answer_and_variant(tmp_path):
    assert read(written(tmp_path, FILE), PROGRAM) == Given(CODE, 3, is_program=True)
    assert read(written(tmp_path, FILE), FIELDS) == Given(FILE["exercises"]["which-half"]["answer"], 7)
    assert read(written(tmp_path, FILE, "handed in.txt"), FIELDS).variant == 7


def test_a_byte_order_mark_that_an_editor_left_does_no_harm(tmp_path):
    assert read(written(tmp_path, b"\xef\xbb\xbf" + json.dumps(FILE).encode()), PROGRAM).variant == 3
    assert read(written(tmp_path, b"\xef\xbb\xbf" + CODE.encode(), "mine.py"), PROGRAM).answer == CODE


def test_an_object_of_fields_is_an_answer_where_fields_are_asked_for(tmp_path):
    mine = {"wait": "4.2 ms", "cause": "turn", "mirrored": True}
    assert read(written(tmp_path, mine), FIELDS) == Given(mine, None)
    assert read(written(tmp_path, {"wait": 0.25}), FIELDS) == Given({"wait": 0.25}, None)
    assert "no member 'edition'" in refused(written(tmp_path, {"v": 2}), FIELDS)
    assert "it may have: v, edition" in refused(written(tmp_path, {"v": 2, **mine}), FIELDS)
    assert "it may have: v, edition" in refused(written(tmp_path, mine), PROGRAM)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "is empty"),
        (b" \n\t ", "is empty"),
        (b"\xef\xbb\xbf", "is empty"),
        (b'{"v": 2, "name": "caf\xe9"}', "must be UTF-8 text, byte 21 is not"),
        (json.dumps(FILE).encode("utf-16"), "must be UTF-8 text"),
        (b"{", "was it cut off?"),
        (json.dumps(FILE)[:-1], "was it cut off?"),
        (json.dumps(FILE)[:200], "was it cut off?"),
        (json.dumps(FILE) + "}", "not JSON: Extra data"),
        (b"null", "must hold one object in braces, not null"),
        (b"[]", "must hold one object in braces, not []"),
        (b'"' + b"x" * 5000 + b'"', "must hold one object in braces"),
        (b'{"v": NaN}', "a number must be finite, got NaN"),
        (b'{"v": -Infinity}', "a number must be finite, got -Infinity"),
        (b'{"v": 1e999}', "a number must be finite"),
        (b'{"v": 2, "v": 2}', "must have each key once, got 'v' twice"),
        (b"[" * 100_000, "lists and dicts deep"),
        (b'{"v": ' + b"9" * 400_000 + b"}", "an integer must lie between"),
        (b"x" * (MAX_FILE + 1), f"must be at most {MAX_FILE} bytes"),
        ({**FILE, "v": 1}, "an answer file of an earlier form: load it in the book's page and save it again"),
        ({**FILE, "v": 3}, "v must be 2, got 3"),
        ({**FILE, "v": True}, "v must be 2, got true"),
        ({**FILE, "v": 2.0}, "v must be 2, got 2.0"),
        ({**FILE, "edition": "1.0.0-00000000"}, 'another edition of the book, "1.0.0-00000000", this is'),
        ({**FILE, "edition": "é\n" * 2000}, "another edition"),
        ({**FILE, "score": 13}, 'has a member "score"; it may have: v, edition, name'),
        ({**FILE, "exercises": {}}, "holds no answer to missed-revolution; it holds: no answers at all"),
        ({**FILE, "exercises": {"which-half": FILE["exercises"]["which-half"]}}, "it holds: which-half"),
        (with_((*MINE, "points"), 13), 'exercises.missed-revolution has a member "points"'),
        (with_((*MINE, "state"), "passed"), 'has a member "state"'),
        (with_((*MINE, "variant"), True), "variant must be a whole number from 1 to 999999, got true"),
        (with_((*MINE, "answer"), {"wait": "4 ms"}), "a program is asked for, got fields: wait"),
        (with_((*MINE, "answer"), "x" * (MAX_PROGRAM + 1)), "answer must be at most 100000 characters long, got 100001"),
        (with_((*MINE, "answer"), "\ud800"), 'got "\\ud800"'),
        (with_((*MINE, "answer"), ["x"]), "answer must be a program's text, or fields in braces"),
        (with_(("exercises", "Missed Revolution"), FILE["exercises"]["missed-revolution"]), "no name of the book's"),
    ],
)
def test_a_file_that_is_no_answer_file_is_one_line(tmp_path, content, words):
    assert words in refused(written(tmp_path, content))


def test_a_program_is_no_answer_where_fields_are_asked_for(tmp_path):
    file = with_(("exercises", "which-half", "answer"), "print('turn')")
    assert "the fields wait, cause, mirrored are asked for, got a program" in refused(written(tmp_path, file), FIELDS)


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
    assert "is a folder" in refused(tmp_path)
    assert "there is no file" in refused(tmp_path / "none.json")
    assert "is no regular file" in refused(pipe)
    assert "is no regular file" in refused(Path("/dev/zero"))
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


VALUES = (REMOVE, None, True, 0, -1, 2, 20, 21, 1_000_000, 0.5, "", "x", "2026-13-01T00:00:00Z", TIME, "x" * 150, "x" * 201,
          "x" * 100_001, "a\nb", [], {}, {"x": 1}, {"x": "y"}, {"x": None}, {"X y": "z"}, {f"f{n}": "" for n in range(51)})


@pytest.mark.slow
def test_what_is_read_is_what_the_schema_says(tmp_path):
    """One thing after the other is changed into many others: the schema takes a file if and only if the reader does."""
    validator = jsonschema.Draft202012Validator(SCHEMA)
    ways = list(places(FILE))
    taken = 0
    for way in [*ways, *((*way[:-1], "more") for way in ways)]:
        for value in VALUES:
            if value is REMOVE and way[-1] == "more":
                continue
            file = with_(way, value)
            if isinstance(file.get("edition"), str) and file["edition"] != EDITION:
                continue                # that is told before the form is looked at
            path = written(tmp_path, file)
            fits = validator.is_valid(file)
            try:
                read(path, PROGRAM)
                good = True
            except WrongUse as error:
                good = "is asked for" in str(error) or "holds no answer to" in str(error)
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
                del bytes_[max(at, 1):]
            elif kind == 1:
                bytes_[at] ^= 1 << chance.randrange(8)
            elif kind == 2:
                del bytes_[at]
            else:
                other = chance.randrange(len(bytes_))
                bytes_[at:at] = bytes_[min(at, other):max(at, other)]
        path = written(tmp_path, bytes(bytes_))
        try:
            given = read(path, exercise)
        except WrongUse as error:
            refusals += 1
            assert "\n" not in str(error)
        else:
            assert isinstance(given.answer, str if exercise is PROGRAM else dict)
    assert refusals > 300
