"""Rows of a machine in motion: the machine, its requests, and where each request is at any time."""

from collections.abc import Iterable
from math import inf

from figures.define.rows import Rows
from models.sim.path import PARTS, Access, RequestPath, Span

SHOWN_IN = {"cable": "queue", "flash": "cache"}
"""Part without a box in the picture -> the part in whose box its steps are shown."""


def machine_rows(place: str, title: str, until: float, **parts: str) -> Rows:
    """Return the rows of a machine, shown for `until` seconds. `place` identifies it. parts: the
    names of its parts in the picture (`disk="slow disk"`; an empty name leaves the part out)."""
    return [
        {"row": "machine", "place": place, "title": title, "until": until},
        *(
            {"row": "part", "place": place, "part": part, "name": name}
            for part, name in parts.items()
        ),
    ]


def request_rows(
    place: str,
    number: int,
    name: str,
    path: RequestPath,
    *,
    op: str = "write",
    zero: float | None = None,
    answered: float | None = None,
    safe: float | None = None,
    origin: str = "program",
) -> Rows:
    """Return the rows of a request on the machine `place`, called `name` there, and of its steps
    (schemas/scene.schema.json).

    zero: the time (s) that becomes 0 (default: when the request was issued). answered: when the
    program gets its answer (default: at the path's end; inf for never). safe: when a write can no
    longer be lost (default: when answered; inf for never). origin: the part that issues the
    request.
    """
    zero = path.begun if zero is None else zero
    answered = path.end if answered is None else answered
    safe = answered if safe is None else safe
    ends = {name: at - zero for name, at in (("told", answered), ("safe", safe)) if at < inf}
    begun = (
        {"begun": path.begun - zero}
        if origin == "program"
        else {"begun": path.begun - zero, "from": origin}
    )
    return [
        {
            "row": "request",
            "place": place,
            "request": number,
            "name": name,
            "op": op,
            **begun,
            **ends,
        },
        *(
            {
                "row": "step",
                "place": place,
                "request": number,
                "part": SHOWN_IN.get(step.part, step.part),
                "what": name_of(step),
                "start": step.start - zero,
                "finish": step.finish - zero,
                "kind": step.kind,
            }
            for step in path.steps
        ),
        *access_rows(place, path.accesses, zero, number),
    ]


def access_rows(place: str, accesses: Iterable[Access], zero: float, number: int = 0) -> Rows:
    """Return the rows of accesses by the machine's disk, for request `number` (0 for a request that
    is not followed)."""
    return [
        {
            "row": "access",
            "place": place,
            "request": number,
            "start": each.start - zero,
            "there": each.there - zero,
            "reached": each.reached - zero,
            "finish": each.finish - zero,
            "radius": each.radius,
            "turn": each.turn,
        }
        for each in accesses
    ]


def name_of(step: Span) -> str:
    """Return a step's name. The name of its component comes first, unless the part of the machine
    makes that clear."""
    return (
        step.what
        if step.component in PARTS or step.component == "drive"
        else f"{step.component}: {step.what}"
    )


def step_rows(path: RequestPath) -> Rows:
    """Return a row for each step of a request: component, what, kind, and start and finish (s since
    the request was issued)."""
    return [
        {
            "component": step.component,
            "what": step.what,
            "start": step.start - path.begun,
            "finish": step.finish - path.begun,
            "kind": step.kind,
        }
        for step in path.steps
    ]
