"""The path of one write from the call to the answer: the part of the machine where it is at each
time, and what it waits for."""

from collections.abc import Iterator
from math import fsum, inf
from typing import Any, NamedTuple

from figures.define.figure import (
    Choice,
    Figure,
    Number,
    Preset,
    Row,
    Rows,
    Switch,
    account,
    cite,
    mark,
    motion,
    panel,
)
from figures.kit.followed import machine_rows, request_rows, step_rows
from figures.kit.rows import of
from figures.kit.stops import SIZES, powers
from figures.kit.words import about, time
from models.machine import Local, Nfs
from models.machine.machine import Machine
from models.machine.order import FREEBSD_BOX, SERVER_TODAY, SUN_7410
from models.machine.order.log_device import LOGZILLA, NVRAM
from models.sim.path import WAITING, RequestPath
from models.units import KiB, ms

PLACES = ("above", "below")
SETUPS = {
    "disk": "one disk",
    "off": "one disk, cache off",
    "ignored": "one disk, never flushed",
    "flash": "one disk and flash",
    "nvram": "one disk and NVRAM",
    "7410": "a 7410 with 22 mirrored pairs",
    "7410-logs": "a 7410 with two Logzillas",
    "7410-many": "a 7410 with four pairs of Logzillas",
    "7410-trains": "a 7410 with trains to four pairs",
    "today": "a server of today, disks",
    "today-log": "a server of today with an NVMe log device",
}
DEVICES = {
    "flash": "flash",
    "nvram": "NVRAM",
    "today-log": "NVMe",
    **dict.fromkeys(("7410-logs", "7410-many", "7410-trains"), "Logzilla"),
}
WHOLE = "the whole write"
WORDS = 0.55  # share of a step's line in the picture that its name takes
COLOURS = {
    "client": "var(--wtg-4)",
    "processor": "var(--wtg-5)",
    "file system": "var(--wtg-1)",
    "transaction group": "var(--wtg-6)",
    "intent log": "var(--wtg-1)",
    "log write": "var(--wtg-3)",
    "flush": "var(--wtg-accent)",
}
STEP = 10 * ms
SETTLED = 100  # writes after which a machine is in a steady state
Paths = list[RequestPath]


class Followed(NamedTuple):
    """The path of one of `many` writes, their mean latency (s), and the paths of other threads'
    writes at the same time."""

    path: RequestPath
    mean: float
    many: int
    others: Paths


BOX = FREEBSD_BOX
LARGE = SUN_7410.order(
    pool={"layout": "mirror", "vdevs": 66, "jbods": 6}, log={"devices": 8, "mirrored": True}
)
ORDERS = {
    "disk": BOX,
    "ignored": BOX.order(write_cache="ignored"),
    "off": BOX.order(write_cache="off"),
    "flash": BOX.order(log={"devices": 1, "device": LOGZILLA}),
    "nvram": BOX.order(log={"devices": 1, "device": NVRAM}),
    "7410": SUN_7410,
    "7410-logs": SUN_7410.order(log={"devices": 2}),
    "7410-many": LARGE,
    "7410-trains": LARGE.order(log={"rule": "train"}),
    "today": SERVER_TODAY,
    "today-log": SERVER_TODAY.order(log={"devices": 1}),
}
"""Set-up -> its order: the FreeBSD box, whose programs write to local files, and the 7410 and a server of today, to which the
threads of an NFS client write, with the log in the pool, on flash, or in battery-backed memory."""
REMOTE = {setup for setup, order in ORDERS.items() if order.machine != BOX.machine}


def start(machine: Machine, threads: int, size: int, paths: Paths) -> None:
    """Start threads that write, and add the paths of all their writes to `paths`."""

    def trace() -> RequestPath:
        paths.append(RequestPath(machine.loop.now))
        return paths[-1]

    local = machine.order.machine == BOX.machine
    machine.start(
        Local(threads, size, trace=trace) if local else Nfs(1, threads, size, trace=trace)
    )


def follow(
    setup: str,
    *,
    threads: int = 1,
    size: int,
    share: float = 0.5,
    seed: int = 1,
    warm: float = 0.15,
    wanted: int = 40,
    most: float = 0.8,
) -> Followed:
    """Follow `wanted` or more writes of a thread. Return the one at `share` (0-1) of the way from
    the quickest to the slowest.

    They are followed from `warm` seconds (or SETTLED writes of the thread) on, until `most` seconds
    at the latest. Raise ValueError if none ends by then.
    """
    paths, others = Paths(), Paths()
    machine = Machine(ORDERS[setup].bare(), seed)
    loop = machine.loop
    if threads > 1:
        start(machine, threads - 1, size, others)
    start(machine, 1, size, paths)
    while loop.now < warm and len(paths) < SETTLED:
        loop.run(until=min(warm, loop.now + STEP))
    first = len(paths)
    while loop.now < most and len(paths) < first + wanted + 1:
        loop.run(until=loop.now + STEP)
    ended = sorted(paths[first:-1] or paths[:-1], key=RequestPath.total)
    if not ended:
        raise ValueError(
            f"a write of {size} bytes by {threads} threads must end within {most} s; none does"
        )
    mean = fsum(path.total() for path in ended) / len(ended)
    path = ended[round(share * (len(ended) - 1))]
    beside = [
        other
        for other in others
        if other.steps and other.begun < path.end and other.end > path.begun
    ]
    return Followed(path, mean, len(ended), beside)


