"""Compute which share of the points a blind guess earns on average, in an exercise with fields."""

import importlib
import inspect
import itertools
import random
from collections.abc import Callable, Iterator
from math import prod
from typing import Any

from exercises.kit import form
from exercises.kit.exercise import Exercise
from exercises.kit.form import Field, Number, Switch

MOST_ANSWERS = 40  # guesses tried for a variant; if more are possible, a sample is drawn
VARIANTS, MORE = range(1, 4), range(1, 13)
"""The variants that are tried: VARIANTS, or MORE if at most `FEW_ANSWERS` different guesses are
possible."""
FEW_ANSWERS = 6
FEW = 12  # size up to which a range of whole numbers is small


def chance(exercise: Exercise) -> float:
    """Return the expected share of the points (0 to 1) for a blind guess. The guess is random in
    each choice, switch and small range of whole numbers. Other numbers are 0, or the smallest valid
    value."""
    tests = [(test, getattr(_module(exercise), test.id)) for test in exercise.tests]
    earned = answers = 0.0
    count = prod(len(_options(field)) for field in (exercise.form or {}).values())
    for variant in MORE if count <= FEW_ANSWERS else VARIANTS:
        case, guards = exercise.case(variant), exercise.guards(variant)
        for answer in _blind(exercise.form or {}, random.Random(f"{exercise.id} {variant}")):
            answers += 1
            passed = [test for test, function in tests if _passes(function, case, variant, answer)]
            if any(test.id not in guards for test in passed):
                earned += sum(test.points for test in passed)
    return earned / answers / exercise.points


def _module(exercise: Exercise) -> Any:
    return importlib.import_module(f"{exercise.package}.{exercise.test_file.stem}")


def _blind(fields: form.Form, rng: random.Random) -> Iterator[form.FormAnswer]:
    """Yield all possible guesses for a form, or a random sample of them."""
    options = {name: _options(field) for name, field in fields.items()}
    whole = list(itertools.islice(itertools.product(*options.values()), 100_000))
    for values in whole if len(whole) <= MOST_ANSWERS else rng.sample(whole, MOST_ANSWERS):
        yield form.read(fields, dict(zip(options, values, strict=True)))


def _options(field: Field) -> list[Any]:
    if isinstance(field, Switch):
        return [False, True]
    if isinstance(field, Number):
        if field.whole and field.high - field.low <= FEW:
            return list(range(round(field.low), round(field.high) + 1))
        return [field.typed(field.low)] if field.low > 0 else ["0"]
    return list(field.options)


def _passes(
    function: Callable[..., None], case: dict[str, Any], variant: int, answer: form.FormAnswer
) -> bool:
    known = {
        "answer": answer,
        "case": case,
        "note": lambda text: None,
        "rng": random.Random(f"{variant} {function.__name__}"),
    }
    try:
        function(**{name: known[name] for name in inspect.signature(function).parameters})
    except AssertionError:
        return False
    return True
