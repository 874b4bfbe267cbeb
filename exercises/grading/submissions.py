"""The answers that lie in the files that were handed in, by student and exercise."""

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
from exercises.cli.answer_file import Given, NoAnswer
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
"""What browsers, systems and platforms put behind the name of a copy."""
COPY_OF = re.compile(r"(?:copy of|kopie von|copie de|copia de) +", re.IGNORECASE)
AT_ONCE = timedelta(seconds=10)
"""Copies whose times are so near were put there together: the times say nothing of which is newer."""
WHOSE, COPIES, LATE = "Whose is it?", "Copies of one file", "Late"
OPENED, BEYOND, EDITIONS = (
    "Opened the solution first",
    "Uses more than the task asks for",
    "Another edition of the book",
)


class Flag(NamedTuple):
    """What a teacher should look at: of what sort it is, and what it is."""

    head: str
    text: str


@dataclass(frozen=True)
class HandIn:
    """An answer as a file brought it, or why what stands there is none (`refused`)."""

    student: str
    exercise: str
    file: PurePosixPath
    arrived: datetime
    given: Given | None = None
    refused: str = ""
    flags: tuple[Flag, ...] = ()
    evidence: Evidence = Evidence.PLACE  # what says whose it is
    number: str = ""  # the platform's, where it is not in the roster


@dataclass
class HandedIn:
    """All that was handed in."""

    answers: dict[tuple[str, str], HandIn] = field(
        default_factory=dict
    )  # by student and exercise: those that count
    others: list[HandIn] = field(
        default_factory=list
    )  # that an answer of the same student stands for
    unmatched: list[str] = field(default_factory=list)  # files of nobody, a line each
    not_taken: list[tuple[str | None, str]] = field(default_factory=list)  # the student, and a line


class Reader:
    """Reads entries one after the other."""

    def __init__(self, members: Class, told: ClassFile, wanted: Collection[str] | None) -> None:
        self.members, self.told, self.wanted = members, told, wanted
        self.arrivals = read_arrivals(told.arrivals, told.zone) if told.arrivals else {}
        self.all: list[HandIn] = []
        self.found = HandedIn()

    def read(self, entries: Iterable[Entry]) -> HandedIn:
        """What they hold. A file that is no answer is a line, and keeps no other from being read."""
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
                f"{entry.path} is named after no exercise: call it {self._example()}{kind}"
            )
        elif (
            not self.members.has_roster
            and len(entry.path.parts) == 1
            and not CANVAS.fullmatch(entry.path.name)
        ):
            raise WrongUse(
                f"{entry.path} lies in no student's folder, so it is not known whose it is"
            )
        elif (kind == ".json") != (contents.get(id).form is not None):
            asked = (
                f"a program is asked for, {id}.py"
                if kind == ".json"
                else f"fields are asked for, {id}.json"
            )
            raise WrongUse(f"{entry.path}: {asked}")
        else:
            of_file = (answer_file.program, text) if kind == ".py" else (answer_file.fields, record)
            given = tried(*of_file, entry.path)
            self._add(self._owner(entry), id, entry, given)

    def _owner(self, entry: Entry, signed: str | None = None) -> Owner:
        return self.members.owner(entry.path, signed, entry.zipped)

    def _page(self, entry: Entry, record: dict[str, Any]) -> None:
        """All answers in an answer file of the page's."""
        answer_file.frame(entry.path, record, any_edition=True)
        owner = self._owner(entry, record["name"])
        unknown = [id for id in record["exercises"] if id not in contents.ids()]
        for id in record["exercises"].keys() - unknown:
            variant = self.told.variant(owner.student.id, id) if owner.student else None
            self._add(
                owner,
                id,
                entry,
                tried(answer_file.from_page, entry.path, record, contents.get(id), variant, True),
            )
        if unknown:
            raise WrongUse(f"{entry.path} answers what is no exercise: {shown(', '.join(unknown))}")

    def _notebook(self, entry: Entry, text: str) -> None:
        """All answers in a notebook."""
        owner = self._owner(entry)

        def given(id: str) -> int | None:
            return self.told.variant(owner.student.id, id) if owner.student else None

        answers = {
            id: cell
            for id, cell in notebook.answers(text, entry.path, given).items()
            if id in contents.ids()
        }
        if not answers:
            raise WrongUse(f"{entry.path} has no cell that is known as the answer to an exercise")
        for id, (source, variant) in answers.items():
            self._add(
                owner,
                id,
                entry,
                tried(notebook.understood, source, contents.get(id), entry.path, variant),
            )

    def _add(self, owner: Owner, exercise: str, entry: Entry, given: Given | WrongUse) -> None:
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
        told = given.handed_in if isinstance(given, Given) else None
        if told and told.name and not self.members.is_called(owner.student, told.name):
            flags.append(Flag(WHOSE, f"the file is signed {shown(told.name)}"))
        if owner.rival:
            flags.append(Flag(WHOSE, f"its name says {owner.rival.id}, its place says {id}"))
        if owner.evidence is Evidence.SIGNED:
            flags.append(Flag(WHOSE, "only the name in the file says so"))
        if (match := CANVAS.fullmatch(entry.path.name)) and match["late"]:
            flags.append(Flag(LATE, "Canvas calls it late"))
        one = HandIn(
            id,
            exercise,
            entry.path,
            arrived,
            flags=tuple(flags),
            evidence=owner.evidence,
            number=owner.number,
        )
        if isinstance(given, NoAnswer):
            return
        self.all.append(
            replace(one, given=given)
            if isinstance(given, Given)
            else replace(one, refused=str(given))
        )

    def _settle(self) -> None:
        """Of several answers of a student to an exercise the one counts that is most surely hers,
        and of those the latest.

        Where two numbers of a platform show one name, the one that came first is taken for hers."""
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
        """Flag what counts on weaker evidence than another file of the same student has, for want
        of a better."""
        surest: dict[str, Evidence] = {}
        for one in self.all:
            surest[one.student] = max(one.evidence, surest.get(one.student, Evidence.NONE))
        for key, one in self.found.answers.items():
            why = DOUBTS.get(one.evidence, "")
            if one.evidence is Evidence.SHOWN_NAME and one.number != first[one.student]:
                why = f"two show this name, and {first[one.student]} came before {one.number}"
            elif one.evidence is surest[one.student] or one.evidence is Evidence.SIGNED:
                continue
            self.found.answers[key] = replace(one, flags=(*one.flags, Flag(WHOSE, why)))

    def _named(self, path: PurePosixPath) -> str | None:
        """The exercise that a file is named after; Canvas puts a name before it and a number behind
        it."""
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
    """Give what a file may have been called of which this is a copy, or a copy of a copy."""
    stem = COPY_OF.sub("", stem, count=1) if COPY_OF.match(stem) else stem
    yield stem
    while found := COPY.search(stem):
        stem = stem[: found.start()]
        yield stem
    yield stem.rstrip("0123456789")


