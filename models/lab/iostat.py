"""What `zpool iostat` and `iostat` would say of a machine, second by second."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from itertools import count
from math import fsum, inf
from typing import Any, NamedTuple

from models.devices.cable import Cabled
from models.devices.flash_drive import SSDS
from models.devices.looped_drive import LoopedDrive
from models.machine.boxes import AnyDevice
from models.machine.machine import Machine
from models.units import KiB, ms
from models.zfs.allocator.allocator import FreeSpace, NextFit
from models.zfs.io.queue_order import Sorted, Zio, class_of
from models.zfs.io.scheduler import VdevQueue
from models.zfs.l2arc.l2arc import Hybrid
from models.zfs.pool.draid import Draid
from models.zfs.pool.pool import LABEL
from models.zfs.pool.vdev import Raidz, Single, Vdev

Row = dict[str, Any]
"""A line of a tool: "name", "depth" (its indent), "values" (numbers, or None), "cells" (as printed)."""
Bins = Counter[int]
"""How many times there are by their bits (ns): 0 is no time, n is below 2 ** n ns."""
Sums = dict[str, tuple[int, float, Bins]]
"""By what is measured: how many, their sum, and their histogram as `zpool iostat` has it."""
NS = 1e-9
BUCKETS = 37
"""Rows of a histogram of waits. Source: OpenZFS 2.3, zfs.h, VDEV_L_HISTO_BUCKETS."""
PASSED = 11
"""The bits of the time (ns) that a request takes to pass ZFS's queue when nothing is in its way: 1.0 to 2.0 µs, as the
syncq_wait of 1us in four published outputs of `zpool iostat -l`. The model's queue takes none."""
NONE: tuple[int, float, Bins] = (0, 0.0, Counter())
USED = 0.5
"""Share of a pool that is in use unless its order says another, as for a resilver."""
READ_WRITE, PEND_ACTIV = ("read", "write"), ("pend", "activ")
CLASSES = ("sync read", "sync write", "async read", "async write", "scrub", "trim", "rebuild")
"""The classes of ZFS's queue, in the order of `zpool iostat -q`."""
ZPOOL: dict[str, tuple[str, ...]] = {
    "capacity": ("alloc", "free"),
    **dict.fromkeys(("operations", "bandwidth", "total_wait", "disk_wait"), READ_WRITE),
    **dict.fromkeys(("syncq_wait", "asyncq_wait"), READ_WRITE),
    **dict.fromkeys(("scrub", "trim", "rebuild"), ("wait",)),
    **dict.fromkeys(("syncq_read", "syncq_write", "asyncq_read", "asyncq_write"), PEND_ACTIV),
    **dict.fromkeys(("scrubq_read", "trimq_write", "rebuildq_write"), PEND_ACTIV),
}
"""The columns of `zpool iostat -lq`. Source: OpenZFS 2.3, zpool_main.c, iostat_top_labels and
iostat_bottom_labels."""
COLUMNS = [f"{top} {name}" for top, names in ZPOOL.items() for name in names]
WIDTH = 5
EACH = {"{}/s": 7, "{}kB/s": 9, "{}rqm/s": 8, "%{}rqm": 6, "{}_await": 7, "{}areq-sz": 8}
DISKS = {name.format(op): width for op in "rwd" for name, width in EACH.items()}
DISKS |= {"f/s": 7, "f_await": 7, "aqu-sz": 7, "%util": 6}
"""The columns of `iostat -dx` and their widths. Source: sysstat 12.5, iostat.c, write_plain_ext_stat."""


