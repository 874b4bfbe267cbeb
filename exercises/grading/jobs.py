"""What is asked of each student, what came of it so far, and what is still to be judged."""

from collections.abc import Iterator
from dataclasses import dataclass

from exercises import contents
from exercises.grading.class_file import ClassFile
from exercises.grading.judge import Job, fingerprint
from exercises.grading.store import Result, digest_of
from exercises.grading.students import Student
from exercises.grading.submissions import HandedIn, HandIn
from exercises.kit.exercise import Exercise

NOTHING, REFUSED, START, OTHER_VARIANT, ANSWERED = (
    "nothing",
    "refused",
    "start",
    "other variant",
    "answered",
)
"""Nothing was handed in; what was is no answer; it is what an answer begins with; it answers another variant than was given;
it is judged."""


@dataclass(frozen=True)
class Question:
    """An exercise that a student is asked, and what was handed in to it."""

    student: Student
    exercise: Exercise
    variant: int | None  # that was given; None: any
    hand_in: HandIn | None
    state: str
    why: str = ""  # of a state that earns nothing
    job: Job | None = None
    whose: tuple[str, ...] = ()  # of another variant: the students who were given it


def questions(
    told: ClassFile, students: list[Student], exercises: list[str], found: HandedIn
) -> Iterator[Question]:
    """Each student's, in the order of the class file."""
    owners: dict[tuple[str, int | None], list[str]] = {}
    for student in students:
        for id in exercises:
            owners.setdefault((id, told.variant(student.id, id)), []).append(student.id)
    prints = {id: fingerprint(contents.get(id)) for id in exercises}
    for student in students:
        for id in exercises:
            yield _question(
                told,
                student,
                contents.get(id),
                found.answers.get((student.id, id)),
                owners,
                prints[id],
            )


def _question(
    told: ClassFile,
    student: Student,
    exercise: Exercise,
    hand_in: HandIn | None,
    owners: dict[tuple[str, int | None], list[str]],
    print: str,
) -> Question:
    variant = told.variant(student.id, exercise.id)
    if hand_in is None:
        return Question(student, exercise, variant, None, NOTHING, "nothing was handed in")
    given = hand_in.given
    if given is None:
        return Question(student, exercise, variant, hand_in, REFUSED, hand_in.refused)
    if variant is not None and given.variant not in (None, variant):
        whose = [id for id in owners.get((exercise.id, given.variant), []) if id != student.id]
        why = f"it answers variant {given.variant}; variant {variant} was given"
        return Question(student, exercise, variant, hand_in, OTHER_VARIANT, why, whose=tuple(whose))
    number = variant or given.variant or 1
    if _is_start(exercise.start(number), given.answer):
        why = "it is what an answer begins with, and nothing was changed"
        return Question(student, exercise, variant, hand_in, START, why)
    job: Job = {
        "student": student.id,
        "exercise": exercise.id,
        "print": print,
        "answer": {"variant": number, "answer": given.answer},
    }
    return Question(student, exercise, variant, hand_in, ANSWERED, job=job)


def _is_start(start: object, given: object) -> bool:
    if isinstance(start, str) and isinstance(given, str):
        return _lines(start) == _lines(given)
    return start == given


def _lines(program: str) -> list[str]:
    return [line.rstrip() for line in program.strip().splitlines()]


def to_judge(
    asked: list[Question],
    results: dict[tuple[str, str], Result],
    seed: str,
    kept: bool,
    students: set[str],
    ids: set[str],
) -> list[Job]:
    """The jobs that have no result yet, or one of another answer; all of those of `students` and
    exercises (`ids`) if any are named, and no others. An answer that has a result keeps the seed of
    its inputs if `kept`; else all get `seed`."""
    jobs = []
    for question in asked:
        if (
            question.job is None
            or (students and question.student.id not in students)
            or (ids and question.exercise.id not in ids)
        ):
            continue
        before = results.get((question.student.id, question.exercise.id))
        own = before.seed if before and before.verdict and kept else seed
        job = {**question.job, "seed": own}
        is_done = (
            before is not None
            and before.verdict is not None
            and before.digest == digest_of(job)
            and before.seed == own
        )
        if students or ids or not is_done:
            jobs.append(job)
    return jobs
