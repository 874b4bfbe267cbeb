"""Run figures with changed constants: `python -m figures.run.perturbed` reads a job and writes its
answers (JSON).

Modules copy constants when they are imported. So the catalogue is changed first and figures are
imported afterwards, in a process for each job.
"""

import hashlib
import json
import sys
from collections.abc import Iterable
from dataclasses import replace
from math import isfinite
from typing import Any

from models.catalogue import machines

Job = dict[str, Any]
"""{"moves": {constant: share}, "runs": [[figure, preset, seed or None, {parameter: share}], ...]}"""
Answer = dict[str, Any]
"""A run's {"numbers": {claim: number, bool or None}, "rows": digest, "machines": [machines looked up in the catalogue]}."""


def moved(value: float, share: float) -> float:
    """Return `value` changed by a share of it (0.1: a tenth larger). An int stays an int and
    changes by at least 1."""
    if isinstance(value, int):
        step = max(1, round(abs(share) * value))
        return value + step if share > 0 else value - step
    return value * (1 + share)


def places() -> dict[str, list[tuple[str, str]]]:
    """Return constant ("7410.speed") -> the (machine, name) pairs that hold it. Several heads may
    share a constant."""
    found: dict[int, list[tuple[str, str]]] = {}
    for machine, constants in machines.MACHINES.items():
        for name, constant in constants.items():
            found.setdefault(id(constant), []).append((machine, name))
    return {".".join(held[0]): held for held in found.values()}


def move(moves: dict[str, float]) -> None:
    """Change constants of this process's catalogue, each by its share."""
    known = places()
    for constant, share in moves.items():
        for machine, name in known[constant]:
            held = machines.MACHINES[machine][name]
            assert not isinstance(held.value, str), (
                f"{constant} must be a number, got a rule's name"
            )
            machines.MACHINES[machine][name] = replace(held, value=moved(held.value, share))


def run(id: str, preset: str, seed: int | None, inputs: dict[str, float]) -> Answer:
    """Run a figure, without kept results, with each of `inputs` changed by its share. Return the numbers of its targets
    and a digest of its rows; no numbers if the models refuse the change. seed: None for the
    preset's."""
    from figures.contents import get

    try:
        figure = get(id)
        params, own = figure.preset_settings(preset)
        changed = figure.settings(
            {**params, **{name: moved(params[name], share) for name, share in inputs.items()}}
        )
        kept = figure.again if preset == figure.default_preset() else None
        at = own if seed is None else seed
        rows = [row for part in figure.increments(changed, at, kept) for row in part]
    except Exception as error:
        return {"numbers": {}, "rows": f"refused: {error}"}
    return {
        "numbers": {t.id: read(t.of, rows) for t in figure.targets_of(preset)},
        "rows": hashlib.sha256(repr(rows).encode()).hexdigest(),
    }


def read(of: Any, rows: Any) -> float | bool | None:
    """Return a target's number, or None if these rows have none."""
    try:
        number: float | bool = of(rows)
    except Exception:
        return None
    return number if isfinite(number) else None


def perform(job: Job) -> Iterable[Answer]:
    """Change the constants of a job, then run its runs in order and yield the result of each."""
    move(job["moves"])
    looked_up: dict[str, None] = {}
    machine = machines.machine
    machines.machine = lambda name: (looked_up.setdefault(name), machine(name))[1]
    for each in job["runs"]:
        answer = run(*each)
        yield {**answer, "machines": list(looked_up)}


if __name__ == "__main__":
    print(json.dumps(list(perform(json.load(sys.stdin)))))
