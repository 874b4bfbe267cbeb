"""Compute the marks of a class: points, deductions for lateness, and remarks."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from exercises.cli.answer_file import FileAnswer
from exercises.cli.record import shown
from exercises.cli.text_report import seen
from exercises.grading.class_file import ClassFile
from exercises.grading.jobs import ANSWERED, Question
from exercises.grading.late import Late, lateness
from exercises.grading.reach import reaches
from exercises.grading.store import Result, digest_of
from exercises.grading.submissions import BEYOND, EDITIONS, LATE, OPENED, Flag
from exercises.kit.exercise import Exercise
from exercises.kit.roster import Student
from figures.define.edition import EDITION

GRADED, NOT_GRADED = "graded", "not graded"
"""States of a mark besides those of a question: the tests have run; grading failed for a reason
unrelated to the answer."""


@dataclass(frozen=True)
class Mark:
    """The mark for one answer. Its points are multiplied by `weight`, and by the factor for being
    late."""

    student: Student
    exercise: Exercise
    state: str
    why: str  # reason why it earned nothing, if no test has run
    weight: float
    variant: int | None
    points: int = 0
    verdict: dict[str, Any] | None = None
    late: Late | None = None
    arrived: datetime | None = None
    file: str = ""
    notes: tuple[str, ...] = ()  # shown to the student and the teacher
    flags: tuple[Flag, ...] = ()  # shown to the teacher only
    answer: Any = None
    words: dict[str, Any] | None = None  # the answer in words, if they were stored

    @property
    def factor(self) -> float:
        """Return the share of its points (0 to 1) that the answer keeps after the deduction for
        being late."""
        return self.late.factor if self.late else 1.0

    @property
    def is_full(self) -> bool:
        """Return whether every test passed."""
        return self.state == GRADED and self.points == self.exercise.points

    @property
    def shows_messages(self) -> bool:
        """Return whether the student may read the tests' messages. For a program these contain the
        hidden inputs of graded tests, so the student may not."""
        return self.exercise.form is not None

    @property
    def remarks(self) -> list[str]:
        """Return the remarks for the teacher, without duplicates."""
        return [
            *dict.fromkeys(
                filter(None, [self.why, *self.notes, *(flag.text for flag in self.flags)])
            )
        ]

    @property
    def counted(self) -> float:
        """Return the points that the answer adds to the total."""
        return round(self.points * self.weight * self.factor, 6)

    @property
    def of(self) -> float:
        """Return the most points that the answer could add to the total."""
        return self.exercise.points * self.weight


@dataclass(frozen=True)
class Sheet:
    """The marks of one student, in the order of the exercises."""

    student: Student
    marks: list[Mark]
    lines: list[str] = field(default_factory=list)  # a line for each file that could not be read

    @property
    def total(self) -> float:
        """Return the points earned, multiplied by weights and the factors for being late."""
        return round(sum(mark.counted for mark in self.marks), 6)

    @property
    def of(self) -> float:
        """Return the most points that are possible."""
        return sum(mark.of for mark in self.marks)

    @property
    def percent(self) -> float:
        """Return the points earned as a percentage of the most points possible."""
        return 100 * self.total / self.of if self.of else 0.0

    @property
    def is_complete(self) -> bool:
        """Return whether all of the student's answers have been graded."""
        return all(mark.state != NOT_GRADED for mark in self.marks)


def sheets(
    class_file: ClassFile,
    questions: Iterable[Question],
    results: dict[tuple[str, str], Result],
    lines: list[tuple[str | None, str]],
) -> list[Sheet]:
    """Return the marks of all students. `results` are the results by student and exercise. `lines`
    are notes on files that were not read, each with the id of its student (None if unknown)."""
    by_student: dict[str, Sheet] = {}
    lines_of: dict[str | None, list[str]] = {}
    for student, line in lines:
        lines_of.setdefault(student, []).append(line)
    for question in questions:
        id = question.student.id
        sheet = by_student.setdefault(id, Sheet(question.student, [], lines_of.get(id, [])))
        sheet.marks.append(_mark(class_file, question, results.get((id, question.exercise.id))))
    return list(by_student.values())


def _mark(class_file: ClassFile, question: Question, result: Result | None) -> Mark:
    exercise, hand_in = question.exercise, question.hand_in
    state, why, verdict, points = question.state, question.why, None, 0
    if state == ANSWERED:
        assert question.job is not None
        if result is None or result.digest != digest_of(question.job):
            state, why = NOT_GRADED, "it has not been judged yet"
        elif result.verdict is None:
            state, why = NOT_GRADED, result.failure or ""
        else:
            state, verdict, points = GRADED, result.verdict, result.points
    weight = class_file.assignments[exercise.id].weight if class_file.assignments else 1.0
    words = result.words if verdict and result else None
    mark = Mark(
        *(question.student, exercise, state, why, weight, question.variant, points, verdict),
        words=words,
    )
    if hand_in is None:
        return mark
    content = hand_in.content
    late = lateness(
        hand_in.arrived,
        class_file.due(question.student.id, exercise.id),
        class_file.late,
        class_file.zone,
    )
    flags = [
        *hand_in.flags,
        *(Flag(state, f"that variant was assigned to {id}") for id in question.owners),
    ]
    if late is not None:
        flags.append(Flag(LATE, f"{late.words()}: {100 * late.factor:g} % of its points count"))
    mark = replace(
        mark, late=late, arrived=hand_in.arrived, file=str(hand_in.file), flags=tuple(flags)
    )
    if content is None:
        return mark
    notes, more = _notes(content, mark.is_full)
    variant = question.variant or (result.variant if verdict and result else content.variant)
    return replace(
        mark, variant=variant, answer=content.answer, notes=tuple(notes), flags=(*mark.flags, *more)
    )


def _notes(content: FileAnswer, passed: bool) -> tuple[list[str], list[Flag]]:
    """Return the notes for the student, and the flags for the teacher, that follow from the file of
    an answer."""
    notes, flags = [], []
    if (details := content.handed_in) is not None:
        if details.hints:
            notes.append(f"{details.hints} {'hint' if details.hints == 1 else 'hints'} open")
        if details.solution is not None:
            notes.append(seen(details.solution, content.variant, passed))
            if details.solution.before is not False and details.solution.variant == content.variant:
                flags.append(Flag(OPENED, notes[-1]))
        if details.edition != EDITION:
            flags.append(Flag(EDITIONS, f"saved in {shown(details.edition)}"))
    if isinstance(content.answer, str) and (beyond := reaches(content.answer)):
        flags.append(Flag(BEYOND, f"the program uses {', '.join(beyond)}"))
    return notes, flags
