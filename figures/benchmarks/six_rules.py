"""Six rules for a small file server, each tried on the machine with and without."""

from collections.abc import Iterator
from itertools import repeat
from random import Random
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
)
from figures.kit.rows import of
from figures.kit.stops import powers
from figures.kit.words import count
from models.machine import FREEBSD_BOX, Local, Machine, Order, RawPrograms, Reads
from models.units import GB, GiB, KiB

NVRAM = {"devices": 1, "device": {"kind": "nvram"}}
DATA = 100 * GB
LONG, SHORT, WARM = 0.6, 0.1, 0.1
"""Seconds for which disks are watched, and a log in memory; seconds before."""
RULES = (
    "1 a log in NVRAM",
    "2 eight times the memory",
    "3 dedup table on flash",
    "4 mirrors: reads",
    "4 mirrors: safe writes",
    "5 records of 32 KiB",
    "6 logbias latency",
)


def run(disks: int, threads: int, size: int, seed: int) -> Iterator[Rows]:
    """Yield a row rule (rule, advised and otherwise: requests a second, times: their quotient) for each
    comparison of two machines that differ in what the rule is about."""
    box = FREEBSD_BOX.order(pool={"layout": "mirror", "vdevs": disks // 2})
    raidz = {"layout": "raidz1", "vdevs": disks // 6, "width": 6}
    logged, safe = box.order(log=NVRAM), Local(threads, size)
    read = Local(2 * disks, 8 * KiB, reads=1.0, blocks=Reads(DATA))
    found = box.order(recordsize=8 * KiB, cache={"pointers_held": True})
    files = logged.order(cache={"pointers_held": True})
    over = Local(threads, 32 * KiB, over=True, blocks=Reads(DATA))
    pairs = (
        (rate(logged, safe, seed, SHORT), rate(box, safe, seed)),
        (
            rate(logged.order(head={"memory": 32 * GiB}), safe, seed, SHORT),
            rate(logged.order(head={"memory": 4 * GiB}), safe, seed, SHORT),
        ),
        (lookups("ssd", threads, seed), lookups("disk", threads, seed)),
        (rate(found, read, seed), rate(found.order(pool=raidz), read, seed)),
        (
            rate(logged, safe, seed, SHORT),
            rate(logged.order(pool=raidz), safe, seed, SHORT),
        ),
        (
            rate(files.order(recordsize=32 * KiB), over, seed, SHORT),
            rate(files.order(recordsize=128 * KiB), over, seed),
        ),
        (
            rate(logged, safe, seed, SHORT),
            rate(box.order(log={**NVRAM, "bias": "throughput"}), safe, seed),
        ),
    )
    for rule, (advised, otherwise) in zip(RULES, pairs, strict=True):
        yield [
            {
                "row": "rule",
                "rule": rule,
                "advised": advised,
                "otherwise": otherwise,
                "times": advised / otherwise,
                "one": 1.0,
            }
        ]


def rate(order: Order, load: Local, seed: int, seconds: float = LONG) -> float:
    """Return the requests a second of a load on a machine."""
    return Machine(order, seed).run(load, seconds=seconds, warm=WARM).rate


def lookups(kind: str, threads: int, seed: int) -> float:
    """Return the reads of 4 KiB a second at random places of one device."""
    order = FREEBSD_BOX.order(filesystem="raw", disks={"kind": kind})
    chance = Random(seed)
    places = (chance.randrange(DATA // (4 * KiB)) * 4 * KiB for _ in repeat(None))
    ran = Machine(order, seed).run(
        RawPrograms(places, 4 * KiB, threads), seconds=LONG if kind == "disk" else SHORT
    )
    return ran.iostat["disks"][0]


def values(rows: Rows) -> dict[str, float]:
    names = ("nvram", "memory", "table", "reads", "writes", "records", "bias")
    found = of(rows, "rule")
    return {name: row["times"] for name, row in zip(names, found, strict=True)} | {
        "disk": found[0]["otherwise"],
        "log": found[0]["advised"],
    }


def describe(rows: Rows) -> str:
    v = values(rows)
    return (
        f"A log in NVRAM makes {count(v['nvram'])} times as many safe writes, and eight times the memory "
        f"{count(v['memory'])}. Mirrors make {count(v['reads'])} times as many reads as RAID-Z and {count(v['writes'])} "
        f"times as many safe writes with the log, records of 32 KiB {count(v['records'])} times as many overwrites, and "
        f"logbias latency {count(v['bias'])} times as many safe writes."
    )


def across() -> dict[str, Any]:
    """Return the scale of the quotients."""
    return {
        "label": "times as many requests a second as otherwise",
        "type": "log",
        "grid": True,
        "domain": [0.8, 300],
        "ticks": [1, 10, 100],
        "tickFormat": "d",
    }


FIGURE = Figure(
    id="six-rules",
    title="Six rules, with and without",
    caption="For each rule two machines that differ in it alone, and how many times as many requests a second the advised one "
    "makes. A server with a few disks of 7,200 turns a minute, and a log in NVRAM from the second rule on.",
    params={
        "disks": Number(
            "Disks", 12, 6, 24, step=6, whole=True, stops=(6, 12, 24), help="Disks of the pool."
        ),
        "threads": Number(
            "Threads",
            16,
            1,
            64,
            stops=powers(1, 64),
            whole=True,
            help="How many programs write or look up at a time.",
        ),
        "size": Number(
            "Bytes of a safe write",
            8 * KiB,
            4 * KiB,
            64 * KiB,
            unit="KiB",
            stops=powers(4 * KiB, 64 * KiB),
            whole=True,
            help="How much a program writes at a time.",
        ),
    },
    presets={
        "twelve disks": Preset(help="sixteen programs"),
        "six disks": Preset({"disks": 6}),
        "one program": Preset({"threads": 1}, "nobody shares a turn"),
        "64 KiB": Preset({"size": 64 * KiB}, "the largest writes that the rule speaks of"),
    },
    run=run,
    panels=[
        panel(
            [
                mark(
                    "barX",
                    {"row": "rule"},
                    x1="one",
                    x2="times",
                    y="rule",
                    fill="var(--wtg-1)",
                    fillOpacity=0.8,
                    tip=True,
                ),
                mark("dot", {"row": "rule"}, x="times", y="rule", fill="var(--wtg-1)", r=5),
                mark("ruleX", data=[1]),
            ],
            {"x": across(), "y": {"label": None, "domain": list(RULES)}},
            height=300,
        )
    ],
    table=table(
        {"row": "rule"},
        [
            column("rule", "rule"),
            column("advised", "as advised, a second"),
            column("otherwise", "otherwise, a second"),
            column("times", "times", digits=1),
        ],
    ),
    describe=describe,
    values=values,
    source=cite("varadarajan2010zfs", "tentative recommendations"),
    reproduces=["freebsd-recommendations"],
)
