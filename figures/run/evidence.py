"""What a claim's number rests on, by measurement: it emerges, rides a fit, is arithmetic, or was
fitted.

A claim that a constant of the catalogue names is *fitted*. Of the others each number is made anew
with every constant that was chosen (fitted, read off a published number, or taken: `CHOSEN`) a
tenth smaller and a tenth larger, all else as it was. It *rides a fit* if it moves in proportion to
a constant that rests on a claim of the same text. It is *arithmetic* if it is the same at ten seeds
and an input, or a product of inputs and their inverses: those are the constants, data sheets' too,
and what a reader can set; what none of them moves is arithmetic too. All else *emerges*. Rules that
have names stay as they are, as do zeros.
"""

from collections.abc import Iterable, Sequence
from math import inf, isclose
from typing import Any, NamedTuple

from figures.contents import figures
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
"""Elasticity from which a number moves in proportion. A number that is part constant, part model (a * c + b) has the
constant's share as its elasticity: from a half on the constant is the larger part, and the model only trims it."""
EXACT = 2e-3  # of an elasticity: closed forms keep to it unless they round; a count of events rarely does by chance
WIDE = 0.1  # a spread over seeds, against the number, that is told
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
    """Return how a claim's number follows a constant: the smaller of both sides, 0 if their signs
    differ.

    numbers: with the constant smaller, unchanged and larger; None where the models refuse. before:
    the constants. A step on one side alone (a burst that falls into another second) is no
    proportion. For a pattern: 1 if either side breaks it.
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
    """Return the elasticity of a claim's number to each moved constant."""
    return {name: elasticity(*each) for name, each in reading.moves.items()}


def rides(slopes: dict[str, float], same: Iterable[str]) -> list[str]:
    """Return the constants fitted to the same text to which a number is proportional, strongest
    first."""
    found = [name for name in same if abs(slopes.get(name, 0.0)) >= PROPORTION]
    return sorted(found, key=lambda name: (-abs(slopes[name]), name))


def is_product(slopes: Iterable[float], seeds: Sequence[Value]) -> bool:
    """Return whether a number is an input or a product of inputs: no chance, and each input a
    factor, a divisor or unused."""
    if isinstance(seeds[0], bool) or varies(seeds):
        return False
    return all(min(abs(abs(slope) - 1), abs(slope)) <= EXACT for slope in slopes)


def varies(numbers: Sequence[Value]) -> bool:
    """Return whether numbers differ by more than rounding."""
    known = [number for number in numbers if number is not None]
    return bool(known) and not isclose(min(known), max(known), rel_tol=HAIR)


def label(calibrated: bool, riding: list[str], product: bool) -> str:
    """Return the label of a claim's evidence."""
    return FITTED if calibrated else RIDES if riding else ARITHMETIC if product else EMERGES


class Said(NamedTuple):
    """A claim's published number (SI) and the model's."""

    id: str
    published: tuple[Any, ...]  # numbers, comparison, unit
    key: Key
    model: Value
    runs: tuple[
        Value, ...
    ]  # the model's numbers in all runs that were made: seeds, and constants moved


def repeats(said: Sequence[Said]) -> dict[str, str]:
    """Return claim -> the first claim with the same number. Patterns never repeat."""
    found: dict[str, str] = {}
    first: list[Said] = []
    for each in said:
        original = next((other for other in first if same_number(other, each)), None)
        if original:
            found[each.id] = original.id
        else:
            first.append(each)
    return found


def same_number(one: Said, other: Said) -> bool:
    """Return whether two claims are about one number: published alike, and equal in the models
    up to rounding; or from one figure's run, and equal or in a fixed ratio whatever is moved
    (transfers and bytes a second)."""
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
    """Return whether numbers that move keep their ratio."""
    pairs = [(a, b) for a, b in zip(one, other, strict=True) if a is not None and b is not None]
    if not varies(one) or not all(a and b for a, b in pairs):
        return False
    (first, second), *rest = pairs
    return all(isclose(a * second, b * first, rel_tol=HAIR) for a, b in rest)


def scored(shown: Iterable[Figure]) -> dict[str, Key]:
    """Return the claims that the report scores, in the order of the texts, each with its run."""
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


def text_of(id: str) -> str:
    """Return the text that makes a claim."""
    return source_figures()[claim(id).figure]["section"]


def same_text(id: str) -> list[str]:
    """Return the constants fitted to a claim of the same text."""
    return [
        name
        for name, constant in constants(CHOSEN).items()
        if text_of(id) in map(text_of, constant.targets)
    ]


def evidence(shown: Iterable[Figure] | None = None, perform: Perform = in_processes) -> list[Row]:
    """Return a row for each scored claim, in the order of the texts: id, status, label, model,
    low and high over ten seeds, rides (constants of the same text to which it is proportional),
    repeats (the claim with the same number)."""
    where = scored(figures() if shown is None else shown)
    runs = Perturbation(list(dict.fromkeys(where.values())), perform)
    moves = runs.of_constants(CHOSEN, list(runs.base))
    read = {id: runs.reading(id, key, moves[key]) for id, key in where.items()}
    riding = {id: rides(elasticities(each), same_text(id)) for id, each in read.items()}
    fixed = [
        id
        for id, each in read.items()
        if claim(id).basis != "calibrated"
        and not riding[id]
        and is_product(elasticities(each).values(), each.seeds)
    ]
    maybe = list(dict.fromkeys(where[id] for id in fixed))
    given, inputs = runs.of_constants(["datasheet"], maybe), runs.of_inputs(maybe)
    products = set()
    for id in fixed:
        each = runs.reading(
            id, where[id], {**moves[where[id]], **given[where[id]], **inputs[where[id]]}
        )
        if is_product(elasticities(each).values(), each.seeds):
            products.add(id)
    again = repeats(
        [
            Said(id, published(claim(id)), where[id], each.model, each.runs())
            for id, each in read.items()
        ]
    )
    return [
        row(claim(id), each, riding[id], id in products, again.get(id)) for id, each in read.items()
    ]


def published(of: Claim) -> tuple[Any, ...]:
    """Return a claim's numbers (SI) and their unit."""
    return of.expected, of.low, of.high, of.compare, of.si_unit


def row(of: Claim, reading: Reading, riding: list[str], product: bool, original: str | None) -> Row:
    """Return a claim's row of evidence."""
    seeds = [number for number in reading.seeds if number is not None]
    assert reading.model is not None, f"{of.id} has no number"
    return {
        "id": of.id,
        "status": of.judge(reading.model)[0],
        "label": label(of.basis == "calibrated", riding, product),
        "model": reading.model,
        "low": min(seeds),
        "high": max(seeds),
        "rides": riding,
        "repeats": original,
    }
