"""The effect of immediate data on the intent log: each write takes two log blocks instead of one,
and the first is mostly empty."""

from collections.abc import Callable, Iterator
from math import fsum
from typing import Any

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
from figures.iscsi.experiments.machines import SUN, decimal
from figures.iscsi.experiments.under_load import UnderLoad, WriteLoad, server
from figures.kit.rows import of
from figures.kit.words import size
from figures.kit.writer import writer
from models.machine import SUN_7410, Iscsi
from models.protocols.iscsi.comstar import pieces
from models.protocols.iscsi.pdu import IscsiSession
from models.protocols.nfs.server import SPREAD
from models.units import KiB
from models.zfs.zil.log_spec import BlocksAhead, LogSpec

YES, NO, OLD = "immediatedata=yes", "immediatedata=no", "the daemon"
SETTINGS = {YES: ("kernel", True), NO: ("kernel", False), OLD: ("daemon", True)}
SIZES, FEW = (
    tuple(n * KiB for n in sizes) for sizes in ((4, 8, 16, 32, 64, 128), (8, 32, 64, 128))
)
DATA, SPARE = ("with the command", "asked for"), "header, and nothing"
ROUNDS, RUNS, MANY = 3, 4, 50
SETTLED = 4  # number of writes after which the sizes of log blocks no longer change


def run(
    request: float, initiators_: int, threads: int, logs: int, wake: str, seed: int
) -> Iterator[Rows]:
    """Yield rows: size (setting, size, rate in bytes/s, inflation: bytes to the log for each byte),
    own (the same fields for the chosen writes, with latency, blocks per write, log: share of the
    time for which it is in use, cpus, each: bytes/s per processor), and block (setting, name, from,
    to in bytes, what). Latencies are in s."""
    count, threads_each = int(initiators_), int(threads)
    writers = count * threads_each

    def written(setting: str, size: float, writes: int, warm: int, more: int = 0) -> WriteLoad:
        """Return the result of `writes` writes of `size` bytes with a setting, after `warm` others.
        more: a number added to the seed."""
        target_, immediate = SETTINGS[setting]
        threads_ = (
            1 if setting == OLD else threads_each
        )  # the daemon writes to each LUN one write at a time
        load = Iscsi(
            count,
            threads_,
            int(size),
            0.0,
            target=target_,
            session=IscsiSession(immediate=immediate),
            spread=SPREAD,
        )
        order = server(
            vdevs=SUN_7410.pool.vdevs, datasets=count, log={"devices": int(logs), "wake": wake}
        )
        result = UnderLoad(order, load, seed + more).writes(writes, warm)
        return result._replace(latency=writers * size / result.rate)

    for setting in (YES, NO):
        yield blocks(setting, int(request))
    for setting in SETTINGS:
        writes, runs = (40, 1) if setting == OLD else (ROUNDS * writers, RUNS if threads > 1 else 1)
        result = mean_of(
            [written(setting, request, max(20, writes), 2, more) for more in range(runs)]
        )
        yield [
            {
                "row": "own",
                "setting": setting,
                "size": int(request),
                **result._asdict(),
                "each": result.rate / result.cpus,
            }
        ]
    for setting in (YES, NO):
        for length in SIZES if writers < MANY else FEW:
            result = written(setting, length, 40, 1)
            yield [
                {
                    "row": "size",
                    "setting": setting,
                    "size": int(length),
                    "rate": result.rate,
                    "inflation": result.inflation,
                }
            ]


def mean_of(runs: list[WriteLoad]) -> WriteLoad:
    """Return the mean of several runs. They differ because writers that happen to meet at a log
    device keep meeting there."""
    return WriteLoad(*(fsum(each) / len(runs) for each in zip(*runs, strict=True)))


