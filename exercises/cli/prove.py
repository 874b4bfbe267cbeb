"""Whether an exercise holds what it promises: its starter fails, its solution passes, each wrong answer is caught."""

import ast
import doctest
import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from exercises.checker.check import check
from exercises.checker.in_page import InPage
from exercises.checker.verdict import Verdict
from exercises.kit import blanks
from exercises.kit.exercise import Exercise, NotAnExercise, RawAnswer, WrongAnswer
from exercises.kit.kinds import PROGRAMS
from exercises.kit.plain import NotPlain, encode

VARIANTS = range(1, 6)
Check = Callable[[Exercise, RawAnswer, int], Verdict]


def in_this_process(exercise: Exercise, answer: RawAnswer, variant: int) -> Verdict:
    """The verdict of the tests on our own answers, which need no walls."""
    return check(exercise, answer, InPage, variant)


def prove(exercise: Exercise, variants: Iterable[int] = VARIANTS, run: Check = in_this_process) -> list[str]:
    """What does not hold, a line each; none if all does."""
    try:
        return [*form_of(exercise), *(line for variant in variants for line in variant_of(exercise, variant, run))]
    except (NotAnExercise, ValueError) as error:
        return [str(error)]


def form_of(exercise: Exercise) -> Iterator[str]:
    """What is missing whatever the variant."""
    least = 3 if exercise.kind in PROGRAMS else 2
    if len(exercise.wrong) < least:
        yield f"{exercise.id} needs {least} wrong answers, it has {len(exercise.wrong)}"
    if not 2 <= len(exercise.hints) <= 5:
        yield f"{exercise.id} needs 2 to 5 hints, it has {len(exercise.hints)}"
    caught = {name for wrong in exercise.wrong for name in wrong.fails}
    for test in exercise.tests:
        if test.id not in caught:
            yield f"no wrong answer fails {test.id}: a test that nobody fails tests nothing"
        if len(test.advice) < 40:
            yield f"the advice of {test.id} is too short to help: {test.advice!r}"
    for name in sorted(caught - {test.id for test in exercise.tests}):
        yield f"a wrong answer names {name}, and there is no such test"
    if exercise.kind == "write":
        yield from _examples(exercise)
    if exercise.starter is not None:
        wanted, offered = _signatures(exercise.solution_code), _signatures(exercise.starter)
        if missing := [name for name in offered if wanted.get(name) != offered[name]]:
            yield f"starter and solution do not take the same: {missing[0]}"


def variant_of(exercise: Exercise, variant: int, run: Check = in_this_process) -> Iterator[str]:
    """What does not hold in one variant."""
    where = f"variant {variant}"
    try:
        encode(exercise.case(variant))
        exercise.blanks(variant)
        picture = exercise.picture(variant)
    except (NotPlain, ValueError) as error:
        yield f"{where}: {error}"
        return
    if picture is not None and not (picture["rows"] and len(picture["alt"]) > 40):
        yield f"{where}: the picture needs rows, and an alt of a sentence or more"
    solution = run(exercise, exercise.solution(variant), variant)
    if not solution.passed:
        yield f"{where}: the solution does not pass: {_failures(solution)}"
    start = run(exercise, exercise.start(), variant)
    if start.passed or 2 * start.points > start.of:
        yield f"{where}: the starter gets {start.points} of {start.of} points, at most half is right"
    if exercise.starter is not None and start.error is not None:
        yield f"{where}: the starter does not run: {start.error['message']}"
    for wrong in exercise.wrong:
        yield from (f"{where}: wrong/{wrong.name} {line}" for line in _wrong(exercise, wrong, variant, run))


def _wrong(exercise: Exercise, wrong: WrongAnswer, variant: int, run: Check) -> Iterator[str]:
    verdict = run(exercise, exercise.wrong_answer(wrong, variant), variant)
    if verdict.error is not None:
        yield f"does not run: {verdict.error['message']}"
        return
    failed = [test for test in verdict.tests if test.outcome == "failed"]
    if [test.id for test in failed] != list(wrong.fails):
        yield f"fails {', '.join(test.id for test in failed) or 'nothing'}; it names {', '.join(wrong.fails)}"
    if failed and not any(words in (test.advice or "") for words in wrong.advice for test in failed):
        yield f"is shown {' | '.join(test.advice or '' for test in failed)!r} and not {wrong.advice[0]!r}"


def _failures(verdict: Verdict) -> str:
    if verdict.error is not None:
        return str(verdict.error["message"])
    return "; ".join(f"{test.id}: {test.message}" for test in verdict.tests if test.outcome == "failed")


def _signatures(code: str) -> dict[str, list[str]]:
    functions = (step for step in ast.parse(code).body if isinstance(step, ast.FunctionDef))
    return {step.name: [argument.arg for argument in step.args.args] for step in functions}


def _examples(exercise: Exercise) -> Iterator[str]:
    """The examples of the question, which the solution must fulfil in variant 1."""
    names: dict[str, Any] = {}
    exec(exercise.solution_code, names)
    text = blanks.plain(exercise.prompt, blanks.filled(exercise.case(1), blanks.keys(exercise.prompt)))
    code = re.sub(r"^```\w*\n?", "", text, flags=re.MULTILINE)
    examples = doctest.DocTestParser().get_doctest(code, names, exercise.id, "prompt.md", 0)
    said: list[str] = []
    results = doctest.DocTestRunner(verbose=False).run(examples, out=said.append)
    if not results.attempted:
        yield "the question shows no example (>>> f(1) and what it gives)"
    elif results.failed:
        yield f"an example of the question does not hold: {' '.join(''.join(said).split())[-300:]}"
