"""A study: one or two machines, their loads and what breaks, as a reader sets them up."""

import re
from collections.abc import Iterator, Sequence
from operator import attrgetter
from typing import Any, NamedTuple

from models.check import a_number, one_of
from models.cli.acting import check_that_all_act
from models.cli.whole_machine import (
    LOADS,
    NamedLoad,
    as_typed,
    by_path,
    changed_load,
    changed_order,
    kind_of,
    naming_load,
)
from models.lab.events import KINDS, Event, refuse_impossible
from models.lab.run import Sample, warm_order, watched
from models.machine.machine import Machine
from models.machine.order import ORDERS, Order
from models.machine.order.names import PATHS
from models.units import hour

MOST_LOADS, MOST_EVENTS, MOST_SEED = 4, 100, 2**31 - 1
KEYS = ("a", "b", "loads", "events", "seconds", "seed", "followed", "whole", "goal")
GOAL = ("title", "target", "par", "after", "choices", "start")


class Study(NamedTuple):
    """What a reader set up."""

    machines: dict[str, Order]  # by "a" and, if there is one, "b"
    loads: list[NamedLoad]
    names: list[str]  # of the loads
    titles: dict[str, str]  # of the machines that have one of their own
    events: list[Event]
    texts: dict[str, dict[str, str]]  # settings of each machine and its loads, by dotted name
    seconds: float = 60.0
    seed: int = 1
    followed: int = 0  # number of the load whose requests are traced
    whole: bool = False  # whether each half second is simulated

    def watched(self, machine: str, **more: bool) -> Iterator[Sample]:
        """Yield the samples of one machine, a or b. more: `iostat` and `requests` of `watched`."""
        return watched(
            self.machines[machine],
            self.loads,
            self.happening(machine),
            self.seconds,
            self.seed,
            self.followed,
            self.whole,
            **more,
        )

    def happening(self, machine: str) -> list[Event]:
        """Return the events of one machine, a or b, in order of time."""
        own = [event for event in self.events if machine in event.within]
        return sorted(own, key=attrgetter("at"))


def study_of(contents: object) -> Study:
    """Return the study that JSON describes. Raise ValueError, in one line, for anything wrong in it.

    {"a": {"machine": NAME, "name": words, "settings": {...}}, "b": {"settings": what turns a into b}, "loads": [{"load":
    NAME, "name": words, "settings": {...}}], "events": [{"at": s, "kind": one of `KINDS`, "in": "ab"}],
    "seconds": 60, "seed": 1, "followed": 0, "whole": false, "goal": a level of the game}."""
    given = mapping("a study", contents, KEYS)
    a = mapping("a", given.get("a"), ("machine", "name", "settings"))
    one_of("a.machine", a.get("machine"), ORDERS)
    loads = listed("loads", given.get("loads"), 1, MOST_LOADS)
    read, names = list[NamedLoad](), list[str]()
    order = ORDERS[a["machine"]]
    own = list[dict[str, str]]()
    for number, entry in enumerate(loads):
        one = mapping(f"loads[{number}]", entry, ("load", "name", "settings"))
        one_of(f"loads[{number}].load", one.get("load"), LOADS)
        load = LOADS[one["load"]]
        kind = kind_of(load)
        pairs = [
            (f"{kind}.{name.removeprefix(f'{kind}.')}", text)
            for name, text in typed(f"loads[{number}].settings", one.get("settings", {}))
        ]
        texts = by_path(pairs, load, order)
        read.append(changed_load(load, texts))
        names.append(str(one.get("name") or kind))
        own.append(texts)
    machines, settings = dict[str, Order](), dict[str, str]()
    all_texts = dict[str, dict[str, str]]()
    seed = given.get("seed", 1)
    a_number("seed", seed, 0, MOST_SEED, whole=True)
    for name in [key for key in ("a", "b") if given.get(key) is not None]:
        one = mapping(name, given[name], ("machine", "name", "settings"))
        if name == "b" and one.get("machine", a["machine"]) != a["machine"]:
            order, settings = ORDERS[str(one_of_orders(one["machine"]))], {}
        of_side = by_path(typed(f"{name}.settings", one.get("settings", {})), None, order)
        settings |= of_side
        machines[name] = changed_order(order, settings)
        all_texts[name] = settings | {path: one[path] for one in own for path in one}
        for load, mine in zip(read, own, strict=True):
            check_that_all_act(machines[name], load, [*of_side, *mine])
        check_that_all_start(machines[name], read, seed)
    seconds = given.get("seconds", 60.0)
    a_number("seconds", seconds, 0.5, hour, unit="s")
    followed = given.get("followed", 0)
    a_number("followed", followed, 0, len(read) - 1, whole=True)
    if not isinstance(whole := given.get("whole", False), bool):
        raise ValueError(f"whole must be true or false, got {whole!r:.40}")
    if given.get("goal") is not None:
        check_goal(given["goal"], len(read))
    events = [
        event_of(number, entry, [*machines], seconds)
        for number, entry in enumerate(listed("events", given.get("events", []), 0, MOST_EVENTS))
    ]
    titles = {name: str(given[name]["name"]) for name in machines if given[name].get("name")}
    study = Study(
        machines, read, names, titles, events, all_texts, float(seconds), seed, followed, whole
    )
    for name, order in machines.items():
        try:
            refuse_impossible(order, study.happening(name), len(read))
        except ValueError as error:
            raise ValueError(f"{name}: {error}") from None
    return study