def blocks(setting: str, size: int) -> Rows:
    """Return rows of the log blocks that one write of a lone thread fills, after a few writes of
    this size."""
    _, immediate = SETTINGS[setting]
    spec = LogSpec(header=int(SUN["log.header"]), granule=int(SUN["log.granule"]), sizing="ahead")
    ahead, parts, rows = BlocksAhead(spec), pieces(IscsiSession(immediate=immediate), size), []
    for last in [False] * SETTLED + [True]:
        number = 0
        for index, part in enumerate(parts):
            left, kind = part, DATA[int(index > 0 or setting == NO)]
            for block, _ in ahead.fill([part]):
                number += 1
                held = min(left, block - spec.chain - spec.header)
                left -= held
                if last:
                    name = f"{'with' if setting == YES else 'without'}, block {number}"
                    rows += [
                        {
                            "row": "block",
                            "setting": setting,
                            "name": name,
                            "from": 0,
                            "to": held,
                            "what": kind,
                        },
                        {
                            "row": "block",
                            "setting": setting,
                            "name": name,
                            "from": held,
                            "to": block,
                            "what": SPARE,
                        },
                    ]
    return rows


def values(rows: Rows) -> dict[str, float]:
    found: dict[str, float] = {}
    for setting, short in ((YES, "yes"), (NO, "no"), (OLD, "old")):
        row = of(rows, "own", setting=setting)[0]
        found |= {
            f"{name}_{short}": row[name]
            for name in ("rate", "latency", "inflation", "blocks", "log", "cpus", "each")
        }
    best = max(of(rows, "size", setting=NO), key=lambda row: row["rate"])
    by_size = {(row["setting"], row["size"]): row for row in of(rows, "size")}
    for setting, short in ((YES, "yes"), (NO, "no")):
        found |= {
            f"{short}_{much // KiB}": row["rate"]
            for (which, much), row in by_size.items()
            if which == setting and much in FEW
        }
    return {
        **found,
        "gain": found["rate_no"] / found["rate_yes"],
        "best": best["size"],
        "best_rate": best["rate"],
        "new_gain": found["rate_yes"] / found["rate_old"] - 1,
        "cpu_gain": found["each_yes"] / found["each_old"] - 1,
        "size": of(rows, "own", setting=YES)[0]["size"],
    }


def describe(rows: Rows) -> str:
    v = values(rows)
    return (
        f"Of writes of {size(v['size'])}, COMSTAR takes {decimal(v['rate_yes'])} with immediate data, and "
        f"{decimal(v['rate_no'])} without."
    )


def chosen(name: str) -> Callable[[Rows], float]:
    """Return a target function, which takes rows and returns one of their `values`."""
    return lambda rows: values(rows)[name]


def rings(y: str) -> list[dict[str, Any]]:
    """Return the rings at the chosen write size on both lines."""
    return [
        mark(
            "dot",
            {"row": "own", "setting": setting},
            x="size",
            y=y,
            stroke="setting",
            r=7,
            strokeWidth=2,
        )
        for setting in (YES, NO)
    ]


