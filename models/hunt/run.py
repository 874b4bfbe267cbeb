"""A few seconds of a server, and what its counters say of each."""

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from math import fsum
from random import Random
from typing import Any, NamedTuple

from models.head.nic import IP_TCP, SEEN
from models.hunt.clients import Clients, InOrder
from models.hunt.scenes import SECONDS, WARM, Scene, case_of
from models.lab.events import KINDS, refuse_impossible
from models.lab.iostat import Iostat, Row
from models.lab.run import Watch, begin
from models.lab.trace_events import request
from models.machine.machine import Machine
from models.protocols.nfs.server import HEADERS
from models.zfs.pool.records import block_of

PAST, ANSWER = 2, 0.004
"""Reads before the run, as a multiple of the blocks that are read at random, and time (s) of an answer, about: it says
how often each load has read in the past, in proportion to the others."""
TRACED = 0.02
"""Share of the requests that are traced."""
STEPS = 4
"""Steps of a second, after each of which a run says how far it is."""
Logged = tuple[int, int, int, tuple[int, int], tuple[int, int]]
"""Of a log: records, their bytes, pointers among them, and blocks and bytes on the main disks and on log devices."""


class Net(NamedTuple):
    """What a card counts, in one direction."""

    packets: float
    bytes: float


class Second(NamedTuple):
    """The counters of a second."""

    zpool: list[Row]  # of `zpool iostat`
    disks: list[Row]  # of `iostat -x`
    ops: Mapping[tuple[str, str], list[float]]  # by load and operation: latencies at the server (s)
    bytes: Mapping[tuple[str, str], int]
    come: Net
    out: Net
    cores: float  # share of the time in use (0-1)
    reads: Mapping[str, int]  # records read, by tier
    cached: float  # bytes in the ARC
    logs: list[Logged]  # by dataset
    clients: Mapping[
        str, Mapping[int, int]
    ]  # by load: answers by bin of `EDGES`, as programs see them


class Ran(NamedTuple):
    """A run: its seconds, its requests that were traced, and what is left of the machine."""

    machine: Machine
    tools: Iostat
    seconds: list[Second]
    traced: list[dict[str, Any]]
    histogram: Mapping[str, Counter[int]]  # of the pool: as `Leaf.sums`


