"""The specification of a sweep, a TOML file."""

import json
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import partial
from itertools import product
from math import prod
from pathlib import Path
from typing import Any, TypeVar

from models.check import a_number, one_of, shown
from models.cli.typed import KINDS, Value, value_of
from models.cli.user_file import json_of, text_of
from models.cli.whole_machine import (
    LOADS,
    kind_of,
    named,
    order_value,
    owner,
    paths_of,
    settings_of,
    simulated_time,
)
from models.lab.study import study_of
from models.machine.order import ORDERS, PARTS
from models.machine.order.also import with_unit
from models.sweep import outputs
from models.sweep.axes import Axis, Choices, Range, Texts
from models.units import ms

BASE = ("machine", "load", "study", "side")
KEYS = (*BASE, "seconds", "warm", "seed", "seeds", "record", "asked", "settings")
SAMPLES = ("product", "list", "sobol")
ENDS = ("from", "to", "scale", "steps")
Found = TypeVar("Found")
MOST, MOST_SEED, MOST_SEEDS, MOST_STEPS, MOST_SAMPLES = 1_000_000, 2**31 - 1, 1000, 10_000, 2**16
"""Points, largest seed, seeds, values of a range in a product, samples. More are probably a typo."""


@dataclass(frozen=True)
class Spec:
    """A sweep: a machine and its loads, what is the same for all points, and what is not."""

    machine: str
    loads: tuple[str, ...]
    seconds: float  # of simulated time that are measured
    warm: float  # before them (s)
    seeds: tuple[int, ...]
    record: tuple[str, ...]  # names of `outputs`
    asked: str  # the output whose interval is to become narrower
    fixed: Texts
    sample: str  # one of SAMPLES
    axes: tuple[Axis, ...] = ()  # of a product or a Sobol' sample
    listed: tuple[Texts, ...] = ()
    samples: int = 0  # of a Sobol' sample

    @property
    def paths(self) -> list[str]:
        """Return the dotted names of the settings that differ from point to point."""
        own = [path for axis in self.axes for path in axis.paths]
        return list(dict.fromkeys([*own, *(path for one in self.listed for path in one)]))

    def grid(self) -> Iterator[Texts]:
        """Yield the settings of each point of a product, the last fastest, or of a list."""
        yield from self.listed
        if self.sample == "product":
            for values in product(*(axis.grid() for axis in self.axes)):
                yield {path: text for one in values for path, text in one.items()}

    def value(self, path: str, text: str) -> Value:
        """Return the value of a setting by its dotted name. Raise ValueError if it is not allowed."""
        kind, _, leaf = path.partition(".")
        if path == "without":
            for part in text.split(","):
                one_of("without", part.strip(), PARTS)
            return text
        if kind in self.kinds:
            return value_of(path, text, *settings_of(LOADS[kind])[leaf])
        return order_value(path, text)

    @property
    def kinds(self) -> list[str]:
        """Return the names of the loads in LOADS."""
        return [kind_of(named(one, "load", "load", LOADS)[0]) for one in self.loads]

    def texts(self, name: str, value: object) -> Texts:
        """Return what a setting and its value in TOML stand for: texts by dotted name. Raise
        ValueError if they are wrong."""
        if not isinstance(value, str | bool | int | float | list):
            raise ValueError(
                f"{name} must be a text in quotes, a number, true or false, got {shown(value)}"
            )
        text = value if isinstance(value, str) else json.dumps(value)
        kind = self.kinds[0] if len(self.kinds) == 1 else owner(name, self.kinds)
        order, load = ORDERS[self.machine], LOADS.get(kind)
        found = dict(paths_of(name, with_unit(name, text), load, order))
        for path, one in found.items():
            self.value(path, one)
        return found


def read(path: Path) -> Spec:
    """Return the sweep that a file describes. Raise ValueError, in one line, if anything in it is
    wrong."""
    text = text_of(path, "a sweep, a TOML file")
    try:
        contents = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        if text.lstrip().startswith("{"):
            raise ValueError(
                f"{path} must be TOML, got JSON; a TOML file names a study of the lab: study = {str(path)!r}"
            ) from None
        raise ValueError(f"{path} must be TOML: {error}") from None
    try:
        return spec_of(contents, path.parent)
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None