COLOUR = {"domain": [YES, NO], "range": ["var(--wtg-4)", "var(--wtg-1)"]}
AS_READ = "8 KiB, ten by ten"
FIGURE = Figure(
    id="immediate-data",
    title="Data that comes with the command",
    caption="Synchronous writes through log devices. Log blocks: those of one write of a thread that is alone, with what "
    "came with the command, what was asked for, and what is empty; and bytes that the log devices take for each "
    "byte written. Written a second: against the size of a write. Rings: the size that is set.",
    params={
        "request": Number(
            "Write size",
            32 * KiB,
            4 * KiB,
            128 * KiB,
            unit="KiB",
            stops=SIZES,
            help="The size of a write.",
        ),
        "initiators_": Number(
            "Initiators",
            10,
            1,
            10,
            whole=True,
            stops=(1, 2, 5, 10),
            help="The number of machines that write, each to a LUN of its own with its own chain of log blocks.",
        ),
        "threads": Number(
            "Threads on each",
            1,
            1,
            10,
            whole=True,
            stops=(1, 2, 4, 10),
            help="The number of threads on each initiator; each writes, waits for the answer, and writes again.",
        ),
        "logs": Number(
            "Logzillas",
            2,
            1,
            8,
            whole=True,
            more=True,
            help="The number of log devices; log blocks go to them in turn.",
        ),
        "wake": writer(),
    },
    presets={
        "32 KiB, one thread each": Preset(help="ten streams"),
        AS_READ: Preset(
            {"request": 8 * KiB, "threads": 10}, "130 MB/s were measured, and 88 with the daemon"
        ),
        "32 KiB, ten threads each": Preset(
            {"threads": 10}, "pieces of several writes share a block"
        ),
        "128 KiB": Preset({"request": 128 * KiB}, "a record that fits into no log block"),
        "16 KiB": Preset({"request": 16 * KiB}),
        "64 KiB": Preset({"request": 64 * KiB}),
        "one initiator, ten threads": Preset({"initiators_": 1, "threads": 10}),
    },
    run=run,
    panels=[
        panel(
            [
                mark(
                    "barX",
                    {"row": "block"},
                    y="name",
                    x1="from",
                    x2="to",
                    fill="what",
                    inset=1,
                    tip=True,
                ),
                mark("ruleX", data=[0]),
            ],
            {
                "x": {"label": "bytes of a log block", "unit": "KiB"},
                "y": {"label": None},
                "color": {
                    "domain": [*DATA, SPARE],
                    "range": ["var(--wtg-4)", "var(--wtg-1)", "var(--wtg-line)"],
                    "legend": True,
                },
            },
            height=190,
            tab="Log blocks",
        ),
        panel(
            [
                mark(
                    "line",
                    {"row": "size"},
                    x="size",
                    y="inflation",
                    stroke="setting",
                    strokeWidth=2,
                ),
                *rings("inflation"),
                mark("ruleY", data=[1]),
            ],
            {
                "x": {"label": "write size", "unit": "KiB", "type": "log", "base": 2, "ticks": 6},
                "y": {"label": "bytes to the log for each byte written", "grid": True, "ticks": 4},
                "color": {**COLOUR, "legend": True},
            },
            height=235,
            tab="Log blocks",
        ),
        panel(
            [
                mark("line", {"row": "size"}, x="size", y="rate", stroke="setting", strokeWidth=2),
                mark("dot", {"row": "size"}, x="size", y="rate", fill="setting", r=2.5, tip=True),
                *rings("rate"),
                mark("ruleY", data=[0]),
            ],
            {
                "x": {"label": "write size", "unit": "KiB", "type": "log", "base": 2, "ticks": 6},
                "y": {"label": "written", "unit": "MB/s", "zero": True, "grid": True, "ticks": 5},
                "color": {**COLOUR, "legend": True},
            },
            height=390,
            tab="Written a second",
        ),
    ],
    table=table(
        {"row": "own"},
        [
            column("setting", "setting"),
            column("rate", "written", "MB/s"),
            column("latency", "latency", "ms", 2),
            column("inflation", "log bytes a byte", digits=2),
            column("blocks", "blocks a write", digits=2),
            column("log", "Logzillas", "%"),
            column("cpus", "cores", digits=1),
        ],
    ),
    describe=describe,
    values=values,
    source=cite("bourbonnais2009iscsi", "immediatedata; the write side"),
    reproduces=["iscsi-immediatedata", "iscsi-comstar-writes"],
    targets=[
        target("comstar-write-new", chosen("rate_yes"), AS_READ),
        target("comstar-write-old", chosen("rate_old"), AS_READ),
        target("comstar-write-gain", chosen("new_gain"), AS_READ),
        target("comstar-write-cpu", chosen("cpu_gain"), AS_READ),
    ],
    misses={
        "comstar-write-cpu": "The daemon sleeps as often for a write as for a read here, and COMSTAR never. The text's gain "
        "is less for writes (1.6 times as many for each processor) than for reads (2 times), so a write "
        "must cost both targets more than the model says: its data is summed up, and goes to disk a "
        "second time with its group, on other threads, which is not charged here.",
    },
)
