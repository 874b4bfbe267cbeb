"""Measuring which claims' numbers depend on which constants: figures run at ten seeds, and again
with constants a tenth smaller and larger."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from threading import Event
from typing import Any

from figures.contents import get
from figures.define.figure import Figure
from figures.define.params import Number
from figures.run.perturbed import Answer, Job, moved, places
from models.catalogue.machines import MACHINES
from models.catalogue.provenance import Constant

SHARE = 0.1
SEEDS = range(1, 11)
CHOSEN = ("fitted", "seed", "physics")
Value = float | bool | None
Sides = tuple[Value, Value, Value]  # with a constant smaller, unchanged and larger
Key = tuple[str, str]  # figure, preset
Perform = Callable[[list[Job]], list[list[Answer]]]


@dataclass(frozen=True)
class Reading:
    """A claim's number: `model` in the report, at each seed, and with each constant changed. moves:
    constant -> the numbers with it smaller, unchanged and larger, and its values in these cases."""

    id: str
    key: Key
    model: Value
    seeds: tuple[Value, ...]
    moves: dict[str, tuple[Sides, Sides]] = field(default_factory=dict)

    def runs(self) -> tuple[Value, ...]:
        """Return the claim's numbers in all runs. The order is the same for claims of one run."""
        return (*self.seeds, *(side for numbers, _ in self.moves.values() for side in numbers))


def in_processes(jobs: list[Job], workers: int | None = None) -> list[list[Answer]]:
    """Run each job in a process of its own, on all cores or with so many `workers`. Return the
    results, a list for each job."""
    running: set[subprocess.Popen[str]] = set()
    stopped = Event()

    def perform(job: Job) -> list[Answer]:
        with subprocess.Popen(
            [sys.executable, "-m", "figures.run.perturbed"],
            text=True,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,
        ) as process:  # in a session of its own, so that Ctrl-C reaches only this process
            running.add(process)
            if stopped.is_set():  # stopped while this process started
                process.kill()
            out, _ = process.communicate(json.dumps(job))
            running.remove(process)
            if process.returncode:
                raise subprocess.CalledProcessError(process.returncode, process.args)
        answers: list[Answer] = json.loads(out)
        return answers

    with ThreadPoolExecutor(workers or os.cpu_count()) as pool:
        try:
            return list(pool.map(perform, jobs))
        except BaseException:
            stopped.set()
            pool.shutdown(wait=False, cancel_futures=True)
            for process in list(running):
                process.kill()
            raise


def constants(bases: Iterable[str]) -> dict[str, Constant]:
    """Return the constants on these bases that can be changed by a share. Names of rules and zeros
    cannot."""
    found = {name: MACHINES[held[0][0]][held[0][1]] for name, held in places().items()}
    return {
        name: c
        for name, c in found.items()
        if c.basis in bases and not isinstance(c.value, str) and c.value
    }


