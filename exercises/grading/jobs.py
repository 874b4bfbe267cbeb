"""List each student's questions and their states, and the answers that still have to be judged."""

from collections.abc import Iterator
from dataclasses import dataclass

from exercises import contents
from exercises.grading.class_file import ClassFile
from exercises.grading.judge import fingerprint
from exercises.grading.store import Result, digest_of
from exercises.grading.submissions import HandIn, Submissions
from exercises.kit.exercise import Exercise
from exercises.kit.roster import Student
from models.jobs.workers import Job

NOTHING, REFUSED, START, OTHER_VARIANT, ANSWERED = (
    "nothing",
    "refused",
    "start",
    "other variant",
    "answered",
)
"""States of a question: nothing was handed in; only an invalid answer was; the starter was; an
answer to another variant was; an answer that can be judged was."""


@dataclass(frozen=True)
class Question:
    """An exercise that is assigned to a student, and the answer that was handed in."""

    student: Student
    exercise: Exercise
    variant: int | None  # the assigned variant; None: any
    hand_in: HandIn | None
    state: str
    why: str = ""  # reason why the answer earns nothing
    job: Job | None = None
    owners: tuple[str, ...] = ()  # ids of the students to whom the answered variant was assigned


def questions(
    class_file: ClassFile, students: list[Student], exercises: list[str], found: Submissions
) -> Iterator[Question]:
    """Yield the questions of all students, each student's in the order of `exercises`."""
    owners: dict[tuple[str, int | None], list[str]] = {}
    for student in students:
        for id in exercises:
            owners.setdefault((id, class_file.variant(student.id, id)), []).append(student.id)
    prints = {id: fingerprint(contents.get(id)) for id in exercises}
    for student in students:
        for id in exercises:
            yield _question(
                class_file,
                student,
                contents.get(id),
                found.answers.get((student.id, id)),
                owners,
                prints[id],
            )


def _question(
    class_file: ClassFile,
    student: Student,
    exercise: Exercise,
    hand_in: HandIn | None,
    owners: dict[tuple[str, int | None], list[str]],
    exercise_print: str,
) -> Question:
    variant = class_file.variant(student.id, exercise.id)
    if hand_in is None:
        return Question(student, exercise, variant, None, NOTHING, "nothing was handed in")
    content = hand_in.content
    if content is None:
        return Question(student, exercise, variant, hand_in, REFUSED, hand_in.refused)
    if variant is not None and content.variant not in (None, variant):
        others = [id for id in owners.get((exercise.id, content.variant), []) if id != student.id]
        why = f"it answers variant {content.variant}; variant {variant} was assigned"
        return Question(
            student, exercise, variant, hand_in, OTHER_VARIANT, why, owners=tuple(others)
        )
    number = variant or content.variant or 1
    if _is_start(exercise.start(number), content.answer):
        why = "it is the unchanged starter"
        return Question(student, exercise, variant, hand_in, START, why)
    job: Job = {
        "student": student.id,
        "exercise": exercise.id,
        "print": exercise_print,
        "answer": {"variant": number, "answer": content.answer},
    }
    return Question(student, exercise, variant, hand_in, ANSWERED, job=job)


def _is_start(start: object, answer: object) -> bool:
    if isinstance(start, str) and isinstance(answer, str):
        return _lines(start) == _lines(answer)
    return start == answer


def _lines(program: str) -> list[str]:
    return [line.rstrip() for line in program.strip().splitlines()]


def to_judge(
    all_questions: list[Question],
    results: dict[tuple[str, str], Result],
    seed: str,
    kept: bool,
    students: set[str],
    ids: set[str],
) -> list[Job]:
    """Return the jobs that have no result, and those whose answer changed since. If `students` or
    exercises (`ids`) are named, return all jobs of these and no others. An answer that was judged
    before keeps the seed of its inputs if `kept`; all other answers get `seed`."""
    jobs = []
    for question in all_questions:
        if (
            question.job is None
            or (students and question.student.id not in students)
            or (ids and question.exercise.id not in ids)
        ):
            continue
        before = results.get((question.student.id, question.exercise.id))
        own_seed = before.seed if before and before.verdict and kept else seed
        job = {**question.job, "seed": own_seed}
        is_done = (
            before is not None
            and before.verdict is not None
            and before.digest == digest_of(job)
            and before.seed == own_seed
        )
        if students or ids or not is_done:
            jobs.append(job)
    return jobs
