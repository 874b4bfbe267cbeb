"""Sequential writes over NFS: the slowest stage, and the bytes that reach the disks."""

from collections.abc import Iterator
from typing import Any

from figures.define.figure import (
    Choice,
    Figure,
    Number,
    Preset,
    Row,
    Rows,
    Switch,
    cite,
    mark,
    panel,
    table,
    target,
)
from figures.kit.pipeline import limit
from figures.kit.pipeline_bars import (
    COLUMNS,
    bars,
    carried,
    right,
    runner_up,
    slowest,
    stage_rows,
)
from figures.kit.rows import of, one
from figures.kit.stops import powers
from figures.kit.streams import RECORD, streamer
from figures.kit.words import rate as spoken
from figures.streaming.experiments.stages import WrittenBytes, read_stages, write_stages
from figures.streaming.read_stages import FILEBENCH, FRAMES, NAMES
from models.catalogue.machines import values as constants
from models.machine import Stream
from models.machine.order.order import Order
from models.units import GB, MB, KiB, TiB

PARTS, SMALL = constants("streaming"), constants("7310")
LAYOUTS = {"mirror": "mirrored", "raidz2": "double parity", "stripe": "no copy"}
PIECES = ("data", "copy or parity", "the log")


SERVER = ("cards", "ports", "hbas", "chains", "jbods", "each", "capacity")


def server(layout: str, chosen: dict[str, Any]) -> Order:
    """Return the order of a server with this layout."""
    disks = chosen["jbods"] * chosen["each"]
    return streamer(
        chosen["head"],
        **{name: chosen[name] for name in SERVER},
        layout=layout,
        width=min(chosen["width"], disks) if layout == "raidz2" else 0,
        log={"devices": int(chosen["logs"])},
        mtu=int(chosen["frames"]),
        groups={"interval": chosen["group"]},
    )


def writers(chosen: dict[str, Any]) -> Stream:
    """Return the load of clients that write files sequentially."""
    size, mtu, committed = int(chosen["size"]), int(chosen["frames"]), chosen["committed"]
    clients, threads, ports = (chosen[name] for name in ("clients", "threads", "client_ports"))
    return Stream("write", clients, threads, ports, size, mtu, committed=committed)


def layout_row(name: str, rate: float, written: WrittenBytes, own: bool) -> Row:
    """Return the row of one layout: the rates in bytes/s when clients write `rate` bytes/s."""
    wire_bytes = written.load.seen(written.load.committed)
    return {
        "layout": LAYOUTS[name],
        "rate": rate,
        "come": rate * wire_bytes.come / wire_bytes.payload,
        "both": rate * wire_bytes.both / wire_bytes.payload,
        "disk": rate * written.disk_bytes(rate),
        "own": int(own),
    }


def piece_rows(name: str, rate: float, written: WrittenBytes, own: bool) -> Iterator[Row]:
    """Yield the rows of the bytes/s that reach the disks in one layout, stacked: data, copy or
    parity, and log."""
    edges = [0.0, rate, rate * written.data_bytes, rate * written.disk_bytes(rate)]
    for piece, low, high in zip(PIECES, edges, edges[1:], strict=False):
        if high > low:
            yield {
                "row": "piece",
                "layout": LAYOUTS[name],
                "piece": piece,
                "from": low,
                "to": high,
                "own": int(own),
            }


def read_rate(chosen: dict[str, Any]) -> float:
    """Return the rate (bytes/s) at which the head reads from this many disks if they are
    mirrored."""
    load = Stream("read", 10, 2, 2, RECORD, int(chosen["frames"]), False, chosen["data"])
    return limit(read_stages(server("mirror", chosen), load)).rate


