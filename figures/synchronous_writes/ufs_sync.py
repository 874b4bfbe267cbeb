"""UFS with the disk's cache off: each synchronous write also writes metadata, whose place on the
disk determines the rate."""

from collections.abc import Callable, Iterator

from figures.define.claims import measured
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
from figures.kit.rows import of, one
from figures.kit.stops import powers
from figures.kit.words import count, rate
from models.catalogue.machines import values as constants
from models.machine import Local
from models.machine.machine import Machine
from models.machine.order import FREEBSD_BOX
from models.sim.stats import percentile
from models.units import KiB, rpm

BOX = constants("freebsd-box")
STEPS = 15
"""Transfers that the bars show, of the file with the median rate."""
QUICK = 0.25
"""Seconds for which each file is written with the cache on. All writes are alike then, and there
are fifty times as many."""


def run(
    cache: str,
    block: float,
    write: float,
    spindle: float,
    placements: int,
    window: float,
    seed: int,
) -> Iterator[Rows]:
    """Yield rows: place (place, tps, rate, app, transfer: of one file), middle (the same, of the
    file with the median rate), step (start, finish, what: one transfer of that file). Times are in
    s."""
    window = window if cache == "off" else QUICK
    files = []
    for k in range(int(placements)):
        order = FREEBSD_BOX.order(
            filesystem="ufs", write_cache=cache, ufs={"block": block}, speed=spindle
        ).bare()
        machine = Machine(order, 1000 * seed + k, commands=True)
        machine.start(Local(size=int(write)))
        machine.loop.run(until=window)
        trace = [r for r in machine.disk.trace if r.finish < window]
        names = {machine.ufs.inode: "inode", machine.ufs.indirect: "indirect block"}
        stretches = [trace[k : k + STEPS] for k in range(0, max(1, len(trace) - STEPS), STEPS)]
        stretches.sort(key=lambda some: some[-1].finish - some[0].issued)
        some = stretches[
            len(stretches) // 2
        ]  # a usual moment: neither its quickest nor its slowest
        place = {
            "place": k + 1,
            "tps": len(trace) / window,
            "rate": sum(r.size for r in trace) / window,
            "app": sum(w.size for w in machine.done) / window,
            "transfer": sum(r.size for r in trace) / len(trace),
        }
        files.append(
            (
                place,
                [
                    {
                        "row": "step",
                        "start": r.issued - some[0].issued,
                        "finish": r.finish - some[0].issued,
                        "what": names.get(r.offset, "data"),
                    }
                    for r in some
                ],
            )
        )
        yield [{"row": "place", **place}]
    place, steps = sorted(files, key=lambda file: file[0]["tps"])[(len(files) - 1) // 2]
    yield [{"row": "middle", **place}, *steps]


def middle(field: str) -> Callable[[Rows], float]:
    """Return a function that takes rows and returns a field of the file with the median rate, for
    targets."""
    return lambda rows: one(rows, "middle")[field]


def share(rows: Rows) -> float:
    return middle("app")(rows) / middle("rate")(rows)


def values(rows: Rows) -> dict[str, float]:
    tps = [row["tps"] for row in of(rows, "place")]
    return {
        "tps": middle("tps")(rows),
        "rate": middle("rate")(rows),
        "app": middle("app")(rows),
        "share": share(rows),
        "tps_low": percentile(tps, 0.1),
        "tps_high": percentile(tps, 0.9),
        "transfer": middle("transfer")(rows),
        "files": float(len(tps)),
        "per_write": middle("rate")(rows)
        / middle("transfer")(rows)
        / (middle("app")(rows) / (8 * KiB)),
        "notes_per_write": measured("fbsd-ufs-sync-r1-tps")
        / (measured("fbsd-ufs-sync-app") / (8 * KiB)),
    }


def describe(rows: Rows) -> str:
    v = values(rows)
    one = "The file in the middle" if v["files"] > 1 else "The file"
    text = (
        f"{one} makes {count(v['tps'])} transfers a second, {rate(v['rate'])}, of which the program sees "
        f"{rate(v['app'])}: {v['share']:.0%}."
    )
    if v["files"] < 10 or v["tps_low"] == v["tps_high"]:
        return text
    return (
        f"{text} Eight of ten files lie between {count(v['tps_low'])} and {count(v['tps_high'])}."
    )


DEFAULT_UFS = "UFS as installed (cache on)"

FIGURE = Figure(
    id="ufs-sync",
    title="UFS, one synchronous writer",
    caption="Lines: the rates of many files, each with its inode and blocks in other places; the strong one is the file in "
    "the middle. Bars: a usual moment in that file's life; each is a transfer, from the command to the answer. The "
    "table under Data is for the same file.",
    params={
        "cache": Choice(
            "Disk's write cache", "off", {"off": "off", "on": "on"}, "UFS never flushes the cache."
        ),
        "block": Number(
            "UFS block",
            BOX["filesystem.ufs.block"],
            4 * KiB,
            64 * KiB,
            unit="KiB",
            stops=powers(4 * KiB, 64 * KiB),
            help="Size of the blocks in which UFS writes; a smaller write becomes a whole block.",
        ),
        "write": Number(
            "Write size",
            8 * KiB,
            512,
            64 * KiB,
            unit="KiB",
            stops=powers(512, 64 * KiB),
            help="How much the program writes at a time.",
        ),
        "spindle": Number(
            "Spindle",
            BOX["pool.disks.speed"],
            4200 * rpm,
            15000 * rpm,
            unit="rpm",
            step=100 * rpm,
            help="How fast the platter turns.",
            more=True,
        ),
        "placements": Number(
            "Files tried",
            24,
            1,
            80,
            whole=True,
            help="Number of files, each at a different place on the disk.",
            more=True,
        ),
        "window": Number(
            "Seconds each",
            8.0,
            2.0,
            20.0,
            unit="s",
            step=1.0,
            help="How long each file is written.",
            more=True,
        ),
    },
    presets={
        "as measured": Preset(help="8 KiB writes, 16 KiB blocks, cache off"),
        DEFAULT_UFS: Preset({"cache": "on"}),
        "blocks of the write's size": Preset({"block": 8 * KiB}),
        "15,000 rpm": Preset({"spindle": 15000 * rpm}),
    },
    run=run,
    panels=[
        panel(
            [
                mark(
                    "tickX",
                    {"row": "place"},
                    x="tps",
                    stroke="var(--wtg-1)",
                    strokeWidth=2,
                    strokeOpacity=0.7,
                    tip=True,
                ),
                mark(
                    "tickX", {"row": "middle"}, x="tps", stroke="var(--wtg-accent)", strokeWidth=4
                ),
            ],
            {"x": {"label": "transfers a second, a line for each file", "nice": True}},
            height=130,
        ),
        panel(
            [
                mark(
                    "barX",
                    {"row": "step"},
                    x1="start",
                    x2="finish",
                    y="what",
                    fill="what",
                    inset=0.5,
                    tip=True,
                )
            ],
            {
                "x": {"label": "time", "unit": "ms", "zero": True},
                "y": {"label": None, "domain": ["data", "indirect block", "inode"]},
                "color": {
                    "domain": ["data", "indirect block", "inode"],
                    "range": ["var(--wtg-accent)", "var(--wtg-3)", "var(--wtg-1)"],
                },
            },
            height=210,
        ),
    ],
    table=table(
        {"row": "middle"},
        [
            column("tps", "transfers/s"),
            column("transfer", "size", "KiB", 2),
            column("rate", "disk", "MiB/s", 2),
            column("app", "program", "KiB/s"),
        ],
    ),
    describe=describe,
    values=values,
    source=cite("varadarajan2010zfs", "iostat listing, UFS with the write cache off"),
    reproduces=["iostat-ufs-sync-wc-off"],
    targets=[
        target("fbsd-ufs-sync-r1-kbt", middle("transfer")),
        target("fbsd-ufs-sync-r1-tps", middle("tps")),
        target("fbsd-ufs-sync-r1-mbs", middle("rate")),
        target("fbsd-ufs-sync-disk", middle("rate")),
        target("fbsd-ufs-sync-app", middle("app")),
        target("fbsd-ufs-sync-share", share),
        target("fbsd-ufs-transfer", middle("transfer")),
        target(
            "fbsd-ufs-default-good",
            lambda rows: middle("app")(rows) > 10 * measured("fbsd-ufs-sync-app"),
            DEFAULT_UFS,
        ),
    ],
)
