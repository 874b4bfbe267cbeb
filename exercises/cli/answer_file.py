"""Read an answer from an untrusted file: a program, the answer file of the book's page, or
fields."""

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
    """A refusal of an answer file that contains no answer to the exercise."""


class Opened(NamedTuple):
    """A solution that a reader opened."""

    variant: int
    """The variant of the solution."""
    time: str
    before: bool | None
    """Whether it was opened before the answer was given; None if the answer has no time."""


class HandedIn(NamedTuple):
    """The circumstances of an answer, as the page's answer file states them."""

    name: str
    """The reader's name; empty if not given."""
    edition: str
    """The edition of the book in which the file was saved."""
    time: str | None
    """When the answer was given; None for answers to other variants, whose times are not kept."""
    hints: int
    """The number of hints that the reader opened."""
    solution: Opened | None = None
    """The most relevant solution that was opened."""


class FileAnswer(NamedTuple):
    """An answer from a file, and the variant that it answers (None if the file does not say)."""

    answer: str | dict[str, Any]
    variant: int | None = None
    is_program: bool = False
    handed_in: HandedIn | None = None


def read(
    path: Path, exercise: Exercise, variant: int | None = None, any_edition: bool = False
) -> FileAnswer:
    """Return the answer to `exercise` in a file. Raise WrongUse with a one-line message that names
    the fault.

    A file whose name ends in .py is a program. A JSON object is the page's answer file, or the
    fields of an answer. From the page's file the answer to `variant` is returned; if there is none,
    or if `variant` is None, the answer that counts. Only the frame of that file and its entry for
    this exercise are checked: other entries may be damaged.
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
    """Return the object in a JSON text. Raise WrongUse if the text is not JSON or not an object."""
    try:
        found = decode(text)
    except NotPlain as error:
        hint = "; was it cut off?" if str(error).startswith("not JSON") else ""
        raise WrongUse(f"{path} is not an answer file: {error}{hint}") from None
    if not isinstance(found, dict):
        raise WrongUse(
            f"{path} is not an answer file: it must be one object in braces, got {shown(found)}"
        )
    return found


def is_from_page(found: dict[str, Any], exercise: Exercise | None = None) -> bool:
    """Return whether an object is an answer file of the page, rather than the fields of an answer
    (to `exercise`, if that is known)."""
    own = (exercise.form or {}).keys() if exercise is not None else set[str]()
    return bool(found.keys() & {"v", "edition", "exercises"} - own)


def fields(found: dict[str, Any], path: PurePath) -> FileAnswer:
    """Return the fields in a file that a reader wrote as an answer. Raise WrongUse if they are not
    valid."""
    check(found, _fields_form(), f"{path}: the answer")
    return FileAnswer(found)


def from_page(
    path: PurePath,
    found: dict[str, Any],
    exercise: Exercise,
    variant: int | None,
    any_edition: bool,
) -> FileAnswer:
    """Return the answer to this exercise from the page's answer file. Raise WrongUse if the file
    has none or is not valid."""
    frame(path, found, any_edition)
    where = f"{path} is not an answer file of the book:"
    answers = found["exercises"]
    if exercise.id not in answers:
        there = ", ".join(id for id in answers if re.fullmatch(ID, id)) or "no answers at all"
        raise WrongUse(f"{path} holds no answer to {exercise.id}; it holds: {there}")
    entry = answers[exercise.id]
    check(entry, _entry_form(), f"{where} exercises.{exercise.id}")
    where = f"{path}: the answer to {exercise.id}"
    wanted = _wanted(entry, variant)
    if wanted is None:
        there = ", ".join(entry.get("others", {})) or "none"
        raise (WrongUse if "others" in entry else NoAnswer)(
            f"{path} holds no answer to {exercise.id} in variant {entry['variant']}, the page's current one, and none that "
            f"passed; answers to other variants, for --variant: {there}"
        )
    which, answer, time = wanted
    if exercise.form and isinstance(answer, str):
        raise WrongUse(f"{where} must be the fields {', '.join(exercise.form)}, got a program")
    if not exercise.form and not isinstance(answer, str):
        raise WrongUse(
            f"{where} must be a program, got a JSON object with the fields {', '.join(answer)}"
        )
    seen = _opened(entry.get("solutions", {}), which, time)
    handed_in = HandedIn(found["name"], found["edition"], time, entry["hints"], seen)
    return FileAnswer(answer, which, not exercise.form, handed_in)


def _wanted(
    entry: dict[str, Any], variant: int | None
) -> tuple[int, str | dict[str, Any], str | None] | None:
    """Return an answer from an entry, the variant that it answers, and its time; None if nothing
    was typed.

    The answer to `variant` is returned if there is one. Otherwise it is the answer that passed
    last, or else the one that stands in the page. Only one answer counts, so a reader has only one
    guess.
    """
    current = [one for one in (entry.get("passed"), entry) if one and "answer" in one]
    counting: list[tuple[int, str | dict[str, Any], str | None]] = [
        (one["variant"], one["answer"], one["time"]) for one in current
    ]
    others = [(int(number), answer, None) for number, answer in entry.get("others", {}).items()]
    return next(
        (one for one in counting + others if one[0] == variant), counting[0] if counting else None
    )


def _opened(solutions: dict[str, str], variant: int, time: str | None) -> Opened | None:
    """Return the most relevant of the solutions that were opened: preferably one opened before the
    answer, and among these the one to the answer's variant. Return None if none was opened."""
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
    """Raise WrongUse if an object is not the page's answer file, or if it was saved in another
    edition of the book and `any_edition` is not set."""
    if found.get("v") == 1 and type(found["v"]) is int:
        raise WrongUse(
            f"{path} is an answer file of an older version: load it in the book's page and save it again"
        )
    edition = found.get("edition")
    if found.get("v") == 2 and isinstance(edition, str) and edition != EDITION and not any_edition:
        raise WrongUse(
            f"{path} was saved in another edition of the book, {shown(edition)}, this is {EDITION}: "
            "--any-edition checks it anyway, and the page of this edition can convert it"
        )
    check(found, _frame_form(), f"{path} is not an answer file of the book:")


