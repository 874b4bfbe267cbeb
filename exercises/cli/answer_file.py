"""An answer as a file brings it: a program, the page's answer file, or fields. Whatever is in it may be forged."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

from exercises.kit.exercise import MOST_VARIANTS, Exercise
from exercises.kit.plain import NotPlain, decode
from figures.define.edition import EDITION
from models.cli.command_line import WrongUse

MAX_PROGRAM = 100_000
"""Bytes of a program."""
MAX_FILE = 1_000_000
"""Bytes of an answer file."""
MAX_FIELD = 200
"""Characters that a reader may type into a field."""

ID = r"[a-z][a-z0-9-]{0,99}"
NAME = r"[a-z][a-z0-9_]*"
VARIANT = r"[1-9][0-9]{0,5}"
WORDS = {NAME: "no name of the book's", VARIANT: "no number of a variant"}
LINE = r"[^\x00-\x1f]*"
TIME = (
    r"20[0-9]{2}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]([.][0-9]{1,3})?Z"
)

Test = Callable[[Any, str], None]
"""Takes a value and the words for where it stands; raises WrongUse if it is not of the form."""


class HandedIn(NamedTuple):
    """What the page's answer file tells of an answer that was taken from it."""

    name: str
    """Whose it is; empty if the reader did not say."""
    edition: str
    """Of the book that it was given to."""
    time: str | None
    """None if the file does not say: it keeps no times of answers to other variants."""
    hints: int
    """How many were open."""


class Given(NamedTuple):
    """An answer and the variant it answers, None if the file does not say."""

    answer: str | dict[str, Any]
    variant: int | None = None
    is_program: bool = False
    handed_in: HandedIn | None = None
    otherwise: "Given | None" = None
    """What counts if this one, which is said to have passed, does not pass."""


def read(path: Path, exercise: Exercise, variant: int | None = None, any_edition: bool = False) -> Given:
    """The answer to `exercise` in a file. Raises WrongUse with one line that says what is wrong with it.

    A name that ends in .py means a program; else an object is the page's answer file, or the fields of an answer. Of
    the page's answers the one to `variant` is taken; if there is none, or no variant is asked for, the one that counts.
    Of the page's file only its frame and this exercise's entry are looked at: another's may be damaged.
    """
    text = _text(path)
    if path.suffix == ".py" or (path.suffix != ".json" and text.lstrip()[:1] not in ("{", "[")):
        if len(text.encode()) > MAX_PROGRAM:
            raise WrongUse(f"an answer must be at most {MAX_PROGRAM} bytes, {path} has {len(text.encode())}")
        return Given(text, is_program=True)
    try:
        record = decode(text)
    except NotPlain as error:
        hint = "; was it cut off?" if str(error).startswith("not JSON") else ""
        raise WrongUse(f"{path} is no answer file: {error}{hint}") from None
    if not isinstance(record, dict):
        raise WrongUse(f"{path} is no answer file: it must hold one object in braces, not {_shown(record)}")
    fields = exercise.form or {}
    if fields and not record.keys() & {"v", "edition", "exercises"} - fields.keys():
        _fields(record, f"{path}: the answer", numbers=True)
        return Given(record)
    return _from_page(path, record, exercise, variant, any_edition)


def _from_page(
    path: Path, record: dict[str, Any], exercise: Exercise, variant: int | None, any_edition: bool
) -> Given:
    """This exercise's answer out of the page's answer file."""
    if record.get("v") == 1 and type(record["v"]) is int:
        raise WrongUse(f"{path} is an answer file of an earlier form: load it in the book's page and save it again")
    edition = record.get("edition")
    if record.get("v") == 2 and isinstance(edition, str) and edition != EDITION and not any_edition:
        raise WrongUse(
            f"{path} was saved in another edition of the book, {_shown(edition)}, this is {EDITION}: "
            "--any-edition checks its answer all the same, and this edition's page offers to take its answers over"
        )
    where = f"{path} is no answer file of the book:"
    FRAME(record, where)
    answers = record["exercises"]
    if exercise.id not in answers:
        there = ", ".join(id for id in answers if re.fullmatch(ID, id)) or "no answers at all"
        raise WrongUse(f"{path} holds no answer to {exercise.id}; it holds: {there}")
    entry = answers[exercise.id]
    ENTRY(entry, f"{where} exercises.{exercise.id}")
    where = f"{path}, the answer to {exercise.id}:"
    given = None
    for which, answer, time in reversed(_wanted(entry, variant)):
        if exercise.form and isinstance(answer, str):
            raise WrongUse(f"{where} the fields {', '.join(exercise.form)} are asked for, got a program")
        if not exercise.form and not isinstance(answer, str):
            raise WrongUse(f"{where} a program is asked for, got fields: {', '.join(answer)}")
        told = HandedIn(record["name"], record["edition"], time, entry["hints"])
        given = Given(answer, which, not exercise.form, told, given)
    assert given is not None
    return given


