"""Pull the plug: what was acknowledged before a power failure, and what is left of it."""

from collections.abc import Iterator
from random import Random
from typing import Any

from figures.define.figure import (
    Choice,
    Figure,
    Number,
    Preset,
    Row,
    Rows,
    cite,
    column,
    handle,
    mark,
    panel,
    table,
)
from figures.intent_log.experiments.chain import (
    BAD,
    DARK,
    FATES,
    GROUP,
    HIDDEN,
    LIGHT,
    LOG,
    PALE,
    PROMISED,
    UNASKED,
    WAITS,
    chain_panel,
    chain_rows,
)
from figures.intent_log.experiments.outage import Outage
from figures.kit.log_controls import write_size
from figures.kit.rows import of, one
from figures.kit.stops import powers
from figures.kit.words import count, size, time
from models.units import KiB, ms, s
from models.zfs.power_failure import Loss
from models.zfs.txg.transaction_group import TransactionGroups

END = 12 * s
SAMPLES = 240
CLOSER = 4 * ms  # least time between looks while a group is written, and for AFTER from its start
AFTER = 0.2 * s  # from a group's start: a drive may still be writing it
LAST = 16
MANY = 4000


def run(
    plug: float,
    sync: str,
    share: float,
    cache: str,
    log: str,
    pool: str,
    failed: str,
    programs: int,
    size: float,
    think: float,
    interval: float,
    seed: int,
) -> Iterator[Rows]:
    """Yield rows: line (t, disk, log, promised, told: bytes, each on top of the one before; lost,
    asked), group (t, name), write (number, start, finish, fate), commit (t), left (what, bytes,
    writes, says), outcome (the numbers of the sentence); and those of the chain. Times are in s."""
    machine = Outage(
        pool=pool,
        log=log,
        failed=failed,
        cache=cache,
        sync=sync,
        groups={"interval": interval},
        seed=seed,
    )
    machine.start(int(programs), size=int(size), think=think, share=share)
    rows, seen, parts, lost = [], 0, 0, 0
    for now, loss in machine.watch(moments(machine.zfs.groups, plug, Random(seed))):
        found, lost = loss.on_disk + loss.replayed, lost + loss.lost
        rows.append(
            {
                "row": "line",
                "t": now,
                "disk": loss.on_disk,
                "log": found,
                "promised": found + loss.lost_sync,
                "told": loss.acknowledged,
                "lost": loss.lost,
                "asked": loss.lost_sync,
            }
        )
        if loss.txg > seen:
            seen = loss.txg
            rows.append(
                {"row": "group", "t": now, "name": f"group {seen}" if seen == 1 else f"{seen}"}
            )
        if now == plug:
            rows += [*left(machine, plug, loss), *chain_rows(machine, plug)]
        full = len(machine.writes) // MANY > parts  # redraw rarely: each picture should be complete
        yield rows if full else []
        if full:
            parts, rows = parts + 1, []
    if not lost:
        rows.append({"row": "safe", "says": "nothing, whenever the power fails"})
    yield rows


def moments(groups: TransactionGroups, plug: float, random: Random) -> Iterator[float]:
    """Yield the times (s) at which to look. They are random within equal intervals, so that they
    keep no rhythm with a spindle. While a transaction group is written, when most is at risk, they
    are closer together (less so if that takes long)."""
    now = 0.0
    for then in sorted(
        [plug, *((n + random.random()) * END / SAMPLES for n in range(SAMPLES)), END]
    ):
        while True:
            age = now - groups.began
            goes = groups.out is not None or (groups.began > 0 and age < AFTER)
            soon = (
                now + max(CLOSER, age / 20)
                if goes
                else groups.began + groups.spec.interval + CLOSER
            )
            if not now < soon < then:
                break
            now = soon
            yield now
        now = then
        yield now


