"""A sweep: its points run wherever there is room, and what they gave as rows in their order."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from math import fsum, inf
from typing import Any

from models.cli.command_line import DONE, FAILED, CommandResult, WrongUse, one_line, table
from models.cli.typed import Value
from models.jobs.here import bar
from models.jobs.workers import Job, Outcome, Workers, done
from models.sweep import outputs
from models.sweep.axes import Texts
from models.sweep.cache import Cache
from models.sweep.files import Out, Row, text
from models.sweep.point import job_of, refused_key, works
from models.sweep.spec import Spec

SHOWN = 12
"""Most failures that are named."""
KINDS: dict[str, tuple[type, ...]] = {"int": (int,), "bool": (bool,), "float": (float, int)}
"""Types of columns, and those of their values."""


@dataclass
class Sweep:
    """A sweep that runs in a place, with a cache. sensitivity: whether a Sobol' sample is crossed, so
    that it gives indices."""

    spec: Spec
    workers: Workers
    cache: Cache
    out: Out | None = None
    resume: bool = False
    sensitivity: bool = False

    def __post_init__(self) -> None:
        self.shares: list[list[float]] = []  # of a Sobol' sample
        self.points = [(one, seed) for one in self._settings() for seed in self.spec.seeds]
        self.keys: list[str] = []  # of each point
        self.given: dict[str, Row] = {}  # what is recorded or why there is nothing, by key
        self.values: dict[tuple[str, str], Value] = {}  # of settings, by dotted name and text
        self.kept = self.failed = 0  # outcomes that the cache had, and points that failed

    def _settings(self) -> list[Texts]:
        """Return the settings of each point that differ, as text by dotted name."""
        spec = self.spec
        if spec.sample != "sobol":
            return list(spec.grid())
        from models.sweep.sensitivity import crossed, sample

        make = crossed if self.sensitivity else sample
        self.shares = make(spec.samples, len(spec.axes), spec.seeds[0])
        return [
            {
                path: text
                for axis, share in zip(spec.axes, row, strict=True)
                for path, text in axis.at(share).items()
            }
            for row in self.shares
        ]

    def run(self) -> None:
        """Run all points. Raise WrongUse if the place, the cache or the file fails; the points that
        have run are in the cache."""
        with bar("running", " points", len(self.points)) as shown:
            jobs: Iterator[Job] = self._jobs(shown)
            if self.out and self.resume:
                jobs = iter([*jobs])
                self.out.check({*self.keys}, self.spec.paths)
            if (first := next(jobs, None)) is None:
                return
            if why := self.workers.ready():
                raise WrongUse(f"no point can be run: {why}")
            try:
                for job, outcome in done(self.workers, chain([first], jobs), works):
                    if "failure" in outcome:
                        self.failed += 1
                    else:
                        self.cache.add(job["key"], outcome)
                    self.given[job["key"]] = self._recorded(outcome)
                    shown.update()
            except KeyboardInterrupt:
                left = "are in the cache; run the same command to continue"
                if self.cache.path is None:
                    left = "are lost, for want of a cache"
                raise KeyboardInterrupt(
                    f"stopped: {len(self.given):,} of {len(self.points):,} points {left}"
                ) from None

    def _jobs(self, shown: Any) -> Iterator[Job]:
        """Yield the job of each point that neither was before nor is in the cache."""
        spec, asked = self.spec, set[str]()
        for texts, seed in self.points:
            settings = {**spec.fixed, **texts}
            about = spec.machine, spec.loads, settings, spec.seconds, spec.warm, seed
            try:
                job = job_of(*about)
            except ValueError as error:
                self.keys.append(refused_key(*about))
                self.given[self.keys[-1]] = {"refused": one_line(str(error))}
                shown.update()
                continue
            key = job["key"]
            self.keys.append(key)
            if key in asked:
                shown.update()
            elif outcome := self.cache.get(key):
                self.given[key] = self._recorded(outcome)
                self.kept += 1
                shown.update()
            else:
                yield job
            asked.add(key)

    def _recorded(self, outcome: Outcome) -> Row:
        """Return what the specification records of an outcome."""
        if "ran" in outcome:
            return {name: outputs.value(outcome["ran"], name) for name in self.spec.record}
        why = outcome.get("refused")
        return {"refused": why if why else f"failed: {outcome['failure']}"}

    def columns(self, rows: Sequence[Row]) -> dict[str, str]:
        """Return the type of each column of rows by name: bool, int, float or str."""
        spec, kinds = self.spec, dict[str, str]()
        for path in spec.paths:
            found = {type(row[path]) for row in rows if row.get(path) is not None}
            fitting = (kind for kind in KINDS if found <= {*KINDS[kind]})
            kinds[path] = next(fitting, "str")
        for name in spec.record:
            whole = name.rpartition(".")[2] in outputs.WHOLE
            kinds[name] = "str" if name == "limit" else "int" if whole else "float"
        own = {"point": "int", "seed": "int", "refused": "str", "key": "str"}
        return {"point": own.pop("point"), **kinds, **own}

    def rows(self) -> list[Row]:
        """Return the points in their order: their settings in SI units, what is recorded, or why there
        is nothing."""
        return [
            {
                "point": number,
                **{path: self._value(path, text) for path, text in texts.items()},
                "seed": seed,
                **self.given[key],
                "key": key,
            }
            for number, ((texts, seed), key) in enumerate(
                zip(self.points, self.keys, strict=True), 1
            )
        ]

    def _value(self, path: str, text: str) -> Value:
        """Return the value of a setting in SI units; a table stays a text."""
        if (path, text) not in self.values:
            value = self.spec.value(path, text)
            self.values[path, text] = text if isinstance(value, tuple) else value
        return self.values[path, text]

    def analysis(self) -> dict[str, Any]:
        """Return the indices of the outputs and what to measure next. An output of several seeds is
        their mean."""
        from models.sweep.sensitivity import analysis

        spec, seeds = self.spec, len(self.spec.seeds)
        given = [self.given[key] for key in self.keys]
        each = [given[at : at + seeds] for at in range(0, len(given), seeds)]
        found = {
            name: [mean_of([one.get(name) for one in ones]) for ones in each]
            for name in spec.record
            if name != "limit"
        }
        return analysis(spec.axes, self.shares, found, spec.samples, spec.asked, spec.seeds[0])


def mean_of(values: Sequence[Any]) -> float | None:
    """Return the mean of numbers, None if one is missing."""
    return None if None in values else fsum(values) / len(values)


def result(sweep: Sweep, as_json: bool) -> CommandResult:
    """Write the rows of a sweep that has run, and return what to print: the rows, unless a file has
    them, and what its sensitivity analysis says."""
    rows, out = sweep.rows(), sweep.out
    columns = sweep.columns(rows)
    refused = sum("refused" in row for row in rows)
    analysis = sweep.analysis() if sweep.sensitivity else None
    if out:
        out.write(columns, rows)
    code = FAILED if sweep.failed or refused == len(rows) else DONE
    if as_json:
        said: dict[str, Any] = {"points": len(rows), "refused": refused - sweep.failed}
        said |= {"failed": sweep.failed}
        said |= {"out": str(out.path)} if out else {"rows": [plain(row) for row in rows]}
        said |= {"sensitivity": analysis} if analysis else {}
        return CommandResult(json.dumps(said, allow_nan=False), code)
    parts = list[str]()
    if not out:
        shown = [name for name in columns if name != "key" and (name != "refused" or refused)]
        sides = ["<" if columns[name] == "str" else ">" for name in shown]
        parts.append(
            table(
                [shown, *[[short(row.get(name)) for name in shown] for row in rows]], "".join(sides)
            )
        )
    parts.append(summary(sweep, rows, refused))
    if analysis:
        parts.append(told(analysis))
    return CommandResult("\n\n".join(parts), code)


def summary(sweep: Sweep, rows: Sequence[Row], refused: int) -> str:
    """Return how many points there are, where they came from, and which failed."""
    words = [f"{len(rows):,} points"]
    if sweep.kept:
        words.append(f"{sweep.kept:,} of them from the cache {sweep.cache.path}")
    if refused - sweep.failed:
        words.append(f"{refused - sweep.failed:,} refused by the machine")
    if sweep.out:
        words.append(f"in {sweep.out.path}")
    lines = [", ".join(words)]
    why = [row for row in rows if "refused" in row]
    first = next((row for row in why if not row["refused"].startswith("failed: ")), None)
    if first:
        lines.append(f"point {first['point']} was refused: {first['refused']}")
    bad = [row for row in why if row["refused"].startswith("failed: ")]
    lines += [f"point {row['point']} {row['refused']}" for row in bad[:SHOWN]]
    if len(bad) > SHOWN:
        lines.append(f"{len(bad) - SHOWN:,} more points failed")
    return "\n".join(lines)


def plain(row: Row) -> Row:
    """Return a row as JSON values: no limit is null."""
    return {name: None if value == inf else value for name, value in row.items()}


def short(value: object) -> str:
    """Return a value with four digits for a table."""
    return f"{value:.4g}" if isinstance(value, float) else text(value)


def told(analysis: dict[str, Any]) -> str:
    """Return what a sensitivity analysis says as tables, and what to measure next."""
    parts = list[str]()
    for name, one in analysis["outputs"].items():
        if not one["interval"]:
            parts.append(f"{name}: no point gave it")
            continue
        low, high = one["interval"]
        head = f"{name}: 90 % of {one['samples']:,} samples are from {low:.4g} to {high:.4g}"
        if not one["settings"]:
            parts.append(f"{head}; the ranges do not change it, or too few samples ran for indices")
            continue
        rows = [[head, "first", "95 %", "total", "95 %"]]
        for path, both in one["settings"].items():
            fields = [path]
            for value, least, most in (both["first"], both["total"]):
                fields += [f"{value:.2f}", f"{least:.2f} to {most:.2f}"]
            rows.append(fields)
        parts.append(table(rows, "<>>>>"))
    asked = analysis["asked"]
    if steps := analysis["measure"]:
        rows = [["narrower", "if these were known", "which this says"]]
        rows += [
            [
                f"{max(0.0, one['narrower']):.0%}",
                ", ".join(one["settings"]),
                one["command"] or "(no command says it)",
            ]
            for one in steps
        ]
        parts.append(table(rows, "><<"))
    best = analysis["next"]
    words = f"Measure this next, for {asked}: {best}" if best else ""
    parts.append(words or f"No single command would narrow the interval of {asked} by 5 % or more.")
    return "\n\n".join(parts)
