"""Groups one after another, and the log entries of writes whose group is not on disk yet."""

from collections.abc import Iterator

from figures.define.figure import (
    Figure,
    Number,
    Preset,
    Row,
    Rows,
    Switch,
    cite,
    handle,
    mark,
    panel,
)
from figures.kit.rows import of, one
from figures.kit.words import about, count, time
from models.machine.machine import Machine
from models.machine.order import FREEBSD_BOX
from models.sim.loop import Process
from models.units import KiB
from models.zfs.txg.transaction_group import ClosedGroup
from models.zfs.zil.log_spec import ChainBlock

BINS = 170
WRITE = 32 * KiB
OPEN, OUT = "open", "goes out"
NEEDED, DONE, LATER = "log entries needed then", "needed no longer", "not written yet"


class LogSince:
    """A FreeBSD box with `rate` evenly spaced writes per second, of which the share `share` (0-1)
    is synchronous.

    By group, up to the current time: plain and safe are the bytes of asynchronous and of
    synchronous writes; logged and records are the bytes and the number of records in log blocks.
    """

    def __init__(self, interval: float, rate: float, share: float, log: bool, seed: int) -> None:
        self.box = Machine(
            FREEBSD_BOX.order(groups={"interval": interval}, log={"devices": int(log)}).bare(),
            seed,
            writes=True,
        )
        self.zfs, self.loop = self.box.zfs, self.box.loop
        self.counted = 0
        self.last: ChainBlock | None = None
        self.plain: dict[int, int] = {}
        self.safe: dict[int, int] = {}
        self.logged: dict[int, int] = {}
        self.records: dict[int, int] = {}
        if rate:
            self.loop.spawn(self.writes(1 / rate, share))

    def writes(self, pause: float, share: float) -> Process:
        """Issue a write every `pause` (s) without waiting for it, yielding each pause to the loop.
        share: that of synchronous writes."""
        loop, random = self.loop, self.box.random
        while True:
            yield pause
            loop.spawn(self.zfs.write(0, WRITE, random.random() < share))

    def look(self, now: float) -> None:
        """Run up to `now` (s) and count the new writes and log blocks."""
        self.loop.run(until=now)
        for write in self.zfs.acknowledged[self.counted :]:
            kind = self.safe if write.sync_asked else self.plain
            kind[write.txg] = kind.get(write.txg, 0) + write.size
        self.counted = len(self.zfs.acknowledged)
        chain = self.zfs.log.chain
        for written in reversed(chain):
            if written is self.last:
                break
            self.logged[written.txg] = self.logged.get(written.txg, 0) + written.block.size
            self.records[written.txg] = self.records.get(written.txg, 0) + len(written.numbers)
        self.last = chain[-1] if chain else self.last

    def left(self, kind: dict[int, int]) -> int:
        """Return the sum of `kind` (group -> number) over the groups that are not on disk."""
        return sum(n for txg, n in kind.items() if txg > self.zfs.groups.synced)


def run(
    interval: float, rate: float, share: float, log: bool, moment: float, seed: int
) -> Iterator[Rows]:
    """Yield rows: group (number, name, what, t1, t2, y1, y2), kept (number, t, y1, y2, state), bin
    (t, safe, dirty, log in bytes), now (t, group, closed, oldest, safe, plain, log, records), and
    root (t, middle, text, side of the moment). All times are in s."""
    end = interval * (3.4 if interval <= 10 else 2.4)
    moment = min(moment, end)
    box, shown, kept = LogSince(interval, rate, share, log, seed), 0, []
    groups = box.zfs.groups
    steps = sorted({*(end * (k + 1) / BINS for k in range(BINS)), moment})
    yield [{"row": "bin", "t": 0.0, "safe": 0, "dirty": 0, "log": 0}]
    for now in steps:
        box.look(now)
        fresh, shown = groups.history[shown:], len(groups.history)
        rows = [
            bar for group in fresh for bar in bars(group, group.closed, group.begun, group.synced)
        ]
        safe, plain, logged = (box.left(kind) for kind in (box.safe, box.plain, box.logged))
        rows.append({"row": "bin", "t": now, "safe": safe, "dirty": safe + plain, "log": logged})
        kept += [(txg, now, n) for txg, n in box.logged.items() if txg > groups.synced]
        if now == moment:
            last = groups.history[-1] if groups.history else None
            oldest = groups.out.opened if groups.out else groups.opened
            rows.append(
                {
                    "row": "now",
                    "t": now,
                    "group": groups.synced,
                    "closed": last.closed if last else 0.0,
                    "oldest": oldest,
                    "safe": safe,
                    "plain": plain,
                    "log": logged,
                    "records": box.left(box.records),
                }
            )
            if last:
                rows.append(
                    {
                        "row": "root",
                        "t": moment,
                        "middle": last.number - 0.26,
                        "text": "last on disk",
                        "side": "right" if moment < 0.75 * end else "left",
                    }
                )
            synced = groups.synced
        yield rows
    rest = [
        bar
        for group in (groups.out,)
        if group
        for bar in bars(group, group.closed, groups.began, end)
    ]
    if end > groups.opened:
        rest.append(bar(groups.number, OPEN, groups.opened, end))
    most = max([n for _, _, n in kept], default=1)
    yield rest + [
        {
            "row": "kept",
            "number": txg,
            "t": t,
            "y1": txg + 0.38,
            "y2": txg + 0.38 - 0.4 * n / most,
            "state": LATER if t > moment else NEEDED if txg > synced else DONE,
        }
        for txg, t, n in kept
    ]


