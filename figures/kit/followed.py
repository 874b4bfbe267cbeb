"""Rows that show a machine in motion: which machine, which requests, and where each was when."""

from collections.abc import Iterable
from math import inf
from typing import Any

from models.sim.path import PARTS, Access, RequestPath, Span

NEAR = {"cable": "queue", "flash": "cache"}
"""Parts that the picture has no box for, and whose box their steps are shown in."""


def machine_rows(place: str, title: str, until: float, **parts: str) -> list[dict[str, Any]]:
    """A machine, to be told from others by its `place`, how long it is shown (s), and what its
    parts are called here (`disk="slow disk"`; empty: it has none)."""
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
    told: float | None = None,
    safe: float | None = None,
    origin: str = "program",
) -> list[dict[str, Any]]:
    """A request on the machine `place`, what it is called there, and its steps, as
    schemas/scene.schema.json says.

    zero: the time (s) that counts as 0 (default: when it was issued). told: when the program has
    its answer (default: the path's end; inf if it gets none). safe: when a write could no longer be
    lost (default: with the answer; inf: never). origin: the part from which it comes.
    """
    zero = path.begun if zero is None else zero
    told = path.end if told is None else told
    safe = told if safe is None else safe
    ends = {name: at - zero for name, at in (("told", told), ("safe", safe)) if at < inf}
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
                "part": NEAR.get(step.part, step.part),
                "what": what(step),
                "start": step.start - zero,
                "finish": step.finish - zero,
                "kind": step.kind,
            }
            for step in path.steps
        ),
        *access_rows(place, path.accesses, zero, number),
    ]


def access_rows(
    place: str, accesses: Iterable[Access], zero: float, number: int = 0
) -> list[dict[str, Any]]:
    """What the arm of the machine's disk did, and for which request (0: for none that is followed)."""
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


def what(step: Span) -> str:
    """What happens in a step; of a device that is asked for several things, also for which."""
    return (
        step.what
        if step.component in PARTS or step.component == "drive"
        else f"{step.component}: {step.what}"
    )


def step_rows(path: RequestPath) -> list[dict[str, Any]]:
    """The steps of a request: component, what, start, finish (s since it was issued), kind."""
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
