"""A whole machine on the command line: an order, a load, and the result as tables."""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from difflib import get_close_matches
from typing import Any

from models.check import one_of
from models.cli.acting import check_that_all_act
from models.cli.command_line import table
from models.cli.machine_file import constant_of
from models.cli.typed import KINDS, help_text, kinds_of, value_of
from models.cli.user_file import json_of
from models.machine.loads import Iscsi, Local, Nfs, Reads
from models.machine.order import LAYOUTS, ORDERS, PARTS, Order
from models.machine.order.log_device import KINDS as DEVICES
from models.machine.order.names import PATHS, full, matches
from models.machine.ran import Ran
from models.setting import Setting, settings
from models.units import DIMENSIONS, MB, hour, ms, quantity, unit_of

LOADS: dict[str, Nfs | Local | Iscsi] = {"nfs": Nfs(), "local": Local(), "iscsi": Iscsi()}


def run_of(order: str, load: str | None, given: Sequence[str]) -> tuple[Order, Any]:
    """Return the order and the load, if any, that are named or in files {"machine" or "load": NAME,
    "SETTING": VALUE, ...}, with settings NAME=VALUE. All settings are applied, then the whole is
    checked, so their sequence makes no difference. Raise ValueError with one line."""
    one, in_order = named(order, "order", "machine", ORDERS)
    asked, in_load = (None, {}) if load is None else named(load, "load", "load", LOADS)
    kind = load_name(asked)
    typed_in = dict[str, str]()
    for item in given:
        name, equals, text = item.partition("=")
        if not equals:
            raise ValueError(f"--set must be NAME=VALUE, got '{item:.40}'")
        for path, value in paths_of(name, text, asked, kind, one):
            if typed_in.setdefault(path, value) != value:
                raise ValueError(
                    f"--set {path:.40} comes twice, with {typed_in[path]!r:.40} and {value!r:.40}"
                )
    with in_file(order, in_order, {}):
        of_order = {
            path: value
            for name, text in in_order.items()
            for path, value in paths_of(name, text, None, "", one)
        }
    with in_file(load or "", in_load, {}):
        of_load = {
            path: value
            for name, text in in_load.items()
            for path, value in paths_of(f"{kind}.{name}", text, asked, kind, one)
        }
    mine = {path: text for path, text in typed_in.items() if path.startswith(f"{kind}.")}
    rest = {path: text for path, text in typed_in.items() if path not in mine}
    with in_file(load or "", of_load, mine):
        asked = loaded(asked, kind, {**of_load, **mine})
    with in_file(order, of_order, rest):
        one = changed(one, {**of_order, **rest})
    with in_file(order, of_order, {**of_load, **typed_in}):
        check_that_all_act(one, asked, {*of_order, *of_load, *typed_in})
    return one, asked


def load_name(load: Any) -> str:
    """Return the name of a load, which its settings have in front; '' for none."""
    return next((name for name, one in LOADS.items() if type(one) is type(load)), "")


@contextmanager
def in_file(name: str, given: Mapping[str, str], further: Mapping[str, str]) -> Iterator[None]:
    """Name the file in the error where all settings are its own."""
    try:
        yield
    except ValueError as error:
        raise ValueError(f"{name}: {error}" if given and not further else str(error)) from None


def named(text: str, what: str, key: str, allowed: Mapping[str, Any]) -> tuple[Any, dict[str, str]]:
    """Return one of `allowed` by its name or, in a file, by its name under `key`; and the file's
    settings as text."""
    if text in allowed:
        return allowed[text], {}
    if not text.endswith(".json"):
        raise ValueError(
            f"unknown {what} '{text:.40}'; known: {', '.join(allowed)}, or a file NAME.json"
        )
    given = json_of(text, what, "the")
    if not isinstance(given, dict):
        raise ValueError(f"{text}: it must be {{NAME: VALUE, ...}}, got {json.dumps(given):.40}")
    name = given.pop(key, None)
    if not isinstance(name, str) or name not in allowed:
        raise ValueError(f"{text}: {key} must be one of {', '.join(allowed)}, got {name!r:.40}")
    return allowed[name], dict(written(given))


def written(given: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, str]]:
    """Yield the settings of a file as people type them; {"log": {"devices": 2}} is log.devices."""
    for name, value in given.items():
        if isinstance(value, dict):
            yield from written(value, f"{before}{name}.")
        elif isinstance(value, str):
            yield f"{before}{name}", value
        else:
            yield f"{before}{name}", "none" if value is None else json.dumps(value)


