"""What files say of a machine and its load, and what they leave open."""

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import fsum
from typing import Any, NamedTuple

from models.beside.levels import loads_in
from models.commands.disks import disk_of
from models.commands.pasted import USUAL
from models.machine.order import ORDERS
from models.measured.kit.measured import Measured, Samples
from models.units import KiB, ms

Settings = dict[str, Any]
DISKS = "which drives the pool has"
LOGS = "which log device it has"
CACHED = "where reads come from"
SPREAD = "how far apart the blocks lie"
SYNCED = "when a write is answered"
KIND = {
    "disk": "disks, 7,200 rpm",
    "sata-server": "server SATA SSDs",
    "sata-consumer": "consumer SATA SSDs",
    "nvme-server": "server NVMe drives",
    "nvme-consumer": "consumer NVMe drives",
    "optane": "Optane drives",
}
"""The kinds of drives of the catalogue of today, in words."""
NAMED = {
    "nvme": ("nvme-server", "nvme-consumer", "optane"),
    "sd": ("disk", "sata-server", "sata-consumer"),
    "": ("disk", "sata-server", "sata-consumer", "nvme-server", "nvme-consumer", "optane"),
}
"""What the names of devices leave open: `nvme0n1` is one of three kinds, `sda` one of three others."""
NUMBERED = re.compile(r"[._]\d+(?=\.log)")
TICKS = 2 * ms
"""Mean latency below which the times of a log of fio, whole milliseconds, do not say what was under way."""
WIDE = 0.4
"""Share of a drive over which the blocks of a large file lie. Taken: a typical pool is about half full."""
MOST_THREADS, IN_MEMORY, LOOKS = 1024, 100, 999
"""Requests under way at most; blocks of a file that memory holds once each was read; moments at which a log is
looked at."""


class Option(NamedTuple):
    """One way in which something may be that no file says. words: what it is."""

    words: str
    machine: Settings
    load: Settings


class Known(NamedTuple):
    """What the files say together. loads: side by side. open: what they leave open -> the ways it may be. notes: what was
    taken, in words. said: which file says what."""

    machine: Settings
    loads: list[Settings]
    open: dict[str, list[Option]]
    notes: list[str]
    said: dict[str, str]


def together(files: Mapping[str, Measured]) -> dict[str, Measured]:
    """Return the files with the logs of one job as one: `x_lat.1.log` and `x_lat.2.log` are of two of its threads."""
    found = dict[str, Measured]()
    logs = Counter(NUMBERED.sub("", name) for name in files)
    for name, measured in files.items():
        key = NUMBERED.sub("", name)
        key = key if measured.form == "fio log" and logs[key] > 1 else name
        if key in found and found[key].form == measured.form:
            found[key] = joined(found[key], measured)
        else:
            found[key] = measured
    return found


def joined(a: Measured, b: Measured) -> Measured:
    """Return two logs of one job as one."""
    made = Measured(a.form, values=dict(a.values), load=a.load or b.load, notes=[*a.notes])
    for name, value in b.values.items():
        mine = made.values.get(name)
        if name == "span_s" and isinstance(mine, float):
            made.values[name] = max(mine, value)
        elif name == "bytes" and isinstance(mine, int | float):
            made.values[name] = mine + value
    for each in (a, b):
        for part in each.parts:
            if isinstance(part.latencies, Samples):
                mine = made.part(part.name)
                mine.latencies = mine.latencies or Samples()
                assert isinstance(mine.latencies, Samples)
                mine.latencies.seconds.extend(part.latencies.seconds)
                mine.latencies.times.extend(part.latencies.times)
    return made


def known_of(files: Mapping[str, Measured]) -> Known:
    """Return what files say of the machine and its load, and what they leave open."""
    found = Known({}, [], {}, [], {})
    kinds: dict[str, tuple[str, ...]] = {}
    for name, measured in files.items():
        if measured.machine and "machine" not in found.said:
            found.machine.update(measured.machine)
            found.said["machine"] = name
            kinds = {
                section: NAMED[kind] for section, kind in measured.kinds.items() if kind in NAMED
            }
        found.notes.extend(odd(name, measured, found.said.get("machine", "")))
        if (loads := loads_in(measured)) and not found.loads:
            found.loads.extend(map(dict, loads))
            found.said["load"] = name
        elif loads:
            found.notes.append(f"{name} names a load, too: that of {found.said['load']} is run.")
    if "machine" not in found.said:
        found.machine.update({"pool.layout": "stripe", "pool.vdevs": 1})
        found.notes.append("No file says what the pool is made of: a single drive is taken.")
        kinds = {"data": NAMED[""]}
    if len(several := sorted(pools(files))) > 1:
        found.notes.append(
            f"The files are of several pools: {', '.join(several)}. They are taken as of one."
        )
    from_log = not found.loads and load_of_log(files, found)
    kinds = {section: as_listed(files, may_be) for section, may_be in kinds.items()}
    drives = kinds.get("data", ())
    if drives:
        found.open[DISKS] = [Option(KIND[kind], of_kind(kind), {}) for kind in drives]
    if found.machine.get("log.devices") and kinds.get("log"):
        found.open[LOGS] = [
            Option(KIND[kind], {"log.device.kind": kind}, {})
            for kind in kinds["log"]
            if kind != "disk"
        ]
    reading = [load for load in found.loads if load.get("local.reads")]
    is_unsaid = "load" in found.said and unsaid(files[found.said["load"]])
    for load in found.loads if is_unsaid else ():
        load |= {"local.o_sync": False} if load.get("local.reads", 0) < 1 else {}
    is_open = from_log or (is_unsaid and len(found.loads) == 1)
    if is_open and found.loads[0].get("local.reads", 0) < 1:
        found.open[SYNCED] = [
            Option("writes are answered once in memory", {}, {"local.o_sync": False}),
            Option("writes are answered once safe", {}, {"local.o_sync": True}),
        ]
    if from_log and "disk" in drives:
        drive = found.machine.get("pool.disks.capacity", ORDERS[USUAL].pool.disks.capacity)
        wide = round(WIDE * drive * found.machine.get("pool.vdevs", 1))
        found.open[SPREAD] = [
            Option("blocks close together", {}, {}),
            Option(
                "blocks all over the drives",
                {"cache.pointers_held": True},
                {"local.data": wide},
            ),
        ]
    if reading and not all(load.get("local.o_direct") for load in reading):
        largest = max(load.get("local.size", 8 * KiB) for load in reading)
        found.open[CACHED] = [
            Option("reads come from the drives", {}, {"local.o_direct": True}),
            Option(
                "reads come from memory",
                {},
                {"local.data": IN_MEMORY * largest},
            ),
        ]
    return found