class Perturbation:
    """Runs of some figures' presets, and their results. `perform` runs the jobs."""

    def __init__(self, keys: list[Key], perform: Perform = in_processes):
        self.perform = perform
        self.held = places()
        by_figure: dict[str, list[Key]] = {}
        for key in keys:
            by_figure.setdefault(key[0], []).append(key)
        runs = [
            [(key, seed) for key in own for seed in seeds_of(get(id), key[1])]
            for id, own in by_figure.items()
        ]
        answers = perform([job({}, [(key, seed, {}) for key, seed in each]) for each in runs])
        self.seeds: dict[Key, list[Answer]] = {key: [] for key in keys}
        self.base: dict[Key, Answer] = {}
        self.machines: dict[Key, set[str]] = {}
        for pairs, results in zip(runs, answers, strict=True):
            for (key, seed), answer in zip(pairs, results, strict=True):
                self.seeds[key].append(answer)
                self.machines[key] = set(results[-1]["machines"])
                if seed == get(key[0]).preset_settings(key[1])[1]:
                    self.base[key] = answer

    def touched(self, names: list[str], keys: list[Key]) -> dict[tuple[str, Key], Answer]:
        """Return (constant, run) -> the result with the constant a tenth larger, for each run that
        this changes.

        Neighbours in the catalogue are changed together first, each by a different share so that no
        ratio stays the same. A run that does not change depends on none of them. Otherwise the
        group is halved until one constant is left.
        """
        by_machine: dict[str, list[str]] = {}
        for name in names:
            by_machine.setdefault(self.held[name][0][0], []).append(name)
        groups = []
        for group in by_machine.values():
            machines = {machine for name in group for machine, _ in self.held[name]}
            groups.append((group, [key for key in keys if machines & self.machines[key]]))
        found: dict[tuple[str, Key], Answer] = {}
        while groups := [group for group in groups if group[1]]:
            jobs = [
                job(
                    {name: SHARE * (1 - i / len(own) / 2) for i, name in enumerate(own)},
                    [(key, None, {}) for key in own_keys],
                )
                for own, own_keys in groups
            ]
            halves = []
            for (own, own_keys), answers in zip(groups, self.perform(jobs), strict=True):
                changed = {
                    key: a
                    for key, a in zip(own_keys, answers, strict=True)
                    if a["rows"] != self.base[key]["rows"]
                }
                if len(own) == 1:
                    found |= {(own[0], key): answer for key, answer in changed.items()}
                else:
                    halves += [
                        (own[: len(own) // 2], list(changed)),
                        (own[len(own) // 2 :], list(changed)),
                    ]
            groups = halves
        return found

    def of_constants(
        self, bases: Iterable[str], keys: list[Key]
    ) -> dict[Key, dict[str, tuple[Answer, Answer]]]:
        """Return run -> constant -> the results with the constant a tenth smaller and a tenth
        larger, for the constants that change the run."""
        ups = self.touched(list(constants(bases)), keys)
        by_name: dict[str, list[Key]] = {}
        for name, key in ups:
            by_name.setdefault(name, []).append(key)
        downs = self.perform(
            [job({name: -SHARE}, [(key, None, {}) for key in own]) for name, own in by_name.items()]
        )
        found: dict[Key, dict[str, tuple[Answer, Answer]]] = {key: {} for key in keys}
        for (name, own), answers in zip(by_name.items(), downs, strict=True):
            for key, down in zip(own, answers, strict=True):
                found[key][name] = down, ups[name, key]
        return found

    def of_inputs(self, keys: list[Key]) -> dict[Key, dict[str, tuple[Answer, Answer]]]:
        """Return run -> input -> the results with the input a tenth smaller and a tenth larger."""
        found: dict[Key, dict[str, tuple[Answer, Answer]]] = {}
        jobs = [
            job(
                {},
                [(key, None, {name: share}) for name in inputs(key) for share in (-SHARE, SHARE)],
            )
            for key in keys
        ]
        for key, answers in zip(keys, self.perform(jobs), strict=True):
            found[key] = dict(
                zip(inputs(key), zip(answers[::2], answers[1::2], strict=True), strict=True)
            )
        return found

    def reading(self, id: str, key: Key, moves: dict[str, tuple[Answer, Answer]]) -> Reading:
        """Return a claim's number, and how the changed constants or inputs affect it."""
        model = self.base[key]["numbers"].get(id)
        before = {
            **{name: c.value for name, c in constants((*CHOSEN, "datasheet")).items()},
            **inputs(key),
        }
        sides: dict[str, tuple[Sides, Sides]] = {}
        for name, (down, up) in moves.items():
            value: Any = before[name]
            sides[name] = (
                (down["numbers"].get(id), model, up["numbers"].get(id)),
                (moved(value, -SHARE), value, moved(value, SHARE)),
            )
        return Reading(
            id, key, model, tuple(answer["numbers"].get(id) for answer in self.seeds[key]), sides
        )


def job(moves: dict[str, float], runs: list[tuple[Key, int | None, dict[str, float]]]) -> Job:
    """Return a job for `figures.run.perturbed`: the constants to change, each by its share, and the
    runs, each with its seed (None for the preset's) and its inputs to change."""
    return {"moves": moves, "runs": [[*key, seed, inputs] for key, seed, inputs in runs]}


def seeds_of(figure: Figure, preset: str) -> list[int]:
    """Return ten seeds and the preset's own, or only its own if the seed changes nothing."""
    own = figure.preset_settings(preset)[1]
    return sorted({*SEEDS, own}) if figure.chance else [own]


def inputs(key: Key) -> dict[str, float]:
    """Return the inputs of a run as its preset sets them: the numbers other than 0 that a reader
    can set and that determine the rows."""
    figure = get(key[0])
    params = figure.run_settings(figure.preset_settings(key[1])[0])
    return {
        name: value
        for name, value in params.items()
        if isinstance(figure.params[name], Number) and value
    }
