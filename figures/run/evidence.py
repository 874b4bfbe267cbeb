"""The evidence for a claim, by measurement: its number emerges, rides a fit, is arithmetic, or was
fitted.

A claim to which a constant of the catalogue was fitted is *fitted*. Every other number is computed
again with each chosen constant (`CHOSEN`: fitted, read off a published number, or assumed) a tenth
smaller and a tenth larger. It *rides a fit* if it changes in proportion to a constant that was
fitted to the same text. It is *arithmetic* if it is the same at ten seeds and is an input, or a
product of inputs and inverses of inputs; inputs are all constants (data sheets' too) and what a
reader can set. A number that depends on none of them is arithmetic too. All others *emerge*.
Constants that name a rule, and zeros, are not changed.
"""

from collections.abc import Iterable, Sequence
from math import inf, isclose
from typing import Any, NamedTuple

from figures.contents import figures, get
from figures.define.claims import (
    ARITHMETIC,
    EMERGES,
    FITTED,
    HAIR,
    RIDES,
    ROUGH,
    Claim,
    claim,
    claims,
    source_figures,
)
from figures.define.figure import Figure
from figures.run.perturbation import (
    CHOSEN,
    Key,
    Perform,
    Perturbation,
    Reading,
    Sides,
    Value,
    constants,
    in_processes,
)

PROPORTION = 0.5
"""Least elasticity of a number that counts as proportional. A number a * c + b with the constant c has the share of a * c as
its elasticity: above a half, the constant is the larger part."""
EXACT = 2e-3
"""Tolerance for elasticities of exactly 0, 1 or -1. Closed forms keep to it unless they round; a
count of events rarely does, by chance."""
WIDE = 0.1
"""Least spread over seeds, relative to the number, that `evidence_text` mentions."""
Row = dict[str, Any]


def slope(number: float, other: float, constant: float, changed: float) -> float:
    """Return the elasticity between two points, by midpoints: exactly 1 if proportional, -1 if
    inverse."""
    if number == other:
        return 0.0
    return (
        (other - number) / (other + number) / ((changed - constant) / (changed + constant))
        if other + number
        else inf
    )


def elasticity(numbers: Sides, before: Sides) -> float:
    """Return the elasticity of a claim's number to a constant. It is measured on both sides of the
    constant's value; the result is the one nearer to 0, or 0 if their signs differ.

    numbers: the claim's, with the constant smaller, unchanged and larger; None if the models refuse
    that value. before: the constant's values in these cases. A number that changes on one side only
    (such as with a burst that moves to another second) is not proportional. For a pattern: 1 if
    either side breaks it, else 0.
    """
    down, own, up = numbers
    sides = [
        (number, constant)
        for number, constant in ((down, before[0]), (up, before[2]))
        if number is not None
    ]
    if own is None or not sides:
        return 0.0
    if isinstance(own, bool):
        return float(any(number != own for number, _ in sides))
    assert before[1] is not None
    slopes = [slope(own, number, before[1], constant or 0.0) for number, constant in sides]
    return 0.0 if min(slopes) < 0 < max(slopes) else min(slopes, key=abs)


def elasticities(reading: Reading) -> dict[str, float]:
    """Return the elasticity of a claim's number to each changed constant."""
    return {name: elasticity(*each) for name, each in reading.moves.items()}


def rides(slopes: dict[str, float], same: Iterable[str]) -> list[str]:
    """Return those of the constants `same`, fitted to the same text, to which a number is
    proportional, the strongest first."""
    found = [name for name in same if abs(slopes.get(name, 0.0)) >= PROPORTION]
    return sorted(found, key=lambda name: (-abs(slopes[name]), name))


def is_product(slopes: Iterable[float], seeds: Sequence[Value]) -> bool:
    """Return whether a number is an input or a product of inputs: the same at all seeds, with each
    input a factor, a divisor or unused."""
    if isinstance(seeds[0], bool) or varies(seeds):
        return False
    return all(min(abs(abs(slope) - 1), abs(slope)) <= EXACT for slope in slopes)


def varies(numbers: Sequence[Value]) -> bool:
    """Return whether numbers differ by more than rounding errors."""
    known = [number for number in numbers if number is not None]
    return bool(known) and not isclose(min(known), max(known), rel_tol=HAIR)


def label(calibrated: bool, riding: list[str], product: bool) -> str:
    """Return the label of a claim's evidence."""
    return FITTED if calibrated else RIDES if riding else ARITHMETIC if product else EMERGES


class ClaimNumbers(NamedTuple):
    """A claim's published number (SI) and the model's."""

    id: str
    published: tuple[Any, ...]  # numbers, comparison and unit
    key: Key
    model: Value
    runs: tuple[Value, ...]  # the model's numbers at all seeds and with each changed constant


