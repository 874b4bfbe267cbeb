"""Read an answer from an untrusted file: a program, the page's answer file, or fields."""

import io
import re
import tokenize
from functools import cache
from pathlib import Path, PurePath
from typing import Any, NamedTuple

from exercises.cli.record import check, schema, shown
from exercises.kit.exercise import Exercise
from exercises.kit.plain import NotPlain, decode
from figures.define.edition import EDITION
from models.cli.command_line import WrongUse

MAX_PROGRAM = 100_000
"""Maximum size of a program in bytes."""
MAX_FILE = 1_000_000
"""Maximum size of an answer file in bytes."""
ID = r"[a-z][a-z0-9-]{0,99}"


class NoAnswer(WrongUse):
    """The file holds no answer to the exercise that the reader typed."""


class Opened(NamedTuple):
    """A solution that the reader opened."""

    variant: int
    """The variant of the solution."""
    time: str
    before: bool | None
    """Whether it was opened before the answer was given; None if the answer has no time."""


class HandedIn(NamedTuple):
    """The circumstances of an answer, from the page's answer file."""

    name: str
    """The reader's name; empty if not given."""
    edition: str
    """The edition of the book."""
    time: str | None
    """When the answer was given; None for answers to other variants, whose times are not kept."""
    hints: int
    """The number of open hints."""
    solution: Opened | None = None
    """The most relevant solution that was opened."""


class FileAnswer(NamedTuple):
    """An answer and the variant it answers, None if the file does not say."""

    answer: str | dict[str, Any]
    variant: int | None = None
    is_program: bool = False
    handed_in: HandedIn | None = None


def read(
    path: Path, exercise: Exercise, variant: int | None = None, any_edition: bool = False
) -> FileAnswer:
    """Return the answer to `exercise` in a file. Raise WrongUse with one line that says what is
    wrong with it.

    A name that ends in .py means a program; else an object is the page's answer file, or the fields
    of an answer. Of the page's answers the one to `variant` is taken; if there is none, or no
    variant is asked for, the one that counts. Of the page's file only its frame and this exercise's
    entry are looked at: another's may be damaged.
    """
    data = _bytes(path)
    text = decoded(data, path)
    if path.suffix == ".py" or (path.suffix != ".json" and text.lstrip()[:1] not in ("{", "[")):
        return program(text, path)
    found = record_of(text, path)
    if exercise.form and not is_from_page(found, exercise):
        return fields(found, path)
    return from_page(path, found, exercise, variant, any_edition)


def program(text: str, path: PurePath) -> FileAnswer:
    """Return a program as an answer. Raise WrongUse if it is too long."""
    if len(text.encode()) > MAX_PROGRAM:
        raise WrongUse(
            f"an answer must be at most {MAX_PROGRAM} bytes, {path} has {len(text.encode())}"
        )
    return FileAnswer(text, is_program=True)


def record_of(text: str, path: PurePath) -> dict[str, Any]:
    """Return the object that a JSON text holds. Raise WrongUse."""
    try:
        found = decode(text)
    except NotPlain as error:
        hint = "; was it cut off?" if str(error).startswith("not JSON") else ""
        raise WrongUse(f"{path} is no answer file: {error}{hint}") from None
    if not isinstance(found, dict):
        raise WrongUse(
            f"{path} is no answer file: it must hold one object in braces, not {shown(found)}"
        )
    return found


def is_from_page(found: dict[str, Any], exercise: Exercise | None = None) -> bool:
    """Return whether an object is the page's answer file, and not the fields of an answer (to
    `exercise`, if that is known)."""
    own = (exercise.form or {}).keys() if exercise is not None else set[str]()
    return bool(found.keys() & {"v", "edition", "exercises"} - own)


def fields(found: dict[str, Any], path: PurePath) -> FileAnswer:
    """Return an answer of fields from the reader's own file. Raise WrongUse."""
    check(found, _fields_form(), f"{path}: the answer")
    return FileAnswer(found)


def from_page(
    path: PurePath,
    found: dict[str, Any],
    exercise: Exercise,
    variant: int | None,
    any_edition: bool,
) -> FileAnswer:
    """Return the answer to this exercise from the page's answer file. Raise WrongUse."""
    frame(path, found, any_edition)
    where = f"{path} is no answer file of the book:"
    answers = found["exercises"]
    if exercise.id not in answers:
        there = ", ".join(id for id in answers if re.fullmatch(ID, id)) or "no answers at all"
        raise WrongUse(f"{path} holds no answer to {exercise.id}; it holds: {there}")
    entry = answers[exercise.id]
    check(entry, _entry_form(), f"{where} exercises.{exercise.id}")
    where = f"{path}, the answer to {exercise.id}:"
    wanted = _wanted(entry, variant)
    if wanted is None:
        there = ", ".join(entry.get("others", {})) or "none"
        raise (WrongUse if "others" in entry else NoAnswer)(
            f"{path} holds no answer to {exercise.id} in variant {entry['variant']}, which stands in the page, and none that "
            f"passed; answers to other variants, for --variant: {there}"
        )
    which, answer, time = wanted
    if exercise.form and isinstance(answer, str):
        raise WrongUse(
            f"{where} the fields {', '.join(exercise.form)} are asked for, got a program"
        )
    if not exercise.form and not isinstance(answer, str):
        raise WrongUse(f"{where} a program is asked for, got fields: {', '.join(answer)}")
    seen = _opened(entry.get("solutions", {}), which, time)
    handed_in = HandedIn(found["name"], found["edition"], time, entry["hints"], seen)
    return FileAnswer(answer, which, not exercise.form, handed_in)


