"""Read the answers in the files that were handed in, by student and exercise."""

import csv
import io
import re
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta, tzinfo
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple

from exercises import contents
from exercises.cli import answer_file
from exercises.cli.answer_file import FileAnswer, NoAnswer
from exercises.cli.record import shown
from exercises.grading import notebook
from exercises.grading.class_file import YEARS, ClassFile
from exercises.grading.files import Entry
from exercises.grading.students import CANVAS, Class, Evidence, Owner
from models.cli.command_line import WrongUse

COPY = re.compile(
    r"(?:[-_ ]?[(\[](\d{1,4})[)\]]|[-_ ](\d{1,4})"
    r"|(?: [-\N{EN DASH}])? (?:copy|kopie|copie|copia)(?: \(?(\d{1,4})\)?)?)$",
    re.IGNORECASE,
)
"""Endings that browsers, systems and platforms add to the name of a copy."""
COPY_OF = re.compile(r"(?:copy of|kopie von|copie de|copia de) +", re.IGNORECASE)
AT_ONCE = timedelta(seconds=10)
"""Copies whose times are at most this far apart were written together, so the times do not show
which one is newer."""
WHOSE, COPIES, LATE = "Whose is it?", "Copies of one file", "Late"
OPENED, BEYOND, EDITIONS = (
    "Opened the solution first",
    "Uses more than the task asks for",
    "Another edition of the book",
)


class Flag(NamedTuple):
    """A reason to look at an answer. `head` is its kind, a heading in class.html, and `text` says
    more."""

    head: str
    text: str


@dataclass(frozen=True)
class HandIn:
    """An answer read from a file, or the reason why it is not valid (`refused`)."""

    student: str
    exercise: str
    file: PurePosixPath
    arrived: datetime
    content: FileAnswer | None = None
    refused: str = ""
    flags: tuple[Flag, ...] = ()
    evidence: Evidence = Evidence.PLACE  # for whom it belongs to
    number: str = ""  # the user's number on the platform, if the roster lacks it


@dataclass
class Submissions:
    """All submissions of a class."""

    answers: dict[tuple[str, str], HandIn] = field(default_factory=dict)
    """The answers that count, by student and exercise."""
    others: list[HandIn] = field(default_factory=list)
    """Answers that another answer of the same student replaces."""
    unmatched: list[str] = field(default_factory=list)
    """A line for each file of no known student."""
    not_taken: list[tuple[str | None, str]] = field(default_factory=list)
    """A line for each file that was not read, after the id of its student (None if unknown)."""