def repeats(claims: Sequence[ClaimNumbers]) -> dict[str, str]:
    """Return claim -> the first claim with the same number, for each claim that repeats one.
    Patterns never repeat."""
    found: dict[str, str] = {}
    first: list[ClaimNumbers] = []
    for each in claims:
        original = next((other for other in first if same_number(other, each)), None)
        if original:
            found[each.id] = original.id
        else:
            first.append(each)
    return found


def same_number(one: ClaimNumbers, other: ClaimNumbers) -> bool:
    """Return whether two claims are about one number. Either they are published with the same
    numbers, and the models' are equal up to rounding. Or they are from the same run, and the
    models' numbers are always equal or in a fixed ratio, whatever is changed (such as transfers and
    bytes a second)."""
    if (
        one.model is None
        or other.model is None
        or isinstance(one.model, bool)
        or isinstance(other.model, bool)
    ):
        return False
    if one.published == other.published and isclose(one.model, other.model, rel_tol=ROUGH):
        return True
    if one.key != other.key:
        return False
    return in_ratio(one.runs, other.runs) or (
        one.runs == other.runs and one.published[-1] == other.published[-1]
    )


def in_ratio(one: Sequence[Value], other: Sequence[Value]) -> bool:
    """Return whether two series of numbers keep a fixed ratio while they vary."""
    pairs = [(a, b) for a, b in zip(one, other, strict=True) if a is not None and b is not None]
    if not varies(one) or not all(a and b for a, b in pairs):
        return False
    (first, second), *rest = pairs
    return all(isclose(a * second, b * first, rel_tol=HAIR) for a, b in rest)


def scored(shown: Iterable[Figure]) -> dict[str, Key]:
    """Return claim -> its run (figure, preset), for the claims that the report scores, in the order
    of the texts."""
    found = {
        t.id: (figure.id, preset)
        for figure in shown
        for preset in figure.presets
        for t in figure.targets_of(preset)
    }
    return {
        id: found[id]
        for id, each in claims().items()
        if id in found and each.role in ("scored", "pattern")
    }


def is_kept(key: Key) -> bool:
    """Return whether a run is of a figure that shows kept results. To compute them again takes minutes,
    so it is done at ten seeds only: that no constant was fitted to a claim of their text (`same_text`),
    and that each number varies, is enough to say that it emerges."""
    return get(key[0]).again is not None


def text_of(id: str) -> str:
    """Return the text that makes a claim."""
    return source_figures()[claim(id).figure]["section"]


def same_text(id: str) -> list[str]:
    """Return the names of the constants that were fitted to a claim of the same text."""
    return [
        name
        for name, constant in constants(CHOSEN).items()
        if text_of(id) in map(text_of, constant.targets)
    ]


def evidence(shown: Iterable[Figure] | None = None, perform: Perform = in_processes) -> list[Row]:
    """Return a row for each scored claim, in the order of the texts: id, status, label, model, low
    and high (over ten seeds), rides (the constants of the same text to which it is proportional)
    and repeats (the claim with the same number)."""
    keys = scored(figures() if shown is None else shown)
    runs = Perturbation(list(dict.fromkeys(keys.values())), perform)
    moves = runs.of_constants(CHOSEN, [key for key in runs.base if not is_kept(key)])
    readings = {id: runs.reading(id, key, moves.get(key, {})) for id, key in keys.items()}
    riding = {id: rides(elasticities(each), same_text(id)) for id, each in readings.items()}
    candidates = [
        id
        for id, each in readings.items()
        if claim(id).basis != "calibrated"
        and not riding[id]
        and is_product(elasticities(each).values(), each.seeds)
    ]
    their_runs = list(dict.fromkeys(keys[id] for id in candidates))
    datasheets = runs.of_constants(["datasheet"], their_runs)
    inputs = runs.of_inputs(their_runs)
    products = set()
    for id in candidates:
        key = keys[id]
        each = runs.reading(id, key, {**moves[key], **datasheets[key], **inputs[key]})
        if is_product(elasticities(each).values(), each.seeds):
            products.add(id)
    repeated = repeats(
        [
            ClaimNumbers(id, published(claim(id)), keys[id], each.model, each.runs())
            for id, each in readings.items()
        ]
    )
    return [
        row(claim(id), each, riding[id], id in products, repeated.get(id))
        for id, each in readings.items()
    ]


def published(claim: Claim) -> tuple[Any, ...]:
    """Return a claim's numbers (SI), its comparison and its unit."""
    return claim.expected, claim.low, claim.high, claim.compare, claim.si_unit


def row(
    claim: Claim, reading: Reading, riding: list[str], product: bool, original: str | None
) -> Row:
    """Return a claim's row of evidence."""
    seeds = [number for number in reading.seeds if number is not None]
    assert reading.model is not None, f"{claim.id} has no number"
    return {
        "id": claim.id,
        "status": claim.judge(reading.model)[0],
        "label": label(claim.basis == "calibrated", riding, product),
        "model": reading.model,
        "low": min(seeds),
        "high": max(seeds),
        "rides": riding,
        "repeats": original,
    }