def _wanted(entry: dict[str, Any], variant: int | None) -> list[tuple[int, str | dict[str, Any], str | None]]:
    """The answers to a variant; those that count (it passed last; and it stands in the page) if there is none to it.

    Each with the variant that it answers, and its time.
    """
    told = [entry["passed"], entry] if "passed" in entry else [entry]
    given = [(one["variant"], one["answer"], one["time"]) for one in told]
    given = given[:1] if given[0][:2] == given[-1][:2] else given
    others = [(int(number), answer, None) for number, answer in entry.get("others", {}).items()]
    return [one for one in given + others if one[0] == variant] or given


def _text(path: Path) -> str:
    """What is in the file. Raises WrongUse if it is no text that could be an answer."""
    try:
        if path.is_dir():
            raise WrongUse(f"{path} is a folder, an answer is a file")
        if not path.exists():
            raise WrongUse(f"there is no file {path}")
        if not path.is_file():
            raise WrongUse(f"{path} is no regular file")
        most = MAX_PROGRAM if path.suffix == ".py" else MAX_FILE
        if path.stat().st_size > most:
            raise WrongUse(f"an answer must be at most {most} bytes, {path} has {path.stat().st_size}")
        with path.open("rb") as file:
            text = file.read(most).decode("utf-8-sig")
    except OSError as error:
        raise WrongUse(f"cannot read {path}: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise WrongUse(f"{path} must be UTF-8 text, byte {error.start} is not") from None
    except ValueError:
        raise WrongUse("a file's name must not hold a zero byte") from None
    if not text.strip():
        raise WrongUse(f"{path} is empty")
    return text


def _shown(value: Any) -> str:
    """A value in a message: in plain letters, and short."""
    text = json.dumps(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


def _refuse(where: str, wanted: str, value: Any) -> NoReturn:
    raise WrongUse(f"{where} must be {wanted}, got {_shown(value)}")


def _text_of(most: int, form: str = r"[\s\S]*", wanted: str = "text") -> Test:
    def test(value: Any, where: str) -> None:
        if not isinstance(value, str):
            _refuse(where, wanted, value)
        if len(value) > most:
            raise WrongUse(f"{where} must be at most {most} characters long, got {len(value)}")
        if not re.fullmatch(form, value) or re.search("[\ud800-\udfff]", value):
            _refuse(where, wanted, value)

    return test


def _whole(low: int, high: int) -> Test:
    def test(value: Any, where: str) -> None:
        if type(value) is not int or not low <= value <= high:
            _refuse(where, f"a whole number from {low} to {high}", value)

    return test


def _two(value: Any, where: str) -> None:
    if type(value) is not int or value != 2:
        _refuse(where, "2", value)


def _braces(value: Any, where: str) -> None:
    if not isinstance(value, dict):
        _refuse(where, "an object in braces", value)


def _record(optional: tuple[str, ...] = (), **members: Test) -> Test:
    """An object with these members and no other."""

    def test(value: Any, where: str) -> None:
        _braces(value, where)
        for name in value:
            if name not in members:
                raise WrongUse(f"{where} has a member {_shown(name)}; it may have: {', '.join(members)}")
        for name, form in members.items():
            if name in value:
                form(value[name], _at(where, name))
            elif name not in optional:
                raise WrongUse(f"{where} has no member '{name}'")

    return test


def _entries(form: Test, names: str) -> Test:
    """An object whose names are of a pattern."""

    def test(value: Any, where: str) -> None:
        _braces(value, where)
        for name in value:
            if not re.fullmatch(names, name):
                raise WrongUse(f"{where} has an entry {_shown(name)}, which is {WORDS[names]}")
            form(value[name], _at(where, name))

    return test


def _at(where: str, name: str) -> str:
    return f"{where} {name}" if where.endswith(":") else f"{where}.{name}"


def _answer(value: Any, where: str) -> None:
    if isinstance(value, dict):
        _fields(value, where)
    else:
        _text_of(MAX_PROGRAM, wanted="a program's text, or fields in braces")(value, where)


def _fields(value: dict[str, Any], where: str, numbers: bool = False) -> None:
    """Fields as the page keeps them: text as typed, and switches; in a file of one's own also numbers."""
    if len(value) > 50:
        raise WrongUse(f"{where} must have at most 50 fields, got {len(value)}")

    def field(value: Any, where: str) -> None:
        if not isinstance(value, bool) and not (numbers and type(value) in (int, float)):
            _text_of(MAX_FIELD, wanted="what was typed or chosen, as a text, or true or false")(value, where)

    _entries(field, NAME)(value, where)


_time = _text_of(30, TIME, "a time like 2026-11-21T23:40:00Z")
_given: dict[str, Test] = {"variant": _whole(1, MOST_VARIANTS), "answer": _answer, "time": _time}
ENTRY = _record(
    ("passed", "others"), **_given, hints=_whole(0, 20), passed=_record((), **_given), others=_entries(_answer, VARIANT)
)
"""The form of an exercise's entry in `schemas/answers.schema.json`; a test holds the two together."""
FRAME = _record(
    v=_two,
    edition=_text_of(100, LINE, "a line of text"),
    name=_text_of(200, LINE, "a line of text"),
    saved=_time,
    figures=_braces,
    predictions=_braces,
    exercises=_braces,
)
"""The form of the file around its entries, in the same schema."""
