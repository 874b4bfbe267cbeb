"""The gains from new processors and from new code: four machines, two of which could be
measured."""

from collections.abc import Callable, Iterator
from typing import Any

from figures.define.claims import measured
from figures.define.figure import (
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
    DAEMON,
    HEADS,
    KERNEL,
    LIMITS,
    NEW,
    OLD,
    SUN,
    TARGETS,
    decimal,
)
from figures.iscsi.experiments.under_load import SERVER, from_memory, server
from figures.kit.rows import of
from figures.kit.words import count
from models.machine import Machine
from models.machine.loads.iscsi import slower
from models.units import KiB

OLD_TEST = {"throughput": (8, 2), "reads": (8, 10)}
"""By test: initiators, and threads on each, with the software of 2008. More did not make it
faster."""
SHORT = {OLD: "old", NEW: "new"}
MEASURED = {
    ("throughput", OLD, DAEMON): "iscsi-old-throughput-net",
    ("throughput", NEW, KERNEL): "iscsi-new-throughput-net",
    ("reads", OLD, DAEMON): "iscsi-old-iops-max",
    ("reads", NEW, KERNEL): "iscsi-new-iops-max",
}
CLIENTS = (1, 2, 5, 10, 20, 30, 47, 60)


def run(
    clients: int,
    threads: int,
    large: float,
    small: float,
    mtu: float,
    cards: int,
    work: float,
    seed: int,
) -> Iterator[Rows]:
    """Yield rows: four (test, head, target, name, value: bytes or reads per second, limit), share
    (test, order, part, times: gain from this part, from and to: multiples of the first machine's
    value), client (clients, wire and payload in bytes/s), and sum (payload, headers, wire: bytes/s
    of COMSTAR on the new head)."""
    servers = {head: server(int(cards), head, mtu=int(mtu)) for head in HEADS}
    for test, size in (("throughput", int(large)), ("reads", int(small))):
        results: dict[tuple[str, str], float] = {}
        for head, order in servers.items():
            for name in (DAEMON, KERNEL):
                clients_threads = OLD_TEST[test] if name == DAEMON else (clients, threads)
                reads = from_memory(
                    TARGETS[name],
                    int(clients_threads[0]),
                    int(clients_threads[1]),
                    size,
                    order,
                    seed,
                    work=work,
                ).reads((33 if test == "throughput" else 100) if name == DAEMON else 500)
                results[head, name] = reads.wire if test == "throughput" else reads.rate
                yield [
                    {
                        "row": "four",
                        "test": test,
                        "head": SHORT[head],
                        "target": name,
                        "value": results[head, name],
                        "name": f"{name}, {SHORT[head]} head",
                        "processor": HEADS[head],
                        "says": decimal(reads.wire) if test == "throughput" else count(reads.rate),
                        "limit": LIMITS[reads.limit],
                        "cpus": reads.cpus,
                    }
                ]
                if (test, head, name) == ("throughput", NEW, KERNEL):
                    yield [
                        {
                            "row": "sum",
                            "payload": reads.payload,
                            "wire": reads.wire,
                            "headers": reads.wire - reads.payload,
                            "slower": slower(NEW),
                            **explained(),
                        }
                    ]
        yield shares(test, results)
    for initiators in CLIENTS:
        reads = from_memory(
            "kernel", initiators, int(threads), int(large), servers[NEW], seed, work=work
        ).reads(100)
        yield [
            {"row": "client", "clients": initiators, "wire": reads.wire, "payload": reads.payload}
        ]


def explained() -> dict[str, float]:
    """Return how many cores of the old head COMSTAR's measured rate of 8 KiB reads would take if
    each were a read over NFS, and if each had one more copy."""
    reads, prices = measured("comstar-new-iops"), Machine(SERVER).prices
    return {
        name: reads * prices.at(prices.kind(8 * KiB, copies=copies), reads)
        for name, copies in (("as_nfs", 0), ("copied", 1))
    }