class Reader:
    """A reader that collects the answers in the files that were handed in."""

    def __init__(
        self, members: Class, class_file: ClassFile, wanted: Collection[str] | None
    ) -> None:
        self.members, self.class_file, self.wanted = members, class_file, wanted
        self.arrivals = (
            read_arrivals(class_file.arrivals, class_file.zone) if class_file.arrivals else {}
        )
        self.all: list[HandIn] = []
        self.found = Submissions()

    def read(self, entries: Iterable[Entry]) -> Submissions:
        """Return the answers in some entries. A file that is not a valid answer adds a line to
        `not_taken`."""
        for entry in entries:
            try:
                self._take(entry)
            except WrongUse as error:
                owner = self._owner(entry) if self.members.has_roster else Owner(None)
                self.found.not_taken.append(
                    (owner.student.id if owner.student else None, str(error))
                )
            except OSError as error:
                self.found.not_taken.append(
                    (None, f"{entry.path} cannot be read: {error.strerror}")
                )
        self._settle()
        return self.found

    def _take(self, entry: Entry) -> None:
        if entry.refused:
            raise WrongUse(f"{entry.path} {entry.refused}")
        kind = entry.path.suffix.lower()
        text = answer_file.decoded(entry.read(), entry.path)
        if kind == ".ipynb":
            self._notebook(entry, text)
            return
        record = answer_file.record_of(text, entry.path) if kind == ".json" else {}
        id = self._named(entry.path)
        if kind == ".json" and answer_file.is_from_page(record, contents.get(id) if id else None):
            self._page(entry, record)
        elif id is None:
            raise WrongUse(
                f"{entry.path} must be named after an exercise, like {self._example()}{kind}"
            )
        elif (
            not self.members.has_roster
            and len(entry.path.parts) == 1
            and not CANVAS.fullmatch(entry.path.name)
        ):
            raise WrongUse(
                f"{entry.path} must be in a student's folder, which says whom it belongs to"
            )
        elif (kind == ".json") != (contents.get(id).form is not None):
            expected = (
                f"the answer must be a program, {id}.py"
                if kind == ".json"
                else f"the answer must be a JSON file of fields, {id}.json"
            )
            raise WrongUse(f"{entry.path}: {expected}")
        else:
            of_file = (answer_file.program, text) if kind == ".py" else (answer_file.fields, record)
            self._add(self._owner(entry), id, entry, attempt(*of_file, entry.path))

    def _owner(self, entry: Entry, signed: str | None = None) -> Owner:
        return self.members.owner(entry.path, signed, entry.zipped)

    def _page(self, entry: Entry, record: dict[str, Any]) -> None:
        """Add all answers in an answer file that the book's page saved. Raise WrongUse if it names
        an unknown exercise."""
        answer_file.frame(entry.path, record, any_edition=True)
        owner = self._owner(entry, record["name"])
        unknown = [id for id in record["exercises"] if id not in contents.ids()]
        for id in record["exercises"].keys() - unknown:
            variant = self.class_file.variant(owner.student.id, id) if owner.student else None
            self._add(
                owner,
                id,
                entry,
                attempt(answer_file.from_page, entry.path, record, contents.get(id), variant, True),
            )
        if unknown:
            raise WrongUse(f"{entry.path} names unknown exercises: {shown(', '.join(unknown))}")

    def _notebook(self, entry: Entry, text: str) -> None:
        """Add all answers in a notebook. Raise WrongUse if it has no answer."""
        owner = self._owner(entry)

        def variant_of(id: str) -> int | None:
            return self.class_file.variant(owner.student.id, id) if owner.student else None

        answers = {
            id: cell
            for id, cell in notebook.answers(text, entry.path, variant_of).items()
            if id in contents.ids()
        }
        if not answers:
            raise WrongUse(
                f"{entry.path} must have a cell with an answer to an exercise; none was recognised"
            )
        for id, (source, variant) in answers.items():
            self._add(
                owner,
                id,
                entry,
                attempt(notebook.understood, source, contents.get(id), entry.path, variant),
            )

    def _add(
        self, owner: Owner, exercise: str, entry: Entry, content: FileAnswer | WrongUse
    ) -> None:
        if self.wanted is not None and exercise not in self.wanted:
            return
        if owner.student is None:
            self.found.unmatched.append(f"{entry.path}: {owner.why}")
            return
        id = owner.student.id
        arrived = (
            self.arrivals.get(str(entry.path)) or self.arrivals.get(id.casefold()) or entry.arrived
        )
        flags = []
        details = content.handed_in if isinstance(content, FileAnswer) else None
        if details and details.name and not self.members.may_be_named(owner.student, details.name):
            flags.append(Flag(WHOSE, f"the file is signed {shown(details.name)}"))
        if owner.rival:
            flags.append(Flag(WHOSE, f"its name says {owner.rival.id}, its place says {id}"))
        if owner.evidence is Evidence.SIGNED:
            flags.append(Flag(WHOSE, "only the name in the file says whose it is"))
        if (match := CANVAS.fullmatch(entry.path.name)) and match["late"]:
            flags.append(Flag(LATE, "Canvas marks it as late"))
        one = HandIn(
            id,
            exercise,
            entry.path,
            arrived,
            flags=tuple(flags),
            evidence=owner.evidence,
            number=owner.number,
        )
        if isinstance(content, NoAnswer):
            return
        self.all.append(
            replace(one, content=content)
            if isinstance(content, FileAnswer)
            else replace(one, refused=str(content))
        )

    def _settle(self) -> None:
        """Choose which of several answers by one student counts: the one with the strongest
        evidence of its owner, and of these the newest.

        If two user numbers share one display name, the student is taken to be the one with the
        earliest file.
        """
        first: dict[str, str] = {}
        for one in sorted(self.all, key=lambda one: (one.arrived, one.file)):
            if one.evidence is Evidence.SHOWN_NAME:
                first.setdefault(one.student, one.number)
        answers = self.found.answers
        together = _together(self.all)

        def surest_last(one: HandIn) -> tuple[Any, ...]:
            name, numbers = copy_of(one.file)
            return (
                one.evidence,
                one.number == first.get(one.student),
                together.get((one.student, one.exercise, one.file), one.arrived),
                name,
                numbers,
                one.file,
            )

        for one in sorted(self.all, key=surest_last):
            if before := answers.get((one.student, one.exercise)):
                self.found.others.append(before)
            answers[one.student, one.exercise] = one
        self._flag_unsure(first)
        for other in self.found.others:
            counts = answers[other.student, other.exercise]
            if surer(counts, other):
                flag = Flag(WHOSE, f"{other.file} is left out: {doubt(other, counts)}")
            elif is_newer_copy(counts, other):
                flag = Flag(COPIES, f"{counts.file} counts and not {other.file}: {NEWER_COPY}")
            else:
                continue
            answers[other.student, other.exercise] = replace(counts, flags=(*counts.flags, flag))
        self.found.unmatched = list(dict.fromkeys(self.found.unmatched))

    def _flag_unsure(self, first: dict[str, str]) -> None:
        """Flag each answer whose evidence is weaker than that of another file of the same
        student."""
        surest: dict[str, Evidence] = {}
        for one in self.all:
            surest[one.student] = max(one.evidence, surest.get(one.student, Evidence.NONE))
        for key, one in self.found.answers.items():
            why = DOUBTS.get(one.evidence, "")
            if one.evidence is Evidence.SHOWN_NAME and one.number != first[one.student]:
                why = f"two users show this name, and {first[one.student]} came before {one.number}"
            elif one.evidence is surest[one.student] or one.evidence is Evidence.SIGNED:
                continue
            self.found.answers[key] = replace(one, flags=(*one.flags, Flag(WHOSE, why)))

    def _named(self, path: PurePosixPath) -> str | None:
        """Return the id of the exercise after which a file is named; None if there is none. Canvas
        puts a name and numbers in front of the file's own name."""
        lms = CANVAS.fullmatch(path.stem)
        stem = lms["rest"] if lms else path.stem
        for name in (stem, *_originals(stem)):
            if (id := name.strip().lower().replace("_", "-")) in contents.ids():
                return id
        return None

    def _example(self) -> str:
        return next(iter(self.wanted or ()), "missed-revolution")


