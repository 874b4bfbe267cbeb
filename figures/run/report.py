"""The reproduction report: every claim of the texts, the model's number for it, and the score."""

from collections.abc import Iterable, Iterator
from math import fsum
from typing import Any

from figures.contents import REGISTERED, figures
from figures.define.claims import Claim, claims, evidence_of
from figures.define.figure import Figure


def live_figures() -> dict[str, str]:
    """Return source figure -> the id of the live figure or registered entry that shows it."""
    shown = {source: figure.id for figure in figures() for source in figure.reproduces}
    return shown | {source: entry.id for entry in REGISTERED for source in entry.reproduces}


def run_all() -> Iterator[tuple[Figure, str, dict[str, Any]]]:
    """Run each preset that has targets, and yield its figure, its name and the result."""
    for figure in figures():
        for preset in figure.presets:
            if figure.targets_of(preset):
                params, seed = figure.preset_settings(preset)
                yield figure, preset, figure.result(params, seed, figure.rows(seed, **params))


def reasons() -> dict[str, str]:
    """Return claim -> why the model misses it, or has no number for it."""
    return {id: reason for figure in figures() for id, reason in figure.misses.items()}


def row(claim: Claim, live: str | None, reason: str | None = None) -> dict[str, Any]:
    """Return a claim's row before any model has run."""
    status = claim.role if claim.role in ("input", "quoted") else "not-modelled"
    return {
        "id": claim.id,
        "figure": claim.figure,
        "live": live,
        "chapter": claim.chapter,
        "importance": claim.importance,
        "role": claim.role,
        "expected": claim.expected,
        "low": claim.low,
        "high": claim.high,
        "si_unit": claim.si_unit or None,
        "tolerance": claim.tolerance,
        "model": None,
        "error": None,
        "status": status,
        "basis": None,
        "evidence": None,
        "spread": None,
        "rides": [],
        "repeats": None,
        "preset": None,
        "seed": None,
        "reason": reason,
    }


def report(
    results: Iterable[tuple[Figure, str, dict[str, Any]]] | None = None,
) -> list[dict[str, Any]]:
    """Return a row for each claim, in the order of the texts (schemas/report.schema.json).

    results: figure, preset and result of finished runs (default: run everything).
    """
    shown, why = live_figures(), reasons()
    rows = {id: row(claim, shown.get(claim.figure), why.get(id)) for id, claim in claims().items()}
    for figure, preset, result in run_all() if results is None else results:
        own = {t.id for t in figure.targets_of(preset)}
        for compared in (each for each in result["compare"] if each["id"] in own):
            rows[compared["id"]].update(
                {key: compared[key] for key in ("model", "error", "status", "basis")}
            )
            if known := evidence_of(compared["id"]):
                rows[compared["id"]].update(
                    evidence=known.label,
                    spread=known.spread,
                    rides=list(known.rides),
                    repeats=known.repeats,
                )
            rows[compared["id"]].update(live=figure.id, preset=preset, seed=result["seed"])
    return list(rows.values())


def score(rows: Iterable[dict[str, Any]]) -> float | None:
    """Return the score (0-1), or None if no claim is scored. It is the share of a source figure's
    scored claims and patterns that are reproduced, averaged over the source figures."""
    shares: dict[str, list[bool]] = {}
    for r in rows:
        if r["role"] in ("scored", "pattern"):
            shares.setdefault(r["figure"], []).append(r["status"] == "reproduced")
    if not shares:
        return None
    return fsum(sum(share) / len(share) for share in shares.values()) / len(shares)
