"""The machine of a figure as a study: what the figure builds and asks is noted on its way there."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import fields
from inspect import signature
from typing import Any, NamedTuple

from figures.contents import get
from figures.lab.headlines import HEADLINES
from models.cli.typed import KINDS
from models.cli.whole_machine import LOADS, kind_of, settings_of
from models.head.head import Head
from models.head.pcie import Card
from models.lab.study import MOST_LOADS, study_of
from models.machine.loads.iscsi import IscsiTarget
from models.machine.loads.nfs import Nfs
from models.machine.loads.readers import Readers
from models.machine.machine import Machine
from models.machine.order import ORDERS, Order
from models.machine.order.log_device import KINDS as DEVICES

STARTING = [(Machine, "start"), (IscsiTarget, "begin"), (Readers, "start")]
STARTING += [(type(load), "start") for load in LOADS.values()]
"""Classes and their methods that start a load."""
UNSAID = ("trace", "seen", "fast_forward", "recording")
"""Fields of loads that change nothing in what the machine does."""


USUAL = signature(Head).parameters
"""The arguments of a head, with what they are without a `head.spec`."""


class Noted(BaseException):
    """All that is wanted of a figure is known; it need not go on."""


class Built(NamedTuple):
    """A machine that a figure builds, and the loads that it starts first."""

    machine: Machine  # kept, so that no other has its identity
    order: Order
    seed: int
    loads: list[Any]


@contextmanager
def noting(found: list[Built], last: int, loads: bool) -> Iterator[None]:
    """Note the machines that are built and their loads, up to machine number `last`, which does not
    start. loads: whether its loads are wanted."""
    build = Machine.__init__
    own = [(owner, name, getattr(owner, name)) for owner, name in STARTING]
    numbers = dict[int, int]()  # of the machines in `found`

    def built(machine: Machine, order: Order, seed: int = 1, **more: Any) -> None:
        build(machine, order, seed, **more)
        numbers[id(machine)] = len(found)
        found.append(Built(machine, order, seed, []))
        if len(found) > last and not loads:
            raise Noted

    def replaced(owner: type, before: Any) -> Any:
        def start(self: Any, *given: Any) -> Any:
            asked = given if owner is Machine else (getattr(self, "load", self),)
            number = numbers[id(self if owner is Machine else getattr(self, "machine", *given))]
            if not found[number].loads:
                found[number].loads.extend(asked)
            if number >= last:
                raise Noted
            return before(self, *given)

        return start

    setattr(Machine, "__init__", built)  # noqa: B010
    for owner, name, before in own:
        setattr(owner, name, replaced(owner, before))
    try:
        yield
    except Noted:
        pass
    finally:
        setattr(Machine, "__init__", build)  # noqa: B010
        for owner, name, before in own:
            setattr(owner, name, before)


def machines_of(id: str, params: dict[str, Any]) -> list[Built]:
    """Return the one or two machines of a figure that its headline is about, with their loads. Raise
    ValueError if there is no headline, or the figure builds fewer machines with these parameters."""
    if id not in HEADLINES:
        raise ValueError(f"{id} must have a number that the lab arrives at, and has none")
    head, figure = HEADLINES[id], get(id)
    given, found = figure.settings(params), list[Built]()
    for name in head.lacks:
        if name in given and given[name] != figure.params[name].default:
            raise ValueError(f"{name} must be left as it is, for a study has no such setting")
    with noting(found, max(head.machines), head.loads is None):
        for _ in figure.increments(given, figure.seed, None):
            pass
    if len(found) <= max(head.machines):
        raise ValueError(f"{id} must build {max(head.machines) + 1} machines, got {len(found)}")
    chosen = [found[number] for number in head.machines]
    if head.loads:
        chosen = [one._replace(loads=head.loads(given)) for one in chosen]
    if head.orders:
        chosen = [chosen[0]._replace(order=one) for one in head.orders(chosen[0].order, given)]
    return chosen


def asked(load: Any) -> dict[str, Any]:
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
        elif name not in UNSAID and value != getattr(usual, name):
            given[name] = value
    for name in given:
        if name not in own:
            raise ValueError(f"{name} must be left as it is, for a study has no such setting")
    return {name: "none" if value is None else value for name, value in given.items()}


def ordered(order: Order, base: Order) -> dict[str, Any]:
    """Return the settings of an order that differ from those of `base`, as a study has them. Raise
    ValueError for one that it cannot say."""
    given = dict[str, Any]()
    for name in [*base.settings, *order.settings]:
        if (value := order.value(name)) == base.value(name):
            continue
        if name == "log.device.kind" and value not in DEVICES:
            continue  # a name; its numbers say what it is
        if name == "pool.disks.speed_errors" and not any(value[: order.pool.count]):
            continue
        if name == "head.spec" and all(
            key in USUAL and one == USUAL[key].default for key, one in value.items()
        ):
            continue
        if name not in KINDS or (name == "network.cards" and {*value} - {Card()}):
            raise ValueError(f"{name} must be left as it is, for a study has no such setting")
        if isinstance(value, tuple):
            value = len(value) if name == "network.cards" else "/".join(map(str, value))
        given[name] = "none" if value is None else value
    if "pool.jbods" in given:  # an empty one changes nothing
        given["pool.jbods"] = min(order.pool.jbods, order.boxed)
    if order.left_out != base.left_out:
        given["without"] = ", ".join(sorted(order.left_out))
    return given


def study(id: str, params: dict[str, Any]) -> dict[str, Any]:
    """Return the study of a figure with these parameters: the machines of its headline with their
    loads. Raise ValueError if a study cannot say what the figure runs."""
    chosen, head = machines_of(id, params), HEADLINES[id]
    order, seed, loads = chosen[0].order, chosen[0].seed, [as_nfs(one) for one in chosen[0].loads]
    if order.machine not in ORDERS or not all(kind_of(load) for load in loads):
        raise ValueError(f"{id} must run a machine and loads that a study knows, and does not")
    if not 1 <= len(loads) <= MOST_LOADS:
        raise ValueError(f"{id} must have 1 to {MOST_LOADS} loads, got {len(loads)}")
    made: dict[str, Any] = {
        "a": {"machine": order.machine, "settings": ordered(order, ORDERS[order.machine])},
        "loads": [
            {"load": kind_of(load), "name": kind_of(load), "settings": asked(load)}
            for load in loads
        ],
        "events": [*head.events],
        "seconds": head.seconds,
        "seed": seed,
    }
    if len(chosen) > 1 and [asked(one) for one in chosen[1].loads] == [asked(one) for one in loads]:
        made["b"] = {"settings": ordered(chosen[1].order, order)}
    return acting(made)


def as_nfs(load: Any) -> Any:
    """Return `Readers`, which a study does not know, as the NFS clients that they are."""
    if not isinstance(load, Readers):
        return load
    return Nfs(
        1,
        load.threads,
        load.size,
        load.turnaround,
        spread=load.spread,
        reads=1.0,
        blocks=load.blocks,
    )


def acting(made: dict[str, Any]) -> dict[str, Any]:
    """Return a study without settings that change nothing in it. Raise ValueError if it is wrong."""
    owners = [made[side]["settings"] for side in ("b", "a") if side in made]
    for _ in range(sum(map(len, owners)) + 1):
        try:
            study_of(made)
        except ValueError as error:
            name = str(error).partition(" ")[0]
            owner = next((one for one in owners if name in one), None)
            if not str(error).endswith("here it changes nothing") or owner is None:
                raise
            del owner[name]
    return made
