"""Prove folders, whatever state they are in, and report their problems."""

import signal
import time
import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from exercises.checker.verdict import Verdict
from exercises.cli.new import open_blanks
from exercises.cli.text_report import Proof
from exercises.kit.exercise import Exercise, NotAnExercise, RawAnswer, read
from models.cli.command_line import WrongUse


def complete(folder: Path) -> Exercise:
    """Return the exercise in `folder`, and load its question. Raise NotAnExercise with a one-line
    message if a file is missing or a blank is not filled in."""
    if not (folder / "prompt.md").is_file():
        raise NotAnExercise(f"{folder} is not an exercise: there is no file prompt.md")
    if blanks := open_blanks(folder):
        more = f"; {len(blanks)} blanks are open" if len(blanks) > 1 else ""
        raise NotAnExercise(f"{blanks[0]} is not filled in yet{more}")
    with of_author(folder):
        exercise = read(folder)
        exercise.question  # noqa: B018  may raise NotAnExercise
        if exercise.form is not None:
            exercise.start(1)
        return exercise


@contextmanager
def of_author(folder: Path) -> Iterator[None]:
    """Turn any exception in the code of an exercise into NotAnExercise, with the file, the line and
    the message."""
    try:
        yield
    except (NotAnExercise, WrongUse):
        raise
    except Exception as error:
        steps = traceback.extract_tb(error.__traceback__)
        own = [step for step in steps if Path(step.filename).is_relative_to(folder.resolve())]
        where = f"{own[-1].filename}, line {own[-1].lineno}" if own else str(folder)
        raise NotAnExercise(f"{where}: {type(error).__name__}: {error}") from None


def proofs(
    folders: Sequence[Path], variants: Callable[[Path], Sequence[int]], jobs: int
) -> Iterator[Proof]:
    """Yield the proof of each folder in order, in the variants that `variants` returns for it. At
    most `jobs` processes work at the same time."""
    wanted = [variants(folder) for folder in folders]
    if min(jobs, len(folders)) == 1:
        yield from map(proof, folders, wanted)
        return
    from concurrent.futures import ProcessPoolExecutor

    with ProcessPoolExecutor(
        jobs, initializer=signal.signal, initargs=(signal.SIGINT, signal.SIG_IGN)
    ) as others:
        yield from others.map(proof, folders, wanted)


def proof(folder: Path, variants: Iterable[int]) -> Proof:
    """Return the proof of a folder in these variants. It ends at the first variant that cannot be
    checked."""
    from exercises.cli.prove import form_of, in_this_process, variant_of

    slowest = 0.0

    def timed(exercise: Exercise, answer: RawAnswer, variant: int) -> Verdict:
        nonlocal slowest
        begun = time.perf_counter()
        verdict = in_this_process(exercise, answer, variant)
        slowest = max(slowest, 1000 * (time.perf_counter() - begun))
        return verdict

    where, seen = "", 0
    problems: list[str] = []
    try:
        exercise = complete(folder)
        with of_author(folder):
            problems += form_of(exercise)
            for variant in variants:
                where, seen = f"variant {variant}: ", seen + 1
                problems += variant_of(exercise, variant, timed)
    except NotAnExercise as error:
        problems.append(f"{where}{error}")
        if not where:
            return Proof(str(folder), problems)
    return Proof(
        str(folder),
        problems,
        exercise.id,
        exercise.kind,
        len(exercise.tests),
        len(exercise.wrong),
        seen,
        slowest,
    )
