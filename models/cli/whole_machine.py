"""A whole machine on the command line: an order and a load with their settings, and the results of
a run as tables."""

import json
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from difflib import get_close_matches
from math import inf
from typing import Any, TypeAlias, TypeVar

from models.check import one_of
from models.cli.acting import check_that_all_act
from models.cli.command_line import table
from models.cli.machine_file import constant_of
from models.cli.typed import KINDS, Kinds, Value, help_text, kinds_of, value_of
from models.cli.user_file import json_of
from models.devices.flash_drive import SSDS
from models.machine.loads.blocks import Reads
from models.machine.loads.cifs import Cifs
from models.machine.loads.create import Create
from models.machine.loads.iscsi import Iscsi
from models.machine.loads.local import Local
from models.machine.loads.nfs import Nfs
from models.machine.machine import Machine
from models.machine.order import LAYOUTS, ORDERS, PARTS, Order
from models.machine.order.also import names_of_load, with_unit
from models.machine.order.log_device import FORMER
from models.machine.order.log_device import KINDS as DEVICES
from models.machine.order.names import PATHS, dotted, full, matches, own_matches, several
from models.machine.order.order import WITH_DISKS
from models.machine.ran import Ran
from models.setting import Setting, settings
from models.units import DIMENSIONS, MB, MiB, hour, ms, quantity, unit_of

NamedLoad: TypeAlias = Nfs | Cifs | Local | Iscsi | Create
Pairs: TypeAlias = Sequence[tuple[str, str]]
"""Settings as typed: name and value."""
Known = TypeVar("Known")
LOADS: dict[str, NamedLoad] = {
    "nfs": Nfs(),
    "cifs": Cifs(),
    "local": Local(),
    "iscsi": Iscsi(),
    "create": Create(),
}
DRAID = {"d": "pool.draid_data", "c": "pool.width", "s": "pool.draid_spares"}
"""Letters of OpenZFS's name of a dRAID vdev, as in draid2:8d:24c:1s, and the settings."""
DEDUP_TITLES = {
    "looks": "records written or freed",
    "found": "written records found",
    "read": "table blocks read",
    "written": "table blocks written",
}


def run_of(
    order_name: str, load_name: str | None, typed: Sequence[str]
) -> tuple[Order, NamedLoad | None]:
    """Return an order and a load (None without a name) with their settings. Raise ValueError if a
    name or a setting is wrong.

    Names may be files {"machine" or "load": NAME, "SETTING": VALUE, ...}. typed: further settings
    NAME=VALUE, which override those of the files. All settings are applied before the order and the
    load are checked, so their sequence makes no difference."""
    order, order_file = named(order_name, "order", "machine", ORDERS)
    load: NamedLoad | None = None
    load_file: Pairs = []
    if load_name is not None:
        load, load_file = named(load_name, "load", "load", LOADS)
    kind = kind_of(load)
    for item in typed:
        if not item.partition("=")[0].strip() or "=" not in item:
            raise ValueError(f"--set must be NAME=VALUE, got '{item:.40}'")
    pairs = [(name, text) for name, _, text in (item.partition("=") for item in typed)]
    options = by_path(pairs, load, order, "--set ")
    with naming_file(order_name, order_file, {}):
        of_order = by_path(order_file, None, order)
    with naming_file(load_name or "", load_file, {}):
        own = [(f"{kind}.{name.removeprefix(f'{kind}.')}", text) for name, text in load_file]
        of_load = by_path(own, load, order)
    load_options = {path: text for path, text in options.items() if path.startswith(f"{kind}.")}
    order_options = {path: text for path, text in options.items() if path not in load_options}
    if load is not None:
        with naming_file(load_name or "", of_load, load_options):
            load = changed_load(load, {**of_load, **load_options})
    with naming_file(order_name, of_order, order_options):
        order = changed_order(order, {**of_order, **order_options})
    with naming_file(order_name, of_order, {*of_load, *options}):
        check_that_all_act(order, load, [*of_order, *of_load, *options])
    return order, load


def run_of_all(
    order_name: str, load_names: Sequence[str], typed: Sequence[str]
) -> tuple[Order, list[NamedLoad]]:
    """Return an order and several loads of different kinds with their settings, as `run_of` does for
    one. A setting that several of the loads have needs the name of its load: nfs.threads."""
    if len(load_names) == 1:
        order, load = run_of(order_name, load_names[0], typed)
        return order, [load] if load is not None else []
    kinds = {kind_of(named(name, "load", "load", LOADS)[0]): name for name in load_names}
    if len(kinds) < len(load_names):
        raise ValueError(f"loads must be of different kinds, got {' '.join(load_names):.40}")
    shares: dict[str, list[str]] = {kind: [] for kind in ("", *kinds)}
    for item in typed:
        shares[owner(item.partition("=")[0], kinds)].append(item)
    order, _ = run_of(order_name, None, shares[""])
    loads = list[NamedLoad]()
    for kind, name in kinds.items():
        _, load = run_of(order_name, name, [*shares[""], *shares[kind]])
        assert load is not None
        loads.append(load)
    return order, loads


