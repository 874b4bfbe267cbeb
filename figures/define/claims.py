"""What the published texts claim, and how each claim is scored (design: targets.csv and rules.csv)."""

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
"""What a claim's number rests on: the machine; the machine, and in proportion a constant of the same text; an input or a
product of inputs; or a constant was taken from it."""
HAIR = 1e-9
ROUGH = 0.005  # what rounding may change of a shown number; twice that where its error is large
NAMES = {"min:s": "min", "us": "µs"}
Bounds = tuple[float | None, float | None, float | None]


def read(name: str) -> list[dict[str, str]]:
    """The rows of a CSV file of this folder."""
    text = (files("figures") / name).read_text(encoding="utf-8")
    return list(csv.DictReader(io.StringIO(text, newline="")))


def number(text: str) -> float | None:
    """A cell of a CSV file: a number, or None where it is empty."""
    return float(text) if text else None


class Evidence(NamedTuple):
    """What `python -m figures evidence --save` measured of a claim: its label, its number (SI; true
    or false of a pattern) at least and at most over ten seeds, the constants that it rides, and the
    claim whose number it says again."""

    label: str
    low: float | bool
    high: float | bool
    rides: tuple[str, ...] = ()
    repeats: str | None = None

    @property
    def spread(self) -> list[float] | None:
        """What chance does to a number; None where it does nothing, and of a pattern."""
        return (
            None
            if isinstance(self.low, bool) or isclose(self.low, self.high, rel_tol=HAIR)
            else [self.low, self.high]
        )


@dataclass(frozen=True)
class Claim:
    """One claim: what is claimed, and the rule by which a model's number (SI) reproduces it."""

    id: str
    figure: str
    chapter: str
    importance: str
    quantity: str
    written: tuple[str, str, str]  # value, low, high as published
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
        """calibrated if a constant of the catalogue was taken from this claim, else predicted."""
        return "calibrated" if self.id in CALIBRATED else "predicted"

    @property
    def factor(self) -> float:
        """SI per the unit in which the claim is written."""
        return self.base((self.expected, self.low, self.high))

    def base(self, bounds: Bounds) -> float:
        """SI per the claim's unit if `bounds` (SI) are what its numbers mean: a TB may be decimal
        or binary."""
        return next(
            (
                si / amount(text)
                for si, text in zip(bounds, self.written, strict=True)
                if si and amount(text)
            ),
            1.0,
        )

    def matched(self, model: float | bool) -> Bounds:
        """What the published numbers mean (SI) where a model's number comes nearest to them."""
        own = (self.expected, self.low, self.high)
        if self.role == "pattern" or not self.alternatives:
            return own
        verdicts = [
            (self.within(float(model), *bounds), bounds) for bounds in (own, *self.alternatives)
        ]
        return min(verdicts, key=lambda v: (v[0][0] != "reproduced", abs(v[0][1])))[1]

    def met(self, model: float | bool) -> bool:
        """Whether the model keeps to a published range or bound outright; never for a single number
        or a pattern."""
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
        """Decimals of the model's number: those of the published ones, and more until it and its
        error agree."""
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
        """('reproduced' or 'missed', the relative error; None for a pattern)."""
        if self.role == "pattern":
            return ("reproduced" if model is True else "missed"), None
        return self.within(float(model), *self.matched(model))

    def within(
        self, model: float, expected: float | None, low: float | None, high: float | None
    ) -> tuple[str, float]:
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
        """A row of a figure's comparison, None for claims that are not scored."""
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
    """A published number: 1.39, or minutes and seconds as minutes; 0 where there is none."""
    whole, colon, seconds = text.partition(":")
    return float(whole or 0) + (float(seconds) / 60 if colon else 0.0)


def based(unit: str, factor: float) -> str:
    """A unit of bytes by what it means: MB/s where it is a million, MiB/s where it is 2**20; others
    by NAMES."""
    if unit in NAMES:
        return NAMES[unit]
    if match := re.fullmatch(r"([KMGT])(B(?:/(\w+))?)", unit):
        bytes_each = factor * {"day": day}.get(match[3] or "", 1.0)
        if isclose(bytes_each, 1024 ** ("KMGT".index(match[1]) + 1), rel_tol=1e-6):
            return f"{match[1]}i{match[2]}"
    return unit


def singular(unit: str) -> str:
    """What one of a unit is called: copies, copy; symbols stay as they are."""
    if len(unit) > 3 and unit.isalpha() and unit.islower() and unit.endswith("s"):
        return f"{unit[:-3]}y" if unit.endswith("ies") else unit[:-1]
    return unit


def decimals(text: str) -> int:
    """How many decimals a number was published with (a time of day: none)."""
    return 0 if ":" in text else len(text.partition(".")[2]) if float(text or 0) % 1 else 0


@cache
def claims() -> dict[str, Claim]:
    """All claims by id, in the order of the texts."""
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
    """By claim, as it was measured when the models last changed."""

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
    """What a claim's number rests on; None where that was not measured."""
    return all_evidence().get(id)


def claim(id: str) -> Claim:
    """One claim. Raises ValueError for an unknown id."""
    if id not in claims():
        raise ValueError(f"unknown claim '{id}'; targets.csv lists them")
    return claims()[id]


def measured(id: str) -> float:
    """The published number of a claim (SI), to draw beside the model's. Raises ValueError if it is
    a range."""
    value = claim(id).expected
    if value is None:
        raise ValueError(f"claim '{id}' gives no single number")
    return value


@cache
def source_figures() -> dict[str, dict[str, str]]:
    """The figures, tables and listings of the texts, by id."""
    return {row["figure"]: row for row in read("figures.csv")}
