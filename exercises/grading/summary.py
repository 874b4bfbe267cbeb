"""Summarise a class by exercise: the distribution of points, failed tests, frequent mistakes and
similar answers."""

from collections import Counter
from dataclasses import dataclass
from difflib import SequenceMatcher

from exercises.cli.text_report import in_words
from exercises.grading.alike import AlikeAnswers, groups
from exercises.grading.jobs import NOTHING
from exercises.grading.marks import GRADED, Mark, Sheet
from exercises.kit.blanks import filling
from exercises.kit.exercise import Exercise
from exercises.kit.form import Number

BANDS = (
    "nothing handed in",
    "no point",
    "below a quarter",
    "below a half",
    "below three quarters",
    "below all",
    "all",
)
MOST_MISTAKES = 6
FEWEST_DIGITS = 4  # in equal answers; fewer may be a coincidence
MOST_LINES = 120  # of each program shown side by side


@dataclass(frozen=True)
class Bar:
    """A bar of a chart: a label, and a count out of a total."""

    words: str
    count: int
    of: int
    points: int = 0

    @property
    def percent(self) -> float:
        """Return the count as a percentage of `of`."""
        return 100 * self.count / self.of if self.of else 0.0


@dataclass(frozen=True)
class Mistake:
    """A mistake that `count` students made: the advice they were given, the tests that gave it, and
    an example of a message."""

    count: int
    tests: list[str]
    advice: str
    example: str


@dataclass(frozen=True)
class Pair:
    """A group of similar answers, and two of them side by side. The rows are (left line, right
    line, whether they are equal)."""

    group: AlikeAnswers
    rows: list[tuple[str, str, bool]]


@dataclass(frozen=True)
class Overview:
    """The summary of one exercise."""

    exercise: Exercise
    graded: int
    mean: float  # percentage of the points, over graded answers
    bands: list[Bar]
    tests: list[Bar]
    mistakes: list[Mistake]
    alike: list[Pair]


def overviews(sheets: list[Sheet]) -> list[Overview]:
    """Return the summary of each exercise, in the order of the class."""
    columns = zip(*(sheet.marks for sheet in sheets), strict=True)
    return [_overview(list(marks)) for marks in columns]


def _overview(marks: list[Mark]) -> Overview:
    exercise = marks[0].exercise
    graded = [mark for mark in marks if mark.state == GRADED]
    shares = [mark.points / exercise.points for mark in graded]
    return Overview(
        exercise,
        len(graded),
        100 * sum(shares) / len(shares) if shares else 0.0,
        _bands(marks),
        _tests(graded),
        _mistakes(graded),
        _alike(exercise, marks),
    )


def _bands(marks: list[Mark]) -> list[Bar]:
    counts = Counter(_band(mark) for mark in marks)
    return [Bar(words, counts[band], len(marks)) for band, words in enumerate(BANDS)]


def _band(mark: Mark) -> int:
    share = mark.points / mark.exercise.points
    if mark.state == NOTHING:
        return 0
    return 1 if share == 0 else 6 if share == 1 else 2 + min(3, int(4 * share))


def _tests(graded: list[Mark]) -> list[Bar]:
    passed = Counter(
        test["id"]
        for mark in graded
        if mark.verdict
        for test in mark.verdict["tests"]
        if test["outcome"] == "passed"
    )
    tests = graded[0].exercise.tests if graded else ()
    return [Bar(in_words(test.id), passed[test.id], len(graded), test.points) for test in tests]


def _mistakes(graded: list[Mark]) -> list[Mistake]:
    """Return the most frequent mistakes: advice, with the tests that gave it."""
    by_advice: dict[str, list[tuple[str, str, str, str]]] = {}
    advices_of = (
        {test.id: filling(test.advice) for test in graded[0].exercise.tests} if graded else {}
    )

    def matter(advice: str) -> str:
        """Return the test whose advice this is in any variant; else the advice itself."""
        return next((id for id, pattern in advices_of.items() if pattern.fullmatch(advice)), advice)

    for mark in graded:
        assert mark.verdict is not None
        for test in mark.verdict["tests"]:
            if test["outcome"] == "failed" and (advice := test["advice"]):
                failure = (mark.student.id, in_words(test["id"]), test["message"] or "", advice)
                by_advice.setdefault(matter(advice), []).append(
                    failure
                )  # the wording differs between variants
    found = []
    for failures in by_advice.values():
        students, tests, messages, advices = (
            [*dict.fromkeys(column)] for column in zip(*failures, strict=True)
        )
        found.append(Mistake(len(students), tests, advices[0], next(filter(None, messages), "")))
    return sorted(found, key=lambda mistake: -mistake.count)[:MOST_MISTAKES]


def _alike(exercise: Exercise, marks: list[Mark]) -> list[Pair]:
    answers = {mark.student.id: mark for mark in marks if mark.answer is not None}
    if exercise.form is not None:
        found = _same_numbers(exercise, answers)
    else:
        programs = {
            id: (mark.answer, str(exercise.start(mark.variant or 1)))
            for id, mark in answers.items()
            if isinstance(mark.answer, str)
        }
        found = groups(programs)
    return [
        Pair(group, side_by_side(*(_lines(answers[id].answer) for id in group.pair)))
        for group in found
    ]


def _same_numbers(exercise: Exercise, answers: dict[str, Mark]) -> list[AlikeAnswers]:
    """Return the groups of students who gave the same numbers although their variants differ,
    except groups whose answers are all right."""
    numbers = [
        name
        for name, field in (exercise.form or {}).items()
        if isinstance(field, Number) and field.start is None
    ]
    typed: dict[str, list[str]] = {}
    for id, mark in answers.items():
        if isinstance(mark.answer, dict):
            typed.setdefault(
                " ".join(str(mark.answer.get(name, "")).strip() for name in numbers), []
            ).append(id)
    found = []
    for text, ids in typed.items():
        other = next((id for id in ids if answers[id].variant != answers[ids[0]].variant), None)
        right = all(answers[id].points == exercise.points for id in ids)
        if (
            other is not None
            and not right
            and sum(sign.isdigit() for sign in text) >= FEWEST_DIGITS
        ):
            found.append(AlikeAnswers(sorted(ids), (ids[0], other), 1.0))
    return found


def _lines(answer: object) -> list[str]:
    if isinstance(answer, dict):
        return [f"{name}: {value}" for name, value in answer.items()]
    return str(answer).strip().splitlines()[:MOST_LINES]


def side_by_side(left: list[str], right: list[str]) -> list[tuple[str, str, bool]]:
    """Return rows that show two texts side by side: (left line, right line, whether they are
    equal). Equal lines are in the same row."""
    rows = []
    bare = [[" ".join(line.split()) for line in lines] for lines in (left, right)]
    for kind, a, b, c, d in SequenceMatcher(None, bare[0], bare[1], autojunk=False).get_opcodes():
        for n in range(max(b - a, d - c)):
            rows.append(
                (
                    left[a + n] if a + n < b else "",
                    right[c + n] if c + n < d else "",
                    kind == "equal",
                )
            )
    return rows
