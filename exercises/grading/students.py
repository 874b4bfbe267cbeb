"""The students of a class: the roster, and whose a file is by its path or by the name in it."""

import re
import unicodedata
from collections.abc import Iterable
from enum import IntEnum
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from exercises.cli.record import shown
from exercises.kit.roster import Student, read
from models.cli.command_line import WrongUse

MAX_ROSTER = 5_000_000  # bytes

CANVAS = re.compile(
    r"(?P<name>.+?)(?P<late>_late)?_(?P<user>\d+)_(?P<file>\d+)_(?P<rest>.*)",
    re.IGNORECASE | re.DOTALL,
)
"""What Canvas calls a file that was handed in: `lovelaceada_late_123_456_answers.json`."""
MOODLE = re.compile(r"(?P<name>.+)_(?P<user>\d+)_assignsubmission_(file|onlinetext)_?.*", re.DOTALL)
"""What Moodle calls a student's folder: `Ada Lovelace_123_assignsubmission_file_`."""
SAVED = re.compile(r"answers-(?P<name>.+?)(-\d+\.\d+\.\d+-[0-9a-f]{8}.*)?", re.DOTALL)
"""What the book's page calls the file that it saves, but for its ending; and what people make of that."""
BREAKS = re.compile(r"[-_ .(]")
"""What may stand behind an id that a name begins with."""


class Evidence(IntEnum):
    """What says whose a file is, from the weakest to the strongest."""

    NONE = 0
    SIGNED = 1  # the name that stands in the file
    FILE_NAME = 2  # how a student may have called the file, or what lies in a zip of theirs
    SHOWN_NAME = 3  # the name that a platform shows, which a student may change there
    PLACE = 4  # the folder, or an id for a name
    NUMBER = 5  # the platform's own number


class Owner(NamedTuple):
    """Whose a file is and what says so, or why that is not known.

    number: the platform's, where it is not in the roster.
    rival: another student whom a weaker part of the path names."""

    student: Student | None
    why: str = ""
    evidence: Evidence = Evidence.NONE
    number: str = ""
    rival: Student | None = None


def read_roster(path: Path) -> list[Student]:
    """The students in a CSV file with the columns id and name, or of one name a line. Raises
    WrongUse with one line that says what is wrong."""
    try:
        if path.exists() and not path.is_file():
            raise WrongUse(f"the roster {path} is no file")
        if path.stat().st_size > MAX_ROSTER:
            raise WrongUse(
                f"the roster {path} must have at most {MAX_ROSTER} bytes, it has {path.stat().st_size}"
            )
        text = path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise WrongUse(f"cannot read the roster {path}: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise WrongUse(
            f"the roster {path} must be UTF-8 text, byte {error.start} is not: save it as CSV UTF-8"
        ) from None
    students, faults = read(text, f"the roster {path}")
    if faults:
        raise WrongUse(faults[0])
    return students


def key(id: str) -> str:
    """Return an id as it is looked up: without case, and each letter in one form (some computers
    take accents apart)."""
    return unicodedata.normalize("NFC", id).casefold()


def squash(name: str) -> str:
    """A name without case, spaces and signs, as Canvas writes it and as people mistype it."""
    return "".join(
        letter for letter in unicodedata.normalize("NFKC", name).casefold() if letter.isalnum()
    )


