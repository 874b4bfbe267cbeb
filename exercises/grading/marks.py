"""The marks of a class: what each answer earned, what it lost by being late, and what is to be said
of it."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from exercises.cli.answer_file import Given
from exercises.cli.record import shown
from exercises.cli.text_report import seen
from exercises.grading.class_file import ClassFile
from exercises.grading.jobs import ANSWERED, Question
from exercises.grading.late import Late, lateness
from exercises.grading.reach import reaches
from exercises.grading.store import Result, digest_of
from exercises.grading.students import Student
from exercises.grading.submissions import BEYOND, EDITIONS, LATE, OPENED, Flag
from exercises.kit.exercise import Exercise
from figures.define.edition import EDITION

GRADED, NOT_GRADED = "graded", "not graded"
"""States of a mark beside those of a question: the tests have run; our own machinery failed, which says nothing about the
answer."""


@dataclass(frozen=True)
class Mark:
    """What one answer of a student is worth. Points count `weight` times, and late ones by the
    factor of `late`."""

    student: Student
    exercise: Exercise
    state: str
    why: str  # it earned nothing, if it did not come to the tests
    weight: float
    variant: int | None
    points: int = 0
    verdict: dict[str, Any] | None = None
    late: Late | None = None
    arrived: datetime | None = None
    file: str = ""
    told: tuple[str, ...] = ()  # what is said of the answer to its student, too
    flags: tuple[Flag, ...] = ()  # what only the teacher reads
    answer: Any = None

    @property
    def factor(self) -> float:
        """The part of its points that a late answer keeps."""
        return self.late.factor if self.late else 1.0

    @property
    def is_full(self) -> bool:
        """Whether every test passed."""
        return self.state == GRADED and self.points == self.exercise.points

    @property
    def shows_messages(self) -> bool:
        """Whether its student may read what the tests say: those of a program name inputs that were
        drawn for marks."""
        return self.exercise.form is not None

    @property
    def remarks(self) -> list[str]:
        """What a teacher should know of it, in words."""
        return [
            *dict.fromkeys(
                filter(None, [self.why, *self.told, *(flag.text for flag in self.flags)])
            )
        ]

    @property
    def counted(self) -> float:
        """What it adds to the total."""
        return round(self.points * self.weight * self.factor, 6)

    @property
    def of(self) -> float:
        """What it could have added."""
        return self.exercise.points * self.weight


@dataclass(frozen=True)
class Sheet:
    """A student's marks, in the order of the exercises."""

    student: Student
    marks: list[Mark]
    lines: list[str] = field(default_factory=list)  # on files that could not be taken

    @property
    def total(self) -> float:
        """Points that count."""
        return round(sum(mark.counted for mark in self.marks), 6)

    @property
    def of(self) -> float:
        """Points that there are."""
        return sum(mark.of for mark in self.marks)

    @property
    def percent(self) -> float:
        """Of all that there are."""
        return 100 * self.total / self.of if self.of else 0.0

    @property
    def is_whole(self) -> bool:
        """Whether nothing of it is still to be graded."""
        return all(mark.state != NOT_GRADED for mark in self.marks)


def sheets(
    told: ClassFile,
    asked: Iterable[Question],
    results: dict[tuple[str, str], Result],
    lines: list[tuple[str | None, str]],
) -> list[Sheet]:
    """The marks of all students."""
    by_student: dict[str, Sheet] = {}
    lines_of: dict[str | None, list[str]] = {}
    for student, line in lines:
        lines_of.setdefault(student, []).append(line)
    for question in asked:
        id = question.student.id
        sheet = by_student.setdefault(id, Sheet(question.student, [], lines_of.get(id, [])))
        sheet.marks.append(_mark(told, question, results.get((id, question.exercise.id))))
    return list(by_student.values())


def _mark(told: ClassFile, question: Question, result: Result | None) -> Mark:
    exercise, hand_in = question.exercise, question.hand_in
    state, why, verdict, points = question.state, question.why, None, 0
    if state == ANSWERED:
        assert question.job is not None
        if result is None or result.digest != digest_of(question.job):
            state, why = NOT_GRADED, "it was not judged yet"
        elif result.verdict is None:
            state, why = NOT_GRADED, result.failure or ""
        else:
            state, verdict, points = GRADED, result.verdict, result.points
    weight = told.asked[exercise.id].weight if told.asked else 1.0
    mark = Mark(question.student, exercise, state, why, weight, question.variant, points, verdict)
    if hand_in is None:
        return mark
    given = hand_in.given
    late = lateness(
        hand_in.arrived, told.due(question.student.id, exercise.id), told.late, told.zone
    )
    flags = [
        *hand_in.flags,
        *(Flag(state, f"that variant was given to {id}") for id in question.whose),
    ]
    if late is not None:
        flags.append(Flag(LATE, f"{late.words()}: {100 * late.factor:g} % of its points count"))
    mark = replace(
        mark, late=late, arrived=hand_in.arrived, file=str(hand_in.file), flags=tuple(flags)
    )
    if given is None:
        return mark
    said, more = _told(given, mark.is_full)
    variant = question.variant or (result.variant if verdict and result else given.variant)
    return replace(
        mark, variant=variant, answer=given.answer, told=tuple(said), flags=(*mark.flags, *more)
    )


def _told(given: Given, passed: bool) -> tuple[list[str], list[Flag]]:
    """What the file tells of an answer, for its student and for the teacher."""
    said, flags = [], []
    if (told := given.handed_in) is not None:
        if told.hints:
            said.append(f"{told.hints} {'hint' if told.hints == 1 else 'hints'} open")
        if told.solution is not None:
            said.append(seen(told.solution, given.variant, passed))
            if told.solution.before is not False and told.solution.variant == given.variant:
                flags.append(Flag(OPENED, said[-1]))
        if told.edition != EDITION:
            flags.append(Flag(EDITIONS, f"saved in {shown(told.edition)}"))
    if isinstance(given.answer, str) and (beyond := reaches(given.answer)):
        flags.append(Flag(BEYOND, f"the program uses {', '.join(beyond)}"))
    return said, flags
