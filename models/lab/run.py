"""A machine that runs and is watched: one sample for each half second of its time."""

from bisect import bisect_right
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from decimal import Decimal
from functools import partial
from itertools import count
from math import ceil, fsum, inf, sqrt
from operator import itemgetter
from random import Random
from typing import Any, TypeAlias

from models.cli.whole_machine import Named, NamedLoad, naming_load
from models.lab.events import KINDS, Event, refuse_impossible
from models.lab.iostat import Iostat
from models.lab.trace_events import located, request
from models.machine.loads.create import Create
from models.machine.loads.iscsi import Iscsi
from models.machine.loads.local import Local
from models.machine.loads.nfs import Nfs
from models.machine.loads.warmed import warmed
from models.machine.machine import Machine, Open
from models.machine.order import Order
from models.machine.ran import Ran
from models.sim.path import WAITING, RequestPath
from models.sim.stats import percentile
from models.zfs.l2arc.l2arc import Hybrid
from models.zfs.pool.records import block_of

Sample: TypeAlias = dict[str, Any]
"""What happened in half a second, as JSON values."""
STEP, LOOKS = 0.5, 5
"""Time of a sample (s), and moments in it at which the changed data is looked at."""
LEAD, LEAST, MOST = 3, 8, 8
"""Samples after an event before a cycle that may be repeated, samples in a cycle at least, and cycles for which it is
repeated at most."""
NEAR, SIGMAS, WARMS = 0.02, 3.0, 0.1
"""Share by which a steady machine may change in a cycle, standard deviations of chance beside it, and share by which the
reads of devices may become fewer while samples repeat."""
FOLLOWED = 100
"""Requests that are traced in a sample, about."""
MOST_OPEN = 10_000
"""Requests of an open load that are under way before others are counted alone."""
A_DECADE, FINE = 10, 10
"""Bins of a decade of latency, and parts of a bin."""
EDGES = [
    float(Decimal(10) ** (Decimal(n) / (A_DECADE * FINE) - 5)) for n in range(6 * A_DECADE * FINE)
]
"""Lower edges of the fine bins of latency (s), from 10 us to 10 s; decimal, so that they are the same on all
machines."""
PARTS = (
    "programs",
    "network",
    "cores",
    "cache",
    "log",
    "group",
    "logdevice",
    "cable",
    "disk",
    "flash",
    "special",
)
"""The parts of a machine, from the programs to the devices."""
BUSY = {
    "cores": "cores",
    "disks": "disk",
    "cables": "cable",
    "log devices": "logdevice",
    "flash": "flash",
    "special": "special",
    "cards in": "network",
    "cards out": "network",
}
"""The parts of what `Machine.worked` returns."""


