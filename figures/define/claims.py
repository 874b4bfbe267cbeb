"""The published claims, and the rule that scores each. Both are data: targets.csv and rules.csv."""

import csv
import io
import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from math import isclose
from typing import Any, NamedTuple

from models.catalogue.machines import CALIBRATED
from models.units import day

EMERGES, RIDES, ARITHMETIC, FITTED = LABELS = ("emerges", "rides a fit", "arithmetic", "fitted")
"""Labels for what the model's number for a claim depends on. Emerges: the machine. Rides a fit: the
machine, and in proportion a constant that was fitted to the same text. Arithmetic: only a product
of inputs. Fitted: a constant that was fitted to the claim itself."""
HAIR = 1e-9
"""Relative tolerance for errors of floating-point arithmetic."""
ROUGH = 0.005
"""Most by which rounding may change a shown number, relative to it; twice this if its error is
large."""
NAMES = {"min:s": "min", "us": "µs"}
"""Names of units as the pages show them, where they differ from those of targets.csv."""
Bounds = tuple[float | None, float | None, float | None]
"""The published number, and the low and high end of the published range (SI)."""


def read(name: str) -> list[dict[str, str]]:
    """Return the rows of a CSV file in the folder `figures`."""
    text = (files("figures") / name).read_text(encoding="utf-8")
    return list(csv.DictReader(io.StringIO(text, newline="")))


def number(text: str) -> float | None:
    """Return the number in a CSV cell, or None if it is empty."""
    return float(text) if text else None


class Evidence(NamedTuple):
    """The measured evidence for a claim (`python -m figures evidence --save`): its label, the least
    and greatest number over ten seeds (SI; true or false for a pattern), the constants to which the
    number is proportional, and the claim with the same number, if there is one."""

    label: str
    low: float | bool
    high: float | bool
    rides: tuple[str, ...] = ()
    repeats: str | None = None

    @property
    def spread(self) -> list[float] | None:
        """The range of the number over seeds, [low, high]; None for a pattern, and if the seed
        changes nothing."""
        return (
            None
            if isinstance(self.low, bool) or isclose(self.low, self.high, rel_tol=HAIR)
            else [self.low, self.high]
        )


@dataclass(frozen=True)
class Claim:
    """A published claim, and the rule that says whether a model's number (SI) reproduces it."""

    id: str
    figure: str
    chapter: str
    importance: str
    quantity: str
    written: tuple[str, str, str]  # value, low and high, as published
    unit: str
    role: str
    compare: str
    expected: float | None
    low: float | None
    high: float | None
    alternatives: tuple[Bounds, ...]
    si_unit: str
    tolerance: float | None

    @property
    def basis(self) -> str:
        """'calibrated' if a constant of the catalogue was fitted to this claim, else 'predicted'."""
        return "calibrated" if self.id in CALIBRATED else "predicted"

    @property
    def factor(self) -> float:
        """The SI value of the claim's unit (1e6 for a decimal MB/s)."""
        return self.base((self.expected, self.low, self.high))

    def base(self, bounds: Bounds) -> float:
        """Return the SI value of the claim's unit, given the SI values `bounds` of its published
        numbers. A TB, for example, may be decimal or binary."""
        return next(
            (
                si / amount(text)
                for si, text in zip(bounds, self.written, strict=True)
                if si and amount(text)
            ),
            1.0,
        )

    def matched(self, model: float | bool) -> Bounds:
        """Return the published (expected, low, high) in SI. If they can be read in two ways, return
        the one that the model's number reproduces, or the nearer one if it reproduces both or
        neither."""
        own = (self.expected, self.low, self.high)
        if self.role == "pattern" or not self.alternatives:
            return own
        verdicts = [
            (self.within(float(model), *bounds), bounds) for bounds in (own, *self.alternatives)
        ]
        return min(verdicts, key=lambda v: (v[0][0] != "reproduced", abs(v[0][1])))[1]

    def met(self, model: float | bool) -> bool:
        """Return whether the model's number lies inside a published range or bound, without
        tolerance. Return False for a single number and for a pattern."""
        status, error = self.judge(model)
        kept = {
            "range": lambda e: e == 0,
            "atmost": lambda e: e <= HAIR,
            "atleast": lambda e: e >= -HAIR,
        }
        return (
            status == "reproduced"
            and error is not None
            and self.compare in kept
            and kept[self.compare](error)
        )

    def digits(self, model: float | bool) -> int:
        """Return the number of decimals to show of the model's number: as many as published, or
        more until the rounded number agrees with the error shown."""
        error = self.judge(model)[1] or 0.0
        shown, digits = (
            abs(model / self.base(self.matched(model))),
            max(map(decimals, self.written)),
        )
        while digits < 6 and abs(round(shown, digits) - shown) > shown * min(
            max(abs(error) / 4, ROUGH), 2 * ROUGH
        ):
            digits += 1
        return digits

    def judge(self, model: float | bool) -> tuple[str, float | None]:
        """Return 'reproduced' or 'missed', and the relative error (None for a pattern)."""
        if self.role == "pattern":
            return ("reproduced" if model is True else "missed"), None
        return self.within(float(model), *self.matched(model))

    def within(
        self, model: float, expected: float | None, low: float | None, high: float | None
    ) -> tuple[str, float]:
        """Return 'reproduced' or 'missed', and the relative error, of a number against the
        published numbers `expected`, `low` and `high` (all SI)."""
        tolerance = self.tolerance or 0.0
        if self.compare == "range":
            assert low is not None and high is not None
            ok = low * (1 - tolerance) * (1 - HAIR) <= model <= high * (1 + tolerance) * (1 + HAIR)
            error = (
                (model - low) / (low or high)
                if model < low
                else (model - high) / high
                if model > high
                else 0.0
            )
            return "reproduced" if ok else "missed", error
        assert expected is not None
        error = model / expected - 1 if expected else model
        floor, ceiling = {
            "rel": (1 - tolerance, 1 + tolerance),
            "atleast": (1 - tolerance, 3.0),
            "atmost": (-1e9, 1 + tolerance),
        }[self.compare]
        return "reproduced" if floor - HAIR <= 1 + error <= ceiling + HAIR else "missed", error

    def compared(self, model: float | bool) -> dict[str, Any] | None:
        """Return the claim's row in a figure's comparison, or None for a claim that is not scored."""
        if self.role not in ("scored", "pattern"):
            return None
        status, error = self.judge(model)
        bounds, known = self.matched(model), evidence_of(self.id)
        unit = based(self.unit, self.base(bounds))
        return {
            "id": self.id,
            "label": self.quantity,
            **dict(zip(("expected", "low", "high"), bounds, strict=True)),
            "compare": self.compare,
            "met": self.met(model),
            "unit": unit,
            "one": singular(unit),
            "factor": self.base(bounds),
            "digits": max(map(decimals, self.written)),
            "model": model,
            "model_digits": self.digits(model),
            "error": error,
            "tolerance": self.tolerance,
            "status": status,
            "basis": self.basis,
            "evidence": known.label if known else None,
            "spread": known.spread if known else None,
        }


