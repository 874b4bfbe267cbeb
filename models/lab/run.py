"""A machine that runs and is watched: one sample for each half second of its time."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import replace
from decimal import Decimal
from math import fsum
from random import Random
from typing import TYPE_CHECKING, Any, TypeAlias

from models.cli.whole_machine import NamedLoad, naming_load
from models.lab.events import KINDS
from models.machine.loads.create import Create
from models.machine.loads.iscsi import Iscsi
from models.machine.loads.local import Local
from models.machine.loads.nfs import Nfs
from models.machine.machine import Machine
from models.machine.order import Order
from models.sim.path import WAITING, RequestPath
from models.sim.stats import percentile

if TYPE_CHECKING:
    from models.lab.study import Event

Sample: TypeAlias = dict[str, Any]
"""What happened in half a second, as JSON values."""
STEP, LOOKS = 0.5, 5
"""Time of a sample (s), and moments in it at which the changed data is looked at."""
FOLLOWED = 100
"""Requests that are traced in a sample, about."""
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
DEVICES = ("disk", "flash", "logdevice", "special")


class Watch:
    """The requests of one load: how many are under way, when they are answered, and the paths of those
    that are followed. All are counted; about FOLLOWED in a sample are traced, drawn by `random`."""

    def __init__(self, machine: Machine, load: NamedLoad, random: Random | None):
        self.machine, self.random = machine, random
        self.size = load.size if isinstance(load, Local) else 0
        self.load = replace(load, trace=self.begin, seen=self.end)
        self.threads = threads_of(load)
        self.own = own_time(machine.order, load)
        self.open = 0  # requests under way
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
            self.paths.append(path)

    def sample(self) -> Sample:
        """Return what happened to the load since `reset`."""
        self.count(0)
        coarse = dict[str, int]()
        for at, number in sorted(self.counts.items()):
            key = str(at // FINE)
            coarse[key] = coarse.get(key, 0) + number
        return {
            "answered": self.answered,
            "bytes": self.bytes,
            "counts": coarse,
            "fine": {str(at): number for at, number in sorted(self.counts.items())},
            "waiting": self.open,
            "mean waiting": self.area / STEP,
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
    """Return how long a request waited and was served in each part (s). A queue counts with the device
    that it stands before."""
    found, behind = dict[str, list[float]](), "disk"
    for span in reversed(path.steps):
        part = span.part
        if part == "logdevice" and not machine.pool.logs:
            part = "disk"
        if part in DEVICES:
            behind = part
        elif part == "queue":
            part = behind
        times = found.setdefault(part, [0.0, 0.0])
        times[span.kind != WAITING] += span.length
    return found


def watched(
    order: Order,
    loads: Sequence[NamedLoad],
    events: "Sequence[Event]" = (),
    seconds: float = 60.0,
    seed: int = 1,
    followed: int = 0,
) -> Iterator[Sample]:
    """Yield a sample for each half second of a machine under loads and events.

    followed: number of the load whose requests are traced. The same arguments give the same samples. A
    machine that cannot keep up goes on, with more requests waiting. Raise ValueError for an event that
    cannot happen, at once if that shows before the machine runs."""
    power = any(event.kind == "power fails" for event in events)
    machine = Machine(order, seed, writes=power)
    watches = [
        Watch(machine, load, Random(seed) if number == followed else None)
        for number, load in enumerate(loads)
    ]
    later = {load_number(event, loads): event.at for event in events if event.kind == "load starts"}
    for number, watch in enumerate(watches):
        begin(machine, watch, later.get(number, 0.0))
    happened = list[Sample]()
    for event in events:
        machine.loop.at(event.at, acting(machine, event, happened))
    shares, worked = dict[str, list[float]](), worked_by(machine)
    off = False  # whether the power is gone
    logged, moved, tiers = log_time(machine), moved_by(machine), dict(machine.reads.count)
    for number in range(max(1, round(seconds / STEP))):
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
        parts["cache"]["hits"] = hits["memory"] / total if (total := sum(hits.values())) else None
        done = moved_by(machine)
        yield {
            "from": number * STEP,
            "to": (number + 1) * STEP,
            "loads": [watch.sample() for watch in watches],
            "parts": parts,
            "moved": {
                kind: [b - a for a, b in zip(moved[kind], row, strict=True)]
                for kind, row in done.items()
            },
            "followed": len(one.paths),
            "load": followed,
            "events": [*happened],
            "off": off,
        }
        worked, logged, moved, tiers = now, took, done, dict(machine.reads.count)
        off = off or any(event["kind"] == "power fails" for event in happened)
        happened.clear()
        machine.done.clear()
        for watch in watches:
            watch.adapt()
            watch.reset()


def load_number(event: "Event", loads: Sequence[NamedLoad]) -> int:
    """Return the number of the load that an event starts. Raise ValueError if there is none."""
    number = int(event.options.get("load", 1))
    if number >= len(loads):
        raise ValueError(f"load must be 0 to {len(loads) - 1}, the number of a load, got {number}")
    return number


def begin(machine: Machine, watch: Watch, at: float) -> None:
    """Start a load at a time (s)."""

    def start() -> None:
        load = watch.load
        if isinstance(load, Local | Nfs):
            load = replace(load, at=max(load.at, at))
        with naming_load(load):
            load.start(machine)

    if at:
        machine.loop.at(at, start)
    else:
        start()


def acting(machine: Machine, event: "Event", happened: list[Sample]) -> Any:
    """Return the function that lets an event happen, and notes it in `happened`."""

    def act() -> None:
        try:
            said = KINDS[event.kind].act(machine, event.options)
        except ValueError as error:
            raise ValueError(f"{event.kind} at {event.at:g} s: {error}") from None
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
    watch.count(0)
    mean = watch.area / STEP
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


def log_time(machine: Machine) -> float:
    """Return how long the busiest log has had commits in flight so far (s)."""
    return max([log.worked() for log in machine.datasets], default=0.0)


def moved_by(machine: Machine) -> dict[str, tuple[int, int, int, int]]:
    """Return the reads, writes, bytes read and bytes written so far, by kind of device."""
    return {kind: machine.boxes.moved(kind) for kind in machine.boxes.kinds}