class Watch:
    """The requests of one load: how many are under way, when they are answered, and the paths of those
    that are followed. All are counted; about FOLLOWED in a sample are traced, drawn by `random`."""

    def __init__(self, machine: Machine, load: NamedLoad, random: Random | None):
        self.machine, self.random = machine, random
        self.size = load.size if isinstance(load, Local) else 0
        self.load = replace(load, trace=self.begin, seen=self.end)
        self.threads = threads_of(load)
        self.own = own_time(machine.order, load)
        self.arrivals: list[Open] = []
        self.open = self.held = 0  # requests under way, and those that are counted alone
        self.share = 1.0  # of the requests, that are traced
        self.reset()

    def reset(self) -> None:
        """Begin a sample."""
        self.asked = self.followed = self.answered = self.bytes = 0
        self.area, self.since = 0.0, self.machine.loop.now  # requests under way, times seconds
        self.counts = dict[int, int]()
        self.paths = list[RequestPath]()

    def count(self, more: int) -> None:
        """Change the number of requests under way."""
        now = self.machine.loop.now
        self.area += self.open * (now - self.since)
        self.since = now
        self.open += more

    def begin(self) -> RequestPath | None:
        """Note that a program asks. Return the path if the request is followed."""
        self.count(1)
        self.asked += 1
        if self.random is None or self.random.random() >= self.share:
            return None
        self.followed += 1
        if self.followed % (2 * FOLLOWED) == 0:
            self.share /= 2
        return RequestPath(self.machine.loop.now)

    def end(self, size: int, latency: float, path: RequestPath | None) -> None:
        """Note an answer, or those that a program gets together."""
        self.count(-1)
        calls = max(1, size // self.size) if self.size else 1
        self.answered += calls
        self.bytes += size
        at = max(0, bisect_right(EDGES, latency / calls) - 1)
        self.counts[at] = self.counts.get(at, 0) + calls
        if path is not None:
            if not path.steps:  # a file system without paths: a raw disk or UFS
                path.serve("disk", "serves the request", self.machine.loop.now, "disk")
            self.paths.append(path)

    def mean(self) -> float:
        """Return how many requests were under way since `reset`, on average."""
        self.count(0)
        held = sum([one.held for one in self.arrivals])
        return self.area / STEP + (self.held + held) / 2

    def sample(self) -> Sample:
        """Return what happened to the load since `reset`."""
        mean, held = self.mean(), sum([one.held for one in self.arrivals])
        more, self.held = held - self.held, held
        coarse = dict[str, int]()
        for at, number in sorted(self.counts.items()):
            key = str(at // FINE)
            coarse[key] = coarse.get(key, 0) + number
        return {
            "answered": self.answered,
            "bytes": self.bytes,
            "counts": coarse,
            "fine": {str(at): number for at, number in sorted(self.counts.items())},
            "asked": self.asked + more,
            "waiting": self.open + held,
            "held": held,
            "mean waiting": mean,
            "threads": self.threads,
        }

    def adapt(self) -> None:
        """Set the share of the next sample's requests that are traced."""
        self.share = min(1.0, FOLLOWED / max(1, self.asked))


def threads_of(load: NamedLoad) -> int:
    """Return the number of threads of a load whose requests wait for each other; 0 for an open load."""
    if not isinstance(load, Create) and load.rate:
        return 0
    if isinstance(load, Local):
        return load.threads
    return load.threads * (load.initiators if isinstance(load, Iscsi) else load.clients)


def own_time(order: Order, load: NamedLoad) -> float:
    """Return how long a thread of a load takes from an answer until it asks again, on average (s)."""
    if isinstance(load, Local):
        return load.think
    if isinstance(load, Create | Iscsi) or load.rate or load.turnaround is None:
        return 0.0
    return max(0.0, load.turnaround - (order.network.turnaround or 0.0))


def spent(machine: Machine, path: RequestPath) -> dict[str, list[float]]:
    """Return how long a request waited and was served in each part (s)."""
    found = dict[str, list[float]]()
    for part, span in located(path, bool(machine.pool.logs)):
        times = found.setdefault(part, [0.0, 0.0])
        times[span.kind != WAITING] += span.length
    return found


def watched(
    order: Order,
    loads: Sequence[NamedLoad],
    events: Sequence[Event] = (),
    seconds: float = 60.0,
    seed: int = 1,
    followed: int = 0,
    whole: bool = False,
    iostat: bool = False,
    requests: bool = False,
) -> Iterator[Sample]:
    """Yield a sample for each half second of a machine under loads and events.

    followed: number of the load whose requests are traced. iostat: whether the sample that ends a
    second has "iostat", the lines of `Iostat.row`, while there is power. requests: whether samples have
    "requests", those that were traced, step by step. whole: whether each half second is simulated. Otherwise the machine stands still for some of a stretch that has become `steady`, and
    samples repeat those of the last cycle of its transaction groups, with "simulated" false. Files that
    are read have their highest blocks of pointers in memory from the start. The same
    arguments give the same samples. A machine that cannot keep up goes on, with more requests waiting.
    Raise ValueError for an event that cannot happen."""
    refuse_impossible(order, events, len(loads))
    order = warm_order(order, loads, seed)
    power = any(event.kind == "power fails" for event in events)
    machine = Machine(order, seed, writes=power)
    machine.most_open = MOST_OPEN
    tools = Iostat(machine) if iostat else None
    watches = [
        Watch(machine, load, Random(seed) if number == followed else None)
        for number, load in enumerate(loads)
    ]
    happened = list[Sample]()
    acts: list[tuple[float, Callable[[], None]]] = [
        (at, partial(begin, machine, watch)) for at, watch in starts(watches, events)
    ]
    acts += [(event.at, acting(machine, event, happened)) for event in events]
    due = deque(sorted(acts, key=itemgetter(0)))
    halves = half_seconds(machine, watches, followed, happened, tools, requests)
    last, cycle = max(1, round(seconds / STEP)), cycle_of(order)
    files = files_read(order, loads)
    for blocks in files:
        machine.reads.hold_above(blocks)
    records = min(files, default=inf)
    number = skipped = 0
    run = list[Sample]()  # simulated samples since the last event
    while number < last:
        while due and due[0][0] <= (number + 1) * STEP:
            at, act = due.popleft()
            machine.loop.at(at - skipped * STEP, act)
            run.clear()
        run.append({**when(number), **next(halves), "simulated": True})
        for one in run[-1].get("requests", ()):
            one["begun"] += skipped * STEP
        yield run[-1]
        number += 1
        if not whole and steady(run, cycle):
            warms = warming(run[-cycle:], records, order.groups.pointers)
            most = number + int(cycle * min(MOST, WARMS / max(warms, 1e-9)))
            until = min(ceil(due[0][0] / STEP) - 1 if due else last, most)
            for more in range(number, until):
                one = run[(more - number) % cycle - cycle]
                yield one | {**when(more), "events": [], "simulated": False}
            skipped, number = skipped + max(0, until - number), max(number, until)
            del run[:-LEAD]


def warm_order(order: Order, loads: Sequence[NamedLoad], seed: int) -> Order:
    """Return an order whose caches hold what `cache.warm` seconds of the loads leave there. Raise
    ValueError if that cannot be said: with several loads, or one that reads nothing."""
    if not (past := order.cache.warm):
        return order
    if len(loads) > 1:
        raise ValueError(f"cache.warm must be 0 with several loads, got {past:g} s")
    return warmed(order, loads[0], past, seed)


def ran(
    order: Order, loads: Sequence[NamedLoad], seconds: float, warm: float = 0.0, seed: int = 1
) -> Ran:
    """Return the results of loads side by side on a machine, in `seconds` after the first `warm`
    seconds. Raise ValueError if they cannot run there, or the machine falls behind."""
    machine = Machine(warm_order(order, loads, seed), seed)
    return machine.run(*[Named(load) for load in loads], seconds=seconds, warm=warm)


def when(number: int) -> Sample:
    """Return from when to when sample `number` is (s)."""
    return {"from": number * STEP, "to": (number + 1) * STEP}


def cycle_of(order: Order) -> int:
    """Return after how many samples, LEAST or more, the work of a machine's transaction groups begins
    again."""
    groups = ceil(LEAST * STEP / order.groups.interval)
    return ceil(groups * order.groups.interval / STEP - 1e-9)


def files_read(order: Order, loads: Sequence[NamedLoad]) -> list[int]:
    """Return the blocks of each file that a load reads."""
    record = order.filesystem.recordsize or 0
    return [
        ceil(load.blocks.data / block_of(load.size, record))
        for load in loads
        if not isinstance(load, Create) and load.reads
    ]


def warming(ones: Sequence[Sample], records: float, pointers: int) -> float:
    """Return by which share the reads of devices become fewer from these samples to as many more, as a
    file of so many records comes into memory, with blocks of `pointers` pointers."""
    caches = [one["parts"]["cache"] for one in ones]
    if (caches[-1]["filled"] or 0.0) > 1 - NEAR:
        return 0.0
    blocks, found = (sum([one[name] for one in caches]) for name in ("missed", "pointers"))
    all_found = found * min(1.0, found * pointers / records)
    return float((all_found + blocks * min(1.0, blocks / records)) / max(1, blocks + found))


def pointers_read(ones: Sequence[Sample]) -> float:
    """Return how many blocks of pointers were read for a record in these samples."""
    caches = [one["parts"]["cache"] for one in ones]
    found, read = (fsum([one[name] for one in caches]) for name in ("pointers", "read"))
    return found / max(1, read)


def steady(run: Sequence[Sample], cycle: int) -> bool:
    """Return whether consecutive samples show a machine whose next cycles will be as the last one: its
    last samples have the same answers, waiting requests, reads of pointers, hits and changed data as
    those a cycle before, but for what chance may do."""
    if len(run) < LEAD + cycle:
        return False
    before, now = run[-cycle - LEAD + 1 : -cycle], run[-LEAD + 1 :]
    for number, load in enumerate(now[-1]["loads"]):
        a, b = (fsum([s["loads"][number]["answered"] for s in ones]) for ones in (before, now))
        if abs(b - a) > NEAR * max(a, b) + SIGMAS * sqrt(a + b):
            return False
        c, d = (fsum([s["loads"][number]["mean waiting"] for s in ones]) for ones in (before, now))
        if not load["threads"] and abs(d - c) > NEAR * b + SIGMAS * sqrt(c + d):
            return False
    a, b = (pointers_read(ones) for ones in (before, now))
    if abs(b - a) > 2 * NEAR * (1 + max(a, b)):
        return False
    for part, name in (("group", "use"), ("cache", "hits")):
        a, b = (fsum([s["parts"][part][name] or 0.0 for s in ones]) for ones in (before, now))
        if abs(b - a) > NEAR * (len(now) + a + b):
            return False
    return True


def half_seconds(
    machine: Machine,
    watches: Sequence[Watch],
    followed: int,
    happened: list[Sample],
    tools: Iostat | None,
    requests: bool,
) -> Iterator[Sample]:
    """Yield what happens in each half second of a machine. happened: notes of events, which
    each sample takes over. tools, requests: what samples have besides, as in `watched`."""
    shares, worked = dict[str, list[float]](), worked_by(machine)
    off = False  # whether the power is gone
    logged, moved, tiers = log_time(machine), moved_by(machine), dict(machine.reads.count)
    found, resilvered = machine.reads.found, 0
    for number in count():
        dirty = list[float]()
        for look in range(1, LOOKS + 1):
            machine.loop.run(until=number * STEP + look * STEP / LOOKS)
            if machine.datasets:
                dirty.append(machine.zfs.groups.held / machine.zfs.groups.limit)
        one = watches[followed]
        parts, shares = ticks(machine, one, {} if off else shares)
        now = worked_by(machine)
        for part, times in now.items():
            each = [
                min(1.0, max(0.0, (b - a) / STEP)) for a, b in zip(worked[part], times, strict=True)
            ]
            use = max(each, default=0.0) if part == "network" else fsum(each) / max(1, len(each))
            parts[part] |= {"use": use, "each": each}
        took = logged if off else log_time(machine)
        parts["log"]["use"] = min(1.0, (took - logged) / STEP)
        parts["group"]["use"] = fsum(dirty) / max(1, len(dirty))
        hits = {name: n - tiers.get(name, 0) for name, n in machine.reads.count.items()}
        total, pointers = sum(hits.values()), machine.reads.found - found
        parts["cache"] |= {
            "hits": hits["memory"] / total if total else None,
            "read": total,  # records
            "missed": hits["disk"] + hits["flash"],
            "pointers": pointers,  # blocks of pointers read
            "filled": memory_filled(machine),
        }
        done = moved_by(machine)
        sample: Sample = {
            "loads": [watch.sample() for watch in watches],
            "parts": parts,
            "moved": {
                kind: [b - a for a, b in zip(moved[kind], row, strict=True)]
                for kind, row in done.items()
            },
            "followed": len(one.paths),
            "load": followed,
            "events": [*happened],
            "resilvered": sum([one.written for one in machine.resilvers]) - resilvered,
            "off": off,
        }
        resilvered += sample["resilvered"]
        if tools and number % 2 and not off:
            sample["iostat"] = tools.row(number * STEP + STEP)
        if requests:
            sample["requests"] = [request(path, bool(machine.pool.logs)) for path in one.paths]
        yield sample
        worked, logged, moved, tiers = now, took, done, dict(machine.reads.count)
        found += pointers
        off = off or any(event["kind"] == "power fails" for event in happened)
        happened.clear()
        machine.done.clear()
        for watch in watches:
            watch.adapt()
            watch.reset()


def starts(watches: Sequence[Watch], events: Sequence[Event]) -> Iterator[tuple[float, Watch]]:
    """Yield when each load starts (s): its own time, or that of an event if it is later."""
    later = {
        int(event.options.get("load", 1)): event.at
        for event in events
        if event.kind == "load starts"
    }
    for number, watch in enumerate(watches):
        own = watch.load.at if isinstance(watch.load, Local | Nfs) else 0.0
        yield max(own, later.get(number, 0.0)), watch


def begin(machine: Machine, watch: Watch) -> None:
    """Start a load now."""
    load = watch.load
    if isinstance(load, Local | Nfs):
        load = replace(load, at=machine.loop.now)
    before = len(machine.arrivals)
    with naming_load(load):
        load.start(machine)
    watch.arrivals = machine.arrivals[before:]


def acting(machine: Machine, event: Event, happened: list[Sample]) -> Callable[[], None]:
    """Return the function that lets an event happen, and notes it in `happened`."""

    def act() -> None:
        said = KINDS[event.kind].act(machine, event.options)
        happened.append({"at": event.at, "kind": event.kind, **said})

    return act


def ticks(
    machine: Machine, watch: Watch, before: dict[str, list[float]]
) -> tuple[dict[str, Sample], dict[str, list[float]]]:
    """Return, for each part, how many requests of the followed load waited and worked there on average,
    and the shares of their time. before: these shares in the sample before, for one without answers.

    By Little's law requests under way are rate times time; here they are counted as they begin and end,
    and spread over the parts as the time of those that are traced."""
    found = [spent(machine, path) for path in watch.paths]
    total = fsum([fsum(times) for one in found for times in one.values()])
    shares = {
        part: [fsum([one[part][kind] for one in found if part in one]) / total for kind in (0, 1)]
        for part in PARTS
        if total
    } or before
    mean = watch.mean()
    parts = dict[str, Sample]()
    for part in PARTS:
        waits, works = shares.get(part, [0.0, 0.0])
        waited = [one[part][0] if part in one else 0.0 for one in found]
        parts[part] = {
            "use": 0.0,
            "each": [],
            "waits": mean * waits,
            "works": mean * works,
            "wait50": percentile(waited, 0.5) if waited else 0.0,
            "wait99": percentile(waited, 0.99) if waited else 0.0,
        }
    if watch.threads:
        own = watch.answered / STEP * watch.own
        parts["programs"] |= {"works": own, "use": min(1.0, own / watch.threads)}
    return parts, shares


def worked_by(machine: Machine) -> dict[str, list[float]]:
    """Return how long each device of each part has worked so far (s)."""
    found = dict[str, list[float]]()
    for name, times in machine.worked().items():
        found.setdefault(BUSY[name], []).extend(times)
    return found


def memory_filled(machine: Machine) -> float | None:
    """Return the share of the read cache in memory that holds blocks (0-1), or None if all that it holds
    is fixed."""
    cache = machine.reads.cache
    return cache.arc.used / cache.arc.size if isinstance(cache, Hybrid) else None


def log_time(machine: Machine) -> float:
    """Return how long the busiest log has had commits in flight so far (s)."""
    return max([log.worked() for log in machine.datasets], default=0.0)


def moved_by(machine: Machine) -> dict[str, tuple[int, int, int, int]]:
    """Return the reads, writes, bytes read and bytes written so far, by kind of device."""
    return {kind: machine.boxes.moved(kind) for kind in machine.boxes.kinds}
