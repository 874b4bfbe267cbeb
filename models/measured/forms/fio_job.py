"""Options of fio's jobs, as its outputs repeat them, as settings of a load."""

from collections.abc import Mapping
from typing import Any

from models.cli.whole_machine import LOADS
from models.commands.fio import loads_of
from models.commands.text import Line
from models.measured.kit.measured import Measured

ORDER = "server-today"
ANYWHERE = {"numjobs", "rwmixread", "group_reporting", "fsync"}
"""Options that a report says without the line of what the job is to do: no load is known by them."""
MOST_OPTIONS, LONGEST, SHOWN = 500, 300, 40
Options = Mapping[str, Any]


def say_loads(found: Measured, jobs: list[tuple[str, Options]], at_once: bool) -> None:
    """Say what loads the jobs are: one as the load, several that differ as a list. jobs: the name and the options of
    each. at_once: whether they ran side by side."""
    loads, names = list[dict[str, Any]](), list[set[str]]()
    seen = dict[tuple[tuple[str, str], ...], int]()
    for name, options in jobs:
        text = {
            str(key)[:LONGEST]: "" if value is None else str(value)[:LONGEST]
            for key, value in [*options.items()][:MOST_OPTIONS]
        }
        key = tuple(sorted((name, value) for name, value in text.items() if name != "name"))
        if key in seen:
            if seen[key] >= 0:
                names[seen[key]].add(name)
            continue
        if {name for name, _ in key} <= ANYWHERE or len(seen) > SHOWN:
            continue
        seen[key] = -1
        if (load := load_of(found, text)) is None:
            continue
        if load not in loads:
            loads.append(load)
            names.append(set())
            if len(loads) > 1:
                found.note(f"jobs with several loads: {name} has another than those before it")
        seen[key] = loads.index(load)
        names[seen[key]].add(name)
    for load, whose in zip(loads, names, strict=True):
        if (number := len(whose)) > 1 and (
            at_once or len(loads) == 1
        ):  # those of numjobs have one name
            load["local.threads"] = number * load.get("local.threads", 1)
            found.note(f"{number} jobs with the same options run side by side: they are one load")
    if len(loads) == 1:
        found.load = loads[0]
    elif loads:
        found.values["loads" if at_once else "loads_in_turn"] = loads


def load_of(found: Measured, options: Mapping[str, str]) -> dict[str, Any] | None:
    """Return the settings of the load that options mean, by dotted names. Options that mean nothing here are left out,
    and said."""
    left = {name: value for name, value in options.items() if name != "name"}
    while True:
        names = list(left)
        lines = [Line(1, "[job]", [])]
        lines += [Line(at, written(name, left[name]), []) for at, name in enumerate(names, 2)]
        notes = list[str]()
        try:
            loads = loads_of(lines, ORDER, notes)
        except ValueError as error:
            said, _, why = str(error).partition(": ")
            at = said.removeprefix("line ")
            place = int(at) - 2 if at.isdecimal() else -1
            if not 0 <= place < len(names):
                found.note(f"options of the job: {error}")
                return None
            found.note(f"option {names[place][:SHOWN]!r} is left out: {why}")
            left.pop(names[place])
            continue
        for note in notes:
            found.note(f"the model's load: {note}")
        kind, settings = loads[0]["load"], loads[0]["settings"]
        settings = settings or {"threads": LOADS[kind].threads}  # all defaults: still a load
        return {f"{kind}.{leaf}": value for leaf, value in settings.items()}


def written(name: str, value: str) -> str:
    """Return an option as a line of a job file."""
    value = " ".join(value.split())
    return f"{name}={value}" if value else name
