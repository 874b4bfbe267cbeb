"""Format verdicts and proofs as text for the command line."""

import json
import re
from textwrap import wrap
from typing import Any, NamedTuple

from exercises.checker.verdict import Verdict
from exercises.cli.answer_file import FileAnswer, HandedIn, Opened
from exercises.cli.chances import CHANCES
from exercises.kit import set_up
from exercises.kit.blanks import plain
from exercises.kit.exercise import Exercise
from exercises.kit.form import Choice, Field, Switch
from exercises.kit.kinds import KINDS
from models.cli.command_line import WIDTH

INDENT = " " * 10


def summary(exercise: Exercise) -> dict[str, Any]:
    """Return the data of an exercise as `list --json` prints them."""
    return {
        "id": exercise.id,
        "chapter": exercise.chapter,
        "kind": exercise.kind,
        "title": exercise.title,
        "folder": exercise.package.replace(".", "/"),
        "points": exercise.points,
        "own": exercise.own,
        "chance": CHANCES.get(
            exercise.id
        ),  # expected share of points for a guess; None for a program
        "tests": [{"id": test.id, "points": test.points} for test in exercise.tests],
    }


def verdict_json(verdict: Verdict, given: FileAnswer | None) -> dict[str, Any]:
    """Return the data of a verdict as `check --json` prints them, with the details from the page's
    answer file. An answer to another variant earns nothing."""
    if given is None or given.handed_in is None:
        return verdict.to_json()
    details = given.handed_in
    seen = None if details.solution is None else details.solution._asdict()
    handed_in = {"handed_in": {"variant": given.variant, **details._asdict(), "solution": seen}}
    nothing = {"passed": False, "points": 0} if is_other(verdict, given) else {}
    return {**verdict.to_json(), **nothing, **handed_in}


def is_other(verdict: Verdict, given: FileAnswer | None) -> bool:
    """Return whether the answer is to another variant than that of the verdict."""
    return given is not None and given.variant not in (None, verdict.variant)


def verdict_lines(verdict: Verdict, given: FileAnswer | None) -> list[str]:
    """Return the lines of a report: the points and, if known, the author; then each test, with
    message and advice if it failed."""
    earned = f"{verdict.points} of {verdict.of} points"
    how_many = {1: "the test", 2: "both tests"}.get(
        len(verdict.tests), f"all {len(verdict.tests)} tests"
    )
    refused = verdict.error is not None and verdict.error["field"] is not None
    passed = f", {how_many} passed" if verdict.passed else ", not checked" if refused else ""
    who = ""
    if given is not None and given.handed_in is not None:
        who = f"; {_who(given.handed_in, given.variant, verdict.passed)}"
        if is_other(verdict, given):
            earned = f"0 of {verdict.of} points"
            passed = (
                f": it is an answer to variant {given.variant} (here it would get {verdict.points})"
            )
    lines = [f"{verdict.exercise}, variant {verdict.variant}: {earned}{passed}{who}"]
    if verdict.error is not None:
        where = f"line {verdict.error['line']}: " if verdict.error["line"] else ""
        lines.append(f"  error: {where}{visible(verdict.error['message'])}")
        if all(test.outcome == "failed" and not test.message for test in verdict.tests):
            return [*lines, "  no test can pass until this is fixed", *_printed(verdict)]
    for test in verdict.tests:
        points = "1 point" if test.points == 1 else f"{test.points} points"
        held = "; not by itself" if test.guard and test.outcome == "passed" else ""
        lines.append(f"  {test.outcome}  {in_words(test.id)} ({points}{held})")
        for text in (test.message, test.advice):
            folded = wrap(visible(text or ""), WIDTH - len(INDENT), break_on_hyphens=False)
            lines += [f"{INDENT}{line}" for line in folded]
    if not verdict.points and any(test.outcome == "passed" for test in verdict.tests):
        lines.append(
            "  the passed tests also pass without a right idea; they count once another test passes"
        )
    return lines + _printed(verdict)


def _who(details: HandedIn, variant: int | None, passed: bool) -> str:
    """Return the name, the time, the hints and the solution in words. These follow the points,
    since the name may be any text."""
    parts = [f"by {visible(details.name)}" if details.name.strip() else "without a name"]
    if details.time is not None:
        parts.append(f"{details.time} by the clock of their computer")
    parts.append(
        {0: "no hint open", 1: "1 hint open"}.get(details.hints, f"{details.hints} hints open")
    )
    if details.solution is not None:
        parts.append(seen(details.solution, variant, passed))
    return ", ".join(parts)