def run(
    above: str,
    below: str,
    threads_above: int,
    threads_below: int,
    size: float,
    which: str,
    seed: int,
) -> Iterator[Rows]:
    """Yield rows: those of the machine in motion, bar (place, label, component, start, finish,
    kind, top, foot), label (place, at, text), title (place, text), total (place, latency, waiting,
    mean, count; the longest step: label, longest), lines (n: the greatest number of lines in a
    picture). Times are in s; at, top and foot are in lines."""
    share = {"quick": 0.1, "usual": 0.5, "slow": 0.9}[which]
    most = 0
    for place, setup, threads in zip(
        PLACES, (above, below), (threads_above, threads_below), strict=True
    ):
        followed = follow(setup, threads=int(threads), size=int(size), share=share, seed=seed)
        path = followed.path
        rows: list[dict[str, Any]] = [
            {"row": "bar", "place": place, **step, "label": f"{step['component']}: {step['what']}"}
            for step in step_rows(path)
        ]
        spent = {WHOLE: path.total()}
        for row in rows:
            spent[row["label"]] = spent.get(row["label"], 0.0) + row["finish"] - row["start"]
        longest = max((label for label in spent if label != WHOLE), key=lambda label: spent[label])
        total: dict[str, Any] = {
            "row": "total",
            "place": place,
            "setup": SETUPS[setup],
            "threads": int(threads),
            "latency": path.total(),
            "waiting": path.total(WAITING),
            "mean": followed.mean,
            "count": followed.many,
            "label": longest,
            "longest": spent[longest],
        }
        text = f"{total['setup']}, {many(total['threads'])}: {time(total['latency'])}"
        line = {label: number for number, label in enumerate(spent)}
        yield machine_rows(
            place,
            text,
            path.total(),
            logdevice=DEVICES.get(setup, ""),
            **({} if setup in REMOTE else {"network": ""}),
        )
        yield in_motion(place, setup, f"the write of {about(size)}", followed)
        yield [
            total,
            {"row": "title", "place": place, "text": text},
            *(
                {
                    "row": "label",
                    "place": place,
                    "at": line[label] + WORDS,
                    "text": f"{label}, {time(spent[label])}",
                }
                for label in spent
            ),
            *(
                {**row, "label": label, "top": line[label] + WORDS, "foot": line[label] + 0.95}
                for row in rows
                for label in (WHOLE, row["label"])
            ),
        ]
        most = max(most, len(spent))
    yield [{"row": "lines", "n": most}]  # bars are as thick in both pictures


def in_motion(place: str, setup: str, name: str, followed: Followed) -> Rows:
    """Return rows of the followed write and of other threads' writes at the same time. In a pool of
    many disks, only the followed write's disk is shown."""
    zero, seen, rows = followed.path.begun, set(), []
    for number, path in enumerate((followed.path, *followed.others), start=1):
        own = request_rows(
            place,
            number,
            name if number == 1 else f"write {number}",
            path,
            zero=zero,
            safe=inf if setup == "ignored" else None,
        )
        arms = [row for row in own if row["row"] == "access"]
        fresh = [
            row for row in arms if row["start"] not in seen and (number == 1 or setup not in REMOTE)
        ]
        seen |= {row["start"] for row in fresh}
        rows += [row for row in own if row["row"] != "access"] + fresh
    return rows


def many(threads: int) -> str:
    return f"{threads} threads" if threads > 1 else "one thread"


def totals(rows: Rows) -> dict[str, Row]:
    return {row["place"]: row for row in of(rows, "total")}


def values(rows: Rows) -> dict[str, float]:
    out: dict[str, float] = {}
    for place, row in totals(rows).items():
        out |= {
            f"latency_{place}": row["latency"],
            f"waiting_{place}": row["waiting"],
            f"waits_{place}": row["waiting"] / row["latency"],
            f"mean_{place}": row["mean"],
            f"longest_{place}": row["longest"],
            f"steps_{place}": sum(
                each["row"] == "bar" and each["place"] == place and each["label"] != WHOLE
                for each in rows
            ),
        }
    return out | {"ratio": out["latency_above"] / out["latency_below"]}


def sentence(row: Row) -> str:
    waits = (
        f"For {row['waiting'] / row['latency']:.0%} of that it waits. "
        if row["waiting"]
        else "It waits for nothing. "
    )
    return (
        f"On {row['setup']}, with {many(row['threads'])}, the write takes {time(row['latency'])}. {waits}The longest "
        f"step, {time(row['longest'])}, is “{row['label']}”."
    )


def describe(rows: Rows) -> str:
    return " ".join(sentence(row) for row in totals(rows).values())