def owner(name: str, kinds: Collection[str]) -> str:
    """Return the one of several loads that the name of a setting belongs to, "" for the order. Raise
    ValueError if several of them have it."""
    before, _, leaf = name.rpartition(".")
    leaves = {kind: settings_of(LOADS[kind]) for kind in kinds if before in ("", kind)}
    owners = [kind for kind, own in leaves.items() if leaf in own] or [
        kind for kind, own in leaves.items() if leaf in names_of_load(own) and not own_matches(name)
    ]
    if len(owners) > 1:
        raise several(name, [f"{kind}.{leaf}" for kind in owners])
    return owners[0] if owners else before if before in kinds else ""


def by_path(pairs: Pairs, load: NamedLoad | None, order: Order, before: str = "") -> dict[str, str]:
    """Return settings by dotted name. Raise ValueError for a setting with two values. before: what
    precedes its name in the error."""
    found = dict[str, str]()
    for name, text in pairs:
        for path, value in paths_of(name, with_unit(name, text), load, order):
            if found.setdefault(path, value) != value:
                raise ValueError(
                    f"{before}{path:.40} must have one value, got {found[path]!r:.40} and {value!r:.40}"
                    f"{'; for jobs and their depth, use the product' * path.endswith('.threads')}"
                )
    return found


def kind_of(load: NamedLoad | None) -> str:
    """Return the name of a load in LOADS, which is the first part of its settings' names; "" for
    None."""
    return next((name for name, one in LOADS.items() if type(one) is type(load)), "")


@contextmanager
def naming_file(name: str, own: Collection[object], others: Collection[object]) -> Iterator[None]:
    """Put the name of a file before an error if all settings are its own."""
    try:
        yield
    except ValueError as error:
        raise ValueError(f"{name}: {error}" if own and not others else str(error)) from None


def named(text: str, what: str, key: str, allowed: Mapping[str, Known]) -> tuple[Known, Pairs]:
    """Return one of `allowed` and its settings as text. Raise ValueError if there is none of this
    name, or the file is wrong.

    text: its name, or a file that has its name under `key`. what: "order" or "load", for errors."""
    text = "cifs" if text == "smb" and what == "load" else text
    if text in allowed:
        return allowed[text], []
    if not text.endswith(".json"):
        raise ValueError(
            f"unknown {what} '{text:.40}'; known: {', '.join(allowed)}, or a file NAME.json"
        )
    contents = json_of(text, f"{'an' if what == 'order' else 'a'} {what}")
    if not isinstance(contents, dict):
        raise ValueError(
            f"{text}: a file must be {{NAME: VALUE, ...}}, got {json.dumps(contents):.40}"
        )
    name = contents.pop(key, None)
    if not isinstance(name, str) or name not in allowed:
        raise ValueError(f"{text}: {key} must be one of {', '.join(allowed)}, got {name!r:.40}")
    return allowed[name], list(as_typed(contents))


def as_typed(contents: Mapping[str, object], before: str = "") -> Iterator[tuple[str, str]]:
    """Yield the settings of a file as on the command line; {"log": {"devices": 2}} is log.devices."""
    for name, value in contents.items():
        if isinstance(value, dict):
            yield from as_typed(value, f"{before}{name}.")
        elif isinstance(value, str):
            yield f"{before}{name}", value
        else:
            yield f"{before}{name}", "none" if value is None else json.dumps(value)


