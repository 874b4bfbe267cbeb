"""Random reads while transaction groups are written: the picket fence as the reader sees it."""

from collections.abc import Iterator
from functools import partial
from math import fsum, inf
from typing import Any

from figures.define.figure import (
    Choice,
    Figure,
    Number,
    Preset,
    Rows,
    Switch,
    cite,
    mark,
    motion,
    panel,
)
from figures.kit.followed import access_rows, machine_rows, request_rows
from figures.kit.heat import AXIS, KINDS, PALETTE, Maps, busy_panel, heat_panels, shares
from figures.kit.heat_map import HeatMap, linear_edges, log_edges
from figures.kit.rows import of
from figures.kit.words import about, count, time
from figures.transaction_groups.experiments.followed_disk import FollowedDisk
from figures.transaction_groups.experiments.reads_beside_groups import ReadsBesideGroups, roomy
from models.devices.hdd import HardDisk
from models.sim.path import Access
from models.sim.stats import mean, percentile
from models.units import KiB, MiB, ms, s, us

SECONDS = 72
WRITE = 128 * KiB
AXES = {"linear": linear_edges(480 * ms, 48), "log": log_edges(1 * ms, 4 * s, 36)}
SAFE = log_edges(100 * us, 4 * s, 24)
BEFORE, BEHIND = 40 * ms, 160 * ms
FROM = {
    "read": "program",
    "transfer": "group",
    "log block": "log",
    "flush of the log": "log",
    "flush of the group": "group",
}
OPS = {"read": "reads", "write": "writes", "flush": "flushes"}


class DiskUse:
    """How long all `disks` together are busy, by operation (read, write, flush) and by second, for
    `seconds` seconds."""

    def __init__(self, disks: list[HardDisk], seconds: int) -> None:
        self.disks, self.seconds = disks, seconds
        self.done = [0.0] * len(disks)
        self.used = {op: [0.0] * seconds for op in OPS}

    def in_second(self, second: int) -> dict[str, float]:
        """Return how long (s) the disks were busy in a second that is over, by operation. A command
        starts when the previous one is done."""
        for number, disk in enumerate(self.disks):
            for request in disk.trace:
                start, end = max(request.issued, self.done[number]), request.finish
                self.done[number], used = end, self.used[request.op]
                for k in range(int(start), min(self.seconds, int(end) + 1)):
                    used[k] += min(end, k + 1) - max(start, k)
            disk.trace.clear()
        return {op: used[second] for op, used in self.used.items()}


def run(
    interval: float,
    out: str,
    pending: int,
    disks: int,
    reads: float,
    load: float,
    safe: float,
    log: bool,
    demand: float,
    seed: int,
) -> Iterator[Rows]:
    """Yield rows: those of the machine in motion, cell, log cell and safe (t1, t2, low, high, n),
    busy (t1, t2, who, share), bin (t, dirty, out in bytes), group (t1, t2, bytes), demand
    (latency), and sum (reads, slow, typical, late, longest, safe_typical, safe_longest, flushes:
    synchronous writes per group that the disks answer while it is written). All times are in s."""
    box = ReadsBesideGroups(
        disks,
        roomy(interval, pending, out),
        seed,
        log=log,
        commands=True,
        in_order=partial(FollowedDisk, interval - BEFORE, interval + BEHIND),
    )
    followed: Any = box.disks[0]
    groups, use = box.zfs.groups, DiskUse(box.disks, SECONDS)
    read_maps, safe_map = Maps(1.0, AXES, KINDS), HeatMap(1.0, SAFE)
    for disk in box.disks:
        box.read(disk, reads, read_maps.add)
    if load:
        box.write(WRITE, load)
    if safe:
        box.write_safely(safe, safe_map.add)
    yield [{"row": "demand", "latency": demand}]
    shown, moving = 0, True
    for second in range(SECONDS):
        rows = []
        for quarter in (0.25, 0.5, 0.75, 1.0):
            box.loop.run(until=second + quarter)
            rows.append(
                {
                    "row": "bin",
                    "t": second + quarter,
                    "out": groups.syncing,
                    "dirty": groups.syncing + groups.dirty,
                }
            )
        rows += [
            {**cell, "row": "safe"} for cell in safe_map.columns(second + 1)
        ] + read_maps.columns(second + 1)
        rows += shares(
            second, second + 1, {OPS[op]: used for op, used in use.in_second(second).items()}, disks
        )
        rows += [
            {"row": "group", "t1": group.begun, "t2": group.synced, "bytes": group.bytes}
            for group in groups.history[shown:]
            if group.bytes
        ]
        shown = len(groups.history)
        if moving and second + 1 > followed.end:
            moving, rows = False, rows + in_motion(followed)
        yield rows
    if groups.out:
        yield [
            {
                "row": "group",
                "t1": groups.began,
                "t2": float(SECONDS),
                "bytes": groups.out.bytes,
                "cut": 1,
            }
        ]
    latencies = [latency for back, latency in box.reads if back <= SECONDS]
    safely = [latency for _, latency in box.safe] or [0.0]
    going_out = [(group.begun, group.synced) for group in groups.history if group.bytes]
    flushes = 0 if log else sum(begun <= t <= end for t, _ in box.safe for begun, end in going_out)
    yield [
        {
            "row": "sum",
            "reads": len(latencies),
            "slow": sum(latency > demand for latency in latencies) / len(latencies),
            "typical": percentile(latencies, 0.5),
            "late": percentile(latencies, 0.99),
            "longest": max(latencies),
            "safe_typical": percentile(safely, 0.5),
            "safe_longest": max(safely),
            "flushes": flushes / max(1, len(going_out)),
        }
    ]


