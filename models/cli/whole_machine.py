"""A whole machine on the command line: what is ordered, what is asked of it, and what came of it as tables for people."""
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

from models.catalogue.machines import machine
from models.cli.command_line import table
from models.cli.machine_file import constant, pairs
from models.cli.user_file import text_of
from models.devices.drive_spec import TABLES
from models.machine.loads import Local, Nfs, Reads
from models.machine.log_device import LOGZILLA, NVME, NVRAM, PLAIN_NVME, LogDevice
from models.machine.machine import Load
from models.machine.order import ORDERS, PARTS, Order
from models.machine.ran import Latency, Ran
from models.units import MB, ms, quantity
from models.zfs.zil.log_spec import LogSpec

DEVICES: dict[str, LogDevice] = {"logzilla": LOGZILLA, "nvram": NVRAM, "nvme": NVME, "plain-nvme": PLAIN_NVME}
"""Kinds of log device."""
LOADS: dict[str, Nfs | Local] = {"nfs": Nfs(), "local": Local()}
LOG = {one.name: one for one in fields(LogSpec)}
NOT_TYPED = ("intent_log", "groups", "disk_spec", "head_spec", "cards", "constants", "left_out", "trace", "blocks",
             "machine", *TABLES)
"""Fields that have no place on a command line, or another one."""


def run_of(order: str, load: str, settings: Sequence[str]) -> tuple[Order, Load]:
    """The order and the load that are named, with their settings (NAME=VALUE). Raises ValueError with one line."""
    one, asked = order_of(order), load_of(load)
    for item in settings:
        name, text = parted(item)
        if name in known(asked) or (name in known(Reads()) and isinstance(asked, Nfs)):
            asked = with_setting(asked, name, text)
        else:
            one = changed(one, name, text)
    return one, asked


def ordered(order: str, settings: Sequence[str]) -> Order:
    """The order that is named, with its settings (NAME=VALUE). Raises ValueError with one line."""
    one = order_of(order)
    for item in settings:
        one = changed(one, *parted(item))
    return one


def parted(item: str) -> tuple[str, str]:
    """Name and value of a setting."""
    name, equals, text = item.partition("=")
    if not equals:
        raise ValueError(f"--set wants NAME=VALUE, got '{item}'")
    return name, text


def order_of(text: str) -> Order:
    """A machine of the catalogue that can be ordered, or a file {"machine": NAME, "SETTING": VALUE, ...}."""
    order: Order = named(text, "order", "machine", ORDERS, changed)
    return order


def load_of(text: str) -> Nfs | Local:
    """A kind of load, or a file {"load": NAME, "SETTING": VALUE, ...}."""
    load: Nfs | Local = named(text, "load", "load", LOADS, with_setting)
    return load


def named(text: str, what: str, key: str, allowed: Mapping[str, Any], setting: Callable[[Any, str, str], Any]) -> Any:
    """One of the `allowed` by its name or, in a file, by its name under `key` and with settings."""
    if text in allowed:
        return allowed[text]
    given = from_file(text, allowed, what)
    name = given.pop(key, None)
    if name not in allowed:
        raise ValueError(f"{text}: {key} must be one of {', '.join(allowed)}, got {name!r:.40}")
    one = allowed[name]
    for each, value in given.items():
        one = setting(one, each, value if isinstance(value, str) else json.dumps(value))
    return one


def from_file(text: str, allowed: Any, what: str) -> dict[str, Any]:
    """What a JSON file holds."""
    if not text.endswith(".json"):
        raise ValueError(f"unknown {what} '{text:.40}'; known: {', '.join(allowed)}, or a file NAME.json")
    try:
        given = json.loads(text_of(Path(text), f"the {what}, a JSON file,"))
    except json.JSONDecodeError as error:
        raise ValueError(f"{text}, line {error.lineno} is no JSON: {error.msg}") from None
    except RecursionError:
        raise ValueError(f"{text} is no {what}: nested too deeply") from None
    if not isinstance(given, dict):
        raise ValueError(f"{text}: wanted {{NAME: VALUE, ...}}")
    return given


def known(one: Any) -> dict[str, Any]:
    """The settings of an order or a load, with their values."""
    return {each.name: getattr(one, each.name) for each in fields(one) if each.name not in NOT_TYPED}