def run(
    head: str,
    layout: str,
    clients: int,
    size: float,
    jbods: int,
    logs: bool,
    threads: int,
    client_ports: int,
    frames: str,
    cards: int,
    ports: int,
    hbas: int,
    chains: int,
    committed: float,
    group: float,
    width: int,
    data: float,
    each: int,
    capacity: float,
    seed: int,
) -> Iterator[Rows]:
    """Yield rows: stage (see pipeline_bars), piece (layout, piece, from, to: bytes/s that reach the
    disks), layout (layout, rate, come, both, disk in bytes/s, own), and sum (the same fields for
    the chosen layout, and read: the rate at which the head reads from these disks). Nothing depends
    on chance."""
    chosen = {
        "head": head,
        "clients": clients,
        "size": size,
        "jbods": jbods,
        "logs": logs,
        "threads": threads,
        "client_ports": client_ports,
        "frames": frames,
        "cards": cards,
        "ports": ports,
        "hbas": hbas,
        "chains": chains,
        "committed": committed,
        "group": group,
        "width": width,
        "data": data,
        "each": each,
        "capacity": capacity,
    }
    load = writers(chosen)
    for name in sorted(LAYOUTS, key=lambda name: name != layout):
        order = server(name, chosen)
        path, written = write_stages(order, load), WrittenBytes(order, load)
        rate = limit(path).rate
        row = layout_row(name, rate, written, name == layout)
        yield [{"row": "layout", **row}, *piece_rows(name, rate, written, name == layout)]
        if name == layout:
            yield [
                *stage_rows(path),
                {
                    "row": "sum",
                    **row,
                    "right": right(path),
                    "read": read_rate(chosen),
                    "once": written.data_bytes,
                    "at_risk": written.at_risk(rate),
                    "held": 1.5 * group * rate / clients,
                    "time": TiB / rate,
                },
            ]


def layouts(rows: Rows) -> dict[str, Row]:
    """Return the row of each layout, by its name."""
    return {row["layout"]: row for row in of(rows, "layout")}


def half_the_bytes(rows: Rows) -> bool:
    """Return whether double parity sends about half as many bytes to the disks as mirrors do.

    A little less must come over the network than with mirrors. For each layout the pieces that are
    drawn must end at the number in its row.
    """
    found = layouts(rows)
    mirror, parity = (found.get(LAYOUTS[name]) for name in ("mirror", "raidz2"))
    if not mirror or not parity or not 0 < parity["come"] <= parity["disk"]:
        return False
    for row in (mirror, parity):
        ends = [
            piece["to"]
            for piece in rows
            if piece["row"] == "piece" and piece["layout"] == row["layout"]
        ]
        if not ends or abs(max(ends) / row["disk"] - 1) > 1e-6:
            return False
    return bool(
        0.4 < parity["disk"] / mirror["disk"] < 0.6 and 0.8 < parity["come"] / mirror["come"] < 1
    )


def values(rows: Rows) -> dict[str, float]:
    row, found = one(rows, "sum"), layouts(rows)
    mirror, parity = found[LAYOUTS["mirror"]], found[LAYOUTS["raidz2"]]
    return {
        **{
            name: row[name]
            for name in ("rate", "come", "both", "disk", "read", "time", "once", "at_risk", "held")
        },
        "per_byte": row["disk"] / row["rate"],
        "per_wire": row["disk"] / row["both"],
        "ratio": row["rate"] / row["read"],
        "extra": row["disk"] / row["rate"] / row["once"] - 1,
        "log": row["disk"] - row["rate"] * row["once"],
        "next": runner_up(rows)["capacity"],
        "mirror_disk": mirror["disk"],
        "parity_disk": parity["disk"],
        "mirror_rate": mirror["rate"],
        "parity_rate": parity["rate"],
        **carried(rows),
    }


def describe(rows: Rows) -> str:
    row = one(rows, "sum")
    return (
        f"The clients write {spoken(row['rate'])}, and {spoken(row['disk'])} reach the disks. The limit: "
        f"{slowest(rows)['stage']}."
    )


PATH = [
    "clients' requests",
    "clients' ports",
    "server's ports",
    "network cards' slots",
    "cores",
    "the group's thread",
    "disk cards' slots",
    "disk cables",
    "disks",
]