def spec_of(given: Mapping[str, Any], folder: Path = Path()) -> Spec:
    """Return the sweep that the contents of a file in `folder` describe. Raise ValueError if they are
    wrong."""
    only("a sweep", given, (*KEYS, *SAMPLES))
    base: Texts = {}
    if "study" in given:
        given, base = with_study(given, folder)
    elif "side" in given:
        raise ValueError(f"side must be left out without a study, got {shown(given['side'])}")
    for key in ("machine", "load"):
        if key not in given:
            allowed = ORDERS if key == "machine" else LOADS
            raise ValueError(
                f"{key} must be one of {', '.join(allowed)}, or study a file, got none"
            )
    one_of("machine", given["machine"], ORDERS)
    loads = given["load"] if isinstance(given["load"], list) else [given["load"]]
    loads = ["cifs" if one == "smb" else one for one in loads]
    for one in loads:
        one_of("load", one, LOADS)
    if len(set(loads)) < len(loads) or not loads:
        raise ValueError(f"load must be one or more of different kinds, got {given['load']!r:.40}")
    record = given.get("record", list(outputs.USUAL))
    if not isinstance(record, list) or not record:
        raise ValueError(f"record must be a list of outputs, got {record!r:.40}")
    record = list(dict.fromkeys(outputs.check(one) for one in record))
    numbers = [one for one in record if one != "limit"]
    asked = given.get("asked", next(iter(numbers), ""))
    if asked not in numbers and (asked or "asked" in given):
        raise ValueError(
            f"asked must be a number in record ({', '.join(numbers)}), got {asked!r:.40}"
        )
    if len(found := [key for key in SAMPLES if key in given]) != 1:
        raise ValueError(
            "a sweep must have one of [product], [[list]] and [sobol], got "
            f"{' and '.join(found) or 'none'}"
        )
    spec = Spec(
        given["machine"],
        tuple(loads),
        time_of(given, "seconds", "1s", 1 * ms, "1 ms to 1 h"),
        time_of(given, "warm", "100ms", 0.0, "0 s to 1 h"),
        tuple(seeds_of(given)),
        tuple(record),
        asked,
        {},
        found[0],
    )
    own = table("settings", given)
    fixed = within("settings", partial(merged, settings_in(spec, own)))
    spec = Spec(**{**vars(spec), "fixed": fixed})
    if spec.sample == "list":
        listed = list_of(spec, given["list"])
        made = Spec(**{**vars(spec), "listed": tuple(listed)})
        total = len(listed)
    else:
        contents = dict(table(spec.sample, given))
        samples = samples_of(contents) if spec.sample == "sobol" else 0
        axes = within(spec.sample, lambda: list(axes_of(spec, contents)))
        if not axes:
            raise ValueError(
                f"[{spec.sample}] must have a setting: {'NAME = [VALUE, ...]' if not samples else 'NAME = {from = LOW, to = HIGH}'}"
            )
        made = Spec(**{**vars(spec), "axes": tuple(axes), "samples": samples})
        paths = [path for axis in axes for path in axis.paths]
        if more := next((path for path in paths if paths.count(path) > 1), None):
            raise ValueError(f"[{spec.sample}] must set {more} once, got it more than once")
        total = samples or prod(len(list(axis.grid())) for axis in axes)
    for path in made.paths:
        if path in fixed:
            raise ValueError(f"{path} must be in [settings] or in [{spec.sample}], got it in both")
    if total * len(spec.seeds) > MOST:
        raise ValueError(
            f"a sweep must have {MOST:,} points or fewer, got {total * len(spec.seeds):,}"
        )
    return Spec(**{**vars(made), "fixed": {**base, **fixed}})


