"""The machine of a figure as a study: what it builds and asks is noted, and nothing runs."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import fields
from typing import Any

from figures.contents import get
from models.cli.typed import KINDS
from models.cli.whole_machine import LOADS, NamedLoad, kind_of, settings_of
from models.lab.study import MOST_LOADS, study_of
from models.machine.machine import Machine
from models.machine.order import ORDERS, Order

SECONDS = 20.0
"""Machine time of a study of a figure (s)."""


class Noted(BaseException):
    """A machine and its loads are known; the figure need not go on."""


@contextmanager
def noting(found: list[tuple[Order, list[Any]]]) -> Iterator[None]:
    """Note the first machine that starts loads, and its loads, instead of starting them."""
    kinds = [type(load) for load in LOADS.values()]
    own = Machine.start
    owns = [kind.start for kind in kinds]

    def start(machine: Machine, *loads: Any) -> None:
        found.append((machine.order, list(loads)))
        raise Noted

    def begin(load: Any, machine: Machine) -> None:
        start(machine, load)

    setattr(Machine, "start", start)  # noqa: B010
    for kind in kinds:
        setattr(kind, "start", begin)  # noqa: B010
    try:
        yield
    except Noted:
        pass
    finally:
        setattr(Machine, "start", own)  # noqa: B010
        for kind, one in zip(kinds, owns, strict=True):
            setattr(kind, "start", one)  # noqa: B010


def first_machine(id: str, params: dict[str, Any]) -> tuple[Order, list[Any]]:
    """Return the first machine that a figure starts, and its loads. Raise ValueError if there is none."""
    figure = get(id)
    found = list[tuple[Order, list[Any]]]()
    with noting(found):
        for _ in figure.increments(figure.settings(params), figure.seed, None):
            pass
    if not found:
        raise ValueError(f"{id} must start loads on a machine, and does not")
    return found[0]


def asked(load: NamedLoad) -> dict[str, Any]:
    """Return the settings of a load that differ from those of its kind. Raise ValueError for one that a
    study cannot say."""
    usual = LOADS[kind_of(load)]
    own = settings_of(usual)
    given = dict[str, Any]()
    for one in fields(load):
        name, value = one.name, getattr(load, one.name)
        if name == "blocks":
            for inner in fields(value):
                mine = getattr(value, inner.name)
                if mine != getattr(usual.blocks, inner.name):  # type: ignore[union-attr]
                    given[inner.name] = mine
        elif name not in ("trace", "seen", "fast_forward") and value != getattr(usual, name):
            given[name] = value
    for name in given:
        if name not in own:
            raise ValueError(f"{name} must be left as it is, for a study has no such setting")
    return {name: "none" if value is None else value for name, value in given.items()}


def ordered(order: Order) -> dict[str, Any]:
    """Return the settings of an order as a study has them. Raise ValueError for one that it cannot say."""
    for name in order.settings:
        if name not in KINDS:
            raise ValueError(f"{name} must be left as it is, for a study has no such setting")
    given = {name: "none" if one is None else one for name, one in order.settings.items()}
    if order.left_out:
        given["without"] = ", ".join(sorted(order.left_out))
    base = ORDERS[order.machine]
    return {name: one for name, one in given.items() if base.settings.get(name) != one}


def study(id: str, params: dict[str, Any]) -> dict[str, Any]:
    """Return the study of a figure with these parameters: its first machine with its loads. Raise
    ValueError if a study cannot say what the figure runs."""
    order, loads = first_machine(id, params)
    if order.machine not in ORDERS or not all(kind_of(load) for load in loads):
        raise ValueError(f"{id} must run a machine and loads that a study knows, and does not")
    if not 1 <= len(loads) <= MOST_LOADS:
        raise ValueError(f"{id} must have 1 to {MOST_LOADS} loads, got {len(loads)}")
    made: dict[str, Any] = {
        "a": {"machine": order.machine, "settings": ordered(order)},
        "loads": [
            {"load": kind_of(load), "name": kind_of(load), "settings": asked(load)}
            for load in loads
        ],
        "seconds": SECONDS,
        "seed": get(id).seed,
    }
    return acting(made)


def acting(made: dict[str, Any]) -> dict[str, Any]:
    """Return a study without settings that change nothing in it. Raise ValueError if it is wrong."""
    for _ in range(len(made["a"]["settings"]) + 1):
        try:
            study_of(made)
        except ValueError as error:
            name = str(error).partition(" ")[0]
            if (
                not str(error).endswith("here it changes nothing")
                or name not in made["a"]["settings"]
            ):
                raise
            del made["a"]["settings"][name]
    return made
