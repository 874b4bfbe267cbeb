"""Proves a folder: reads it whatever state it is in, and says in lines what does not hold."""

import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from exercises.checker.verdict import Verdict
from exercises.cli.new import open_blanks
from exercises.cli.text_report import Proof
from exercises.kit.exercise import Exercise, NotAnExercise, RawAnswer, read
from models.cli.command_line import WrongUse


def whole(folder: Path) -> Exercise:
    """The exercise in `folder`, its question loaded. Raises NotAnExercise with one line, also for a blank that is open."""
    if blanks := open_blanks(folder):
        more = f"; {len(blanks)} blanks are open" if len(blanks) > 1 else ""
        raise NotAnExercise(f"{blanks[0]} is still to be filled in{more}")
    with of_author(folder):
        exercise = read(folder)
        exercise.question  # noqa: B018  its faults are told here
        if exercise.form is not None:
            exercise.start()
        return exercise


@contextmanager
def of_author(folder: Path) -> Iterator[None]:
    """Turns whatever goes wrong in an exercise's own code into NotAnExercise: file and line, and what it was."""
    try:
        yield
    except (NotAnExercise, WrongUse):
        raise
    except Exception as error:
        steps = traceback.extract_tb(error.__traceback__)
        own = [step for step in steps if Path(step.filename).is_relative_to(folder.resolve())]
        where = f"{own[-1].filename}, line {own[-1].lineno}" if own else str(folder)
        raise NotAnExercise(f"{where}: {type(error).__name__}: {error}") from None


def proof(folder: Path, variants: int) -> Proof:
    """What holds of a folder on variants 1 ... `variants`."""
    from exercises.cli.prove import in_this_process, prove

    slowest = 0.0

    def timed(exercise: Exercise, answer: RawAnswer, variant: int) -> Verdict:
        nonlocal slowest
        begun = time.perf_counter()
        verdict = in_this_process(exercise, answer, variant)
        slowest = max(slowest, 1000 * (time.perf_counter() - begun))
        return verdict

    try:
        exercise = whole(folder)
        with of_author(folder):
            problems = prove(exercise, range(1, variants + 1), timed)
    except NotAnExercise as error:
        return Proof(str(folder), None, [str(error)])
    return Proof(str(folder), exercise, problems, variants, slowest)
