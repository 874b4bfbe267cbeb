"""Read the roster, and find the student to whom a file belongs, by its path or by the name in
it."""

import re
import unicodedata
from collections.abc import Iterable
from enum import IntEnum
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from exercises.cli.record import shown
from exercises.kit.roster import Student, read
from models.cli.command_line import WrongUse

MAX_ROSTER = 5_000_000  # maximum size of a roster in bytes

CANVAS = re.compile(
    r"(?P<name>.+?)(?P<late>_late)?_(?P<user>\d+)_(?P<file>\d+)_(?P<rest>.*)",
    re.IGNORECASE | re.DOTALL,
)
"""A file name in a Canvas export: `lovelaceada_late_123_456_answers.json`."""
MOODLE = re.compile(r"(?P<name>.+)_(?P<user>\d+)_assignsubmission_(file|onlinetext)_?.*", re.DOTALL)
"""A student's folder in a Moodle export: `Ada Lovelace_123_assignsubmission_file_`."""
SAVED = re.compile(r"answers-(?P<name>.+?)(-\d+\.\d+\.\d+-[0-9a-f]{8}.*)?", re.DOTALL)
"""The name, without its extension, of an answer file that the book's page saved. It may have been
altered."""
BREAKS = re.compile(r"[-_ .(]")
"""Characters that may follow an id with which a name begins."""


class Evidence(IntEnum):
    """Evidence for whom a file belongs to, from the weakest to the strongest."""

    NONE = 0
    SIGNED = 1  # the name in the file
    FILE_NAME = 2  # the file's name, or a name inside a student's zip
    SHOWN_NAME = 3  # the display name on the platform, which a student may change
    PLACE = 4  # the folder, or a file named by an id
    NUMBER = 5  # the student's number on the platform


class Owner(NamedTuple):
    """The owner of a file and the evidence for it, or the reason why the owner is unknown.

    `number` is the user's number on the platform if the roster lacks it. `rival` is another
    student, whom a weaker part of the path names.
    """

    student: Student | None
    why: str = ""
    evidence: Evidence = Evidence.NONE
    number: str = ""
    rival: Student | None = None


def read_roster(path: Path) -> list[Student]:
    """Return the students in a CSV file with the columns id and name, or in a list with one name
    per line. Raise WrongUse with a one-line message if the roster is not valid."""
    try:
        if path.exists() and not path.is_file():
            raise WrongUse(f"the roster {path} must be a file, got a folder or a device")
        if path.stat().st_size > MAX_ROSTER:
            raise WrongUse(
                f"the roster {path} must have at most {MAX_ROSTER} bytes, got {path.stat().st_size}"
            )
        text = path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise WrongUse(f"cannot read the roster {path}: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise WrongUse(
            f"the roster {path} must be UTF-8 text; byte {error.start} is not: save it as CSV UTF-8"
        ) from None
    students, faults = read(text, f"the roster {path}")
    if faults:
        raise WrongUse(faults[0])
    return students


def key(id: str) -> str:
    """Return an id in the form used for lookup: without differences of case, and with composed
    accents."""
    return unicodedata.normalize("NFC", id).casefold()


def squash(name: str) -> str:
    """Return a name without case, spaces and punctuation, as in the file names of Canvas."""
    return "".join(
        letter for letter in unicodedata.normalize("NFKC", name).casefold() if letter.isalnum()
    )


