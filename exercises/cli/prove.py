"""Prove an exercise: its starter fails, its solution passes, and each wrong answer is caught."""

import ast
import doctest
import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from exercises.checker.check import check
from exercises.checker.in_page import InPage
from exercises.checker.verdict import Verdict
from exercises.kit import blanks
from exercises.kit.exercise import Exercise, NotAnExercise, RawAnswer
from exercises.kit.kinds import PROGRAMS
from exercises.kit.plain import NotPlain, encode
from exercises.kit.wrong import WrongAnswer

VARIANTS = range(1, 6)
Check = Callable[[Exercise, RawAnswer, int], Verdict]


def in_this_process(exercise: Exercise, answer: RawAnswer, variant: int) -> Verdict:
    """Return the verdict on an answer that belongs to the book and so needs no sandbox."""
    return check(exercise, answer, InPage, variant)


def prove(
    exercise: Exercise, variants: Iterable[int] = VARIANTS, run: Check = in_this_process
) -> list[str]:
    """Return the problems of an exercise in these variants, one line each."""
    try:
        return [
            *form_of(exercise),
            *(line for variant in variants for line in variant_of(exercise, variant, run)),
        ]
    except (NotAnExercise, ValueError) as error:
        return [str(error)]


def form_of(exercise: Exercise) -> Iterator[str]:
    """Yield the problems that are the same in all variants."""
    least = 3 if exercise.kind in PROGRAMS else 2
    if len(exercise.wrong) < least:
        yield f"{exercise.id} needs {least} wrong answers, it has {len(exercise.wrong)}"
    if not 2 <= len(exercise.hints) <= 5:
        yield f"{exercise.id} needs 2 to 5 hints, it has {len(exercise.hints)}"
    caught = {name for wrong in exercise.wrong for name in wrong.fails}
    for test in exercise.tests:
        if test.id not in caught:
            yield f"no wrong answer fails {test.id}: a test that never fails tests nothing"
        if len(test.advice) < 40:
            yield f"the advice of {test.id} is too short to help: {test.advice!r}"
    for name in sorted(caught - {test.id for test in exercise.tests}):
        yield f"a wrong answer names {name}, which is not a test"


def variant_of(exercise: Exercise, variant: int, run: Check = in_this_process) -> Iterator[str]:
    """Yield the problems of one variant of an exercise."""
    where = f"variant {variant}"
    try:
        encode(exercise.case(variant))
        exercise.blanks(variant)
        picture = exercise.picture(variant)
    except (NotPlain, ValueError) as error:
        yield f"{where}: {error}"
        return
    if picture is not None and not (picture["rows"] and len(picture["alt"]) > 40):
        yield f"{where}: the picture needs rows and an alt text of more than 40 characters"
    solution = run(exercise, exercise.solution(variant), variant)
    if not solution.passed:
        yield f"{where}: the solution does not pass: {_failures(solution)}"
    start = run(exercise, exercise.start(variant), variant)
    if start.passed:
        yield f"{where}: the start passes all tests"
    else:
        yield from (f"{where}: {line}" for line in _guards(exercise, variant, start, run))
    if exercise.form is None and start.error is not None:
        yield f"{where}: the starter does not run: {start.error['message']}"
    if exercise.form is None:
        yield from (f"{where}: {line}" for line in _program(exercise, variant))
    for wrong in exercise.wrong:
        yield from (
            f"{where}: the wrong answer {wrong.name} {line}"
            for line in _wrong(exercise, wrong, variant, run)
        )


def _guards(exercise: Exercise, variant: int, start: Verdict, run: Check) -> Iterator[str]:
    """Yield a line for each test that passes on the starter or on a trivial answer, and is not
    marked as a guard."""
    passing = {test.id: "the start" for test in start.tests if test.outcome == "passed"}
    for who, program in trivial_answers(exercise, variant):
        for test in run(exercise, program, variant).tests:
            if test.outcome == "passed":
                passing.setdefault(test.id, who)
    for test in start.tests:
        if test.id in passing and not test.guard:
            yield f"{passing[test.id]} passes {test.id}, which must be marked as a guard"


