"""A whole machine on the command line: what is ordered, what is asked of it, and what came of it as
tables for people."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import fields, replace
from difflib import get_close_matches
from textwrap import fill
from types import UnionType
from typing import Any, get_args

from models.catalogue.machines import MACHINES, machine
from models.check import one_of
from models.cli.acting import check_that_all_act
from models.cli.command_line import table
from models.cli.machine_file import constant, meant, pairs
from models.cli.user_file import json_of
from models.devices.drive_spec import TABLES
from models.machine.iscsi import Iscsi
from models.machine.loads import Local, Nfs, Reads
from models.machine.log_device import NVME, NVRAM, PLAIN_NVME, LogDevice
from models.machine.order import ORDERS, PARTS, Order
from models.machine.ran import Ran
from models.units import DIMENSIONS, MB, hour, ms, quantity, unit_of
from models.zfs.dataset import SYNCS
from models.zfs.dedup.spec import DedupSpec
from models.zfs.txg.txg_spec import THROTTLES, TxgSpec
from models.zfs.zil.log_spec import BIASES, SIZINGS, WAKES, LogSpec

DEVICES: dict[str, LogDevice | None] = {
    "logzilla": None,
    "nvram": NVRAM,
    "nvme": NVME,
    "plain-nvme": PLAIN_NVME,
}
"""Kinds of log device; None: as the order's constants have it."""
LOADS: dict[str, Nfs | Local | Iscsi] = {"nfs": Nfs(), "local": Local(), "iscsi": Iscsi()}
WORDS = {
    "bias": BIASES,
    "wake": WAKES,
    "log_wake": WAKES,
    "sizing": SIZINGS,
    "log_sizing": SIZINGS,
    "throttle": THROTTLES,
    "sync": SYNCS,
    "head": [name for name in MACHINES if name.startswith("head-")],
}
"""Settings that are words and belong to parts of an order."""
SIMPLE = {int, float, str, bool, type(None)}
"""Kinds of setting that can be typed."""
UNITS = {
    (
        "bytes",
        "8 KiB",
    ): "size data sector recordsize arc flash_size unique memory entry block header chain granule indirect "
    "train_bytes slog_limit limit kick least transfer indirect",
    (
        "time",
        "1 ms",
    ): "age think at turnaround own way interval synctime tick delay_scale delay_most",
    ("bytes a second", "100 MB/s"): "port hash_rate",
    ("rate", "450 1/s"): "rate removal",
    ("share", "50 %"): "meta_limit begin reads spread packed tick_from delay_from",
}
"""What settings are measured in, such as; others are plain numbers."""


def run_of(order: str, load: str | None, settings: Sequence[str]) -> tuple[Order, Any]:
    """The order and the load, if there is one, that are named or in files {"machine" or "load":
    NAME, "SETTING": VALUE, ...}, with their settings (NAME=VALUE). Each is read by itself, and what
    they make is checked as a whole: in which order they come changes nothing. Raises ValueError
    with one line."""
    one, ordered = named(order, "order", "machine", ORDERS)
    asked, its = (None, {}) if load is None else named(load, "load", "load", LOADS)
    own, typed_in = settings_of(asked), dict[str, str]()
    for item in settings:
        name, equals, text = item.partition("=")
        if not equals:
            raise ValueError(f"--set wants NAME=VALUE, got '{item:.40}'")
        if typed_in.setdefault(name, text) != text:
            raise ValueError(
                f"--set {name:.40} comes twice, with {typed_in[name]!r:.40} and {text!r:.40}"
            )
    of_load = {name: text for name, text in typed_in.items() if name in own}
    of_order = {name: text for name, text in typed_in.items() if name not in own}
    with in_file(load or "", its, of_load):
        asked = loaded(asked, {**its, **of_load})
    with in_file(order, ordered, of_order):
        one = changed(one, {**ordered, **of_order}, own)
    check_that_all_act(one, asked, {*ordered, *its, *typed_in})
    return one, asked


@contextmanager
def in_file(name: str, given: Mapping[str, str], further: Mapping[str, str]) -> Iterator[None]:
    """Name the file in the error where all settings are its own."""
    try:
        yield
    except ValueError as error:
        raise ValueError(f"{name}: {error}" if given and not further else str(error)) from None


def named(text: str, what: str, key: str, allowed: Mapping[str, Any]) -> tuple[Any, dict[str, str]]:
    """One of the `allowed` by its name or, in a file, by its name under `key`; and the settings
    there."""
    if text in allowed:
        return allowed[text], {}
    if not text.endswith(".json"):
        raise ValueError(
            f"unknown {what} '{text:.40}'; known: {', '.join(allowed)}, or a file NAME.json"
        )
    given = json_of(text, what, "the")
    if not isinstance(given, dict):
        raise ValueError(f"{text}: wanted {{NAME: VALUE, ...}}")
    name = given.pop(key, None)
    if not isinstance(name, str) or name not in allowed:
        raise ValueError(f"{text}: {key} must be one of {', '.join(allowed)}, got {name!r:.40}")
    return allowed[name], {each: written(value) for each, value in given.items()}