def shares(test: str, results: dict[tuple[str, str], float]) -> Rows:
    """Return rows with the gain from each change, for both orders in which the changes can be
    made."""
    old, new = results[OLD, DAEMON], results[NEW, KERNEL]
    rows = []
    for first, second, between in (
        ("processors", "code", results[NEW, DAEMON]),
        ("code", "processors", results[OLD, KERNEL]),
    ):
        name = f"{test}, {first} first"
        rows += [
            {
                "row": "share",
                "test": test,
                "order": name,
                "first": first,
                "part": first,
                "from": 1.0,
                "to": between / old,
                "times": between / old,
            },
            {
                "row": "share",
                "test": test,
                "order": name,
                "first": first,
                "part": second,
                "from": between / old,
                "to": new / old,
                "times": new / between,
            },
        ]
    return rows


def values(rows: Rows) -> dict[str, float]:
    found = {}
    for row in of(rows, "four"):
        short = f"{'old' if row['target'] == DAEMON else 'new'}_code_{row['head']}_head"
        found[f"{row['test']}_{short}"] = row["value"]
        found[f"{row['test']}_{short}_cpus"] = row["cpus"]
    for row in of(rows, "share"):
        found[
            f"{row['test']}_{row['part']}_{'first' if row['first'] == row['part'] else 'second'}"
        ] = row["times"]
    total = of(rows, "sum")[0]
    found |= {
        name: total[name] for name in ("payload", "wire", "headers", "slower", "as_nfs", "copied")
    }
    found["overhead"] = total["headers"] / total["payload"]
    for test in OLD_TEST:
        found[f"{test}_gain"] = (
            found[f"{test}_new_code_new_head"] / found[f"{test}_old_code_old_head"]
        )
    return found


def describe(rows: Rows) -> str:
    v = values(rows)
    return (
        f"Small reads a second: the daemon serves {count(v['reads_old_code_old_head'])} on the old head and "
        f"{count(v['reads_old_code_new_head'])} on the new; COMSTAR {count(v['reads_new_code_old_head'])} and "
        f"{count(v['reads_new_code_new_head'])}."
    )


def chosen(name: str) -> Callable[[Rows], float]:
    """Return a target function, which takes rows and returns one of their `values`."""
    return lambda rows: values(rows)[name]


ORDER = ["daemon, old head", "daemon, new head", "COMSTAR, old head", "COMSTAR, new head"]
RANGE = ["var(--wtg-2)", "var(--wtg-4)", "var(--wtg-3)", "var(--wtg-1)"]


def bars(test: str, label: str, unit: str, **form: Any) -> dict[str, Any]:
    """Return the panel of the four machines in one test, with rings at the measured numbers."""
    points = [
        {"value": measured(claim), "name": f"{name}, {SHORT[head]} head"}
        for (which, head, name), claim in MEASURED.items()
        if which == test
    ]
    return panel(
        [
            mark("barX", {"row": "four", "test": test}, y="name", x="value", fill="name", tip=True),
            mark(
                "dot", data=points, x="value", y="name", r=6, stroke="currentColor", strokeWidth=2
            ),
            mark("ruleX", data=[0]),
        ],
        {
            "x": {
                "label": label,
                **({"unit": unit} if unit else {}),
                "zero": True,
                "grid": True,
                **form,
            },
            "y": {"label": None, "domain": ORDER},
            "color": {"domain": ORDER, "range": RANGE, "legend": False},
        },
        height=210,
        tab="Four machines",
    )