def left(machine: Outage, plug: float, loss: Loss) -> Iterator[Row]:
    """Yield rows of what a failure at `plug` (s) leaves: the last writes with their fates, the
    sums, and the devices."""
    stranded = machine.plug.stranded(plug)
    hidden, names = {id(write) for write in stranded}, {"disk": GROUP, "log": LOG}
    sums = {fate: [0, 0] for fate in (GROUP, LOG, PROMISED, UNASKED, HIDDEN, WAITS)}
    writes = []
    for write in machine.writes:
        fate = WAITS
        if write.acknowledged:
            fate = names.get(machine.plug.fate(write.acknowledged)) or (
                PROMISED if write.sync_asked else UNASKED
            )
        for each in [fate, HIDDEN] if id(write.acknowledged) in hidden else [fate]:
            sums[each][0] += write.size
            sums[each][1] += 1
        writes.append(
            (write.issued - plug, (write.answered if write.acknowledged else plug) - plug, each)
        )
    for number, (start, told, fate) in enumerate(writes[-LAST:]):
        if told > start:
            yield {"row": "write", "number": number, "start": start, "finish": told, "fate": WAITS}
        if fate != WAITS:
            yield {"row": "write", "number": number, "start": told, "finish": 0.0, "fate": fate}
    first = writes[-LAST:][0][0] if writes else 0.0
    for batch in machine.zfs.log.batches:
        if batch.finish - plug >= first:
            yield {"row": "commit", "t": batch.finish - plug}
    for fate, (total, number) in sums.items():
        if fate != HIDDEN or number:
            says = {GROUP: f"group {loss.txg}" if loss.txg else "none yet", HIDDEN: "of those lost"}
            yield {
                "row": "left",
                "what": fate,
                "bytes": total,
                "writes": number,
                "says": says.get(fate, ""),
            }
    states = list(machine.states(plug))
    for state in states:
        yield {
            "row": "left",
            "what": state.name,
            "says": state.says,
            "bytes": state.risk,
            "writes": "–",
        }
    yield {
        "row": "outcome",
        "plug": plug,
        "told": loss.acknowledged,
        "on_disk": loss.on_disk,
        "replayed": loss.replayed,
        "lost": loss.lost,
        "asked": loss.lost_sync,
        "writes": loss.writes,
        "txg": loss.txg,
        "stranded": sum(write.size for write in stranded),
        "since": machine.lost_since(),
        "risk": sum(state.risk for state in states),
        "damaged": int(loss.damaged),
        "gone": int(loss.pool_lost),
    }


def values(rows: Rows) -> dict[str, float]:
    out = one(rows, "outcome")
    lines = of(rows, "line")
    return {
        **{name: value for name, value in out.items() if name not in ("row", "since")},
        **{
            f"chain_{name}": one(rows, "chain")[name]
            for name in ("blocks", "read", "missing", "stranded")
        },
        "span": out["plug"] - out["since"] if out["since"] >= 0 else 0.0,
        "worst": max(row["lost"] for row in lines),
        "worst_asked": max(row["asked"] for row in lines),
        "share": out["lost"] / out["told"] if out["told"] else 0.0,
    }


def describe(rows: Rows) -> str:
    v = values(rows)
    if not v["told"]:
        return f"The power fails at {v['plug']:.3f} s, before any write was acknowledged. Nothing is lost."
    text = f"The power fails at {v['plug']:.3f} s, when {size(v['told'])} had been acknowledged."
    if v["gone"]:
        return f"{text} All of it is gone, and the pool with it."
    found = " and ".join(
        f"{size(v[name])} {where}"
        for name, where in (("on_disk", f"in group {v['txg']} on disk"), ("replayed", "in the log"))
        if v[name]
    )
    text += f" ZFS finds {found}." if found else " ZFS finds none of it."
    if not v["lost"]:
        return f"{text} Nothing is lost."
    writes = f"{count(v['writes'])} writes are lost" if v["writes"] > 1 else "One write is lost"
    promised = "all" if v["asked"] == v["lost"] else size(v["asked"]) if v["asked"] else "none"
    text += f" {writes}, {size(v['lost'])}, of the last {time(v['span'])}; {promised} of that had been promised to be safe."
    if v["stranded"]:
        text += f" {size(v['stranded'])} lie on stable storage, behind a gap in the log."
    return text + (
        " The newest root, from which all blocks are found, points to some that are not there."
        if v["damaged"]
        else ""
    )