def written(value: Any) -> str:
    """A value of JSON as people type it: {NAME: VALUE, ...} as NAME:VALUE,..."""
    if isinstance(value, dict):
        return ",".join(f"{name}:{written(each)}" for name, each in value.items())
    return value if isinstance(value, str) else "none" if value is None else json.dumps(value)


def known(one: Any) -> dict[str, set[Any]]:
    """The settings of an order, a load or a spec that can be typed, with their kinds."""
    kinds = {
        each.name: set(get_args(each.type)) if isinstance(each.type, UnionType) else {each.type}
        for each in fields(one)
    }
    return {
        name: kind
        for name, kind in kinds.items()
        if kind <= SIMPLE and name not in ("machine", "name")
    }


def all_settings() -> str:
    """The names of all settings that can be typed, by what has them."""
    every = {
        "order": known(Order),
        "log": known(LogSpec),
        "groups": known(TxgSpec),
        **{name: settings_of(load) for name, load in LOADS.items()},
    }
    return "\n".join(
        fill(", ".join(names), 80, initial_indent=f"  {what:14}", subsequent_indent=" " * 16)
        for what, names in every.items()
    )


def unknown(name: str, names: Iterable[str], those: str) -> ValueError:
    """What to say of a setting that is none of these."""
    near = get_close_matches(name, names, n=1, cutoff=0.7)
    return ValueError(f"unknown setting '{name:.40}'; {f'perhaps {near[0]}' if near else those}")


def changed(order: Order, given: Mapping[str, str], others: Iterable[str] = ()) -> Order:
    """An order with these settings otherwise. others: settings that might have been meant."""
    new: dict[str, Any] = {}
    for name in sorted(given):
        for field, value in setting(order, name, given[name], others).items():
            new[field] = (
                {**new.get(field, getattr(order, field)), **value}
                if field in ("intent_log", "groups")
                else value
            )
    return order.order(**new) if new else order


def setting(order: Order, name: str, text: str, others: Iterable[str] = ()) -> dict[str, Any]:
    """What one setting changes of an order: a field, a field of the intent log, a constant, or
    `without`."""
    if not text.strip():
        raise ValueError(f"{name} must have a value, got {text!r}")
    if name in WORDS:
        one_of(name, text, WORDS[name])
    if name == "without":
        parts = {part.strip() for part in text.split(",") if part.strip()}
        for part in parts - PARTS.keys():
            one_of("without", part, PARTS)
        return {"left_out": order.left_out | parts}
    if name == "pool":
        layout, colon, vdevs = text.partition(":")
        if not colon:
            raise ValueError(f"pool must be LAYOUT:VDEVS, such as mirror:22, got {text!r:.40}")
        return {"pool": (layout, typed("vdevs", {int}, vdevs))}
    if name == "dedup":
        given = [[part.strip() for part in one.partition(":")] for one in text.split(",")]
        return {
            "dedup": typed(name, {bool}, text)
            if ":" not in text
            else {
                one: typed(f"{one} of dedup", known(DedupSpec).get(one, {str}), value)
                for one, _, value in given
            }
        }
    if name == "log_device":
        if text not in DEVICES:
            raise ValueError(f"log_device must be one of {', '.join(DEVICES)}, got {text!r:.40}")
        if text == "logzilla" and "nvme_access" in machine(order.machine):
            raise ValueError(
                f"log_device of the {order.machine} must be nvme, plain-nvme or nvram, got 'logzilla', which "
                "nobody sells today"
            )
        return {"log_device": DEVICES[text]}
    if name in TABLES:
        try:
            rows = pairs(name, json.loads(text))
        except (json.JSONDecodeError, RecursionError):
            rows = ()
        if not rows:
            raise ValueError(
                f"{name} must be pairs, such as [[0, 2e8], [1e12, 1e8]], got {text!r:.40}"
            )
        return {name: rows}
    if name in (own := known(order)):
        return {name: typed(name, own[name], text)}
    if name in (log := known(LogSpec)):
        return {"intent_log": {name: typed(name, log[name], text)}}
    if name in (groups := known(TxgSpec)):
        return {"groups": {name: typed(name, groups[name], text)}}
    constants = machine(order.machine)
    if name not in constants:
        ours = [*own, "pool", "log_device", "dedup", "without"]
        raise unknown(
            name,
            [*others, *ours, *log, *groups, *TABLES, *constants],
            f"an order has constants as `describe {order.machine}` shows them, and {', '.join(ours)}",
        )
    value = constant(name, text, constants[name])
    whole = isinstance(constants[name].value, int) and value == int(value)
    return {name: int(value) if whole else value}