FIGURE = Figure(
    id="kernel-target",
    title="New processors, new code",
    caption="Four machines: both targets on the old head and on the new one; small reads a second, and the bytes a second of "
    "large ones as the network cards count them, all from memory. Rings: the two machines that were "
    "measured. Which first: how many times as much each of the changes gives. By initiators: COMSTAR on the new "
    "head.",
    params={
        "large": Number(
            "Large reads",
            128 * KiB,
            8 * KiB,
            256 * KiB,
            unit="KiB",
            stops=tuple(n * KiB for n in (8, 16, 32, 64, 128, 256)),
            help="The size of a read in the test of throughput.",
        ),
        "small": Number(
            "Small reads",
            512,
            512,
            32 * KiB,
            unit="KiB",
            stops=tuple(n * KiB for n in (0.5, 1, 2, 4, 8, 16, 32)),
            help="The size of a read in the test of reads per second.",
        ),
        "clients": Number(
            "Initiators of COMSTAR",
            47,
            1,
            60,
            whole=True,
            stops=CLIENTS,
            more=True,
            help="The number of machines that read from COMSTAR.",
        ),
        "threads": Number(
            "Threads on each",
            5,
            1,
            10,
            whole=True,
            stops=(1, 2, 5, 10),
            more=True,
            help="The number of threads on each initiator. With five there is one for each LUN.",
        ),
        "mtu": Number(
            "Largest packet",
            9000,
            1500,
            9000,
            unit="B",
            stops=(1500, 9000),
            more=True,
            help="The largest packet: 1,500 bytes on ordinary Ethernet, 9,000 with jumbo frames.",
        ),
        "cards": Number(
            "Network cards",
            2,
            1,
            4,
            whole=True,
            help="The number of network cards, each with two ports of 10 GbE in a slot of its own.",
            more=True,
        ),
        "work": Number(
            "Work of a command",
            SUN["iscsi.work"],
            1.0,
            3.0,
            step=0.02,
            more=True,
            help="COMSTAR's work for a read, apart from that for its bytes, as a multiple of NFS's.",
        ),
    },
    presets={
        "as measured": Preset(help="the daemon on the head of 2008, COMSTAR on that of 2009"),
        "packets of 1,500 bytes": Preset({"mtu": 1500}),
        "work as for NFS": Preset({"work": 1.0}),
        "five initiators": Preset({"clients": 5}),
        "one network card": Preset({"cards": 1}),
    },
    run=run,
    panels=[
        bars("reads", "small reads a second", "", tickFormat="~s"),
        bars("throughput", "large reads, as the cards count them", "GB/s"),
        panel(
            [
                *(
                    mark(
                        "barX",
                        {"row": "share", "part": part},
                        x1="from",
                        x2="to",
                        y="order",
                        fill="part",
                        inset=1,
                        tip=True,
                    )
                    for part in ("code", "processors")
                ),
                mark("ruleX", data=[1]),
            ],
            {
                "x": {
                    "label": "times what the daemon gave on the old head",
                    "type": "log",
                    "ticks": [1, 2, 3, 5, 10],
                    "grid": True,
                    "tickFormat": "~g",
                },
                "y": {"label": None},
                "color": {
                    "domain": ["code", "processors"],
                    "range": ["var(--wtg-1)", "var(--wtg-accent)"],
                    "legend": True,
                },
            },
            height=300,
            tab="Which first",
        ),
        panel(
            [
                mark(
                    "line",
                    {"row": "client"},
                    x="clients",
                    y="wire",
                    stroke="var(--wtg-1)",
                    strokeWidth=2,
                ),
                mark(
                    "line",
                    {"row": "client"},
                    x="clients",
                    y="payload",
                    stroke="var(--wtg-1)",
                    strokeDasharray="3,3",
                ),
                mark(
                    "dot",
                    {"row": "client"},
                    x="clients",
                    y="wire",
                    fill="var(--wtg-1)",
                    r=2.5,
                    tip=True,
                ),
                mark("ruleY", data=[0]),
            ],
            {
                "x": {"label": "initiators", "domain": [0, 60]},
                "y": {
                    "label": "bytes a second (dashed: payload)",
                    "unit": "GB/s",
                    "zero": True,
                    "grid": True,
                },
            },
            height=380,
            tab="By initiators",
        ),
    ],
    table=table(
        {"row": "four"},
        [
            column("name", "target"),
            column("test", "test"),
            column("says", "a second"),
            column("limit", "limited by"),
            column("cpus", "cores in use", digits=1),
            column("processor", "processors"),
        ],
    ),
    describe=describe,
    values=values,
    source=cite("gregg2010iscsi", "old and new"),
    reproduces=["iscsi-new-throughput", "iscsi-new-iops", "iscsi-before-after-summary"],
    targets=[
        target("iscsi-new-throughput-net", chosen("wire")),
        target("iscsi-new-throughput-payload", chosen("payload")),
        target("iscsi-new-header-overhead", chosen("headers")),
        target("iscsi-new-iops-max", chosen("reads_new_code_new_head")),
        target("iscsi-new-iops-rounded", chosen("reads_new_code_new_head")),
        target("iscsi-gain-throughput", chosen("throughput_gain")),
        target("iscsi-gain-iops", chosen("reads_gain")),
    ],
)