def changed(order: Order, name: str, text: str) -> Order:
    """An order with one setting otherwise: a field, a field of the intent log, a constant, or `without`."""
    if name == "without":
        return order.without(*[part.strip() for part in text.split(",") if part.strip()])
    if name == "pool":
        layout, colon, vdevs = text.partition(":")
        if not colon:
            raise ValueError(f"pool must be LAYOUT:VDEVS, such as mirror:22, got {text!r:.40}")
        return order.order(pool=(layout, typed("vdevs", 1, vdevs)))
    if name == "log_device":
        if text not in DEVICES:
            raise ValueError(f"log_device must be one of {', '.join(DEVICES)}, got {text!r:.40}")
        return order.order(log_device=DEVICES[text])
    if name in TABLES:
        try:
            return order.order(**{name: pairs(name, json.loads(text))})
        except json.JSONDecodeError:
            raise ValueError(f"{name} must be pairs, such as [[0, 2e8], [1e12, 1e8]], got {text!r:.40}") from None
    own = known(order)
    if name in own:
        return order.order(**{name: typed(name, own[name], text)})
    if name in LOG:
        return order.order(intent_log={**order.intent_log, name: typed(name, LOG[name].default, text)})
    constants = machine(order.machine)
    if name not in constants:
        raise ValueError(f"unknown setting '{name:.40}'; an order has constants as `describe {order.machine}` shows them, "
                         f"and {', '.join((*own, 'without'))}")
    value: Any = text if isinstance(constants[name].value, str) else quantity(text)
    return order.order(**{name: constant(name, value, constants[name])})


def with_setting(load: Any, name: str, text: str) -> Any:
    """A load with one setting otherwise."""
    if isinstance(load, Nfs) and name in known(Reads()):
        return replace(load, blocks=replace(load.blocks, **{name: typed(name, known(Reads())[name], text)}))
    own = known(load)
    if name not in own:
        raise ValueError(f"unknown setting '{name:.40}'; a load of this kind has {', '.join(own)}")
    return replace(load, **{name: typed(name, own[name], text)})


def typed(name: str, before: Any, text: str) -> Any:
    """A value like the one before: a word, yes or no, a whole number or a quantity; `none` for nothing said."""
    if text == "none":
        return None
    if isinstance(before, bool):
        if text not in ("yes", "no", "true", "false"):
            raise ValueError(f"{name} must be yes or no, got {text!r:.40}")
        return text in ("yes", "true")
    if isinstance(before, str):
        return text
    try:
        value = quantity(text)
    except ValueError as error:
        raise ValueError(f"{name}: {error}") from None
    return int(value) if value == int(value) and not isinstance(before, float) else value


def told(order: Order, ran: Ran) -> str:
    """What came of a run."""
    without = f", without {', '.join(part for part in PARTS if not order.has(part))}" if order.left_out else ""
    head = (f"{order.machine}, {order.pool[1]} x {order.pool[0]}, {order.logs} log devices{without}: {ran.rate:,.0f} "
            f"requests a second, {ran.bytes / MB:,.1f} MB/s, for {ran.seconds:g} s")
    kinds = [(name, latency) for name, latency in (("read", ran.reads), ("write", ran.writes)) if latency.number]
    rows = [["latency, ms", "requests", "mean", "50 %", "90 %", "99 %", "99.9 %"], *[row(*kind) for kind in kinds]]
    pool = [["a second", "reads", "writes", "MB read", "MB written"],
            *[[name, f"{reads:,.0f}", f"{writes:,.0f}", f"{read / MB:,.1f}", f"{written / MB:,.1f}"]
              for name, (reads, writes, read, written) in ran.iostat.items() if reads or writes]]
    used = [["part", "in use"], *[[name, f"{share:.1%}"] for name, share in ran.used.items()]]
    tiers = [["reads from", "share"], *[[name, f"{share:.1%}"] for name, share in ran.tiers.items() if share]]
    tables = [table(rows, "<" + ">" * 6), table(pool, "<" + ">" * 4), table(used, "<>")]
    return "\n\n".join([head, *tables, *([table(tiers, "<>")] if len(tiers) > 1 else [])])


def row(name: str, latency: Latency) -> list[str]:
    """A row of the latencies."""
    return [name, f"{latency.number:,}", f"{latency.mean / ms:.3f}",
            *[f"{time / ms:.3f}" for time in latency.within.values()]]
