"""What a reader pasted, whatever it is, as settings of a study; and a study as commands."""

import re
from collections.abc import Mapping
from typing import Any

from models.cli.acting import check_that_all_act
from models.cli.whole_machine import as_typed, by_path, changed_order
from models.commands import fio, zpool
from models.commands.pool import Pool, Settings, replaced, settings_on
from models.commands.status import read_status
from models.commands.text import lines, wrong
from models.commands.zfs import read_get
from models.lab.events import KINDS, refuse_impossible
from models.lab.study import Study, event_of
from models.machine.order import ORDERS, Order

USUAL = "server-today"
RIGHT = "zpool create or add, zpool status, zfs set or get, or a fio job"

OTHERS = {
    r"^\s*NAME\s+MAJ:MIN": "lsblk, which does not say the vdevs",
    r"^\s*pool\s+alloc\s+free": "zpool iostat, which does not say the sizes",
    r"^\s*NAME\s+USED\s+AVAIL": "zfs list, which does not say the vdevs",
    r"^\s*NAME\s+SIZE\s+ALLOC": "zpool list; with -v it says the vdevs, too",
    r"^\s*Filesystem\s+\S+\s+Used": "df, which does not say the vdevs",
    r"^\s*Device:?\s+(r/s|rrqm/s|tps)": "iostat, which does not say the vdevs",
    r"^Personalities : |^md\d+ :": "mdstat: the machine has ZFS",
    r"^Disk /dev/|^Model Family:|^Device Model:": "a list of disks, which does not say the vdevs",
}
"""How the outputs of other tools begin, and what they lack."""


def pasted(text: str, study_side: Mapping[str, Any], beside: bool = False) -> dict[str, Any]:
    """Return what a text says, as JSON: {"settings": what it changes in the side, "kept": settings of
    the side, as text, that it does not replace and that still mean something, "machine": the side's,
    or another that the text names, "loads": [{"load", "name", "settings"}], "events": what the pool
    suffers from, as in a study, "pool": whether the text is about a pool, "whole": whether it describes
    all of one, "notes": what the machine cannot do, or what had to be guessed, in words}.

    study_side: {"machine": NAME, "settings": {...}}, what is there now; a text that adds to a pool
    adds to this one, and one that describes a whole pool replaces it. beside: whether the side stays,
    and what is made of it stands beside it: devices with names of the side's are then the same, and
    "settings" says what is replaced, too. Raise ValueError, "line N: ... must be ..., got ...", for a
    wrong text."""
    machine = study_side.get("machine") or USUAL
    own: dict[str, Any] = dict(study_side.get("settings") or {})
    for one in text.splitlines():
        if one.startswith(zpool.ANOTHER) and one.removeprefix(zpool.ANOTHER).strip() in ORDERS:
            machine, own = one.removeprefix(zpool.ANOTHER).strip(), {}
    order = order_of(machine, own)
    kept = by_path(list(as_typed(own)), None, ORDERS[machine])
    pool, found, loads = Pool.of(order), list(lines(text)), list[dict[str, Any]]()
    pool.same = beside
    some = read_status(pool, found)
    some |= read_get(pool, found)
    some |= zpool.read_commands(pool, found)
    jobs = [line for line in found if line.words[:1] != ["zpool"] and line.words[:1] != ["zfs"]]
    if not some or any(line.words[:1] == ["fio"] for line in jobs):
        loads = fio.loads_of(jobs, machine, pool.notes)
    if not some and not loads:
        number = next((line.number for line in found if line.text.strip()), 1)
        got = next((why for sign, why in OTHERS.items() if re.search(sign, text, re.MULTILINE)), "")
        raise wrong(number, f"the text must be {RIGHT}, got {got or repr(text.strip()[:40])}")
    settings, events = Settings(), list[dict[str, Any]]()
    if some:
        first = next(line.number for line in found if line.text.strip())
        try:
            settings, kept = fitting(ORDERS[machine], kept, pool)
            events = happening(order_of(machine, kept).order(settings), pool)
        except ValueError as error:
            raise wrong(first, str(error)) from None
    if pool.whole and "filesystem.recordsize" not in pool.told and not order.filesystem.recordsize:
        pool.note(
            "recordsize is not said: records are as large as the requests, at most 128K; OpenZFS's "
            "default is 128K"
        )
    return {
        "settings": settings,
        "kept": kept,
        "machine": machine,
        "loads": loads,
        "events": events,
        "pool": bool(some),
        "whole": pool.whole,
        "notes": pool.notes,
    }


def order_of(machine: str, settings: Mapping[str, Any]) -> Order:
    """Return the order of a side of a study."""
    if machine not in ORDERS:
        raise ValueError(f"machine must be one of {', '.join(ORDERS)}, got {machine!r:.40}")
    base = ORDERS[machine]
    return changed_order(base, by_path(list(as_typed(dict(settings))), None, base))


def fitting(base: Order, own: dict[str, str], pool: Pool) -> tuple[Settings, dict[str, str]]:
    """Return the settings that a pool changes, and those of the side that stay with them. Raise
    ValueError for a pool that cannot be built."""
    gone = replaced(pool)
    if not pool.same:
        own = {path: text for path, text in own.items() if not gone(path)}
    order = changed_order(base, own)
    settings = settings_on(order, base, pool)
    made = order.order(settings)
    for name in [*settings, *own]:
        try:
            check_that_all_act(made, None, [name, "log.devices", "cache.flash.devices"])
        except ValueError:
            settings.pop(name, None)
            own.pop(name, None)
    return settings, own


def happening(order: Order, pool: Pool) -> list[dict[str, Any]]:
    """Return what a pool suffers from as events of a study, as far as they can happen to the machine,
    and note what became of each."""
    found = list[dict[str, Any]]()
    for one, why in pool.events:
        try:
            refuse_impossible(order, [event_of(0, event, ["a"], 1) for event in [*found, one]], 1)
        except ValueError as error:
            reason = str(error).partition(": ")[2]
            pool.note(f"{why}: left out, because this {reason}")
        else:
            found.append(one)
            pool.note(f'{why}: set as "{KINDS[one["kind"]].words}" at 0:00')
    return found


def commands(study: Study) -> dict[str, list[str]]:
    """Return the commands of a study: {"a": lines that build a, "b": lines that turn a into b, "loads": a
    fio command for each load}."""
    a, b = study.machines["a"], study.machines.get("b")
    return {
        "a": zpool.create(a).splitlines(),
        "b": zpool.added(a, b).splitlines() if b else [],
        "loads": [fio.fio(load, name) for load, name in zip(study.loads, study.names, strict=True)],
    }