def fill(machine: Machine, loads: tuple[Clients, ...]) -> None:
    """Let the cache have seen the past of these loads: their reads in turn, each load as often as its
    clients ask."""
    random, arc = Random(machine.seed), machine.cache.arc
    readers = [one for one in loads if one.reads]
    record = machine.order.filesystem.recordsize or 0
    sizes = [one.block or block_of(one.size, record) for one in readers]
    counts = [int(one.blocks.data // size) for one, size in zip(readers, sizes, strict=True)]
    firsts = [one.begin // size for one, size in zip(readers, sizes, strict=True)]
    often = [one.clients / ((one.turnaround or 0.0) + ANSWER) for one in readers]
    fixed = [not isinstance(one.blocks, InOrder) for one in readers]
    most = sum([count for count, here in zip(counts, fixed, strict=True) if here])
    random_reads = fsum([one for one, here in zip(often, fixed, strict=True) if here])
    reads = int(PAST * most * fsum(often) / random_reads)
    for turn, number in enumerate(random.choices(range(len(readers)), often, k=reads)):
        block = firsts[number] + int(random.random() * counts[number])
        arc.read(block, sizes[number], turn / reads - 2)


Heard = Callable[[float], object]
"""Is called with the share of a run that is done (0-1)."""


def unheard(share: float) -> None:
    """Ignore how far a run is."""


def ran(scene: Scene, seed: int, heard: Heard = unheard) -> Ran:
    """Return a run of a scene. The same scene and seed give the same run. `heard` is told how far it is."""
    refuse_impossible(scene.order, scene.events, len(scene.loads))
    machine = Machine(scene.order, seed)
    fill(machine, scene.loads)
    notes = list[dict[str, Any]]()
    watches = [
        Watch(
            machine,
            replace(load, noted=partial(note, notes, load.named)),
            Random(seed + number),
        )
        for number, load in enumerate(scene.loads)
    ]
    for watch in watches:
        watch.share = TRACED
        begin(machine, watch)
    for event in scene.events:
        KINDS[event.kind].act(machine, event.options)
    heard(0.1)
    machine.loop.run(until=WARM)
    notes.clear()
    machine.counting, machine.requests = True, []
    for watch in watches:
        watch.reset()
    tools, seconds = Iostat(machine), list[Second]()
    histogram: dict[str, Counter[int]] = defaultdict(Counter)
    before = totals(machine)
    for number in range(SECONDS):
        now = WARM + number + 1
        for step in range(STEPS):
            heard(0.2 + 0.8 * (number + step / STEPS) / SECONDS)
            machine.loop.run(until=now - 1 + (step + 1) / STEPS)
        rows, after = tools.row(now), totals(machine)
        for leaf in tools.branches[0].leaves:
            for name, (_, _, bins) in leaf.sums.items():
                histogram[name].update(bins)
        seconds.append(second(machine, watches, rows, before, after))
        before, machine.requests = after, []
        for watch in watches:
            watch.reset()
    traced = [
        {**one, **request(one["path"], bool(machine.pool.logs)), "path": None}
        for one in notes
        if one["path"].steps and one["path"].end <= machine.loop.now
    ]
    return Ran(machine, tools, seconds, traced, histogram)


def note(notes: list[dict[str, Any]], load: str, one: dict[str, Any]) -> None:
    """Keep what is known of a traced request of a load."""
    notes.append({"load": load, **one})


KEPT, MOST_KEPT = dict[tuple[int, bool], Ran](), 4
"""The last runs, since each is asked many times."""


def of_seed(seed: int, now: bool = True, heard: Heard = unheard) -> Ran:
    """Return the run of a seed's case, or with `now` False that of the server before its fault."""
    if (seed, now) not in KEPT:
        case = case_of(seed)
        KEPT[seed, now] = ran(case.scene if now else case.before, seed, heard)
        if len(KEPT) > MOST_KEPT:
            del KEPT[next(iter(KEPT))]
    return KEPT[seed, now]


def totals(machine: Machine) -> dict[str, Any]:
    """Return the sums of a machine so far."""
    logs = [
        (log.number, log.asked, log.pointed, log.wrote[False], log.wrote[True])
        for log in machine.datasets
    ]
    return {"cores": machine.worked()["cores"][0], "reads": dict(machine.reads.count), "logs": logs}


def second(
    machine: Machine,
    watches: list[Watch],
    rows: dict[str, list[Row]],
    before: dict[str, Any],
    after: dict[str, Any],
) -> Second:
    """Return the counters of the second between two sums."""
    ops: dict[tuple[str, str], list[float]] = defaultdict(list)
    moved: Counter[tuple[str, str]] = Counter()
    come, out = Net(0, 0), Net(0, 0)
    for name, size, latency in machine.requests:
        load, _, op = name.partition(" ")
        ops[load, op].append(latency)
        moved[load, op] += size
        come = counted(machine, come, HEADERS + size * (op == "write"))
        out = counted(machine, out, HEADERS + size * (op == "read"))
    logs = [
        (
            new[0] - old[0],
            new[1] - old[1],
            new[2] - old[2],
            (new[3][0] - old[3][0], new[3][1] - old[3][1]),
            (new[4][0] - old[4][0], new[4][1] - old[4][1]),
        )
        for old, new in zip(before["logs"], after["logs"], strict=True)
    ]
    return Second(
        rows["zpool"],
        rows["disks"],
        ops,
        moved,
        come,
        out,
        after["cores"] - before["cores"],
        {tier: number - before["reads"][tier] for tier, number in after["reads"].items()},
        machine.cache.arc.used,
        logs,
        {one.load.named: dict(one.counts) for one in watches if isinstance(one.load, Clients)},
    )


def counted(machine: Machine, net: Net, size: int) -> Net:
    """Return what a card counts with one more message of `size` bytes: of Ethernet, no preamble, gap and
    checksum."""
    assert machine.come
    packets = -(-size // machine.come.payload)
    return Net(net.packets + packets, net.bytes + size + packets * (SEEN + IP_TCP))