def check_goal(goal: object, loads: int) -> None:
    """Raise ValueError unless JSON is a level of the game of so many loads."""
    one = mapping("goal", goal, GOAL)
    target = mapping("goal.target", one.get("target"), ("load", "rate", "p99"))
    a_number("goal.target.load", target.get("load"), 0, loads - 1, whole=True)
    for name in ("rate", "p99"):
        a_number(f"goal.target.{name}", target.get(name), above=0)
    a_number("goal.par", one.get("par"), above=0)
    choices = one.get("choices")
    if not isinstance(choices, dict) or not choices.keys() <= PATHS.keys():
        raise ValueError(f"goal.choices must be {{SETTING: [VALUE, ...]}}, got {choices!r:.40}")
    for name, values in choices.items():
        listed(f"goal.choices.{name}", values, 1, 20)
    for name in ("title", "after"):
        if not isinstance(one.get(name), str):
            raise ValueError(f"goal.{name} must be words, got {one.get(name)!r:.40}")


def check_that_all_start(order: Order, loads: Sequence[NamedLoad], seed: int) -> None:
    """Raise ValueError if a machine cannot be built, or a load cannot start on it."""
    machine = Machine(warm_order(order, loads, seed), seed)
    for load in loads:
        with naming_load(load):
            load.start(machine)


def one_of_orders(name: object) -> object:
    """Return the name of an order. Raise ValueError if there is none of this name."""
    one_of("b.machine", name, ORDERS)
    return name


def event_of(number: int, entry: object, machines: list[str], seconds: float) -> Event:
    """Return an event from JSON. Raise ValueError if it is not one."""
    name = f"events[{number}]"
    if not isinstance(entry, dict):
        raise ValueError(f'{name} must be {{"at": TIME, "kind": KIND, ...}}, got {entry!r:.40}')
    one_of(f"{name}.kind", entry.get("kind"), KINDS)
    options = {key: value for key, value in entry.items() if key not in ("at", "kind", "in")}
    for key, value in mapping(name, options, KINDS[entry["kind"]].options).items():
        a_number(f"{name}.{key}", value, 0)
    a_number(f"{name}.at", entry.get("at"), 0, seconds, unit="s")
    within = entry.get("in", "".join(machines))
    if not isinstance(within, str) or not within or set(within) - {*machines}:
        raise ValueError(f"{name}.in must be of {', '.join(machines)}, got {within!r:.40}")
    return Event(float(entry["at"]), entry["kind"], within, options)


def typed_events(text: str) -> list[dict[str, Any]]:
    """Return events typed as "20 resilver, 40 log device dies (b), 45 slow disk disk=3 times=8": seconds,
    kind, its numbers and the machines. Raise ValueError for anything else."""
    found = list[dict[str, Any]]()
    for one in text.split(","):
        match = re.fullmatch(r"\s*(\S+)\s+(.*?)((?:\s+\w+=\S+)*)\s*(?:\((\w+)\))?\s*", one)
        try:
            if not match:
                raise ValueError
            pairs = [pair.split("=") for pair in match[3].split()]
            options = {name: float(value) for name, value in pairs}
            event = {"at": float(match[1].removesuffix("s")), "kind": match[2], **options}
        except ValueError:
            raise ValueError(
                f"--events must be TIME KIND, ... such as '20 resilver (b)', or a file, got {one.strip()!r:.40}"
            ) from None
        found.append(event | ({"in": match[4]} if match[4] else {}))
    return found


def mapping(name: str, value: object, known: tuple[str, ...]) -> dict[str, Any]:
    """Return a mapping with no keys but `known`. Raise ValueError if it is none."""
    if not isinstance(value, dict):
        raise ValueError(f"{name} must be {{NAME: VALUE, ...}}, got {value!r:.40}")
    for key in value:
        if key not in known:
            raise ValueError(f"{name} must have no key but {', '.join(known)}, got {key!r:.40}")
    return value


def listed(name: str, value: object, least: int, most: int) -> list[object]:
    """Return a list of `least` to `most` entries. Raise ValueError if it is none."""
    if not isinstance(value, list) or not least <= len(value) <= most:
        got = f"{len(value)}" if isinstance(value, list) else f"{value!r:.40}"
        raise ValueError(f"{name} must be a list of {least} to {most} entries, got {got}")
    return value


def typed(name: str, value: object) -> list[tuple[str, str]]:
    """Return settings as on the command line. Raise ValueError if they are no mapping."""
    if not isinstance(value, dict):
        raise ValueError(f"{name} must be {{NAME: VALUE, ...}}, got {value!r:.40}")
    return list(as_typed(value))