def paths_of(
    name: str, text: str, load: NamedLoad | None, order: Order
) -> Iterator[tuple[str, str]]:
    """Yield the dotted names that the name of a setting stands for, each with its value as text.

    `pool=mirror:22` sets pool.layout and pool.vdevs. A short name is a setting of the load if it has
    one, and otherwise of the order. Raise ValueError for a name that both have."""
    if name == "without":
        yield name, text
    elif name in ("pool", "layout", "pool.layout") and ":" in text:
        layout, _, vdevs = text.partition(":")
        if one := re.fullmatch(r"(draid[123]?)((?::\d+[dcs])+)", text):  # as zpool names one vdev
            layout, vdevs = one[1], "1"
            for number, letter in re.findall(r"(\d+)([dcs])", one[2]):
                yield DRAID[letter], number
        yield "pool.layout", layout
        yield "pool.vdevs", vdevs
    else:
        own, kind = settings_of(load), kind_of(load)
        leaf = name.removeprefix(f"{kind}.")
        of_order = own_matches(name)
        if leaf in own:
            if len(of_order) == 1 and of_order[0] in KINDS:
                raise several(name, [f"{kind}.{leaf}", *of_order])
            if name == "size" and "data" in own:
                size = value_of(f"{kind}.size", text, *own[name])
                if isinstance(size, int) and size > 16 * MiB:
                    raise ValueError(
                        f"size must be {kind}.size (of a request) or {kind}.data (of the file), got "
                        f"{text!r:.40}, which may be either"
                    )
            yield f"{kind}.{leaf}", text
        elif of_order:
            yield full(name), text
        elif called := names_of_load(own).get(leaf.lower()):
            yield f"{kind}.{called}", text
        elif name.partition(".")[0] in LOADS:
            raise unknown_of_load(name, kind, own)
        elif matches(name):
            yield full(name), text
        elif others := [
            f"{other}.{words[name]}"
            for other, one in LOADS.items()
            if name in (words := names_of_load(settings_of(one)))
        ]:
            raise unknown_of_load(others[0], kind, own)
        else:
            yield constant_of(name, order.machine, names_of_load(own)), text


def unknown_of_load(name: str, kind: str, own: Collection[str]) -> ValueError:
    """Return the error for an unknown setting of a load. kind: of the load that runs; own: its
    settings."""
    before, _, leaf = name.partition(".")
    if before != kind:
        called = {"cifs": "smb (cifs)"}.get(kind, kind)
        which = f"is {called}, with {', '.join(own)}" if kind else "has a file of its own"
        return ValueError(f"{name:.40} must be a setting of the load, which {which}")
    known = names_of_load(own)
    near = get_close_matches(leaf, known, n=1, cutoff=0.75)
    hint = f"perhaps {kind}.{known[near[0]]}" if near else f"{kind} has {', '.join(own)}"
    return ValueError(f"unknown setting '{name:.40}'; {hint}")


def settings_of(load: NamedLoad | None) -> dict[str, tuple[Setting, Kinds]]:
    """Return the settings of a load and of the blocks that it reads, with their types."""
    classes: list[type] = [] if load is None else [type(load)]
    if hasattr(load, "blocks"):
        classes.append(Reads)
    return {
        name: (settings(cls)[name], kinds)
        for cls in classes
        for name, kinds in kinds_of(cls).items()
    }


HELP = {**{name: type(one) for name, one in LOADS.items()}, "nfs, cifs, local, iscsi": Reads}
"""The loads, and what several of them have, as the help names them."""


def all_settings(of: str) -> str:
    """Return what `run --help` says of every setting of a part or load, or of all: "all"."""
    return help_text(HELP, "" if of == "all" else of)


def changed_order(order: Order, texts: Mapping[str, str]) -> Order:
    """Return an order with other settings. texts: values by dotted name. Raise ValueError if a name
    or value is not allowed."""
    new, left_out = dict[str, Value](), set[str]()
    for path in sorted(texts):
        text = texts[path]
        if path == "without":
            left_out = {part.strip() for part in text.split(",") if part.strip()}
            for part in left_out - PARTS.keys() or ({text} if not left_out else set()):
                one_of("without", part, PARTS)
        else:
            new[path] = order_value(path, text)
    if (model := new.get("pool.disks.model")) in SSDS:
        raise ValueError(
            f"pool.disks.model must be one of {', '.join(WITH_DISKS)}, got {model!r}; the kind of SSD is "
            "pool.disks.ssd.kind"
        )
    if (kind := new.get("log.device.kind")) not in (None, *FORMER):
        one_of("log.device.kind", kind, DEVICES)
    made = order.order(new) if new else order
    return made.without(*left_out) if left_out else made


def order_value(path: str, text: str) -> Value:
    """Return the value of an order's setting from its dotted name and its text. Raise ValueError if
    either is not allowed."""
    if path in KINDS:
        return value_of(path, text, PATHS[path], KINDS[path])
    if path in PATHS:
        raise ValueError(f"{path} must be set in Python, not as text, got {text!r:.40}")
    raise ValueError(
        f"{path} must be left as it is, got {text!r:.40}: it is a constant of the figures, not a "
        "setting of an order"
    )


def simulated_time(name: str, text: str, least: float, right: str) -> float:
    """Return a time to simulate (s), from `least` to an hour. right: these limits in words. Raise
    ValueError for any other time."""
    if unit_of(text) in ("", *DIMENSIONS["time"]) and least <= (seconds := quantity(text)) <= hour:
        return seconds
    raise ValueError(f"{name} must be {right}, got {text!r:.40}")