FIGURE = Figure(
    id="write-stages",
    title="Who holds up the writing?",
    caption="Clients write large files in a row over NFS. Above, each part that the data passes, and what it could carry by "
    "itself, in bytes of the clients' data; an arrow: the bar would go on. Below, what reaches the disks.",
    params={
        "layout": Choice(
            "Layout",
            "mirror",
            LAYOUTS,
            "Mirrored: each record is on two disks. Double parity: RAID-Z2, two "
            "sums beside the data of each record.",
        ),
        "size": Number(
            "Write size",
            32 * KiB,
            8 * KiB,
            128 * KiB,
            unit="KiB",
            stops=powers(8 * KiB, 128 * KiB),
            help="The size of a write, which is one NFS request. At a COMMIT ZFS writes more than 32 KiB directly to its "
            "place; less goes to the log first.",
        ),
        "logs": Switch(
            "Log devices",
            False,
            "On: the log has devices of its own, with one copy, and does not reach these disks.",
        ),
        "head": Choice(
            "Head node",
            "launch",
            NAMES,
            "The head's processors, and the links between their sockets.",
            more=True,
        ),
        "clients": Number(
            "Clients",
            20,
            1,
            40,
            whole=True,
            more=True,
            help="The number of clients; each writes files of its own.",
        ),
        "jbods": Number(
            "JBODs",
            5,
            1,
            12,
            whole=True,
            more=True,
            help="The number of JBODs, of 24 disks of 7,200 rpm each.",
        ),
        "threads": Number(
            "Threads a client",
            2,
            1,
            16,
            whole=True,
            more=True,
            help="The number of threads of a client. A client has up to eight writes under way at a time, or one for each thread if there are more threads.",
        ),
        "client_ports": Number(
            "Ports a client",
            2,
            1,
            4,
            whole=True,
            more=True,
            help="The number of ports of a client, of 1 Gbit/s each.",
        ),
        "frames": Choice(
            "Frames",
            "9000",
            FRAMES,
            "The largest packet of the network; 9,000 bytes are jumbo frames.",
            more=True,
        ),
        "cards": Number(
            "Network cards",
            1,
            1,
            4,
            whole=True,
            more=True,
            help="The number of network cards, with two ports of 10 GbE each.",
        ),
        "ports": Number(
            "Ports in use a card",
            2,
            1,
            2,
            whole=True,
            more=True,
            help="The number of ports in use, of 10 Gbit/s each.",
        ),
        "hbas": Number(
            "Disk cards",
            3,
            1,
            4,
            whole=True,
            more=True,
            help="The number of HBAs, the cards to which the JBODs are connected.",
        ),
        "chains": Number(
            "Disk cables in use",
            6,
            1,
            8,
            whole=True,
            more=True,
            help="The number of cables to the disks; each carries four lanes of 3 Gbit/s to one chain of JBODs.",
        ),
        "committed": Number(
            "A client COMMITs every",
            PARTS["committed"],
            100 * MB,
            20 * GB,
            unit="MB",
            more=True,
            stops=tuple(n * MB for n in (100.0, 200, 500, 1250, 2000, 5000, 10_000, 20_000)),
            help="How many bytes a client writes between COMMITs. It keeps them until the server has made them safe.",
        ),
        "group": Number(
            "A group takes",
            PARTS["group"],
            1.0,
            30.0,
            unit="s",
            step=0.5,
            more=True,
            help="The time in which a transaction group fills. Writing it out takes as long.",
        ),
        "width": Number(
            "Disks of a parity group",
            int(PARTS["raidz2_width"]),
            4,
            24,
            whole=True,
            more=True,
            help="The number of disks in a RAID-Z2 group; all but two hold data.",
        ),
        "data": Number(
            "Files to read",
            400 * GB,
            10 * GB,
            1000 * GB,
            unit="GB",
            more=True,
            stops=tuple(n * GB for n in (10.0, 100, 400, 1000)),
            help="For comparison: the size of the files that ten clients read from this number of disks when they are mirrored.",
        ),
        "each": Number(
            "Disks a JBOD",
            int(SMALL["disks"]),
            4,
            24,
            whole=True,
            more=True,
            help="The number of disks in a JBOD; log devices take up places, too.",
        ),
        "capacity": Number(
            "Disk",
            1000 * GB,
            500 * GB,
            1000 * GB,
            unit="GB",
            stops=(500 * GB, 1000 * GB),
            more=True,
            help="The size of a disk, for reads: with half the platters the arm moves twice as far for the same data.",
        ),
    },
    presets={
        "mirrored": Preset(help="January 2009: a 7410 as launched, 20 clients, 5 JBODs"),
        "64 KiB writes": Preset({"size": 64 * KiB}),
        "double parity": Preset({"layout": "raidz2"}, "the same, RAID-Z2"),
        "7310": Preset(
            {
                "head": "7310",
                "clients": 20,
                "threads": 5,
                "client_ports": 1,
                "jbods": 2,
                "hbas": 1,
                "chains": 1,
            }
        ),
        "HyperTransport 3": Preset(
            {"head": "ht3", "clients": 10, "cards": 2, "jbods": 8}, "September 2009"
        ),
        "two JBODs": Preset(
            FILEBENCH | {"logs": True},
            "44 disks, log devices, one port, 20 clients with one thread each",
        ),
        "with log devices": Preset({"logs": True}),
        "a COMMIT every 100 MB": Preset({"committed": 100 * MB}, "from each client"),
    },
    run=run,
    chance=False,
    panels=[
        bars(PATH),
        panel(
            [
                mark(
                    "barX",
                    {"row": "piece", "own": 1},
                    x1="from",
                    x2="to",
                    y="layout",
                    fill="piece",
                    inset=0,
                    tip=True,
                ),
                mark("ruleX", data=[0]),
            ],
            {
                "x": {"label": "reaches the disks", "unit": "GiB/s", "ticks": 5},
                "y": {"label": None},
                "color": {
                    "domain": list(PIECES),
                    "range": ["var(--wtg-1)", "var(--wtg-3)", "var(--wtg-2)"],
                    "legend": True,
                },
            },
            height=104,
        ),
    ],
    table=table({"row": "stage"}, COLUMNS),
    describe=describe,
    values=values,
    source=cite("gregg2009stream", "streaming write, mirroring and RAID-Z2", "Gregg 2009"),
    reproduces=[
        "7310-disk-write",
        "stream-write-mirror",
        "stream-write-raidz2",
        "ht-max-disk-write",
        "stream-invariants",
        "stream-config",
    ],
    misses={
        "ht-disk-write-net": "The thread that writes a transaction group waits for lines most of its time. On the new board "
        "a line comes in less than half the time, but the model has all work there wait for nearly twice as many, as it has "
        "for reads. With as many lines as on the old board the thread would be faster than what was measured.",
        "filebench-read": "One port was in use, and the rate measured is near what it carries. In the model the head is the limit, with "
        "frames of 1,500 bytes, each of which costs it a tenth of a read of 8 KiB. That price is an estimate from the instructions of a packet. Without it the head would send a quarter more than was "
        "measured.",
    },
    targets=[
        target("stream-write-mirror-net", lambda rows: one(rows, "sum")["come"]),
        target("stream-write-mirror-time", lambda rows: one(rows, "sum")["time"]),
        target("stream-write-mirror-payload", lambda rows: one(rows, "sum")["rate"]),
        target("stream-write-mirror-disk", lambda rows: one(rows, "sum")["disk"]),
        target("stream-write-raidz2-net", lambda rows: one(rows, "sum")["come"], "double parity"),
        target("stream-write-raidz2-time", lambda rows: one(rows, "sum")["time"], "double parity"),
        target(
            "stream-write-raidz2-payload", lambda rows: one(rows, "sum")["rate"], "double parity"
        ),
        target("stream-write-raidz2-disk", lambda rows: one(rows, "sum")["disk"], "double parity"),
        target("stream-write-raidz2-pattern", half_the_bytes, "double parity"),
        target("7310-disk-write-net", lambda rows: one(rows, "sum")["both"], "7310"),
        target("7310-disk-write-disk", lambda rows: one(rows, "sum")["disk"], "7310"),
        target("ht-disk-write-net", lambda rows: one(rows, "sum")["both"], "HyperTransport 3"),
        target(
            "ht-disk-write-amplification",
            lambda rows: one(rows, "sum")["disk"] / one(rows, "sum")["both"],
            "HyperTransport 3",
        ),
        target("invariant-read", lambda rows: one(rows, "sum")["read"]),
        target("invariant-write", lambda rows: one(rows, "sum")["rate"]),
        target("invariant-ratio", lambda rows: one(rows, "sum")["rate"] / one(rows, "sum")["read"]),
        target("stream-conclusion-read", lambda rows: one(rows, "sum")["read"]),
        target("stream-conclusion-write", lambda rows: one(rows, "sum")["rate"]),
        target("filebench-read", lambda rows: one(rows, "sum")["read"], "two JBODs"),
        target("filebench-write", lambda rows: one(rows, "sum")["rate"], "two JBODs"),
    ],
)