def in_motion(disk: FollowedDisk) -> Rows:
    """Return the rows of one disk in motion, from a moment before a group is written."""
    zero, until, seen = disk.begin, disk.end - disk.begin, set[Access]()
    rows, counts, answered = [], dict.fromkeys(FROM, 0), dict.fromkeys(FROM, 0)
    for number, command in enumerate(
        (each for each in disk.commands if each.path.begun - zero < until), start=1
    ):
        kind = command.kind
        counts[kind] += 1
        answered[kind] += 0 <= command.path.end - zero <= until
        safe = None if command.op != "write" else command.safe[0] if command.safe else inf
        rows += request_rows(
            "disk",
            number,
            f"{kind} {counts[kind]}",
            command.path,
            op=command.op,
            zero=zero,
            safe=safe,
            origin=FROM[kind],
        )
        seen |= set(command.path.accesses)
    group = f" and {answered['transfer']} transfers of a group" if counts["transfer"] else ""
    title = f"One disk: {answered['read']} reads{group} in {time(until)}"
    return [
        *machine_rows("disk", title, until, network="", logdevice=""),
        *rows,
        *access_rows("disk", (access for access in disk.accesses if access not in seen), zero),
    ]


def values(rows: Rows) -> dict[str, float]:
    found, groups = of(rows, "sum")[0], of(rows, "group")
    lengths = [row["t2"] - row["t1"] for row in groups] or [0.0]
    return {
        **{name: value for name, value in found.items() if name != "row"},
        "groups": len(groups),
        "group_bytes": max([row["bytes"] for row in groups], default=0),
        "group_time": mean(lengths),
        "longest_group": max(lengths),
        "going_out": min(1.0, fsum(lengths) / SECONDS),
        "demand": of(rows, "demand")[0]["latency"],
    }


def describe(rows: Rows) -> str:
    v = values(rows)
    slow = (
        f"{v['slow']:.1%}"
        if v["slow"] >= 0.001
        else count(v["slow"] * v["reads"])
        if v["slow"]
        else "None"
    )
    text = (
        f"{slow} of {v['reads']:,.0f} reads take longer than {time(v['demand'])}. Half take at most "
        f"{time(v['typical'])}, and the longest takes {time(v['longest'])}. "
    )
    if v["groups"] == 1:
        more = "more than " if any("cut" in row for row in of(rows, "group")) else ""
        text += (
            f"One group goes out, of {about(v['group_bytes'])}; it takes {more}"
            f"{time(v['group_time'])}."
        )
    elif v["groups"]:
        text += f"{v['groups']} groups of up to {about(v['group_bytes'])} go out, in {time(v['group_time'])} on average."
    else:
        text += "No group goes out."
    if v["safe_longest"]:
        text += f" Half of the safe writes take at most {time(v['safe_typical'])}, and the longest {time(v['safe_longest'])}."
    return text


X = {"label": "time", "unit": "s", "domain": [0, SECONDS]}
ENDS: dict[str, dict[str, Any]] = {
    axis: {"domain": [edges[0], edges[-1]]} for axis, edges in AXES.items()
}
ENDS["log"] |= {"ticks": [1 * ms, 10 * ms, 100 * ms, 1 * s], "tickFormat": "~g"}

