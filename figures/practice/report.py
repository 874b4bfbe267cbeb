"""The machine against the published measurements: each cell, and the median error by kind."""

from collections.abc import Callable, Iterable, Sequence
from statistics import median
from typing import Any

from figures.benchmarks.experiments import four_systems
from figures.define.kept import short
from figures.practice import (
    caches,
    disk_pools,
    flash_pools,
    one_disk,
    records,
    scans,
    servers,
    synchronous_writes,
)
from figures.practice.cells import Cell
from models.cli.command_line import table

MODELS: dict[str, Callable[[str], float]] = {
    **one_disk.MODELS,
    **synchronous_writes.MODELS,
    **disk_pools.MODELS,
    **flash_pools.MODELS,
    **scans.MODELS,
    **records.MODELS,
    **caches.MODELS,
    **servers.MODELS,
    **four_systems.MODELS,
}
"""Row -> the model's number for the key of a cell, in the row's unit."""
NEAR, CLOSE, FACTOR = 0.10, 0.25, 2.0
Row = dict[str, Any]


def compute(cells: Iterable[Cell]) -> dict[str, float]:
    """Return the model's number for each cell that the machine can express, by id."""
    return {cell.id: short(MODELS[cell.row.id](cell.key)) for cell in cells if not cell.absent}


def results(cells: Iterable[Cell], model: dict[str, float]) -> list[Row]:
    """Return a row for each cell: id, kind, unit, published, model, error (a share; None without a
    model), guessed, absent (what the machine lacks), known (the constant or claim through which it
    knows the number), like (a claim of the texts with such a machine and load), at_least (whether the
    published number is a lower bound)."""
    return [
        {
            "id": cell.id,
            "kind": cell.row.kind,
            "source": cell.row.source,
            "setup": cell.row.setup,
            "unit": cell.row.unit,
            "published": cell.published,
            "model": model.get(cell.id),
            "error": error(cell, model[cell.id]) if cell.id in model else None,
            "guessed": cell.row.guessed,
            "absent": cell.absent,
            "known": cell.known,
            "like": cell.row.like,
            "at_least": cell.row.at_least,
        }
        for cell in cells
    ]


def error(cell: Cell, model: float) -> float:
    """Return the error of the model's number as a share of the published one; 0 if it meets a bound."""
    found = model / cell.published - 1
    return min(0.0, found) if cell.row.at_least else found


def summary(name: str, rows: Sequence[Row]) -> Row:
    """Return the counts of some rows: cells, compared (with a model, and not known), absent, known,
    median (of the absolute errors of those compared), within 10 %, 25 % and a factor of 2, and too
    high (the model above the published number)."""
    held = [row for row in rows if row["error"] is not None and not row["known"]]
    errors = [row["error"] for row in held]
    return {
        "kind": name,
        "cells": len(rows),
        "compared": len(held),
        "absent": sum(row["error"] is None for row in rows),
        "known": sum(row["error"] is not None and bool(row["known"]) for row in rows),
        "median": median(map(abs, errors)) if errors else None,
        "within 10 %": sum(abs(error) <= NEAR for error in errors),
        "within 25 %": sum(abs(error) <= CLOSE for error in errors),
        "within a factor of 2": sum(1 / FACTOR <= 1 + error <= FACTOR for error in errors),
        "too high": sum(error > 0 for error in errors),
    }


def summaries(rows: Sequence[Row]) -> list[Row]:
    """Return the summary of each kind, and of all rows."""
    kinds = dict.fromkeys(row["kind"] for row in rows)
    parts = [summary(kind, [row for row in rows if row["kind"] == kind]) for kind in kinds]
    return [*parts, summary("all", rows)]


def practice_text(rows: Sequence[Row]) -> str:
    """Return the results as text: a table for each published setup, and the summaries."""
    lines = ["* nothing in the texts has such a machine and load", ""]
    for setup in dict.fromkeys((row["source"], row["setup"]) for row in rows):
        own = [row for row in rows if (row["source"], row["setup"]) == setup]
        lines += [f"{setup[1]} ({setup[0]})", f"  guessed: {own[0]['guessed']}"]
        lines += [
            f"  {line}" for line in table([cell_of(row) for row in own], "<>>><").splitlines()
        ]
        lines.append("")
    names = list(summary("", []))
    body = [[shown(name, part[name]) for name in names] for part in summaries(rows)]
    return "\n".join([*lines, table([names, *body], "<" + ">" * (len(names) - 1))])


def cell_of(row: Row) -> list[str]:
    """Return the fields of a cell's line."""
    if row["error"] is None:
        return [row["id"], f"{row['published']:g} {row['unit']}", "", "", row["absent"]]
    note = f"known by {row['known']}" if row["known"] else "" if row["like"] else "*"
    return [
        row["id"],
        f"{row['published']:g} {row['unit']}",
        f"{row['model']:g}",
        f"{row['error']:+.0%}",
        note,
    ]


def shown(name: str, value: object) -> str:
    """Return a field of a summary as text."""
    if name == "median":
        return "" if value is None else f"{value:.1%}"
    return str(value)