DOUBTS = {
    Evidence.SIGNED: "only the name in it says whose it is",
    Evidence.FILE_NAME: "only its own name, or that of a zip's folder, says whose it is",
    Evidence.SHOWN_NAME: "only the name that the platform shows says whose it is",
    Evidence.PLACE: "only its folder or the id it is called by says whose it is",
}


NEWER_COPY = "its number makes it the newer copy, as both came within seconds"


def _originals(stem: str) -> Iterator[str]:
    """Yield the names that a file may have had before it was copied one or more times."""
    stem = COPY_OF.sub("", stem, count=1) if COPY_OF.match(stem) else stem
    yield stem
    while found := COPY.search(stem):
        stem = stem[: found.start()]
        yield stem
    yield stem.rstrip("0123456789")


def copy_of(file: PurePosixPath) -> tuple[str, tuple[int, ...]]:
    """Return the path of the file that a copy was made from, and the numbers of the copy: (1,) for
    `x (1).py`, `x-1.py` and `x copy.py`, and (1, 2) for `x (1) (2).py`.

    The number that Canvas gives to each upload is left out, as in `adalovelace_501_*_x.py`.
    """
    lms = CANVAS.fullmatch(file.stem)
    stem, numbers = (f"{lms['user']} {lms['rest']}" if lms else file.stem), []
    if COPY_OF.match(stem):
        stem, numbers = COPY_OF.sub("", stem, count=1), [1]
    while found := COPY.search(stem):
        numbers.insert(0, int(next(filter(None, found.groups()), 1)))
        stem = stem[: found.start()]
    return f"{file.parent}/{stem}{file.suffix}".lower(), tuple(numbers)


