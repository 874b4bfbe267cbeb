"""The daemon's queue against the kernel target: reads per second, throughput, cores, and two
threads at a lock."""

from collections.abc import Callable, Iterator
from typing import Any

from figures.define.figure import (
    Choice,
    Figure,
    Number,
    Preset,
    Rows,
    cite,
    column,
    mark,
    panel,
    table,
    target,
)
from figures.iscsi.experiments.machines import (
    COLOURS,
    DAEMON,
    KERNEL,
    LIMITS,
    OWN,
    SIZES,
    SUN,
    TARGETS,
)
from figures.iscsi.experiments.under_load import ReadLoad, UnderLoad, from_memory
from figures.kit.rows import of
from figures.kit.words import count, size
from models.protocols.iscsi.daemon import COSTS, DaemonCosts
from models.protocols.iscsi.pdu import IscsiSession
from models.units import KiB, us

THREADS = (1, 2, 4, 10, 20)
WAYS = {
    "sleep": "sleeps until it is woken",
    "spin": "tries on and on",
    "one": "there is one thread, for both ends",
}
READS, SPAN = 100, 70 * us
CURVE = tuple(n * KiB for n in (0.5, 8, 32, 128))
DRAWN = 300  # the most PDUs under way at any point of the daemon's curves
HAS, ASLEEP, WAKING, TRIES, CORELESS = (
    "has the lock",
    "sleeps",
    "is being woken",
    "tries for it",
    "waits for a core",
)
STATES = {
    "has the lock": HAS,
    "sleeps": ASLEEP,
    "wakes up": WAKING,
    "spins for the lock": TRIES,
    CORELESS: CORELESS,
}
NAMES = ("puts in", "takes out")