def span(name: str, text: str, least: float, right: str) -> float:
    """A time to simulate (s), an hour at most."""
    if unit_of(text) in ("", *DIMENSIONS["time"]) and least <= (seconds := quantity(text)) <= hour:
        return seconds
    raise ValueError(f"{name} must be {right}, got {text!r:.40}")


def settings_of(load: Any) -> dict[str, set[Any]]:
    """Those of a load, if there is one, and of the blocks that it reads."""
    return {
        **(known(load) if load else {}),
        **(known(Reads) if isinstance(load, (Nfs, Iscsi)) else {}),
    }


def loaded(load: Any, given: Mapping[str, str]) -> Any:
    """A load with these settings otherwise."""
    own, new = settings_of(load), dict[str, Any]()
    for name in sorted(given):
        if name not in own:
            raise unknown(name, own, f"a load of this kind has {', '.join(own)}")
        new[name] = typed(name, own[name], given[name])
    blocks = {name: value for name, value in new.items() if name not in known(load)} if new else {}
    parts = {"blocks": replace(load.blocks, **blocks)} if blocks else {}
    return (
        replace(load, **parts, **{name: value for name, value in new.items() if name not in blocks})
        if new
        else load
    )


def typed(name: str, kinds: set[Any], text: str) -> Any:
    """A value of one of these kinds: a word, yes or no, a whole number or a quantity; `none` for
    nothing said."""
    if text == "none" and type(None) in kinds:
        return None
    if bool in kinds:
        if text not in ("yes", "no", "true", "false"):
            raise ValueError(f"{name} must be yes or no, got {text!r:.40}")
        return text in ("yes", "true")
    if str in kinds:
        return text
    unit = next(
        (unit for unit, names in UNITS.items() if name.partition(" ")[0] in names.split()),
        ("a plain number", "4"),
    )
    value = meant(name, text, *unit)
    return int(value) if value == int(value) and float not in kinds else value


def told(order: Order, ran: Ran) -> str:
    """What came of a run."""
    without = (
        f", without {', '.join(part for part in PARTS if not order.has(part))}"
        if order.left_out
        else ""
    )
    logs = f"{order.logs} log device{'' if order.logs == 1 else 's'}"
    layout, vdevs = order.pool
    wide = f" of {order.disks // vdevs}" if order.width or layout.startswith("raidz") else ""
    head = (
        f"{order.name or order.machine}, {vdevs} x {layout}{wide}, {logs}{', dedup' if order.dedup else ''}{without}: "
        f"{ran.rate:,.0f} requests a second, {ran.bytes / MB:,.1f} MB/s, for {ran.seconds:g} s"
    )
    rows = [
        ["latency, ms", "requests", "mean", "50 %", "90 %", "99 %", "99.9 %"],
        *[
            [
                name,
                f"{one.number:,}",
                *[f"{time / ms:.3f}" for time in (one.mean, *one.within.values())],
            ]
            for name, one in (("read", ran.reads), ("write", ran.writes))
            if one.number
        ],
    ]
    pool = [
        ["a second", "reads", "writes", "MB read", "MB written"],
        *[
            [name, f"{reads:,.0f}", f"{writes:,.0f}", f"{read / MB:,.1f}", f"{written / MB:,.1f}"]
            for name, (reads, writes, read, written) in ran.iostat.items()
            if reads or writes
        ],
    ]
    used = [["part", "in use"], *[[name, f"{share:.1%}"] for name, share in ran.used.items()]]
    tiers = [
        ["reads from", "share"],
        *[[name, f"{share:.1%}"] for name, share in ran.tiers.items() if share],
    ]
    words = (
        "records written or freed",
        "of those written found",
        "table blocks read",
        "table blocks written",
    )
    looked = [
        ["dedup", "so many"],
        *[[one, f"{number:,}"] for one, number in zip(words, ran.table.values(), strict=False)],
    ]
    answers = (
        table(rows, "<" + ">" * 6)
        if rows[1:]
        else "No request was answered in that time: it takes more --seconds."
    )
    tables = [answers, table(pool, "<" + ">" * 4), table(used, "<>")]
    if ran.dirty or ran.groups:
        tables.append(
            f"transaction groups on disk: {ran.groups}; {ran.dirty / MB:,.1f} MB are not there yet"
        )
    if ran.came is not None and ran.came - ran.rate > 0.01 * ran.came:
        head += (
            f"\n{ran.came:,.0f} a second came, {ran.rate:,.0f} were answered: {ran.waiting:,} wait"
        )
    return "\n\n".join(
        [head, *tables, *[table(each, "<>") for each in (tiers, looked) if len(each) > 1]]
    )