class Class:
    """The students of a class, who are found by paths or names. Without a roster everyone who hands
    in is a student."""

    def __init__(self, students: Iterable[Student] | None) -> None:
        self.has_roster = students is not None
        self.students: list[Student] = list(students or ())
        self._ids: dict[str, Student] = {}
        self._names: dict[str, list[Student]] = {}
        self._numbers: dict[str, list[Student]] = {}
        self._keys: dict[str, set[str]] = {}  # names by student id, in each rotation of their words
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
            for rotation in self._keys[student.id]:
                self._names.setdefault(rotation, []).append(student)

    def owner(
        self, path: PurePosixPath, signed: str | None = None, zipped: int | None = None
    ) -> Owner:
        """Return the owner of a file: the student named by the first part of its path that names
        one, or else by `signed`, the name in the file.

        `zipped` is how many parts of the path come before the contents of a student's zip.
        """
        *folders, file = path.parts
        parts = [*folders, PurePosixPath(file).stem]
        if not self.has_roster:
            return Owner(self._newcomer(parts[0], signed), evidence=Evidence.PLACE)
        zipped = len(parts) if zipped is None else zipped
        for number, part in enumerate(parts):
            is_folder = number < len(folders) and number + 1 < zipped
            found = self._owner_from(part, is_folder)
            if found:
                evidence = (
                    found.evidence if number < zipped else min(found.evidence, Evidence.FILE_NAME)
                )
                return found._replace(
                    evidence=evidence, rival=self._rival(found.student, parts[number:])
                )
        if not signed:
            return Owner(None, "it names no student in the roster")
        known = self._ids.get(key(signed.strip()))
        return self._only([known] if known else self._by_name(signed), signed, Evidence.SIGNED)

    def account(self, path: PurePosixPath) -> tuple[str, str] | None:
        """Return the account to which a path is charged: a student's id, and a label that separates
        accounts of the same id. Return None if the student is unknown. Without a roster the first
        part of the path is the id.

        A file that only claims to belong to a student has an account of its own, so it cannot use
        up the student's budget.
        """
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
        """Return another student than `student` whom a weaker part of a path names; None if there
        is none. The first of `parts` names `student`."""
        canvas = CANVAS.fullmatch(parts[0])
        for part in [*([canvas["rest"]] if canvas else []), *parts[1:]]:
            found = self._owner_from(part, False)
            if (
                found
                and found.student
                and student
                and found.student != student
                and len(found.student.id) > 2
            ):
                return found.student
        return None

    def _owner_from(self, part: str, is_folder: bool) -> Owner | None:
        """Return the owner whom one part of a path names; None if it names nobody."""
        if student := self._ids.get(key(part)):
            return Owner(student, evidence=Evidence.PLACE)
        lms = CANVAS.fullmatch(part) or MOODLE.fullmatch(part)
        if lms is not None:  # the rest was named by the student
            return self._by_platform(lms["name"], lms["user"])
        weak = Evidence.PLACE if is_folder else Evidence.FILE_NAME
        if found := self._by_name(part):
            return self._only(found, part, weak)
        student = self._beginning(part)
        return Owner(student, evidence=Evidence.FILE_NAME) if student else None

    def _by_platform(self, name: str, number: str) -> Owner:
        """Return the owner whom a platform names: by the user number if the roster has it, or else
        by the display name."""
        by_number, by_name = self._numbers.get(number, []), self._by_name(name)
        if len(by_number) == 1 and by_name and by_number[0] not in by_name:
            others = " and ".join(student.id for student in by_name)
            return Owner(
                None,
                f"it has the number of {by_number[0].id}, {number}, but the display name of {others}",
            )
        if by_number:
            return self._only(by_number, name, Evidence.NUMBER)
        owner = self._only(by_name, name, Evidence.SHOWN_NAME)._replace(number=number)
        if owner.student and owner.student.canvas_id:
            known = owner.student.canvas_id
            return Owner(
                None,
                f"it has the display name of {owner.student.id}, whose number is {known} and not {number}",
            )
        return owner

    def _beginning(self, part: str) -> Student | None:
        """Return the student with whose id a name begins. If there are several, return the one with
        the longest id; None if there is none."""
        ends = [match.start() for match in BREAKS.finditer(part)]
        return next(filter(None, (self._ids.get(key(part[:end])) for end in reversed(ends))), None)

    def _by_name(self, name: str) -> list[Student]:
        """Return the students who have this name."""
        saved = SAVED.fullmatch(name)
        return self._names.get(squash(saved["name"] if saved else name), []) if squash(name) else []

    def _only(self, found: list[Student], name: str, evidence: Evidence) -> Owner:
        """Return the student in `found` as the owner if there is exactly one. Otherwise return the
        reason why the owner is unknown."""
        if len(found) == 1:
            return Owner(found[0], evidence=evidence)
        if found:
            ids = " and ".join(student.id for student in found)
            return Owner(None, f"{shown(name)} is the name of {ids}: name the file by the id")
        return Owner(None, f"{shown(name)} matches no student in the roster")

    def _newcomer(self, part: str, signed: str | None) -> Student:
        """Return the student whom the first part of a path names, in a class without a roster."""
        match = CANVAS.fullmatch(part) or MOODLE.fullmatch(part) or SAVED.fullmatch(part)
        name = match["name"] if match else part
        id = f"{name} {match['user']}" if match and "user" in match.groupdict() else name
        if key(id) not in self._ids:
            student = Student(id, (signed or "").strip() or name)
            self.students.append(student)
            self._ids[key(id)] = student
        return self._ids[key(id)]

    def may_be_named(self, student: Student, signed: str) -> bool:
        """Return whether the name in a file, `signed`, may be that of this student."""
        wanted = squash(signed)
        return (
            not wanted
            or self._ids.get(key(signed.strip())) == student
            or any(wanted in key or key in wanted for key in self._keys.get(student.id, ()))
        )