def waterfall(place: str, same: bool) -> dict[str, Any]:
    """Return the panel of one of the two writes, on a scale of its own or on that of the longer
    one."""
    here = {"place": place}

    def bars(opacity: float, **kind: Any) -> dict[str, Any]:
        return mark(
            "rect",
            {"row": "bar", **here, **kind},
            x1="start",
            x2="finish",
            y1="top",
            y2="foot",
            fill="component",
            fillOpacity=opacity,
        )

    return panel(
        [
            bars(0.3, kind="waiting"),
            bars(1, kind="service"),
            mark(
                "text",
                {"row": "label", **here},
                x=0,
                y="at",
                text="text",
                textAnchor="start",
                lineAnchor="bottom",
                dx=4,
                dy=-1,
                fontSize=10.5,
                strokeWidth=2,
                stroke="var(--wtg-card)",
                fill="currentColor",
            ),
            mark("ruleY", {"row": "lines"}, y="n", strokeOpacity=0),
            mark("ruleY", data=[0], strokeOpacity=0),
            mark("ruleX", {"row": "total", **({} if same else here)}, x="latency", strokeOpacity=0),
            mark(
                "text",
                {"row": "title", **here},
                text="text",
                frameAnchor="top-right",
                dy=-16,
                fill="currentColor",
                fontWeight="bold",
            ),
            mark("ruleX", data=[0]),
        ],
        {
            "x": {
                "label": f"time since the call, {'one scale for both' if same else 'a scale of its own'}",
                "unit": "ms",
                "zero": True,
                "grid": True,
            },
            "y": {"axis": None, "reverse": True},
            "color": {"domain": list(COLOURS), "range": list(COLOURS.values())},
        },
        height=215,
        when={"same": same},
        tab="Step by step",
    )


FIGURE = Figure(
    id="write-path",
    title="One write, followed",
    caption="Where one synchronous write spends its time, under two settings. The machine: both writes on one clock, in "
    "slow motion; a ring waits, a full dot is served. Step by step: solid, somebody works on it; pale, it waits; "
    "the first row is the whole write, the others take it apart. There each write has a scale of its own, unless "
    "*One time scale* is on.",
    params={
        "above": Choice(
            "One write goes to", "disk", SETUPS, "Where the first of the two writes goes."
        ),
        "below": Choice(
            "The other goes to", "nvram", SETUPS, "Where the second of the two writes goes."
        ),
        "same": Switch(
            "One time scale",
            False,
            "On: both pictures have the scale of the longer write.",
            view=True,
        ),
        "threads_above": Number(
            "Threads, one write",
            1,
            1,
            64,
            whole=True,
            stops=powers(1, 64),
            more=True,
            help="Number of threads that write; one of them is followed.",
        ),
        "threads_below": Number(
            "Threads, the other",
            1,
            1,
            64,
            whole=True,
            stops=powers(1, 64),
            more=True,
            help="Number of threads that write; one of them is followed.",
        ),
        "size": Number(
            "Write size",
            8 * KiB,
            512,
            128 * KiB,
            unit="KiB",
            stops=SIZES,
            help="Size of each write.",
            more=True,
        ),
        "which": Choice(
            "Which of many",
            "usual",
            {"quick": "a quick one", "usual": "the usual one", "slow": "a slow one"},
            "Which of the followed writes is shown: one that is slower than one of ten, than five, or than nine.",
            more=True,
        ),
    },
    presets={
        "a disk and memory": Preset(),
        "7410, disks and Logzillas": Preset({"above": "7410", "below": "7410-logs", "same": True}),
        "then and now": Preset({"above": "7410-logs", "below": "today-log", "same": True}),
        "alone and in a crowd": Preset(
            {"below": "disk", "threads_below": 64}, "one thread and sixty-four on one disk"
        ),
        "disks, then and now": Preset({"above": "7410", "below": "today", "same": True}),
        "a disk and memory, one scale": Preset({"same": True}),
        "cache off and flushed": Preset(
            {"above": "off", "threads_above": 64, "below": "disk", "threads_below": 64}
        ),
        "flushed and never flushed": Preset({"below": "ignored"}),
        "7410, one thread and 64": Preset(
            {"above": "7410-logs", "below": "7410-logs", "threads_below": 64}
        ),
        "64 threads, two and eight Logzillas": Preset(
            {"above": "7410-logs", "below": "7410-many", "threads_above": 64, "threads_below": 64}
        ),
        "64 threads, a convoy and trains": Preset(
            {
                "above": "7410-many",
                "below": "7410-trains",
                "threads_above": 64,
                "threads_below": 64,
            },
            "eight Logzillas under the old rule and the new",
        ),
        "flash and memory": Preset({"above": "flash"}),
    },
    run=run,
    panels=[
        motion(tab="The machine", machines=2),
        account(tab="The account", machines=2),
        *(waterfall(place, same) for same in (False, True) for place in PLACES),
    ],
    describe=describe,
    values=values,
    source=cite("gregg2009slog", "the latency of synchronous writes with and without log devices"),
)