def _wanted(
    entry: dict[str, Any], variant: int | None
) -> tuple[int, str | dict[str, Any], str | None] | None:
    """Return the one answer to a variant that counts, or if there is none to it, of all: what
    passed last in the page, else what stands in it. None where nobody typed one. (More than one
    would be more than one guess.)

    With the variant that it answers, and its time.
    """
    told = [one for one in (entry.get("passed"), entry) if one and "answer" in one]
    given: list[tuple[int, str | dict[str, Any], str | None]] = [
        (one["variant"], one["answer"], one["time"]) for one in told
    ]
    others = [(int(number), answer, None) for number, answer in entry.get("others", {}).items()]
    return next((one for one in given + others if one[0] == variant), given[0] if given else None)


def _opened(solutions: dict[str, str], variant: int, time: str | None) -> Opened | None:
    """Of the solutions that were opened one that was before the answer, if there is, and its own
    variant's, if there is."""
    found = [
        Opened(
            int(which), at, None if time is None else at.removesuffix("Z") < time.removesuffix("Z")
        )
        for which, at in solutions.items()
    ]
    return min(
        found, key=lambda one: (not one.before, one.variant != variant, one.variant), default=None
    )


def frame(path: PurePath, found: dict[str, Any], any_edition: bool) -> None:
    """Raise WrongUse if this is no answer file of the page's, or of another edition's book."""
    if found.get("v") == 1 and type(found["v"]) is int:
        raise WrongUse(
            f"{path} is an answer file of an older version: load it in the book's page and save it again"
        )
    edition = found.get("edition")
    if found.get("v") == 2 and isinstance(edition, str) and edition != EDITION and not any_edition:
        raise WrongUse(
            f"{path} was saved in another edition of the book, {shown(edition)}, this is {EDITION}: "
            "--any-edition checks its answer anyway, and the page of this edition offers to convert it"
        )
    check(found, _frame_form(), f"{path} is no answer file of the book:")


def _bytes(path: Path) -> bytes:
    """Return the contents of the file. Raise WrongUse if it cannot be an answer."""
    try:
        if path.is_dir():
            raise WrongUse(f"{path} is a folder; an answer is a file")
        if not path.exists():
            raise WrongUse(f"there is no file {path}")
        if not path.is_file():
            raise WrongUse(f"{path} is no regular file")
        most = MAX_PROGRAM if path.suffix == ".py" else MAX_FILE
        if path.stat().st_size > most:
            raise WrongUse(
                f"an answer must be at most {most} bytes, {path} has {path.stat().st_size}"
            )
        with path.open("rb") as file:
            return file.read(most)
    except OSError as error:
        raise WrongUse(f"cannot read {path}: {error.strerror}") from None
    except ValueError:
        raise WrongUse("a file's name must not hold a zero byte") from None


def named_encoding(data: bytes, path: PurePath) -> str:
    """Return the encoding that a program names, UTF-8 if none. Raise WrongUse for one that Python
    does not know."""
    try:
        return tokenize.detect_encoding(io.BytesIO(data).readline)[0]
    except SyntaxError as error:
        if "unknown encoding" in str(error):
            raise WrongUse(
                f"{path} must name an encoding that Python knows, got {str(error).partition(': ')[2]}"
            ) from None
        return "utf-8-sig"  # which it is not; where, its decoder says


def decoded(data: bytes, path: PurePath) -> str:
    """Return the text of a file; a program may name its encoding (PEP 263). Raise WrongUse if it is
    none, or empty."""
    encoding = "utf-8-sig"
    try:
        if path.suffix.lower() == ".py":
            encoding = named_encoding(data, path)
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        name = "UTF-8" if encoding.startswith("utf-8") else encoding
        raise WrongUse(f"{path} must be {name} text; byte {error.start} is not") from None
    if not text.strip():
        raise WrongUse(f"{path} is empty")
    return text


@cache
def _fields_form() -> dict[str, Any]:
    """Return the form of fields in a file of one's own: as in the page's file, and numbers too."""
    fields = schema("answers")["$defs"]["answer"]["oneOf"][1]
    field = fields["additionalProperties"]
    return {**fields, "additionalProperties": {**field, "type": [*field["type"], "number"]}}


@cache
def _entry_form() -> dict[str, Any]:
    """Return the form of an exercise's entry in the page's file."""
    whole = schema("answers")
    return {
        "$defs": whole["$defs"],
        **whole["properties"]["exercises"]["additionalProperties"],
    }


@cache
def _frame_form() -> dict[str, Any]:
    """Return the form of the page's file around its entries."""
    whole = schema("answers")
    forms = {
        name: {"type": "object"} if form.get("type") == "object" else form
        for name, form in whole["properties"].items()
    }
    return {**whole, "properties": forms}