def copy_of(file: PurePosixPath) -> tuple[str, tuple[int, ...]]:
    """Return of what a file is a copy, and which: (1,) for `x (1).py`, `x-1.py` and `x copy.py`,
    (1, 2) for `x (1) (2).py`.

    Canvas gives each upload a number of its own, which is left out: `adalovelace_501_*_x.py`."""
    lms = CANVAS.fullmatch(file.stem)
    stem, numbers = (f"{lms['user']} {lms['rest']}" if lms else file.stem), []
    if COPY_OF.match(stem):
        stem, numbers = COPY_OF.sub("", stem, count=1), [1]
    while found := COPY.search(stem):
        numbers.insert(0, int(next(filter(None, found.groups()), 1)))
        stem = stem[: found.start()]
    return f"{file.parent}/{stem}{file.suffix}".lower(), tuple(numbers)


def _together(answers: list[HandIn]) -> dict[tuple[str, str, PurePosixPath], datetime]:
    """Return for the copies of one file that came within seconds the time of the last of them."""
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
    """Return whether a number in its name, and not its time, makes a file the newer of two copies."""
    (name, number), (other_name, other_number) = copy_of(one.file), copy_of(other.file)
    return (
        name == other_name and number > other_number and abs(one.arrived - other.arrived) <= AT_ONCE
    )


def surer(one: HandIn, other: HandIn) -> bool:
    """Return whether it is surer that `one` is the student's than that `other` is."""
    return one.evidence > other.evidence or (
        one.evidence is Evidence.SHOWN_NAME and one.number != other.number
    )


def doubt(weaker: HandIn, counts: HandIn) -> str:
    """Return why an answer gives way to another that is more surely the student's."""
    if weaker.evidence is counts.evidence:
        return f"two show this name, and {counts.number} came before {weaker.number}"
    return DOUBTS[weaker.evidence]


def tried(read: Callable[..., Given], *what: Any) -> Given | WrongUse:
    """What `read` makes of something, or why it makes nothing of it."""
    try:
        return read(*what)
    except WrongUse as error:
        return error


def read_arrivals(path: Path, zone: tzinfo | None) -> dict[str, datetime]:
    """When what came, from a CSV file with the columns `time` and `file` (below what is graded) or
    `id`. Raises WrongUse."""
    try:
        if not path.is_file():
            raise WrongUse(f"there is no file {path}, of when what came")
        rows = list(csv.DictReader(io.StringIO(path.read_bytes().decode("utf-8-sig"), newline="")))
    except OSError as error:
        raise WrongUse(f"cannot read {path}: {error.strerror}") from None
    except (UnicodeDecodeError, csv.Error) as error:
        raise WrongUse(f"{path} is no CSV file in UTF-8: {error}") from None
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
                f"{path}, line {line}: a file, or a student's id, must say what came then"
            )
        found[key] = (
            time if time.tzinfo else time.replace(tzinfo=zone) if zone else time.astimezone()
        )
    return found