def bars(group: ClosedGroup, closed: float, begun: float, synced: float) -> Rows:
    """Return the rows of a group's two bars, for the times (s) when it was open and when it was
    written."""
    return [
        bar(group.number, OPEN, max(0.0, group.opened), closed),
        bar(group.number, OUT, begun, synced),
    ]


def bar(number: int, what: str, t1: float, t2: float) -> Row:
    """Return the row of one stretch of a group's life, from `t1` to `t2` (s)."""
    return {
        "row": "group",
        "number": number,
        "name": f"group {number}",
        "what": what,
        "t1": t1,
        "t2": t2,
        "y1": number - 0.42,
        "y2": number - 0.1,
        "middle": number - 0.26,
    }


def values(rows: Rows) -> dict[str, float]:
    now = one(rows, "now")
    bins = of(rows, "bin")
    out = [row["t2"] - row["t1"] for row in of(rows, "group", what=OUT)]
    return {
        **{name: now[name] for name in ("t", "group", "closed", "safe", "plain", "log", "records")},
        "age": now["t"] - now["oldest"],
        "dirty": now["safe"] + now["plain"],
        "most_log": max(row["log"] for row in bins),
        "most": max(row["dirty"] for row in bins),
        "going_out": max(out, default=0.0),
    }


def describe(rows: Rows) -> str:
    v = values(rows)
    begin = f"At {time(v['t'])} " + (
        f"group {v['group']:.0f} is the last on disk. "
        if v["group"]
        else "no group is on disk yet. "
    )
    rounded = {name: about(v[name]) for name in ("safe", "plain", "log")}
    log = (
        f"The log holds the {rounded['safe']} that were promised since, in {count(v['records'])} entries and "
        f"{rounded['log']} of log blocks. "
        if v["records"]
        else "The log is empty, because nothing was promised. "
    )
    if not v["plain"]:
        return begin + log + "Nothing is only in memory."
    return (
        begin + log + f"Another {rounded['plain']} are only in memory, for up to {time(v['age'])}."
    )


STATES = {
    "domain": [OPEN, OUT, NEEDED, DONE, LATER],
    "legend": True,
    "range": [
        "var(--wtg-line)",
        "var(--wtg-1)",
        "var(--wtg-accent)",
        "var(--wtg-mute)",
        "var(--wtg-4)",
    ],
}
PROMISED = {
    "domain": ["promised: the log has it too", "only in memory", "log blocks in use"],
    "legend": True,
    "range": [
        "var(--wtg-accent)",
        "color-mix(in srgb, var(--wtg-1) 35%, var(--wtg-card))",
        "currentColor",
    ],
}
NOW = mark("ruleX", {"row": "now"}, x="t", stroke="currentColor", strokeWidth=1.5)

