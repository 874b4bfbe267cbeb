"""The students of a class: the roster, and whose a file is by its path or by the name in it."""

import re
import unicodedata
from collections.abc import Iterable
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from exercises.cli.record import shown
from exercises.kit.roster import Student, read
from models.cli.command_line import WrongUse

MAX_ROSTER = 5_000_000  # bytes

CANVAS = re.compile(r"(?P<name>.+?)(?P<late>_late)?_(?P<user>\d+)_(?P<file>\d+)_(?P<rest>.*)", re.IGNORECASE | re.DOTALL)
"""What Canvas calls a file that was handed in: `lovelaceada_late_123_456_answers.json`."""
MOODLE = re.compile(r"(?P<name>.+)_(?P<user>\d+)_assignsubmission_(file|onlinetext)_?.*", re.DOTALL)
"""What Moodle calls a student's folder: `Ada Lovelace_123_assignsubmission_file_`."""
SAVED = re.compile(r"answers-(?P<name>.+?)(-\d+\.\d+\.\d+-[0-9a-f]{8}.*)?", re.DOTALL)
"""What the book's page calls the file that it saves, but for its ending; and what people make of that."""
BREAKS = re.compile(r"[-_ .(]")
"""What may stand behind an id that a name begins with."""


class Owner(NamedTuple):
    """Whose a file is, or why that is not known; `named` if only the name in the file says so."""

    student: Student | None
    why: str = ""
    named: bool = False


def read_roster(path: Path) -> list[Student]:
    """The students in a CSV file with the columns id and name, or of one name a line. Raises WrongUse with one line that says
    what is wrong."""
    try:
        if path.exists() and not path.is_file():
            raise WrongUse(f"the roster {path} is no file")
        if path.stat().st_size > MAX_ROSTER:
            raise WrongUse(f"the roster {path} must have at most {MAX_ROSTER} bytes, it has {path.stat().st_size}")
        text = path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise WrongUse(f"cannot read the roster {path}: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise WrongUse(f"the roster {path} must be UTF-8 text, byte {error.start} is not: save it as CSV UTF-8") from None
    students, faults = read(text, f"the roster {path}")
    if faults:
        raise WrongUse(faults[0])
    return students


def squash(name: str) -> str:
    """A name without case, spaces and signs, as Canvas writes it and as people mistype it."""
    return "".join(letter for letter in unicodedata.normalize("NFKC", name).casefold() if letter.isalnum())


class Class:
    """The students, found by what a path or a file says. Without a roster whoever hands in is a student of it."""

    def __init__(self, students: Iterable[Student] | None) -> None:
        self.has_roster = students is not None
        self.students: list[Student] = list(students or ())
        self._ids: dict[str, Student] = {}
        self._names: dict[str, list[Student]] = {}
        for student in self.students:
            self._ids[student.id.casefold()] = student
        for student in self.students:
            for other in filter(None, (student.email, student.login)):
                self._ids.setdefault(other.casefold(), student)
            words = student.name.split()
            for turned in {squash(" ".join(words[n:] + words[:n])) for n in range(len(words))} - {""}:
                self._names.setdefault(turned, []).append(student)

    def owner(self, path: PurePosixPath, signed: str | None = None) -> Owner:
        """Whose a file is: from the left the first folder (or the file) that is somebody's id, what an LMS made of a name, or
        a name; else who is named in it, `signed`."""
        *folders, file = path.parts
        parts = [*folders, PurePosixPath(file).stem]
        if not self.has_roster:
            return Owner(self._newcomer(parts[0], signed))
        for part in parts:
            if student := self._ids.get(part.casefold()):
                return Owner(student)
            lms = CANVAS.fullmatch(part) or MOODLE.fullmatch(part)
            if lms is not None:     # whatever is right of it the student has named
                by_number = [one for one in self.students if one.canvas_id and one.canvas_id == lms["user"]]
                return self._only(by_number or self._called(lms["name"]), lms["name"])
            if found := self._called(part):
                return self._only(found, part)
            if student := self._beginning(part):
                return Owner(student)
        if not signed:
            return Owner(None, "it names no student of the roster")
        known = self._ids.get(signed.strip().casefold())
        return self._only([known] if known else self._called(signed), signed)._replace(named=True)

    def _beginning(self, part: str) -> Student | None:
        """Whose id a name begins with; the longest, if several do."""
        ends = [match.start() for match in BREAKS.finditer(part)]
        return next(filter(None, (self._ids.get(part[:end].casefold()) for end in reversed(ends))), None)

    def _called(self, name: str) -> list[Student]:
        saved = SAVED.fullmatch(name)
        return self._names.get(squash(saved["name"] if saved else name), []) if squash(name) else []

    def _only(self, found: list[Student], name: str) -> Owner:
        if len(found) == 1:
            return Owner(found[0])
        if found:
            ids = " and ".join(student.id for student in found)
            return Owner(None, f"{shown(name)} is the name of {ids}: give it the id for a name")
        return Owner(None, f"{shown(name)} is nobody in the roster")

    def _newcomer(self, part: str, signed: str | None) -> Student:
        match = CANVAS.fullmatch(part) or MOODLE.fullmatch(part) or SAVED.fullmatch(part)
        name = match["name"] if match else part
        id = f"{name} {match['user']}" if match and "user" in match.groupdict() else name
        if id.casefold() not in self._ids:
            student = Student(id, (signed or "").strip() or name)
            self.students.append(student)
            self._ids[id.casefold()] = student
        return self._ids[id.casefold()]

    def is_called(self, student: Student, signed: str) -> bool:
        """Whether what somebody wrote as a name may be this student's."""
        return not squash(signed) or self._ids.get(signed.strip().casefold()) == student or any(
            student in found for key, found in self._names.items() if squash(signed) in key or key in squash(signed))