def run(
    initiators_: int,
    threads: int,
    request: float,
    loser: str,
    queues: int,
    wake: float,
    hold: float,
    copy: float,
    own: float,
    seed: int,
) -> Iterator[Rows]:
    """Yield rows: threads (target, threads, reads per second), size (target, size, payload in
    bytes/s), own (target; for the chosen load rate, latency, payload, wire, cpus, sleeps, limit),
    and spell (thread, start, finish, what). Times are in s."""
    size = int(request)
    costs = COSTS._replace(wake=wake, hold=hold, copy=1 / copy)
    daemon = {"daemon_threads": 1 if loser == "one" else 2, "spin": loser == "spin"}

    def readers(name: str, count: int, size: int, **more: Any) -> UnderLoad:
        """Return the load of readers on a target with these settings. more: further settings of the
        daemon, which override these."""
        options = (
            {**daemon, "queues": int(min(queues, initiators_)), **more} if name == DAEMON else {}
        )
        return from_memory(
            TARGETS[name], int(initiators_), count, size, seed=seed, own=own, costs=costs, **options
        )

    for name in TARGETS:
        load = readers(name, int(threads), size)
        result = load.reads(READS if size <= 8 * KiB else READS // 3)
        yield [
            {
                "row": "own",
                "target": name,
                "threads": int(threads),
                "size": size,
                "rate": result.rate,
                "latency": result.latency,
                "payload": result.payload,
                "wire": result.wire,
                "cpus": result.cpus,
                "share": result.cpus / load.machine.cpu.cores,
                "sleeps": result.sleeps,
                "limit": LIMITS[result.limit],
                "held": held(result, costs, int(min(queues, initiators_)))
                if name == DAEMON
                else 0.0,
                "hold": hold,
                "wake": wake,
                "copy": size / copy,
            }
        ]
    yield spells(readers(DAEMON, int(min(threads, most(initiators_, size))), size, recording=True))
    for name in TARGETS:
        yield [
            {
                "row": "threads",
                "target": name,
                "threads": count,
                "rate": readers(name, count, size).reads(1).rate,
            }
            for count in THREADS
            if name == KERNEL or count <= most(initiators_, size)
        ]
    for name in TARGETS:
        yield [
            {
                "row": "size",
                "target": name,
                "size": int(count),
                "payload": readers(
                    name,
                    int(threads if name == KERNEL else min(threads, most(initiators_, count))),
                    int(count),
                )
                .reads(1)
                .payload,
            }
            for count in CURVE
        ]


def held(found: ReadLoad, costs: DaemonCosts, queues: int) -> float:
    """Return the share (0-1) of the time for which a thread works while it holds the lock."""
    size = found.payload / found.rate
    return found.rate / queues * costs._replace(wake=0.0).serial(IscsiSession().pdus(round(size)))


def most(machines: int, length: float) -> int:
    """Return the number of threads per initiator beyond which the daemon's curves no longer
    bend."""
    return max(1, DRAWN // int(machines * max(1, length // (8 * KiB))))


def spells(test: UnderLoad) -> Rows:
    """Return rows of what the threads of one daemon do for a short while after it has become
    busy."""
    test.until([1] * len(test.done))
    return [
        {
            "row": "spell",
            "thread": NAMES[spell.thread],
            "start": spell.start,
            "finish": spell.finish,
            "what": STATES[spell.what],
        }
        for spell in test.spells(SPAN)
    ]


def values(rows: Rows) -> dict[str, float]:
    found: dict[str, float] = {}
    for name, short in ((DAEMON, "old"), (KERNEL, "new")):
        row = of(rows, "own", target=name)[0]
        found |= {
            f"{key}_{short}": row[key]
            for key in ("rate", "latency", "payload", "wire", "cpus", "share", "sleeps")
        }
    daemon = of(rows, "own", target=DAEMON)[0]
    return {
        **found,
        **{name: daemon[name] for name in ("hold", "wake", "copy", "held")},
        "gain": found["rate_new"] / found["rate_old"],
        "efficiency": found["rate_new"]
        / found["cpus_new"]
        / (found["rate_old"] / found["cpus_old"]),
        "each_old": 1 / found["rate_old"],
        "cpu_old": found["cpus_old"] / found["rate_old"],
        "cpu_new": found["cpus_new"] / found["rate_new"],
        "most_old": max(row["rate"] for row in of(rows, "threads", target=DAEMON)),
        "one_old": min(row["rate"] for row in of(rows, "threads", target=DAEMON)),
    }


def describe(rows: Rows) -> str:
    old, new = (of(rows, "own", target=name)[0] for name in TARGETS)
    return (
        f"Of {size(old['size'])} each the daemon serves {count(old['rate'])} reads a second, limited by {old['limit']}. "
        f"COMSTAR serves {count(new['rate'])}, limited by {new['limit']}."
    )


def chosen(name: str) -> Callable[[Rows], float]:
    """Return a target function, which takes rows and returns one of their `values`."""
    return lambda rows: values(rows)[name]


COLOUR = {"domain": list(COLOURS), "range": list(COLOURS.values())}
BIG, TINY = "128 KiB, eight by two", "512 bytes, eight by ten"
FIGURE = Figure(
    id="daemon-queue",
    title="One queue, two workers",
    caption="The daemon, with one queue for all LUNs, and COMSTAR in the kernel; all data is in memory. Lock and reads: the "
    "daemon's workers for 70 µs, and reads a second against the threads of each initiator. By size: bytes a second "
    "against the size of a read. Rings: the load that is set.",
    params={
        "loser": Choice(
            "A thread without the lock",
            "sleep",
            WAYS,
            "What a thread of the daemon does when the other holds the lock. Sleeping takes a system call, and "
            "time until it runs again.",
        ),
        "queues": Number(
            "Queues",
            1,
            1,
            10,
            whole=True,
            stops=(1, 2, 5, 10),
            help="The number of queues; each has a lock and two threads of its own, and a share of the LUNs.",
        ),
        "threads": Number(
            "Threads on each",
            10,
            1,
            20,
            whole=True,
            stops=THREADS,
            help="The number of threads on each initiator; each reads, waits for the answer, and reads again.",
        ),
        "initiators_": Number(
            "Initiators",
            10,
            1,
            20,
            whole=True,
            stops=(1, 2, 5, 8, 10, 20),
            more=True,
            help="The number of machines that read, each from a LUN of its own.",
        ),
        "request": Number(
            "Read size",
            8 * KiB,
            512,
            128 * KiB,
            unit="KiB",
            stops=SIZES,
            more=True,
            help="The size of a read.",
        ),
        "wake": Number(
            "Until a sleeper runs",
            COSTS.wake,
            0.0,
            10 * us,
            unit="µs",
            step=0.5 * us,
            more=True,
            help="The time from the other thread's call until the sleeping thread runs.",
        ),
        "hold": Number(
            "The lock is held for",
            COSTS.hold,
            0.1 * us,
            5 * us,
            unit="µs",
            step=0.05 * us,
            more=True,
            help="The time for which the lock is held to put a message in, and again to take it out.",
        ),
        "copy": Number(
            "A copy out and in",
            SUN["daemon.copy"],
            0.5e9,
            10e9,
            unit="MB/s",
            step=0.1e9,
            more=True,
            help="The rate at which the daemon copies data from the kernel and back to it.",
        ),
        "own": Number(
            "Initiator's own time",
            OWN,
            0.0,
            300 * us,
            unit="µs",
            step=2 * us,
            more=True,
            help="How long an initiator works on each 8 KiB; it works on one after another.",
        ),
    },
    presets={
        "8 KiB, ten by ten": Preset(help="as measured in 2009: 31,000 and 85,000 reads a second"),
        "one thread for both": Preset({"loser": "one"}),
        "a queue for each LUN": Preset({"queues": 10}),
        "a lock that spins": Preset({"loser": "spin"}),
        BIG: Preset(
            {"initiators_": 8, "threads": 2, "request": 128 * KiB},
            "as measured with the software of 2008",
        ),
        TINY: Preset({"initiators_": 8, "request": 512}, "as measured with the software of 2008"),
        "one reader": Preset({"initiators_": 1, "threads": 1}),
    },
    run=run,
    panels=[
        panel(
            [
                mark(
                    "barX",
                    {"row": "spell"},
                    y="thread",
                    x1="start",
                    x2="finish",
                    fill="what",
                    inset=1,
                    tip=True,
                )
            ],
            {
                "x": {"label": "time", "unit": "µs", "domain": [0, SPAN]},
                "y": {"label": None, "domain": list(NAMES)},
                "color": {
                    "domain": [HAS, WAKING, ASLEEP, TRIES, CORELESS],
                    "range": [
                        "var(--wtg-1)",
                        "var(--wtg-accent)",
                        "color-mix(in srgb, var(--wtg-mute) 25%, var(--wtg-card))",
                        "var(--wtg-4)",
                        "var(--wtg-mute)",
                    ],
                    "legend": True,
                },
            },
            height=130,
            tab="Lock and reads",
        ),
        panel(
            [
                mark(
                    "line",
                    {"row": "threads"},
                    x="threads",
                    y="rate",
                    stroke="target",
                    strokeWidth=2,
                ),
                mark(
                    "dot", {"row": "threads"}, x="threads", y="rate", fill="target", r=2.5, tip=True
                ),
                mark(
                    "dot",
                    {"row": "own"},
                    x="threads",
                    y="rate",
                    stroke="target",
                    r=7,
                    strokeWidth=2,
                ),
                mark("ruleY", data=[0]),
            ],
            {
                "x": {"label": "threads on each initiator", "domain": [0, 20]},
                "y": {
                    "label": "reads a second",
                    "zero": True,
                    "grid": True,
                    "tickFormat": "~s",
                    "ticks": 5,
                },
                "color": {**COLOUR, "legend": True},
            },
            height=290,
            tab="Lock and reads",
        ),
        panel(
            [
                mark(
                    "line", {"row": "size"}, x="size", y="payload", stroke="target", strokeWidth=2
                ),
                mark("dot", {"row": "size"}, x="size", y="payload", fill="target", r=2.5, tip=True),
                mark(
                    "dot",
                    {"row": "own"},
                    x="size",
                    y="payload",
                    stroke="target",
                    r=7,
                    strokeWidth=2,
                ),
            ],
            {
                "x": {
                    "label": "size of a read",
                    "unit": "KiB",
                    "type": "log",
                    "base": 2,
                    "ticks": 8,
                },
                "y": {"label": "payload", "unit": "MB/s", "type": "log", "grid": True},
                "color": {**COLOUR, "legend": True},
            },
            height=390,
            tab="By size",
        ),
    ],
    table=table(
        {"row": "own"},
        [
            column("target", "target"),
            column("rate", "reads a second"),
            column("limit", "limited by"),
            column("latency", "latency", "ms", 2),
            column("wire", "on the wire", "MB/s"),
            column("cpus", "cores", digits=1),
            column("sleeps", "sleeps a read", digits=1),
        ],
    ),
    describe=describe,
    values=values,
    source=cite("bourbonnais2009iscsi", "the old target daemon and COMSTAR"),
    reproduces=["iscsi-comstar-reads", "iscsi-old-throughput", "iscsi-old-iops"],
    targets=[
        target("comstar-old-iops", chosen("rate_old")),
        target("comstar-new-iops", chosen("rate_new")),
        target("comstar-gain", chosen("gain")),
        target("comstar-old-cpu", chosen("cpus_old")),
        target("comstar-new-cpu", chosen("cpus_new")),
        target("comstar-cpu-efficiency", chosen("efficiency")),
        target("iscsi-old-throughput-net", chosen("wire_old"), BIG),
        target("iscsi-old-cpu-util", chosen("share_old"), BIG),
        target("iscsi-old-iops-max", chosen("rate_old"), TINY),
    ],
    misses={
        "iscsi-old-cpu-util": "Each PDU costs here what a read of 8 KiB over NFS costs in the kernel, and its sleeps what "
        "they cost with small reads. Something in the daemon's large reads costs two fifths more; "
        "the time for which threads try for the lock before they sleep, and the packets that "
        "acknowledge sixteen PDUs, are not counted.",
    },
)