def _together(answers: list[HandIn]) -> dict[tuple[str, str, PurePosixPath], datetime]:
    """Return the time of each answer whose copies arrived within `AT_ONCE`, by student, exercise
    and file. It is the time of the last of these copies."""
    copies: dict[tuple[str, str, str], list[HandIn]] = {}
    for one in sorted(answers, key=lambda one: one.arrived, reverse=True):
        copies.setdefault((one.student, one.exercise, copy_of(one.file)[0]), []).append(one)
    return {
        (one.student, one.exercise, one.file): some[0].arrived
        for some in copies.values()
        for one in some
        if some[0].arrived - one.arrived <= AT_ONCE
    }


def is_newer_copy(one: HandIn, other: HandIn) -> bool:
    """Return whether `one` is the newer copy because of the number in its name, and not because of
    its time."""
    (name, number), (other_name, other_number) = copy_of(one.file), copy_of(other.file)
    return (
        name == other_name and number > other_number and abs(one.arrived - other.arrived) <= AT_ONCE
    )


def surer(one: HandIn, other: HandIn) -> bool:
    """Return whether the evidence for whom `one` belongs to is stronger than that for `other`."""
    return one.evidence > other.evidence or (
        one.evidence is Evidence.SHOWN_NAME and one.number != other.number
    )


def doubt(weaker: HandIn, counts: HandIn) -> str:
    """Return why an answer is replaced by one that belongs to the student more surely."""
    if weaker.evidence is counts.evidence:
        return f"two users show this name, and {counts.number} came before {weaker.number}"
    return DOUBTS[weaker.evidence]


def attempt(read: Callable[..., FileAnswer], *arguments: Any) -> FileAnswer | WrongUse:
    """Call `read`, and return the answer that it returns or the WrongUse that it raises."""
    try:
        return read(*arguments)
    except WrongUse as error:
        return error


def read_arrivals(path: Path, zone: tzinfo | None) -> dict[str, datetime]:
    """Return the times of arrival in a CSV file with the columns `time` and `file` (a path in the
    submissions) or `id`, by file or id. Raise WrongUse if the file is not valid."""
    try:
        if not path.is_file():
            raise WrongUse(f"there is no file {path} of arrival times")
        rows = list(csv.DictReader(io.StringIO(path.read_bytes().decode("utf-8-sig"), newline="")))
    except OSError as error:
        raise WrongUse(f"cannot read {path}: {error.strerror}") from None
    except (UnicodeDecodeError, csv.Error) as error:
        raise WrongUse(f"{path} is not a CSV file in UTF-8: {error}") from None
    found = {}
    for line, row in enumerate(rows, 2):
        key = row.get("file") or (row.get("id") or "").casefold()
        try:
            time = datetime.fromisoformat(row.get("time") or "")
            if time.year not in YEARS:
                raise ValueError
        except ValueError:
            got = shown(row.get("time"))
            raise WrongUse(
                f"{path}, line {line}: time must be like 2026-12-01T18:00:00, got {got}"
            ) from None
        if not key:
            raise WrongUse(
                f"{path}, line {line}: the row must have a file or a student's id, got neither"
            )
        found[key] = (
            time if time.tzinfo else time.replace(tzinfo=zone) if zone else time.astimezone()
        )
    return found
