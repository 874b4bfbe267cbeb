"""What a reader pasted, whatever it is, as settings of a study; and a study as commands."""

from collections.abc import Mapping
from typing import Any

from models.cli.acting import check_that_all_act
from models.cli.whole_machine import as_typed, by_path, changed_order
from models.commands import fio, zpool
from models.commands.pool import Pool, Settings, made_of
from models.commands.status import read_status
from models.commands.text import lines, wrong
from models.commands.zfs import read_get
from models.lab.study import study_of
from models.machine.order import ORDERS, Order

USUAL = "server-today"
RIGHT = "zpool create or add, zpool status, zfs set or get, or a fio job"


def pasted(text: str, study_side: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a text says, as JSON: {"settings": what it changes in the side, "dropped": settings
    of the side that then mean nothing, "machine": the side's, or another that the text names,
    "loads": [{"load", "name", "settings"}], "notes": what the machine cannot do, or what had to be
    guessed, in words}.

    study_side: {"machine": NAME, "settings": {...}}, what is there now; a text that adds to a pool
    adds to this one. Raise ValueError, "line N: ... must be ..., got ...", for a wrong text."""
    machine = study_side.get("machine") or USUAL
    own = dict(study_side.get("settings") or {})
    for one in text.splitlines():
        if one.startswith(zpool.ANOTHER) and one.removeprefix(zpool.ANOTHER).strip() in ORDERS:
            machine, own = one.removeprefix(zpool.ANOTHER).strip(), {}
    order = order_of(machine, own)
    pool, found, loads = Pool.of(order), list(lines(text)), list[dict[str, Any]]()
    some = read_status(pool, found)
    some |= read_get(pool, found)
    some |= zpool.read_commands(pool, found)
    jobs = [line for line in found if line.words[:1] != ["zpool"] and line.words[:1] != ["zfs"]]
    if not some or any(line.words[:1] == ["fio"] for line in jobs):
        loads = fio.loads_of(jobs, machine, pool.notes)
    if not some and not loads:
        number = next((line.number for line in found if line.text.strip()), 1)
        raise wrong(number, f"the text must be {RIGHT}, got {text.strip()[:40]!r}")
    settings, dropped = Settings(), list[str]()
    if some:
        first = next(line.number for line in found if line.text.strip())
        try:
            settings, dropped = fitting(order, pool, own, machine)
        except ValueError as error:
            raise wrong(first, str(error)) from None
    if pool.whole and "filesystem.recordsize" not in pool.told and not order.filesystem.recordsize:
        pool.note(
            "recordsize is not said: records are as large as the requests, at most 128K; OpenZFS's "
            "default is 128K"
        )
    return {
        "settings": settings,
        "dropped": dropped,
        "machine": machine,
        "loads": loads,
        "notes": pool.notes,
    }


def order_of(machine: str, settings: Mapping[str, Any]) -> Order:
    """Return the order of a side of a study."""
    if machine not in ORDERS:
        raise ValueError(f"machine must be one of {', '.join(ORDERS)}, got {machine!r:.40}")
    base = ORDERS[machine]
    return changed_order(base, by_path(list(as_typed(dict(settings))), None, base))


def fitting(
    order: Order, pool: Pool, own: Mapping[str, Any], machine: str
) -> tuple[Settings, list[str]]:
    """Return the settings that a pool changes, and those of the side that mean nothing with them.
    Raise ValueError for a pool that cannot be built."""
    new = pool.settings(order)
    changed = by_path(list(as_typed(dict(own))), None, ORDERS[machine])
    settings, dropped = made_of(order, new), list[str]()
    made = order.order(settings)
    for name in [*settings, *changed]:
        try:
            check_that_all_act(made, None, [name, "log.devices", "cache.flash.devices"])
        except ValueError:
            if name in settings:
                settings.pop(name)
            else:
                dropped.append(name)
    return settings, dropped


def commands(study: object) -> dict[str, list[str]]:
    """Return the commands of a study, given as JSON: {"a": lines that build a, "b": lines that turn a
    into b, "loads": a fio command for each load}. Raise ValueError for a study that is wrong."""
    made = study_of(study)
    a = made.machines["a"]
    b = made.machines.get("b")
    name = study["a"]["machine"] if isinstance(study, dict) else USUAL
    return {
        "a": zpool.create(a, ORDERS[name]).splitlines(),
        "b": zpool.added(a, b).splitlines() if b else [],
        "loads": [fio.fio(load, name) for load, name in zip(made.loads, made.names, strict=True)],
    }