class Class:
    """The students, found by what a path or a file says. Without a roster whoever hands in is a
    student of it."""

    def __init__(self, students: Iterable[Student] | None) -> None:
        self.has_roster = students is not None
        self.students: list[Student] = list(students or ())
        self._ids: dict[str, Student] = {}
        self._names: dict[str, list[Student]] = {}
        self._numbers: dict[str, list[Student]] = {}
        self._keys: dict[str, set[str]] = {}  # of each student the name in any order of its words
        for student in self.students:
            self._ids[key(student.id)] = student
        for student in self.students:
            if student.canvas_id:
                self._numbers.setdefault(student.canvas_id, []).append(student)
            for other in filter(None, (student.email, student.login)):
                self._ids.setdefault(key(other), student)
            words = student.name.split()
            self._keys[student.id] = {
                squash(" ".join(words[n:] + words[:n])) for n in range(len(words))
            } - {""}
            for turned in self._keys[student.id]:
                self._names.setdefault(turned, []).append(student)

    def owner(
        self, path: PurePosixPath, signed: str | None = None, zipped: int | None = None
    ) -> Owner:
        """Return whose a file is: from the left the first folder (or the file) that says so, else
        who has `signed` it.

        zipped: so many parts of the path stand before what lies in a student's own zip."""
        *folders, file = path.parts
        parts = [*folders, PurePosixPath(file).stem]
        if not self.has_roster:
            return Owner(self._newcomer(parts[0], signed), evidence=Evidence.PLACE)
        zipped = len(parts) if zipped is None else zipped
        for number, part in enumerate(parts):
            is_folder = number < len(folders) and number + 1 < zipped
            found = self._said_by(part, is_folder)
            if found:
                evidence = (
                    found.evidence if number < zipped else min(found.evidence, Evidence.FILE_NAME)
                )
                return found._replace(
                    evidence=evidence, rival=self._rival(found.student, parts[number:])
                )
        if not signed:
            return Owner(None, "it names no student of the roster")
        known = self._ids.get(key(signed.strip()))
        return self._only([known] if known else self._called(signed), signed, Evidence.SIGNED)

    def account(self, path: PurePosixPath) -> tuple[str, str] | None:
        """Return who pays for a path in the budgets: the id, and what else tells one account from
        another; None if that is not known. Without a roster the first part is somebody.

        Whoever only claims to be a student pays from an account of their own, and leaves the
        student's as it is."""
        first = path.parts[0].removesuffix(".zip")
        if not self.has_roster:
            return first, ""
        owner = self.owner(path)
        if owner.student is None:
            return None
        claims = {
            Evidence.PLACE: "",
            Evidence.NUMBER: "number",
            Evidence.SHOWN_NAME: f"shown by {owner.number}",
        }
        return owner.student.id, claims.get(owner.evidence, f"called {first}")

    def _rival(self, student: Student | None, parts: list[str]) -> Student | None:
        """Return another student whom something names that is weaker than the first of some parts,
        which names `student`."""
        canvas = CANVAS.fullmatch(parts[0])
        for part in [*([canvas["rest"]] if canvas else []), *parts[1:]]:
            found = self._said_by(part, False)
            if (
                found
                and found.student
                and student
                and found.student != student
                and len(found.student.id) > 2
            ):
                return found.student
        return None

    def _said_by(self, part: str, is_folder: bool) -> Owner | None:
        """Return what a part of a path says of whose it is, None if nothing."""
        if student := self._ids.get(key(part)):
            return Owner(student, evidence=Evidence.PLACE)
        lms = CANVAS.fullmatch(part) or MOODLE.fullmatch(part)
        if lms is not None:  # whatever is right of it the student has named
            return self._by_platform(lms["name"], lms["user"])
        weak = Evidence.PLACE if is_folder else Evidence.FILE_NAME
        if found := self._called(part):
            return self._only(found, part, weak)
        student = self._beginning(part)
        return Owner(student, evidence=Evidence.FILE_NAME) if student else None

    def _by_platform(self, name: str, number: str) -> Owner:
        """Return whose a platform says that a file is: by its number if the roster has it, else by
        the name it shows."""
        by_number, by_name = self._numbers.get(number, []), self._called(name)
        if len(by_number) == 1 and by_name and by_number[0] not in by_name:
            others = " and ".join(student.id for student in by_name)
            return Owner(
                None,
                f"it has the number of {by_number[0].id}, {number}, and shows the name of {others}",
            )
        if by_number:
            return self._only(by_number, name, Evidence.NUMBER)
        owner = self._only(by_name, name, Evidence.SHOWN_NAME)._replace(number=number)
        if owner.student and owner.student.canvas_id:
            known = owner.student.canvas_id
            return Owner(
                None,
                f"it shows the name of {owner.student.id}, whose number is {known} and not {number}",
            )
        return owner

    def _beginning(self, part: str) -> Student | None:
        """Whose id a name begins with; the longest, if several do."""
        ends = [match.start() for match in BREAKS.finditer(part)]
        return next(filter(None, (self._ids.get(key(part[:end])) for end in reversed(ends))), None)

    def _called(self, name: str) -> list[Student]:
        saved = SAVED.fullmatch(name)
        return self._names.get(squash(saved["name"] if saved else name), []) if squash(name) else []

    def _only(self, found: list[Student], name: str, evidence: Evidence) -> Owner:
        if len(found) == 1:
            return Owner(found[0], evidence=evidence)
        if found:
            ids = " and ".join(student.id for student in found)
            return Owner(None, f"{shown(name)} is the name of {ids}: give it the id for a name")
        return Owner(None, f"{shown(name)} is nobody in the roster")

    def _newcomer(self, part: str, signed: str | None) -> Student:
        match = CANVAS.fullmatch(part) or MOODLE.fullmatch(part) or SAVED.fullmatch(part)
        name = match["name"] if match else part
        id = f"{name} {match['user']}" if match and "user" in match.groupdict() else name
        if key(id) not in self._ids:
            student = Student(id, (signed or "").strip() or name)
            self.students.append(student)
            self._ids[key(id)] = student
        return self._ids[key(id)]

    def is_called(self, student: Student, signed: str) -> bool:
        """Return whether what somebody wrote as a name may be this student's."""
        wanted = squash(signed)
        return (
            not wanted
            or self._ids.get(key(signed.strip())) == student
            or any(wanted in key or key in wanted for key in self._keys.get(student.id, ()))
        )