FIGURE = Figure(
    id="group-timeline",
    title="The last group, and the log since",
    caption="A row for each group: while it is open it gathers writes in memory, then it goes out. Beneath it grow the log "
    "entries that promise its synchronous writes; they are dropped when the group is on disk. The vertical line is "
    "a moment to look at: drag it. Below: what is not on disk at each time, and (line) the log blocks in use, which "
    "hold headers too.",
    params={
        "moment": Number(
            "The moment",
            12.5,
            0.0,
            200.0,
            unit="s",
            step=0.1,
            help="The moment for which the picture shows what lies where.",
        ),
        "interval": Number(
            "A group every",
            5.0,
            1.0,
            60.0,
            unit="s",
            step=1.0,
            help="The time between groups: 30 s in ZFS of 2008 and 2009, 5 s later.",
        ),
        "share": Number(
            "Synchronous",
            0.5,
            0.0,
            1.0,
            unit="%",
            step=0.05,
            help="The share of writes that are synchronous.",
        ),
        "rate": Number(
            "Writes a second",
            200,
            0,
            300,
            unit="1/s",
            step=5.0,
            help="How many writes of 32 KiB come per second, evenly spaced.",
            more=True,
        ),
        "log": Switch(
            "A log device",
            True,
            "On: the log has a device of its own. Off: it lies on the disk, between the groups.",
            more=True,
        ),
    },
    presets={
        "every 5 s": Preset(
            help="half of the writes are synchronous; the log has a device of its own"
        ),
        "while a group goes out": Preset({"moment": 10.1}),
        "every 30 s": Preset({"interval": 30.0, "moment": 55.0}, "the interval of 2009"),
        "nobody asks for safety": Preset({"share": 0.0}, "or nobody gets it: sync=disabled"),
        "everybody does": Preset({"share": 1.0}),
        "the log on the disk": Preset({"log": False, "moment": 10.1}),
    },
    run=run,
    panels=[
        panel(
            [
                mark("rect", {"row": "group"}, x1="t1", x2="t2", y1="y1", y2="y2", fill="what"),
                mark(
                    "text",
                    {"row": "group", "what": OPEN},
                    x="t1",
                    y="middle",
                    text="name",
                    textAnchor="start",
                    dx=5,
                    fill="currentColor",
                ),
                mark(
                    "areaY",
                    {"row": "kept", "state": DONE},
                    x="t",
                    y1="y1",
                    y2="y2",
                    z="number",
                    fill="state",
                    fillOpacity=0.35,
                ),
                mark(
                    "areaY",
                    {"row": "kept", "state": LATER},
                    x="t",
                    y1="y1",
                    y2="y2",
                    z="number",
                    fill="state",
                    fillOpacity=0.25,
                ),
                mark(
                    "areaY",
                    {"row": "kept", "state": NEEDED},
                    x="t",
                    y1="y1",
                    y2="y2",
                    z="number",
                    fill="state",
                ),
                NOW,
                *(
                    mark(
                        "text",
                        {"row": "root", "side": side},
                        x="t",
                        y="middle",
                        text="text",
                        textAnchor=anchor,
                        dx=dx,
                        fill="currentColor",
                        stroke="var(--wtg-card)",
                        strokeWidth=4,
                    )
                    for side, anchor, dx in (("right", "start", 7), ("left", "end", -7))
                ),
            ],
            {
                "x": {"label": "time", "unit": "s", "zero": True},
                "y": {"axis": None, "reverse": True},
                "color": STATES,
            },
            height=250,
            handle=handle("moment"),
        ),
        panel(
            [
                mark(
                    "areaY",
                    {"row": "bin"},
                    x="t",
                    y1=0,
                    y2="safe",
                    fill="var(--wtg-accent)",
                    fillOpacity=0.75,
                ),
                mark(
                    "areaY",
                    {"row": "bin"},
                    x="t",
                    y1="safe",
                    y2="dirty",
                    fill="var(--wtg-1)",
                    fillOpacity=0.3,
                ),
                mark(
                    "line", {"row": "bin"}, x="t", y="log", stroke="currentColor", strokeWidth=1.2
                ),
                NOW,
                mark("ruleY", data=[0]),
            ],
            {
                "x": {"label": "time", "unit": "s", "zero": True},
                "y": {"label": "not on disk", "unit": "MiB", "grid": True},
                "color": PROMISED,
            },
            height=150,
        ),
    ],
    describe=describe,
    values=values,
    source=cite("bourbonnais2015zil", "the log between transaction groups"),
    reproduces=["zil-txg-relation"],
)
