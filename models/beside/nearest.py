"""The machine that fits best among those that the files leave open, and where it differs."""

from collections.abc import Callable, Mapping, Sequence
from math import exp, fsum, inf, log
from typing import NamedTuple

from models.beside.known import SYNCED, Known, Option, Settings, known_of, together
from models.beside.levels import DEVICE, OPS, POOL, PROGRAM, Level, levels_of, ratio
from models.beside.run import Run, load_of, run
from models.cli.whole_machine import NamedLoad
from models.commands.pasted import USUAL, order_of
from models.machine.order import Order
from models.measured.kit.measured import Measured, Samples

TRIED, SHOWN = 2_000, 10_000
"""Answers of a run that looks for the best, and of those of the last."""
KEPT, LAST, FAR = 2, 3, 1.5
"""Machines that go on to the next open question; those that run for longer at the end, unless they are off by so many
times as much as the nearest."""
NEAR, NEAR_TAIL = 1.5, 2.0
"""Factors within which the model fits: at the median (or the mean, where no more is known), and at p99."""


class Given(NamedTuple):
    """A machine with its loads. said: what says so."""

    order: Order
    loads: Sequence[NamedLoad]
    said: dict[str, str]


class Held(NamedTuple):
    """What was measured at one level, and what the model has there. p50, p99, mean: how many times as long yours is;
    None if not known."""

    level: str
    op: str
    yours: Level
    model: Samples
    p50: float | None
    p99: float | None
    mean: float | None

    @property
    def centre(self) -> float | None:
        """Return how many times as long yours is in the middle: by the median, or else by the mean."""
        return self.mean if self.p50 is None else self.p50


class Try(NamedTuple):
    """One machine that was run. options: what was taken for what no file says. off: the factor by which it is off."""

    options: tuple[Option, ...]
    off: float


class Beside(NamedTuple):
    """The machine beside a measurement. tries: the best first. held: at each level, from the top. settings: of the machine
    and its load. wrong: why nothing could be run, in one line."""

    known: Known
    tries: list[Try]
    held: list[Held]
    model: Run | None
    settings: Settings
    wrong: str = ""

    @property
    def fits(self) -> bool:
        """Return whether the model is near the median, or else the mean, of every level that is judged."""
        return bool(self.held) and all(within(one.centre, NEAR) for one in judged(self.held))


def judged(held: list[Held]) -> list[Held]:
    """Return by which levels a machine is judged: not by counts since the pool's import, if there is anything else."""
    return [one for one in held if not one.yours.all_time] or held


def within(factor: float | None, near: float) -> bool:
    """Return whether a ratio is 1 but for a factor; one that is not known is."""
    return factor is None or 1 / near <= factor <= near


def beside(
    files: Mapping[str, Measured],
    progress: Callable[[float], None] = lambda share: None,
    given: Given | None = None,
) -> Beside:
    """Return the machine beside what files measured. progress: called with the share (0-1) of the runs that are done.
    given: the machine and its loads, whatever the files say of them.

    Nothing is fitted but what no file says: for each open question the options are run, the best go on, and the best of
    all run for longer."""
    files = together(files)
    known = known_of(files) if given is None else Known({}, [], {}, [], given.said)
    yours = levels_of(files)
    if not yours or not (known.loads or given):
        return Beside(known, [], [], None, {})
    each = [len(ways) for ways in known.open.values()]
    all_runs = sum(each[:1]) + KEPT * sum(each[1:]) + LAST * SHOWN / TRIED
    found, wrong, done = [Try((), 0.0)], "", 0

    def tried(options: tuple[Option, ...], answers: int) -> tuple[Try, list[Held], Run] | None:
        """Run a machine; None, and why in `wrong`, if there can be none."""
        nonlocal wrong, done
        done += answers
        try:
            made = run(*(given or given_of(known, options))[:2], answers)
        except ValueError as error:
            wrong = str(error)
            return None
        held = compared(yours, made)
        progress(min(1.0, done / TRIED / all_runs))
        return Try(options, off(held)), held, made

    for ways in known.open.values():
        after = [tried((*one.options, way), TRIED) for one in found[:KEPT] for way in ways]
        found = sorted((one[0] for one in after if one), key=lambda one: one.off)
    near = [one for one in found[:LAST] if one.off <= FAR * min(one.off for one in found)]
    last = [tried(one.options, SHOWN) for one in near]
    if not (best := sorted((one for one in last if one), key=lambda one: one[0].off)):
        return Beside(known, [], [], None, {}, wrong)
    progress(1.0)
    machine, loads = settings(known, best[0][0].options)
    ranked = [one for one, _, _ in best] + found[len(near) :]
    return Beside(known, ranked, best[0][1], best[0][2], {**machine, **shown(loads)})


def given_of(known: Known, options: tuple[Option, ...]) -> Given:
    """Return the machine and its load with what was taken for the open questions. Raise ValueError if there can be none."""
    machine, loads = settings(known, options)
    order = order_of(USUAL, machine)
    return Given(order, [load_of(load, order) for load in loads], known.said)


def settings(known: Known, options: tuple[Option, ...]) -> tuple[Settings, list[Settings]]:
    """Return the settings of a machine and of its loads with what was taken for the open questions."""
    machine = dict(known.machine)
    loads = [dict(load) for load in known.loads]
    for option in options:
        machine |= option.machine
        for load in loads:
            if load.get("local.reads") or SYNCED in known.open:
                load |= option.load
    return machine, loads


def shown(loads: Sequence[Settings]) -> Settings:
    """Return the settings of loads, of several with the number of each."""
    if len(loads) == 1:
        return loads[0]
    return {
        f"load {number}: {name}": value
        for number, load in enumerate(loads, 1)
        for name, value in load.items()
    }


def compared(yours: Mapping[tuple[str, str], Level], model: Run) -> list[Held]:
    """Return what is known of both, from the top level down. Whoever counts a pool's writes counts those of its transaction
    groups: they are not held against a run without any."""
    found = list[Held]()
    for level in (PROGRAM, POOL, DEVICE):
        for op in OPS:
            mine, its = yours.get((level, op)), model.levels.get((level, op))
            if (
                mine is None
                or its is None
                or (level != PROGRAM and op == "write" and not model.groups)
            ):
                continue
            half, most = its.percentiles((0.5, 0.99))
            found.append(
                Held(
                    level,
                    op,
                    mine,
                    its,
                    ratio(mine.p50, half),
                    ratio(mine.p99, most),
                    ratio(mine.mean, its.mean),
                )
            )
    return found


def off(held: list[Held]) -> float:
    """Return the factor by which a model is off: the geometric mean of the ratios, or their inverses, the middle of each
    level twice as much as its tail."""
    errors = list[float]()
    for one in judged(held):
        if one.centre:
            errors += [abs(log(one.centre))] * 2
        if one.p99:
            errors.append(abs(log(one.p99)))
    return exp(fsum(errors) / len(errors)) if errors else inf