def changed_load(load: NamedLoad, texts: Mapping[str, str]) -> NamedLoad:
    """Return a load with other settings. texts: values by dotted name. Raise ValueError if a value
    is not allowed."""
    own, new = settings_of(load), dict[str, Any]()
    for path in sorted(texts):
        name = path.removeprefix(f"{kind_of(load)}.")
        new[name] = value_of(path, texts[path], *own[name])
    with naming_load(load):
        blocks = {name: new.pop(name) for name in [*new] if name in settings(Reads)}
        if blocks and not isinstance(load, Create):
            new["blocks"] = replace(load.blocks, **blocks)
        return replace(load, **new) if new else load


def resolved(order: Order, load: NamedLoad) -> dict[str, object]:
    """Return the value of each setting by dotted name, in SI units; None for no limit."""
    own, values = vars(load), {path: order.value(path) for path in KINDS}
    own = {**vars(own.get("blocks", load)), **own}
    values |= {f"{kind_of(load)}.{name}": own[name] for name in settings_of(load)}
    return {name: None if value == inf else value for name, value in values.items()}


def naming_load(load: NamedLoad) -> dotted:
    """Return a context that adds the load's name to an error that begins with one of its settings."""
    return dotted(kind_of(load), settings_of(load))


class Named:
    """A load that adds its name to an error about one of its settings while it starts."""

    def __init__(self, load: NamedLoad):
        self.load, self.rate = load, getattr(load, "rate", 0.0)

    def start(self, machine: Machine) -> None:
        """Start the load."""
        with naming_load(self.load):
            self.load.start(machine)


def report(order: Order, ran: Ran) -> str:
    """Return the results of a run as tables."""
    latencies = [
        [
            name,
            f"{one.number:,}",
            *[f"{time / ms:.3f}" for time in (one.mean, *one.within.values(), one.longest)],
        ]
        for name, one in ran.by_load.items()
    ]
    devices = [
        [name, f"{reads:,.0f}", f"{writes:,.0f}", f"{read / MB:,.1f}", f"{written / MB:,.1f}"]
        for name, (reads, writes, read, written) in ran.iostat.items()
        if reads or writes
    ]
    parts = [heading(order, ran)]
    if latencies:
        titles = ["latency, ms", "requests", "mean", "50 %", "90 %", "99 %", "99.9 %", "max"]
        parts.append(table([titles, *latencies], "<" + ">" * 7))
    else:
        parts.append("No request was answered in this time; use a longer --seconds.")
    parts.append(
        table([["per second", "reads", "writes", "MB read", "MB written"], *devices], "<" + ">" * 4)
    )
    used = {name.replace("cards", "network"): share for name, share in ran.used.items()}
    shares = [[name, f"{share:.1%}"] for name, share in used.items()]
    parts.append(table([["part", "in use"], *shares], "<>"))
    if ran.dirty or ran.groups:
        parts.append(
            f"transaction groups on disk: {ran.groups}; not yet on disk: {ran.dirty / MB:,.1f} MB"
        )
    tiers = [[name, f"{share:.1%}"] for name, share in ran.tiers.items() if share]
    lookups = [[DEDUP_TITLES[name], f"{number:,}"] for name, number in ran.table.items()]
    for title, rows in (
        (["blocks read or prefetched from", "share"], tiers),
        (["dedup", "number"], lookups),
    ):
        if rows:
            parts.append(table([title, *rows], "<>"))
    return "\n\n".join(parts)


def heading(order: Order, ran: Ran) -> str:
    """Return one line on the machine and its rates, and a second one if requests are queued."""
    pool, logs, flash = order.pool, order.log.devices, order.cache.flash.devices
    usual = pool.width == LAYOUTS[pool.layout].disks and "raid" not in pool.layout
    missing = ", ".join(part for part in PARTS if not order.has(part))
    text = (
        f"{order.name or order.machine}, {pool.vdevs} x {pool.layout}"
        f"{'' if usual else f' of {pool.width}'}"
        f"{f' ({pool.count} disks)' if pool.parity else ''}, {logs} log device{'' if logs == 1 else 's'}"
        f"{' (mirrored)' if order.log.mirrored else ''}{f', {flash} of L2ARC' if flash else ''}"
        f"{', dedup' if order.filesystem.dedup.on else ''}"
        f"{f', without {missing}' if missing else ''}: {ran.rate:,.0f} requests per second, "
        f"{ran.bytes / MB:,.1f} MB/s, for {ran.seconds:g} s"
    )
    if ran.arrived is not None and ran.arrived - ran.rate > 0.01 * ran.arrived:
        text += (
            f"\n{ran.arrived:,.0f} requests per second arrived and {ran.rate:,.0f} were answered; "
            f"{ran.waiting:,} are waiting"
        )
    return text