def _wrong(exercise: Exercise, wrong: WrongAnswer, variant: int, run: Check) -> Iterator[str]:
    verdict = run(exercise, exercise.wrong_answer(wrong, variant), variant)
    if verdict.error is not None:
        yield f"does not run: {verdict.error['message']}"
        return
    failed = [test for test in verdict.tests if test.outcome == "failed"]
    if [test.id for test in failed] != list(wrong.fails):
        yield f"fails {', '.join(test.id for test in failed) or 'nothing'}; it names {', '.join(wrong.fails)}"
    if failed and not any(
        words in (test.advice or "") for words in wrong.advice for test in failed
    ):
        yield f"is shown {' | '.join(test.advice or '' for test in failed)!r} and not {wrong.advice[0]!r}"


def _failures(verdict: Verdict) -> str:
    if verdict.error is not None:
        return str(verdict.error["message"])
    return "; ".join(
        f"{test.id}: {test.message}" for test in verdict.tests if test.outcome == "failed"
    )


def _signatures(code: str) -> dict[str, list[str]]:
    functions = (step for step in ast.parse(code).body if isinstance(step, ast.FunctionDef))
    return {step.name: [argument.arg for argument in step.args.args] for step in functions}


def _program(exercise: Exercise, variant: int) -> Iterator[str]:
    """Yield the problems of the programs of a variant: the starter's arguments, and the question's
    examples."""
    starter, solution = str(exercise.start(variant)), str(exercise.solution(variant))
    wanted, offered = _signatures(solution), _signatures(starter)
    if missing := [name for name in offered if wanted.get(name) != offered[name]]:
        yield f"starter and solution take different arguments in {missing[0]}"
    yield from _examples(exercise, solution, variant)


SAME = """
def same(*inputs):
    return str([format(one, ".9g") if isinstance(one, (int, float)) else one for one in inputs])
"""
"""The source of `same`, which returns the key of a call. Numbers are rounded in it, since an input
of 100 may be 99.99999999999999."""


def trivial_answers(exercise: Exercise, variant: int) -> Iterator[tuple[str, str]]:
    """Yield programs that must earn nothing, each after a description of it: one that knows only
    the question's examples, and functions that return a constant or an argument."""
    if exercise.kind == "write":
        yield "a program that knows only the question's example", by_heart(exercise, variant)
    names = _signatures(str(exercise.solution(variant))) if exercise.form is None else ()
    for value in ("0.0", "1", "inputs[0]", "inputs[-1]") if names else ():
        yield (
            f"`return {value}`",
            "".join(f"def {name}(*inputs):\n    return {value}\n" for name in names),
        )


def by_heart(exercise: Exercise, variant: int) -> str:
    """Return a program that knows the results of the question's examples and nothing else."""
    solution = str(exercise.solution(variant))
    names: dict[str, Any] = {}
    exec(solution + SAME, names)
    known: dict[str, Any] = {}

    def recording(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def call(*inputs: Any) -> Any:
            key = names["same"](name, *inputs)
            known[key] = function(*inputs)
            return known[key]

        return call

    for name in _signatures(solution):
        names[name] = recording(name, names[name])
    doctest.DocTestRunner(verbose=False).run(
        _doctest(exercise, variant, names), out=lambda said: None
    )
    defined = (
        f"def {name}(*inputs):\n    return KNOWN.get(same({name!r}, *inputs))\n"
        for name in _signatures(solution)
    )
    return f"KNOWN = {known!r}\n{SAME}{''.join(defined)}"


def _doctest(exercise: Exercise, variant: int, names: dict[str, Any]) -> doctest.DocTest:
    """Return the examples in the question of a variant, with the functions in `names`."""
    text = blanks.plain(exercise.prompt, exercise.blanks(variant))
    code = re.sub(r"^```\w*\n?", "", text, flags=re.MULTILINE)
    return doctest.DocTestParser().get_doctest(code, names, exercise.id, "prompt.md", 0)


def _examples(exercise: Exercise, solution: str, variant: int) -> Iterator[str]:
    """Yield a problem if the solution does not give the results of the question's examples."""
    names: dict[str, Any] = {}
    exec(solution, names)
    examples = _doctest(exercise, variant, names)
    said: list[str] = []
    results = doctest.DocTestRunner(verbose=False).run(examples, out=said.append)
    if not results.attempted:
        yield "the question shows no example (>>> f(1) and its result)"
    elif results.failed:
        yield f"an example of the question fails: {' '.join(''.join(said).split())[-300:]}"