def amount(text: str) -> float:
    """Return a published number such as 1.39 as a float. A time such as 3:48 becomes minutes; an
    empty text becomes 0."""
    whole, colon, seconds = text.partition(":")
    return float(whole or 0) + (float(seconds) / 60 if colon else 0.0)


def based(unit: str, factor: float) -> str:
    """Return the name of a unit for display: MB/s becomes MiB/s if `factor` (SI) is binary, and the
    units in NAMES get the names given there."""
    if unit in NAMES:
        return NAMES[unit]
    if match := re.fullmatch(r"([KMGT])(B(?:/(\w+))?)", unit):
        bytes_each = factor * {"day": day}.get(match[3] or "", 1.0)
        if isclose(bytes_each, 1024 ** ("KMGT".index(match[1]) + 1), rel_tol=1e-6):
            return f"{match[1]}i{match[2]}"
    return unit


def singular(unit: str) -> str:
    """Return the singular of a unit: copy for copies. Symbols are unchanged."""
    if len(unit) > 3 and unit.isalpha() and unit.islower() and unit.endswith("s"):
        return f"{unit[:-3]}y" if unit.endswith("ies") else unit[:-1]
    return unit


def decimals(text: str) -> int:
    """Return the number of decimals of a published number (0 for a time such as 3:48)."""
    return 0 if ":" in text else len(text.partition(".")[2]) if float(text or 0) % 1 else 0


@cache
def claims() -> dict[str, Claim]:
    """Return all claims by id, in the order of the texts."""
    rules = {row["id"]: row for row in read("rules.csv")}
    result = {}
    for row in read("targets.csv"):
        rule = rules[row["id"]]
        other = (
            number(rule["expected_alt"]),
            number(rule["low_alt"]),
            number(rule["high_alt"]),
        )
        alternatives = () if other == (None, None, None) else (other,)
        result[row["id"]] = Claim(
            row["id"],
            row["figure"],
            rule["chapter"],
            rule["importance"],
            row["quantity"],
            (row["value"], row["low"], row["high"]),
            row["unit"],
            rule["role"],
            rule["compare"],
            number(rule["expected"]),
            number(rule["low"]),
            number(rule["high"]),
            alternatives,
            rule["si_unit"],
            number(rule["tolerance"]),
        )
    return result


@cache
def all_evidence() -> dict[str, Evidence]:
    """Return the evidence by claim id, as last measured."""

    def value(text: str) -> float | bool:
        return text == "True" if text in ("True", "False") else float(text)

    return {
        row["id"]: Evidence(
            row["label"],
            value(row["low"]),
            value(row["high"]),
            tuple(row["rides"].split()),
            row["repeats"] or None,
        )
        for row in read("evidence.csv")
    }


def evidence_of(id: str) -> Evidence | None:
    """Return the evidence for a claim, or None if it was not measured."""
    return all_evidence().get(id)


def claim(id: str) -> Claim:
    """Return the claim with this id. Raise ValueError if there is none."""
    if id not in claims():
        raise ValueError(f"unknown claim '{id}'; see targets.csv")
    return claims()[id]


def measured(id: str) -> float:
    """Return the published number of a claim (SI), to draw beside the model's. Raise ValueError if
    it is a range or a pattern."""
    value = claim(id).expected
    if value is None:
        raise ValueError(f"claim '{id}' must be a single number, got a range or a pattern")
    return value


@cache
def source_figures() -> dict[str, dict[str, str]]:
    """Return the figures, tables and listings of the texts, by id."""
    return {row["figure"]: row for row in read("figures.csv")}