def with_study(given: Mapping[str, Any], folder: Path) -> tuple[dict[str, Any], Texts]:
    """Return the contents of a file with the machine, the loads and the seed of its study, and the
    settings of the study, as text by dotted name. Raise ValueError if they cannot be swept."""
    for key in ("machine", "load"):
        if key in given:
            raise ValueError(
                f"{key} must be left out with a study, which has it, got {shown(given[key])}"
            )
    if not isinstance(name := given["study"], str):
        raise ValueError(f"study must be a file that the lab saved, got {shown(name)}")
    contents: Any = json_of(str(folder / name), "a study")
    try:
        study = study_of(contents)
        one_of("side", side := given.get("side", "a"), study.machines)
        kinds = [load["load"] for load in contents["loads"]]
        if len(set(kinds)) < len(kinds):
            raise ValueError(
                f"loads must be of different kinds to be swept, got {', '.join(kinds)}: keep one of each"
            )
        if events := study.happening(side):
            raise ValueError(
                f"events must be left out to be swept, got {len(events)} of {side}: nothing breaks in a sweep"
            )
    except ValueError as error:
        raise ValueError(f"{name}: {error}") from None
    machine = contents[side].get("machine", contents["a"]["machine"])
    seeds = {} if {"seed", "seeds"} & given.keys() else {"seed": study.seed}
    return {**given, "machine": machine, "load": kinds, **seeds}, study.texts[side]


def only(name: str, given: Mapping[str, Any], known: tuple[str, ...]) -> None:
    """Raise ValueError if a table has a key that is not known."""
    for key in given:
        if key not in known:
            near = get_close_matches(key, known, n=1)
            hint = f"; perhaps {near[0]}" if near else ""
            raise ValueError(
                f"{name} must have no key but {', '.join(known)}, got {key!r:.40}{hint}"
            )