class Leaf:
    """A device of a pool, and what it answered since the last row."""

    def __init__(self, name: str, device: AnyDevice):
        self.name, self.device = name, device
        if isinstance(device, Cabled):
            self.device = device.device
        self.device.recording = True
        self.queue: VdevQueue | None = getattr(device, "queue", None)
        self.sums: Sums = {}
        self.busy = 0.0  # share of the time with a command in the device
        self.queued = [0] * 2 * len(CLASSES)  # of each class, how many wait and are in the device

    def look(self, begin: float, now: float) -> None:
        """Sum up what the device answered from `begin` to `now` (s)."""
        queue, spans = self.queue, list[tuple[float, float]]()
        found = defaultdict[str, list[float]](list)
        for op, kind, size, arrived, issued, finish in self.answered(now):
            spans.append((issued, finish))
            found[f"disk {op}"].append(finish - issued)
            if op != "flush":
                found[f"bytes {op}"].append(size)
                if kind:
                    found[f"total {op}"].append(finish - arrived)
                    found[kind].append(issued - arrived)
        self.sums = {name: (len(ones), fsum(ones), binned(ones)) for name, ones in found.items()}
        if queue:
            within = [zio for zio, _ in queue.in_drive.values()]
            spans += [(zio.issued, now) for zio in (*within, *queue.flushes.values())]
            found_in = [[class_of(zio) for zio in zios] for zios in (waiting(queue), within)]
            self.queued = [kinds.count(name) for name in CLASSES for kinds in found_in]
        self.busy, until = 0.0, begin
        for start, end in sorted(spans):
            if end > until:
                self.busy += (min(end, now) - max(start, until)) / (now - begin)
                until = min(end, now)

    def answered(self, now: float) -> Iterator[tuple[str, str, int, float, float, float]]:
        """Yield the commands answered by `now` (s), and forget them: read, write or flush, class in ZFS's
        queue, bytes, and when each arrived there, was issued and ended (s). Those that ZFS joined are one."""
        where = "done" if isinstance(self.device, LoopedDrive) else "trace"  # of times to come, too
        ended: list[Any] = getattr(self.device, where)
        setattr(self.device, where, [one for one in ended if one.finish > now])
        last = None
        for one in ended:
            if one.finish > now:
                continue
            if not isinstance(one, Zio):
                yield one.op, "", one.size, one.issued, one.issued, one.finish
            elif one.whole is None or one.whole is not last:
                last = one.whole
                size = last.size if last else 0
                yield one.op, class_of(one), size, one.arrived, one.issued, one.finish


def waiting(queue: VdevQueue) -> list[Zio]:
    """Return the I/Os that wait in a queue."""
    order = queue.order
    lines: Iterable[Any] = [order.heap] if isinstance(order, Sorted) else order.lines.values()
    zios = [one if isinstance(one, Zio) else one[-1] for line in lines for one in line]
    return list({id(zio): zio for zio in zios if zio.issued == inf}.values())


def binned(times: Iterable[float]) -> Bins:
    """Return the histogram of times (s)."""
    return Counter([int(time / NS).bit_length() for time in times])


def middles(bins: Bins) -> int:
    """Return the sum of times as `zpool iostat` has it (ns): each is the middle of the power of two that
    it lies in. Source: OpenZFS 2.3, zpool_main.c, single_histo_average. No time at all is that of a
    queue in which nothing waits."""
    return sum([number * (3 << (each or PASSED) >> 2) for each, number in bins.items()])


def added(a: Sums, b: Sums) -> Sums:
    """Return the sums of two groups of devices."""
    pairs = {name: (a.get(name, NONE), b.get(name, NONE)) for name in [*a, *b]}
    return {name: (p[0] + q[0], p[1] + q[1], p[2] + q[2]) for name, (p, q) in pairs.items()}


class Branch(NamedTuple):
    """A line of `zpool iostat -v`: the pool, a vdev, a device, or the title of those that follow."""

    name: str
    depth: int
    leaves: list[Leaf]
    vdevs: Sequence[Vdev] = ()  # whose space the line shows