FIGURE = Figure(
    id="group-and-reads",
    title="The picket fence",
    caption="Random reads of 8 KiB while transaction groups go out. Reads: how many took how long; the dashed line is the "
    "reader's demand; then what is not on disk yet (strong: the group that is going out). Safe writes: how long "
    "writes take that have to be safe (logarithmic). The machine: one disk when a group begins to go out; a "
    "square is a transfer that lies in the drive's memory.",
    params={
        "interval": Number(
            "A group every",
            30.0,
            1.0,
            45.0,
            unit="s",
            step=1.0,
            help="The time between groups: 30 s in ZFS of 2008 and 2009, 5 s later.",
        ),
        "pending": Number(
            "Transfers at each disk, at most",
            10,
            1,
            35,
            whole=True,
            help="How many transfers of the group the disk's own queue may hold, ahead of any later read.",
        ),
        "log": Switch("A log device", True, "A flash device of its own for the intent log."),
        "load": Number(
            "Written",
            10 * MiB,
            0.0,
            30 * MiB,
            unit="MiB/s",
            step=1 * MiB,
            more=True,
            help="The rate of asynchronous writes, which are evenly spaced.",
        ),
        "out": Choice(
            "Send that many",
            "limit",
            {"limit": "always", "curve": "when much is dirty (2013)"},
            "When to send the full number of transfers. OpenZFS sends few while little is dirty, and all from 60 % on.",
            more=True,
        ),
        "safe": Number(
            "Safe writes",
            20,
            0,
            60,
            unit="1/s",
            step=1.0,
            help="Synchronous 8 KiB writes per second, one at a time.",
            more=True,
        ),
        "palette": PALETTE,
        "axis": AXIS,
        "reads": Number(
            "Reads a disk",
            30,
            5,
            50,
            unit="1/s",
            step=1.0,
            help="Random reads per second on each disk.",
            more=True,
        ),
        "demand": Number(
            "A read may take",
            50 * ms,
            10 * ms,
            300 * ms,
            unit="ms",
            step=10 * ms,
            help="The longest acceptable latency; longer reads count as too slow.",
            more=True,
        ),
        "disks": Number(
            "Disks",
            2,
            1,
            6,
            whole=True,
            help="The number of disks in the pool, without redundancy.",
            more=True,
        ),
    },
    presets={
        "with a log device": Preset(help="a group every 30 s, as in 2009"),
        "log on the disks": Preset({"log": False}, "a group every 30 s"),
        "every 5 s": Preset(
            {"log": False, "interval": 5.0}, "the interval of later versions, log on the disks"
        ),
        "log device, one at a time": Preset({"pending": 1}),
        "log device, 35 at a time": Preset({"pending": 35}, "35 was the default of 2008"),
        "one at a time": Preset({"log": False, "pending": 1}, "log on the disks"),
        "35 at a time": Preset(
            {"log": False, "pending": 35}, "the default of 2008, log on the disks"
        ),
        "OpenZFS 2013": Preset({"log": False, "interval": 5.0, "out": "curve"}),
        "nobody writes": Preset({"load": 0.0, "safe": 0}),
    },
    run=run,
    panels=[
        *heat_panels(
            KINDS,
            X,
            "a read takes",
            "reads",
            each=ENDS,
            height=260,
            tab="Reads",
            under=[],
            over=[
                mark(
                    "ruleY",
                    {"row": "demand"},
                    y="latency",
                    stroke="currentColor",
                    strokeDasharray="3,4",
                )
            ],
        ),
        panel(
            [
                mark(
                    "areaY",
                    {"row": "bin"},
                    x="t",
                    y1=0,
                    y2="out",
                    fill="var(--wtg-1)",
                    fillOpacity=0.85,
                ),
                mark(
                    "areaY",
                    {"row": "bin"},
                    x="t",
                    y1="out",
                    y2="dirty",
                    fill="var(--wtg-1)",
                    fillOpacity=0.3,
                ),
                mark("ruleY", data=[0]),
            ],
            {
                "x": X,
                "y": {
                    "label": "not on disk",
                    "unit": "MiB",
                    "grid": True,
                    "ticks": 3,
                    "zero": True,
                },
            },
            height=130,
            tab="Reads",
        ),
        panel(
            [
                mark(
                    "rect",
                    {"row": "safe"},
                    x1="t1",
                    x2="t2",
                    y1="low",
                    y2="high",
                    fill="n",
                    inset=0,
                )
            ],
            {
                "x": X,
                "y": {
                    "label": "a safe write takes",
                    "unit": "ms",
                    "type": "log",
                    "domain": [SAFE[0], SAFE[-1]],
                    "ticks": [1 * ms, 100 * ms],
                    "tickFormat": "~g",
                    "grid": True,
                },
                "color": {"type": "log"},
            },
            height=340,
            tab="Safe writes",
        ),
        motion(tab="The machine"),
        busy_panel(
            X,
            "the disks' time",
            {"reads": "var(--wtg-1)", "writes": "var(--wtg-accent)", "flushes": "var(--wtg-4)"},
        ),
    ],
    describe=describe,
    values=values,
    source=cite("gregg2009slog", "the picket fence"),
)
