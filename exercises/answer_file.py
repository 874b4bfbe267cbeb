"""An answer as a file brings it: a program, the page's answer file, or fields. Whatever is in it may be forged."""

import json
import math
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

from exercises.define import MOST_VARIANTS, Exercise
from exercises.plain import NotPlain, decode
from figures.edition import EDITION
from models.command_line import WrongUse

MAX_PROGRAM = 100_000
"""Bytes of a program."""
MAX_FILE = 1_000_000
"""Bytes of an answer file."""
MAX_FIELD = 200
"""Characters that a reader may type into a field."""

ID = r"[a-z][a-z0-9-]{0,99}"
NAME = r"[a-z][a-z0-9_]*"
LINE = r"[^\x00-\x1f]*"
TIME = (
    r"20[0-9]{2}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]([.][0-9]{1,3})?Z"
)

Test = Callable[[Any, str], None]
"""Takes a value and the words for where it stands; raises WrongUse if it is not of the form."""


class Given(NamedTuple):
    """An answer and the variant it answers, None if the file does not say."""

    answer: str | dict[str, Any]
    variant: int | None = None
    is_program: bool = False


def read(path: Path, exercise: Exercise) -> Given:
    """The answer to `exercise` in a file. Raises WrongUse with one line that says what is wrong with it.

    A name that ends in .py means a program; else an object is the page's answer file, or the fields of an answer.
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
    return _from_page(path, record, exercise)


def _from_page(path: Path, record: dict[str, Any], exercise: Exercise) -> Given:
    """This exercise's answer out of the page's answer file."""
    if record.get("v") == 1 and type(record["v"]) is int:
        raise WrongUse(f"{path} is an answer file of an earlier form: load it in the book's page and save it again")
    edition = record.get("edition")
    if record.get("v") == 2 and isinstance(edition, str) and edition != EDITION:
        raise WrongUse(
            f"{path} was saved in another edition of the book, {_shown(edition)}, this is {EDITION}: load it in this "
            "edition's page, which offers to take its answers over, and save it again"
        )
    ANSWER_FILE(record, f"{path} is no answer file of the book:")
    answers = record["exercises"]
    if exercise.id not in answers:
        there = ", ".join(answers) if answers else "no answers at all"
        raise WrongUse(f"{path} holds no answer to {exercise.id}; it holds: {there}")
    entry = answers[exercise.id]
    where = f"{path}, the answer to {exercise.id}:"
    if exercise.form and isinstance(entry["answer"], str):
        raise WrongUse(f"{where} the fields {', '.join(exercise.form)} are asked for, got a program")
    if not exercise.form and not isinstance(entry["answer"], str):
        raise WrongUse(f"{where} a program is asked for, got fields: {', '.join(entry['answer'])}")
    return Given(entry["answer"], entry["variant"], is_program=not exercise.form)


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


def _whole(low: int, high: float) -> Test:
    def test(value: Any, where: str) -> None:
        if type(value) is not int or not low <= value <= high:
            _refuse(where, f"a whole number from {low}" + (f" to {high}" if high < math.inf else ""), value)

    return test


def _two(value: Any, where: str) -> None:
    if type(value) is not int or value != 2:
        _refuse(where, "2", value)


def _number(value: Any, where: str) -> None:
    if type(value) not in (int, float):
        _refuse(where, "a number", value)


def _record(optional: tuple[str, ...] = (), **members: Test) -> Test:
    """An object with these members and no other."""

    def test(value: Any, where: str) -> None:
        if not isinstance(value, dict):
            _refuse(where, "an object in braces", value)
        for name in value:
            if name not in members:
                raise WrongUse(f"{where} has a member {_shown(name)}; it may have: {', '.join(members)}")
        for name, form in members.items():
            if name in value:
                form(value[name], _at(where, name))
            elif name not in optional:
                raise WrongUse(f"{where} has no member '{name}'")

    return test


def _entries(form: Test, names: str = ID) -> Test:
    """An object whose names are ids, or of another pattern."""

    def test(value: Any, where: str) -> None:
        if not isinstance(value, dict):
            _refuse(where, "an object in braces", value)
        for name in value:
            if not re.fullmatch(names, name):
                raise WrongUse(f"{where} has an entry {_shown(name)}, which is no name of the book's")
            form(value[name], _at(where, name))

    return test


def _at(where: str, name: str) -> str:
    return f"{where} {name}" if where.endswith(":") else f"{where}.{name}"


def _setting(value: Any, where: str) -> None:
    if not isinstance(value, bool | int | float | str):
        _refuse(where, "a number, a text, true or false", value)


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
_figure = _record(("code",), params=_entries(_setting, NAME), seed=_whole(0, math.inf), code=_text_of(MAX_PROGRAM))
_exercise = _record(variant=_whole(1, MOST_VARIANTS), answer=_answer, time=_time, hints=_whole(0, 20))
ANSWER_FILE = _record(
    v=_two,
    edition=_text_of(100, LINE, "a line of text"),
    name=_text_of(200, LINE, "a line of text"),
    saved=_time,
    figures=_entries(_figure),
    predictions=_entries(_record(answer=_number, time=_time)),
    exercises=_entries(_exercise),
)
"""The form of `schemas/answers.schema.json`; a test holds the two together."""
