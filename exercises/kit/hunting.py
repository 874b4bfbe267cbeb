"""The answer to an exercise of the kind hunt: which probes were asked of a broken server, and what is
wrong with it. A variant's given `seed` is the server."""

from collections.abc import Collection, Mapping
from typing import Any

from exercises.kit.expect import Advised
from exercises.kit.form import Choice, Form, Switch
from models.hunt.probes import PROBES
from models.hunt.proofs import PROOFS
from models.hunt.scenes import FAULTS
from models.hunt.score import Score, score

FIELDS = {name: name.replace(" ", "_") for name in PROBES}
"""The field of each probe."""
FORM: Form = {
    **{FIELDS[name]: Switch(f"{one.command} ({one.seconds:g} s)") for name, one in PROBES.items()},
    "diagnosis": Choice("What is wrong?", {name: one.words for name, one in FAULTS.items()}),
}


def filled_in(diagnosis: str, asked: Collection[str]) -> dict[str, Any]:
    """Return the fields of an answer."""
    return {**{field: name in asked for name, field in FIELDS.items()}, "diagnosis": diagnosis}


def hunted(case: Mapping[str, Any], answer: Mapping[str, Any]) -> Score:
    """Return what an answer to a case is worth."""
    return score(
        case["seed"],
        answer["diagnosis"],
        [name for name, field in FIELDS.items() if answer[field]],
    )


def other_than(fault: str) -> str:
    """Return a fault that is another one."""
    return next(name for name in PROOFS if name != fault)


def must_be_right(found: Score) -> None:
    """Raise Advised unless the diagnosis is right."""
    if not found.right:
        raise Advised("the tools do not show that on this server")


def must_be_shown(found: Score) -> None:
    """Raise Advised unless the diagnosis is right, and the probes show it."""
    must_be_right(found)
    if not found.shown:
        raise Advised("the diagnosis is right, but no probe that you ticked shows it")


def must_earn(found: Score, points: int) -> None:
    """Raise Advised unless the answer is shown, and earns so many points."""
    must_be_shown(found)
    if found.points < points:
        raise Advised(
            f"the probes took {found.spent:.0f} s: {found.points} points of 100, {points} are enough"
        )