def paths_of(name: str, text: str, load: Any, kind: str, order: Order) -> Iterator[tuple[str, str]]:
    """Yield the dotted name, or names, that a typed setting stands for, and the text for each.

    `pool=mirror:22` is short for pool.layout and pool.vdevs. A bare name is the load's, unless it is
    short for a setting of the order, too. Raise ValueError."""
    if name == "without":
        yield name, text
    elif name in ("pool", "layout", "pool.layout") and ":" in text:
        layout, _, vdevs = text.partition(":")
        yield "pool.layout", layout
        yield "pool.vdevs", vdevs
    else:
        own = settings_of(load)
        of_load = (
            [f"{kind}.{name.removeprefix(f'{kind}.')}"]
            if name.removeprefix(f"{kind}.") in own
            else []
        )
        of_order = matches(name)
        if of_load and len(of_order) == 1 and of_order[0] in KINDS:
            raise ValueError(
                f"{name:.40} is short for several: {of_load[0]}, {of_order[0]}; take one of them"
            )
        if of_load:
            yield of_load[0], text
        elif of_order:
            yield full(name), text
        else:
            yield constant_of(name, order.machine, own), text


def settings_of(load: Any) -> dict[str, tuple[Setting, frozenset[Any]]]:
    """Return the settings of a load, and of the blocks that it reads, with their types."""
    classes = [] if load is None else [type(load)]
    if isinstance(load, (Nfs, Iscsi)):
        classes.append(Reads)
    return {
        name: (settings(cls)[name], kinds)
        for cls in classes
        for name, kinds in kinds_of(cls).items()
    }


def all_settings() -> str:
    """Return what `run --help` says of every setting."""
    return help_text({"nfs": Nfs, "local": Local, "iscsi": Iscsi, "nfs or iscsi": Reads})


def changed(order: Order, given: Mapping[str, str]) -> Order:
    """Return an order with these settings, texts by dotted name. Raise ValueError."""
    new, left_out = dict[str, Any](), set[str]()
    for path in sorted(given):
        text = given[path]
        if path == "without":
            left_out = {part.strip() for part in text.split(",") if part.strip()}
            for part in left_out - PARTS.keys() or ({text} if not left_out else set()):
                one_of("without", part, PARTS)
        elif path in PATHS and path not in KINDS:
            raise ValueError(
                f"{path} must be set in Python, where it can be written, got {text!r:.40}"
            )
        elif path not in PATHS:
            raise ValueError(
                f"{path} must be left as it is: it is a constant of the figures, not of an order"
            )
        else:
            new[path] = value_of(path, text, PATHS[path], KINDS[path])
    check_log_device(order, new.get("log.device.kind"))
    made = order.order(new) if new else order
    return made.without(*left_out) if left_out else made


def check_log_device(order: Order, kind: str | None) -> None:
    """Raise ValueError for a kind of log device that does not exist, or is not sold with the
    machine."""
    if kind is None:
        return
    one_of("log.device.kind", kind, DEVICES)
    if kind == "logzilla" and order.log.device.kind == "nvme":
        raise ValueError(
            f"log.device.kind of the {order.machine} must be nvme, plain-nvme or nvram, got "
            "'logzilla', which is not sold today"
        )


def span(name: str, text: str, least: float, right: str) -> float:
    """Return a time to simulate (s), an hour at most. Raise ValueError."""
    if unit_of(text) in ("", *DIMENSIONS["time"]) and least <= (seconds := quantity(text)) <= hour:
        return seconds
    raise ValueError(f"{name} must be {right}, got {text!r:.40}")


def loaded(load: Any, kind: str, given: Mapping[str, str]) -> Any:
    """Return a load with these settings, texts by dotted name. Raise ValueError."""
    own, new = settings_of(load), dict[str, Any]()
    for path in sorted(given):
        name = path.removeprefix(f"{kind}.")
        if name not in own:
            near = get_close_matches(name, own, n=1, cutoff=0.7)
            those = f"perhaps {near[0]}" if near else f"a load of this kind has {', '.join(own)}"
            raise ValueError(f"unknown setting '{name:.40}'; {those}")
        new[name] = value_of(name, given[path], *own[name])
    blocks = {name: new.pop(name) for name in [*new] if name in settings(Reads) and new}
    parts = {"blocks": replace(load.blocks, **blocks)} if blocks else {}
    return replace(load, **parts, **new) if new or parts else load


def report(order: Order, ran: Ran) -> str:
    """What came of a run."""
    without = (
        f", without {', '.join(part for part in PARTS if not order.has(part))}"
        if order.left_out
        else ""
    )
    ordered, devices = order.pool, order.log.devices
    logs = f"{devices} log device{'' if devices == 1 else 's'}"
    usual = LAYOUTS[ordered.layout].disks
    as_usual = ordered.width == usual and not ordered.layout.startswith("raidz")
    wide = "" if as_usual else f" of {ordered.width}"
    head = (
        f"{order.name or order.machine}, {ordered.vdevs} x {ordered.layout}{wide}, {logs}{', dedup' if order.filesystem.dedup.on else ''}{without}: "
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