def as_listed(files: Mapping[str, Measured], may_be: tuple[str, ...]) -> tuple[str, ...]:
    """Return which of some kinds of drives a list of the machine's drives has; all of them if it has none."""
    found = set[str]()
    for measured in files.values():
        for name, kind in (
            measured.values.get("drives", {}).items() if measured.form == "lsblk" else ()
        ):
            found |= {kind} if kind in KIND else {*NAMED.get(disk_of(name).kind, ())} - {"disk"}
    return tuple(kind for kind in may_be if kind in found) or may_be


def odd(name: str, measured: Measured, named: str) -> Iterator[str]:
    """Yield what of a file the machine cannot be: a pool that is not well, a second pool, several loads. named: the file
    that names the machine."""
    if measured.machine and named != name:
        yield f"{name} names a machine, too: that of {named} is taken."
    if (state := measured.values.get("state")) not in (None, "ONLINE"):
        yield f"{name}: the pool is {state}. The book's machine is whole."
    if "in progress" in str(scan := measured.values.get("scan", "")):
        yield f"{name}: {scan}. The book's machine repairs nothing, so yours may be slower."
    if loads := measured.values.get("loads_in_turn"):
        yield f"{name} has {len(loads)} loads that ran one after the other, and none is run here: give it the JSON of one job."


def pools(files: Mapping[str, Measured]) -> set[str]:
    """Return the names of the pools that files speak of."""
    said = [measured.values.get("pool") for measured in files.values()]
    said += [part.values.get("pool") for one in files.values() for part in one.parts]
    return {name for name in said if isinstance(name, str)}


def of_kind(kind: str) -> Settings:
    """Return the settings of a pool of one kind of drives."""
    return (
        {"pool.disks.kind": "disk"}
        if kind == "disk"
        else {"pool.disks.kind": "ssd", "pool.disks.ssd.kind": kind}
    )


def unsaid(measured: Measured) -> bool:
    """Return whether a file has a job and does not say if its writes wait until they are safe."""
    return measured.form == "fio report" and all(part.name != "sync" for part in measured.parts)


def load_of_log(files: Mapping[str, Measured], found: Known) -> bool:
    """Take the load from a log of fio, which says sizes and times, but not the job. Return whether there is one."""
    for name, measured in files.items():
        parts = {
            part.name: part.latencies for part in measured.parts if part.name in ("read", "write")
        }
        ones = {op: each for op, each in parts.items() if isinstance(each, Samples) and len(each)}
        if measured.form != "fio log" or not ones:
            continue
        number = sum(len(each) for each in ones.values())
        span, moved = measured.values.get("span_s"), measured.values.get("bytes")
        if not isinstance(span, float) or span <= 0 or not isinstance(moved, int | float):
            continue
        under_way = at_once(
            [each for one in ones.values() for each in zip(one.times, one.seconds, strict=False)]
        )
        size = max(512, round(moved / number / 512) * 512)
        reads = len(ones.get("read", ())) / number
        load: Settings = {"local.size": size, "local.reads": reads}
        load |= {"local.over": reads < 1, "local.o_sync": False}
        found.loads.append(load)
        found.said["load"] = name
        if under_way:
            load["local.threads"] = threads = min(MOST_THREADS, under_way)
            how = f"{threads} request{'s' * (threads > 1)} of {size:,} bytes {'were' if threads > 1 else 'was'} under way"
        else:
            load["local.rate"] = rate = number / span
            how = f"{rate:,.1f} requests of {size:,} bytes came in a second, and mostly none was under way"
        found.notes.append(
            f"{name} does not say its job. By the times in its rows {how}. Random places are assumed."
        )
        return True
    return False


def at_once(answers: Sequence[tuple[float, float]]) -> int:
    """Return how many requests were under way in the middle of the time. answers: when each was answered, and after how
    long (s). A stall, in which nothing is answered, changes it little."""
    begins, ends = sorted(t - s for t, s in answers), sorted(t for t, _ in answers)
    if not answers:
        return 0
    first, last = begins[0], ends[-1]
    whole = fsum(seconds for _, seconds in answers)
    if whole < TICKS * len(answers):  # times are too coarse: Little's law
        return round(whole / (last - first)) if last > first else 0
    moments = [first + (last - first) * (k + 0.5) / LOOKS for k in range(LOOKS)]
    return sorted(bisect_right(begins, t) - bisect_right(ends, t) for t in moments)[LOOKS // 2]