def table(name: str, given: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a table of the file, {} if it is not there. Raise ValueError if it is none."""
    found = given.get(name, {})
    if not isinstance(found, dict):
        raise ValueError(f"{name} must be a table, [{name}], got {shown(found)}")
    return found


def within(name: str, make: Callable[[], Found]) -> Found:
    """Return what `make` returns, and put the name of a table before its error."""
    try:
        return make()
    except ValueError as error:
        raise ValueError(f"[{name}] {error}") from None


def time_of(given: Mapping[str, Any], key: str, usual: str, least: float, right: str) -> float:
    """Return a simulated time (s). Raise ValueError if it is none."""
    value = given.get(key, usual)
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise ValueError(f"{key} must be {right}, got {shown(value)}")
    try:
        return simulated_time(key, str(value), least, right)
    except ValueError:
        raise ValueError(f"{key} must be {right}, got {str(value)!r:.40}") from None


def seeds_of(given: Mapping[str, Any]) -> list[int]:
    """Return the seeds of each point. Raise ValueError if they are wrong."""
    if "seed" in given and "seeds" in given:
        raise ValueError("a sweep must have seed or seeds, got both")
    seeds = given.get("seeds", [given.get("seed", 1)])
    if not isinstance(seeds, list) or not 1 <= len(seeds) <= MOST_SEEDS:
        raise ValueError(f"seeds must be a list of 1 to {MOST_SEEDS:,} seeds, got {shown(seeds)}")
    for one in seeds:
        a_number("seed", one, 0, MOST_SEED, whole=True)
    if more := [one for one in seeds if seeds.count(one) > 1]:
        raise ValueError(f"seeds must have each seed once, got {more[0]} more than once")
    return seeds


def flat(entries: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, Any]]:
    """Yield settings by name; {"log": {"devices": 2}} is log.devices, but a range is a value."""
    for name, value in entries.items():
        if isinstance(value, dict) and not {"from", "to"} & value.keys():
            yield from flat(value, f"{before}{name}.")
        else:
            yield f"{before}{name}", value


def settings_in(spec: Spec, entries: Mapping[str, Any]) -> Iterator[Texts]:
    """Yield the texts of each setting of a table."""
    for name, value in flat(entries):
        yield spec.texts(name, value)


def merged(parts: Iterator[Texts]) -> Texts:
    """Return the texts of several settings. Raise ValueError if two of them set the same."""
    found = dict[str, str]()
    for one in parts:
        for path, text in one.items():
            if path in found:
                raise ValueError(
                    f"{path} must have one value, got {found[path]!r:.40} and {text!r:.40}"
                )
            found[path] = text
    return found


def list_of(spec: Spec, entries: object) -> list[Texts]:
    """Return the settings of each point of a list. Raise ValueError if they are wrong."""
    if not isinstance(entries, list) or not all(isinstance(one, dict) for one in entries or [0]):
        raise ValueError(f"list must be tables, [[list]], got {shown(entries)}")
    found = list[Texts]()
    for place, entry in enumerate(entries, 1):
        texts = within(f"list {place}", partial(merged, settings_in(spec, entry)))
        if texts in found:
            raise ValueError(
                f"[list {place}] must be another point than [list {found.index(texts) + 1}], got the same"
            )
        found.append(texts)
    return found


def samples_of(contents: dict[str, Any]) -> int:
    """Return the number of samples, and take it from the contents of [sobol]. Raise ValueError if
    it is no power of two."""
    n = contents.pop("n", None)
    right = f"a power of two, 2 to {MOST_SAMPLES:,}"
    if n is None:
        raise ValueError(f"[sobol] n must be {right}, got none")
    if isinstance(n, bool) or not isinstance(n, int) or not 2 <= n <= MOST_SAMPLES or n & (n - 1):
        near = ""
        if isinstance(n, int) and not isinstance(n, bool) and 2 < n < MOST_SAMPLES:
            near = f"; {1 << (n.bit_length() - 1)} or {1 << n.bit_length()}"
        raise ValueError(f"[sobol] n must be {right}, got {shown(n)}{near}")
    return n


def axes_of(spec: Spec, contents: Mapping[str, Any]) -> Iterator[Axis]:
    """Yield the axes of a product or a Sobol' sample. Raise ValueError if one is wrong."""
    for name, value in flat(contents):
        if isinstance(value, dict):
            yield range_of(spec, name, value)
            continue
        if not isinstance(value, list) or not value:
            raise ValueError(
                f"{name} must be a list of values or {{from = LOW, to = HIGH}}, got {shown(value)}"
            )
        values = [spec.texts(name, one) for one in value]
        seen = [{path: spec.value(path, text) for path, text in one.items()} for one in values]
        for place, one in enumerate(seen):
            if one in seen[:place]:
                raise ValueError(
                    f"{name} must have each value once, got {shown(value[place])} more than once"
                )
        yield Choices(name, tuple(values))


def range_of(spec: Spec, name: str, given: Mapping[str, Any]) -> Range:
    """Return the range {from, to, scale, steps} of a setting. Raise ValueError if it is wrong."""
    only(name, given, ENDS)
    ends = list[float]()
    path = ""
    for key in ("from", "to"):
        if key not in given:
            raise ValueError(f"{name} must have from and to, got no {key}")
        texts = spec.texts(name, given[key])
        values = [(path, spec.value(path, text)) for path, text in texts.items()]
        path, end = values[0]
        if len(values) > 1 or isinstance(end, bool) or not isinstance(end, int | float):
            raise ValueError(f"{name} must be a list of values, because it is no number")
        ends.append(end)
    low, high = ends
    if not low < high < float("inf"):
        raise ValueError(
            f"{name}.from must be below {given['to']} (to) and both finite, got {given['from']}"
        )
    scale = given.get("scale", "linear")
    one_of(f"{name}.scale", scale, ("linear", "log"))
    if scale == "log" and low <= 0:
        raise ValueError(f"{name}.from must be above 0 on a log scale, got {given['from']}")
    steps = given.get("steps", 0)
    if spec.sample == "product" and "steps" not in given:
        raise ValueError(f"{name} must have steps (a number of values) in [product], got none")
    if spec.sample == "product":
        a_number(f"{name}.steps", steps, 2, MOST_STEPS, whole=True)
    elif "steps" in given:
        raise ValueError(f"{name} must have no steps in [sobol], got {shown(steps)}")
    kind, _, leaf = path.partition(".")
    kinds = settings_of(LOADS[kind])[leaf][1] if kind in spec.kinds else KINDS[path]
    whole = float not in kinds
    return Range(path, low, high, scale == "log", whole, steps)