def seen(solution: Opened, variant: int | None, passed: bool) -> str:
    """Return words for when a solution was opened, before or after the answer."""
    whose = "" if solution.variant == variant else f" of variant {solution.variant}"
    later = "after it passed, which is harmless" if passed else "after this answer"
    when = {True: "before this answer", False: later, None: solution.time}[solution.before]
    return f"solution{whose} opened {when}"


def in_words(test: str) -> str:
    """Return the name of a test in words, as the page shows it."""
    return test.removeprefix("test_").replace("_", " ")


def _printed(verdict: Verdict) -> list[str]:
    if not verdict.output:
        return []
    return [
        "  the answer printed:",
        *(f"    {visible(line)}" for line in verdict.output.removesuffix("\n").split("\n")),
    ]


def visible(text: str) -> str:
    """Return a line in which control characters are escaped."""
    return re.sub(
        r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]",
        _code,
        text.removesuffix("\r"),
    )


def _code(sign: re.Match[str]) -> str:
    return f"\\x{ord(sign[0]):02x}" if ord(sign[0]) < 256 else f"\\u{ord(sign[0]):04x}"


def start(exercise: Exercise, variant: int) -> str:
    """Return the starter of a variant as the text of a file: a program, or fields as JSON."""
    starter = exercise.start(variant)
    return starter.rstrip("\n") if isinstance(starter, str) else as_json(starter)


def question(exercise: Exercise, variant: int) -> str:
    """Return the text of a variant's question with its givens, and the fields of an answer."""
    texts = exercise.blanks(variant)
    which = f"{KINDS[exercise.kind]}, {exercise.points} points, variant {variant}"
    parts = [f"{exercise.title} ({which})", plain(set_up.plain(exercise.prompt), texts)]
    picture = exercise.picture(variant)
    if picture is not None:
        parts.append("\n".join(wrap(f"The picture: {picture['alt']}", WIDTH)))
    if exercise.form is None:
        begin = f"python -m exercises show {exercise.id} --variant {variant} --start"
        parts.append(f"An answer is a program; `{begin}` prints its start.")
    else:
        fields = ["An answer is a JSON object of these fields:"]
        for name, field in exercise.form.items():
            fields.append(f"  {name}: {field.label} ({_kind(field)})")
            if isinstance(field, Choice):
                fields += [f'    "{value}": {label}' for value, label in field.options.items()]
        parts.append("\n".join(fields))
    return "\n\n".join(parts)


def _kind(field: Field) -> str:
    if isinstance(field, Choice):
        return "one of these"
    if isinstance(field, Switch):
        return "true or false"
    kind = "a whole number" if field.whole else "a number"
    return f"{kind}, {field.unit}" if field.unit else kind


class Proof(NamedTuple):
    """The result of proving a folder: its problems, and the numbers of its tests, wrong answers and
    proved variants."""

    folder: str
    problems: list[str]
    exercise: str | None = None
    """The exercise's id; None if the folder holds no exercise."""
    kind: str | None = None
    tests: int = 0
    wrong: int = 0
    """The number of wrong answers."""
    variants: int = 0
    slowest: float = 0.0
    """The duration of the longest check in milliseconds."""

    def to_json(self) -> dict[str, Any]:
        """Return the data of the proof as `prove --json` prints them."""
        return {
            "folder": self.folder,
            "exercise": self.exercise,
            "kind": self.kind,
            "holds": not self.problems,
            "problems": self.problems,
            "variants": self.variants,
            "slowest_ms": round(self.slowest, 1),
        }

    def lines(self) -> list[str]:
        """Return the lines of a report on the proof."""
        name = self.exercise or self.folder
        if self.problems or self.kind is None:
            return [
                f"FAILS  {name}",
                *(f"         {' '.join(line.split())}" for line in self.problems),
            ]
        counts = f"{self.tests} tests, {self.wrong} wrong answers, {self.variants} variants"
        return [
            f"holds  {name}: {KINDS[self.kind].lower()}, {counts}; the longest check took {self.slowest:.0f} ms"
        ]


def as_json(value: Any) -> str:
    """Return a value as indented JSON."""
    return json.dumps(value, indent=2)
