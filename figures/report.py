"""The reproduction report: every claim of the texts, what the models say of it, and the score."""
from collections.abc import Iterable
from math import fsum
from typing import Any

from figures.claims import Claim, claims
from figures.contents import REGISTERED, figures
from figures.define import Figure, Target


def live_figures() -> dict[str, str]:
    """Source figure -> the live figure or registered entry that shows it."""
    shown = {source: figure.id for figure in figures() for source in figure.reproduces}
    return shown | {source: entry.id for entry in REGISTERED for source in entry.reproduces}


def model_numbers(figure: Figure) -> dict[str, tuple[Target, str, int, float | bool]]:
    """Target id -> (target, preset, seed, the model's number), running each preset once."""
    numbers = {}
    for preset in figure.presets:
        targets = figure.targets_of(preset)
        if targets:
            params, seed = figure.preset_settings(preset)
            rows = figure.rows(seed, **params)
            numbers.update({t.id: (t, preset, seed, t.of(rows)) for t in targets})
    return numbers


def row(claim: Claim, live: str | None) -> dict[str, Any]:
    """A claim's row before any model has spoken."""
    status = claim.role if claim.role in ("input", "quoted") else "not-modelled"
    return {"id": claim.id, "figure": claim.figure, "live": live, "chapter": claim.chapter,
            "importance": claim.importance, "role": claim.role, "expected": claim.expected, "low": claim.low,
            "high": claim.high, "si_unit": claim.si_unit or None, "tolerance": claim.tolerance, "model": None,
            "error": None, "status": status, "basis": None, "preset": None, "seed": None, "reason": None}


def report() -> list[dict[str, Any]]:
    """A row for each claim, in the order of the texts (schemas/report.schema.json)."""
    shown = live_figures()
    rows = {id: row(claim, shown.get(claim.figure)) for id, claim in claims().items()}
    for figure in figures():
        for id, (_, preset, seed, model) in model_numbers(figure).items():
            claim = claims()[id]
            if claim.role not in ("scored", "pattern"):
                continue
            status, error = claim.judge(model)
            rows[id].update(live=figure.id, model=model, error=error, status=status, basis=claim.basis,
                            preset=preset, seed=seed, reason=figure.misses.get(id))
    return list(rows.values())


def score(rows: Iterable[dict[str, Any]]) -> float | None:
    """The mean over source figures of the share of their scored and pattern claims that are reproduced."""
    shares: dict[str, list[bool]] = {}
    for r in rows:
        if r["role"] in ("scored", "pattern"):
            shares.setdefault(r["figure"], []).append(r["status"] == "reproduced")
    if not shares:
        return None
    return fsum(sum(share) / len(share) for share in shares.values()) / len(shares)