def _bytes(path: Path) -> bytes:
    """Return the contents of a file. Raise WrongUse if the file cannot be an answer."""
    try:
        if path.is_dir():
            raise WrongUse(f"an answer must be a file, got the folder {path}")
        if not path.exists():
            raise WrongUse(f"there is no file {path}")
        if not path.is_file():
            raise WrongUse(f"{path} must be a regular file, got a device or a pipe")
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
        raise WrongUse(f"a file's name must not contain a null byte, got {str(path)!r}") from None


def named_encoding(data: bytes, path: PurePath) -> str:
    """Return the encoding that a program declares; UTF-8 if it declares none. Raise WrongUse if
    Python does not know the encoding."""
    try:
        return tokenize.detect_encoding(io.BytesIO(data).readline)[0]
    except SyntaxError as error:
        if "unknown encoding" in str(error):
            raise WrongUse(
                f"{path} must name an encoding that Python knows, got {str(error).partition(': ')[2]}"
            ) from None
        return "utf-8-sig"  # decoding will fail, and report at which byte


def decoded(data: bytes, path: PurePath) -> str:
    """Return the text of a file, in UTF-8 or in the encoding that a program declares (PEP 263).
    Raise WrongUse if it cannot be decoded or is empty."""
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
    """Return the schema of fields in a file that a reader wrote. It is that of the page's file, but
    allows numbers."""
    fields = schema("answers")["$defs"]["answer"]["oneOf"][1]
    field = fields["additionalProperties"]
    return {**fields, "additionalProperties": {**field, "type": [*field["type"], "number"]}}


@cache
def _entry_form() -> dict[str, Any]:
    """Return the schema of an exercise's entry in the page's answer file."""
    whole = schema("answers")
    return {
        "$defs": whole["$defs"],
        **whole["properties"]["exercises"]["additionalProperties"],
    }


@cache
def _frame_form() -> dict[str, Any]:
    """Return the schema of the page's answer file without its entries."""
    whole = schema("answers")
    forms = {
        name: {"type": "object"} if form.get("type") == "object" else form
        for name, form in whole["properties"].items()
    }
    return {**whole, "properties": forms}