class Iostat:
    """The devices of a machine as the tools see them. They record their commands from now on; `row`
    takes what they recorded, so that little is kept."""

    def __init__(self, machine: Machine, pool: str = "tank"):
        self.machine, self.since = machine, machine.loop.now
        self.branches = list(branches(machine, pool))
        self.leaves = list(dict.fromkeys([leaf for one in self.branches for leaf in one.leaves]))

    def row(self, now: float) -> dict[str, list[Row]]:
        """Return the lines of both tools for the time since the last call until `now` (s): "zpool", of
        `zpool iostat -vlq`, and "disks", of `iostat -dxz`, which leaves out devices without commands."""
        seconds = now - self.since
        for leaf in self.leaves:
            leaf.look(self.since, now)
        self.since = now
        lines = [line(leaf, seconds) for leaf in self.leaves if leaf.sums]
        return {"zpool": [self.of(branch, seconds) for branch in self.branches], "disks": lines}

    def of(self, branch: Branch, seconds: float) -> Row:
        """Return a line of `zpool iostat`."""
        name, depth, leaves, vdevs = branch
        sums = reduce(added, [leaf.sums for leaf in leaves], Sums())
        used = [taken(self.machine, vdev) for vdev in vdevs]
        values: list[float | None] = [None, None]
        if used and None not in used:
            alloc = sum([one or 0 for one in used])
            values = [alloc, sum([vdev.capacity - LABEL for vdev in vdevs]) - alloc]
        moved = [sums.get(f"disk {op}", NONE)[0] for op in READ_WRITE]
        moved += [int(sums.get(f"bytes {op}", NONE)[1]) for op in READ_WRITE]
        values += [one / seconds if leaves else None for one in moved]
        cells = ["-" if value is None else nicenum(int(value)) for value in values]
        for wait in ("total read", "total write", "disk read", "disk write", *CLASSES):
            number, total, bins = sums.get(wait, NONE)
            values.append(total / number if number else None)
            cells.append(nicenum(middles(bins) // max(1, number), time=True))
        known = [leaf.queued for leaf in leaves if leaf.queue]
        queued = [sum(each) for each in zip(*known, strict=True)]
        values += queued or [None] * 2 * len(CLASSES)
        cells += [nicenum(one) for one in queued] or ["-"] * 2 * len(CLASSES)
        return {"name": name, "depth": depth, "values": values, "cells": cells}


def line(leaf: Leaf, seconds: float) -> Row:
    """Return a line of `iostat -dx`. The model joins nothing behind ZFS and discards nothing."""
    values, ticks = list[float](), list[float]()
    for op in ("read", "write", "discard", "flush"):
        number, held, _ = leaf.sums.get(f"disk {op}", NONE)
        moved, each = leaf.sums.get(f"bytes {op}", NONE)[1] / KiB, max(1, number)
        ticks.append(held)
        wait = held / each / ms
        both = [moved / seconds, 0.0, 0.0, wait, moved / each] if op != "flush" else [wait]
        values += [number / seconds, *both]
    values += [fsum(ticks) / seconds, 100 * leaf.busy]
    cells = [f"{value:.2f}" for value in values]
    return {"name": leaf.name, "depth": 0, "values": values, "cells": cells}


def taken(machine: Machine, vdev: Vdev) -> int | None:
    """Return the bytes of a vdev that are in use, or None if the model does not know. What is written and
    freed while the machine runs is known of log devices and the read cache alone."""
    pool, cache, whole = machine.pool, machine.reads.cache, vdev.capacity - LABEL
    pairs = [
        pair for one in (pool.main, pool.log) for pair in zip(one.vdevs, one.spaces, strict=True)
    ]
    if space := next((space for own, space in pairs if own is vdev), None):
        filled = machine.order.pool.filled
        if isinstance(space, FreeSpace):
            return space.used
        if type(space) is NextFit and space.size < whole:
            return whole - space.size
        return int(whole * (USED if filled is None else filled))
    if vdev in machine.log_vdevs:  # it has died
        return 0
    if isinstance(cache, Hybrid):
        for device, store in zip(machine.boxes.flash, cache.stores, strict=True):
            if device is vdev.devices[0]:
                return int(store.bytes)
    return None


def branches(machine: Machine, name: str) -> Iterator[Branch]:
    """Yield the lines of `zpool iostat -v`, in its order: data, special, logs, cache."""
    pool, order, boxes = machine.pool, machine.order, machine.boxes
    flash = [Single(one) for one in boxes.flash]
    special = [pool.special] if pool.special else []
    kinds: dict[str, tuple[Sequence[Vdev], str]] = {
        "": (pool.vdevs, order.pool.disks.ssd.kind if order.pool.disks.kind == "ssd" else ""),
        "logs": (machine.log_vdevs, order.log.device.kind),
        "cache": (flash, order.cache.flash.kind),
        "special": (special, order.pool.special.kind),
    }
    names = {"sd": map(letters, count()), "nvme": map("{}n1".format, count()), "pmem": count()}
    numbers, made = count(), dict[str, list[Branch]]()
    for title, (vdevs, kind) in kinds.items():
        made[title] = lines = []
        fast = kind in SSDS and not kind.startswith("sata")
        first = "pmem" if kind == "nvram" else "nvme" if fast else "sd"
        for vdev in vdevs:
            leaves = [Leaf(f"{first}{next(names[first])}", device) for device in vdev.devices]
            number = next(numbers) if title != "cache" else 0
            if isinstance(vdev, Single):
                lines.append(Branch(leaves[0].name, 2, leaves, [vdev]))
            else:
                lines.append(Branch(f"{kind_of(vdev)}-{number}", 2, leaves, [vdev]))
                lines += [Branch(leaf.name, 4, [leaf]) for leaf in leaves]
    tops = [one for title in ("", "special", "logs") for one in made[title] if one.vdevs]
    whole = [leaf for one in tops for leaf in one.leaves]
    yield Branch(name, 0, whole, pool.vdevs)
    for title in ("", "special", "logs", "cache"):
        if title and made[title]:
            yield Branch(title, 0, [])
        yield from made[title]


def kind_of(vdev: Vdev) -> str:
    """Return the name of a kind of vdev, as OpenZFS writes it."""
    if isinstance(vdev, Raidz):
        return f"raidz{vdev.parity}"
    if not isinstance(vdev, Draid):
        return "mirror"
    disks, data = len(vdev.devices), vdev.width - vdev.parity
    return f"draid{vdev.parity}:{data}d:{disks}c:{disks - vdev.used}s"


def letters(number: int) -> str:
    """Return the letters of a disk's name: a to z, aa, ab, and so on."""
    return (letters(number // 26 - 1) if number >= 26 else "") + chr(ord("a") + number % 26)


def nicenum(number: int, time: bool = False) -> str:
    """Return a number, or a time (ns), in five characters; no time is a dash. Source: OpenZFS 2.3,
    libzutil, zfs_nicenum_format."""
    units, k = (("ns", "us", "ms", "s"), 1000) if time else (("", *"KMGTPE"), 1024)
    power = 0
    while number >= k ** (power + 1) and power < len(units) - 1:
        power += 1
    if time or number % k**power == 0:
        return f"{number // k**power}{units[power]}" if number or not time else "-"
    texts = [f"{number / k**power:.{digits}f}{units[power]}" for digits in (2, 1, 0)]
    return next((text for text in texts if len(text) <= WIDTH), texts[-1])


def zpool_text(rows: Sequence[Row]) -> str:
    """Return the lines of a second as `zpool iostat -vlq 1` prints them, with its header."""
    names = [" " * row["depth"] + row["name"] for row in rows]
    width, top = max(10, *map(len, names)), ""
    for title, below in ZPOOL.items():
        whole = WIDTH * len(below) + 2 * (len(below) - 1)
        start = max(0, whole // len(below) - len(title) // len(below))
        top += "  " + (" " * start + title).ljust(whole)
    lines = [["pool", *[column.split()[1] for column in COLUMNS]]]
    lines += [["-" * width, *["-" * WIDTH] * len(COLUMNS)]]
    lines += [[name, *row["cells"]] for name, row in zip(names, rows, strict=True)]
    form = f"{{:{width}}}" + f"  {{:>{WIDTH}}}" * len(COLUMNS)
    return "\n".join([" " * width + top, *[form.format(*line) for line in (*lines, lines[1])]])


def disks_text(rows: Sequence[Row]) -> str:
    """Return the lines of a second as `iostat -dxz 1` prints them, with its header."""
    form = "{:13}" + "".join([f" {{:>{width}}}" for width in DISKS.values()])
    lines = [["Device", *DISKS], *[[row["name"], *row["cells"]] for row in rows]]
    return "\n".join([form.format(*line) for line in lines])