LOGS = {
    "pool": "in the pool",
    "device": "one flash device",
    "striped": "two flash devices in turn",
    "mirrored": "two flash devices, mirrored",
    "memory": "a RAM disk",
}
COLOURS = {
    "domain": [GROUP, LOG, PROMISED, UNASKED],
    "range": [DARK, LIGHT, BAD, PALE],
    "legend": True,
}


def band(low: float | str, high: str, colour: str) -> dict[str, Any]:
    """Return the mark of the area between two lines."""
    return mark("areaY", {"row": "line"}, x="t", y1=low, y2=high, fill=colour, curve="step-after")


FIGURE = Figure(
    id="pull-the-plug",
    title="Pull the plug",
    caption="Drag the line: it is the moment at which the power fails. What survives: all that programs were told is done, "
    "and where it would be after a failure at each moment; then what would be lost. The last writes before the "
    "failure: each is drawn from the call to the failure, pale until it was answered. The chain: the log's last "
    "blocks, full where they are on stable storage; a replay goes from each to the next until one is missing.",
    params={
        "plug": Number(
            "The power fails at",
            9.3 * s,
            0.0,
            END,
            unit="s",
            step=2 * ms,
            help="When the power fails. You can also drag the line in the picture.",
        ),
        "sync": Choice(
            "Property sync",
            "standard",
            {"standard": "standard", "always": "always", "disabled": "disabled"},
            "Standard: a program gets what it asks for. Always: each write is made safe. Disabled: none.",
        ),
        "cache": Choice(
            "Disk's write cache",
            "on",
            {"on": "on, flushed", "ignored": "on, never flushed", "off": "off"},
            "Flushed: ZFS makes the disk empty its cache before it answers the program.",
        ),
        "log": Choice(
            "Intent log",
            "pool",
            LOGS,
            "Flash devices keep what they have answered. A RAM disk forgets all when the power goes.",
            more=True,
        ),
        "failed": Choice(
            "Fails with the power",
            "none",
            {"none": "nothing else", "log": "a log device", "disk": "a disk"},
            "A device that does not come back: the first log device, if there is one, or the first disk.",
            more=True,
        ),
        "share": Number(
            "Writes that ask for safety",
            1.0,
            0.0,
            1.0,
            unit="%",
            step=0.05,
            help="Share of synchronous writes; the others go to a file that is never synced.",
            more=True,
        ),
        "pool": Choice(
            "Pool",
            "disk",
            {"disk": "one disk", "stripe": "two disks, striped", "mirror": "two disks, mirrored"},
            "Where transaction groups go, and the log if it has no device of its own.",
            more=True,
        ),
        "programs": Number(
            "Programs",
            1,
            1,
            8,
            whole=True,
            stops=powers(1, 8),
            help="Number of programs; each writes, waits for the answer, and pauses.",
            more=True,
        ),
        "size": write_size(help="How much a program writes at a time.", more=True),
        "think": Number(
            "Program's own time",
            10 * ms,
            2 * ms,
            50 * ms,
            unit="ms",
            step=1 * ms,
            more=True,
            help="Time that a program spends between one write and the next.",
        ),
        "interval": Number(
            "Transaction group every",
            5 * s,
            1 * s,
            10 * s,
            unit="s",
            step=1 * s,
            more=True,
            help="How often ZFS writes the data that it holds in memory to its place on disk.",
        ),
    },
    presets={
        "as it should be": Preset(help="every write asks for safety, the disk's cache is flushed"),
        "sync=disabled": Preset({"sync": "disabled"}, "ZFS answers at once, and keeps no log"),
        "one of two logs fails too": Preset({"log": "striped", "failed": "log"}),
        "flush ignored": Preset(
            {"cache": "ignored", "think": 4 * ms, "plug": 5.07}, "the disk answers early"
        ),
        "flush ignored, two disks": Preset(
            {"cache": "ignored", "pool": "stripe", "think": 5 * ms, "plug": 5.038},
            "one disk is ahead of the other",
            seed=26,
        ),
        "the log device fails too": Preset({"log": "device", "failed": "log"}),
        "a mirrored log, one side fails": Preset({"log": "mirrored", "failed": "log"}),
        "a RAM disk for a log": Preset({"log": "memory"}),
        "a program that does not ask": Preset({"share": 0.0}),
        "sync=always": Preset(
            {"share": 0.0, "sync": "always", "log": "device"},
            "safe, whether the program asks or not",
        ),
        "a mirrored pool, one side fails": Preset({"pool": "mirror", "failed": "disk"}),
    },
    run=run,
    panels=[
        panel(
            [
                *(
                    band(low, high, colour)
                    for low, high, colour in (
                        (0, "disk", DARK),
                        ("disk", "log", LIGHT),
                        ("log", "promised", BAD),
                        ("promised", "told", PALE),
                    )
                ),
                mark(
                    "ruleX", {"row": "outcome"}, x="plug", stroke="var(--wtg-card)", strokeWidth=7
                ),  # a halo
                mark(
                    "line",
                    {"row": "line"},
                    x="t",
                    y="told",
                    stroke="currentColor",
                    curve="step-after",
                ),
                mark(
                    "text",
                    {"row": "group"},
                    x="t",
                    y=0,
                    text="name",
                    textAnchor="start",
                    dx=4,
                    dy=-8,
                    fill="var(--wtg-card)",
                ),
            ],
            {
                "x": {"label": "time", "unit": "s", "domain": [0, END]},
                "y": {"label": "acknowledged", "unit": "MiB", "zero": True, "grid": True},
                "color": COLOURS,
            },
            height=255,
            tab="What survives",
            handle=handle("plug"),
        ),
        panel(
            [
                mark(
                    "areaY",
                    {"row": "line"},
                    x="t",
                    y="asked",
                    fill=BAD,
                    fillOpacity=0.7,
                    curve="step-after",
                ),
                mark(
                    "areaY",
                    {"row": "line"},
                    x="t",
                    y1="asked",
                    y2="lost",
                    fill=PALE,
                    fillOpacity=0.7,
                    curve="step-after",
                ),
                mark("ruleY", data=[0]),
                mark(
                    "ruleY", data=[16 * KiB], strokeOpacity=0
                ),  # so that the axis shows at least this much
                mark(
                    "text",
                    {"row": "safe"},
                    text="says",
                    frameAnchor="left",
                    dx=8,
                    fill="var(--wtg-mute)",
                    stroke="var(--wtg-card)",
                    strokeWidth=4,
                ),
            ],
            {
                "x": {"label": "time", "unit": "s", "domain": [0, END]},
                "y": {"label": "would be lost", "unit": "KiB", "zero": True, "ticks": 3},
            },
            height=140,
            tab="What survives",
            handle=handle("plug"),
        ),
        panel(
            [
                mark(
                    "barX",
                    {"row": "write"},
                    x1="start",
                    x2="finish",
                    y="number",
                    fill="fate",
                    inset=0.5,
                ),
                mark(
                    "ruleX", {"row": "commit"}, x="t", stroke="currentColor", strokeDasharray="1,4"
                ),
                mark("ruleX", data=[0], strokeWidth=2),
            ],
            {
                "x": {"label": "time before the failure", "unit": "ms", "grid": True},
                "y": {"axis": None},
                "color": FATES,
            },
            height=320,
            tab="The last writes",
        ),
        chain_panel("The chain"),
    ],
    table=table(
        {"row": "left"},
        [
            column("what", "After the failure"),
            column("bytes", "bytes", "KiB"),
            column("writes", "writes"),
            column("says", "that is"),
        ],
    ),
    describe=describe,
    values=values,
    source=cite("gregg2009slog", "mirrored log devices; the flush"),
    reproduces=["slog-mirror-config"],
)
