"""Memory, flash and disks: the reads per second and latencies that mixtures of the three give once
they are warm."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
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
    column,
    mark,
    panel,
    table,
    target,
)
from figures.flash.experiments.steady import Steady, held, steady
from figures.flash.experiments.tier_times import TierTimes
from figures.kit.rows import of, one
from figures.kit.stops import powers
from figures.kit.words import count as counted
from figures.kit.words import time
from models.catalogue.machines import values as constants
from models.machine import Machine, Nfs, Reads
from models.machine.order import LAYOUTS
from models.machine.ran import Ran
from models.units import GB, TB, GiB, KiB
from models.zfs.l2arc.feed_spec import FeedSpec

SUN = constants("7410")
MOST_DATA = 20 * TB
AROUND = (0.25, 0.5, 1.0, 2.0, 5.0)
"""Sizes of the working set along the lines, as multiples of the size that is set."""
COARSE = {"fewest": 250, "tail": 6, "reads": 1000}
"""Settings of the coarser sample, which is used for the other points of the lines."""
PLAIN, MEMORY, DISKS, FLASH = WAYS = (
    "without flash",
    "twice the memory",
    "three times the disks",
    "with flash",
)
TIERS = ("memory", "flash", "disk")
RAN = 2000
"""Number of reads in a short run of the machine."""


def value_rows(spec: FeedSpec, size: int) -> Rows:
    """Return a row for each arrangement: the data that a byte of flash holds in it, as a multiple
    of that in a mirror."""
    base = 1 / LAYOUTS["mirror"].disks
    flash = {
        "a pool of mirrored flash": base,
        "a cache, one copy": held(replace(spec, compression=1.0), size),
        "a cache, compressed": held(FeedSpec("2015", compression=spec.compression), size),
    }
    return [{"row": "value", "what": what, "times": data / base} for what, data in flash.items()]


def run(
    working_set: float,
    memory: float,
    devices: int,
    disks: int,
    compression: float,
    capacity: float,
    size: float,
    heat: float,
    threads: int,
    mirrored: bool,
    kind: str,
    seed: int,
) -> Iterator[Rows]:
    """Yield rows: share (way, tier, from, to), waits (way, iops, mean, late), way (way, data,
    iops, mean, shares, headers, own), ran (way, data, iops, mean; from a short run of the
    machine), value (what, times), and sum. Latencies are in s.

    Samples of one block in k are simulated until they are warm. Mean times follow from the shares;
    the 99th percentile also needs simulated reads from disk.
    """
    size = int(size)
    spec = FeedSpec(
        feeder=kind,
        devices=devices,
        capacity=capacity / (2 if mirrored else 1),
        compression=compression,
    )
    none, warm_results = replace(spec, devices=0), {}

    def warm(feeder: FeedSpec, data: float, with_memory: float, own: bool) -> Steady:
        """Return the shares of the tiers once they are warm. Without flash they depend only on the
        size of the data as a multiple of memory."""
        key = feeder.devices, data / with_memory
        if key not in warm_results:
            warm_results[key] = steady(
                feeder,
                memory=memory,
                working_set=max(size, key[1] * memory),
                block=size,
                heat=heat,
                seed=seed,
                **({} if own else COARSE),
            )
        return warm_results[key]

    plain = warm(none, working_set, memory, True)  # fine samples for the working set that is set
    own_ways = {PLAIN: plain, MEMORY: warm(none, working_set, 2 * memory, True), DISKS: plain}
    if devices:
        own_ways[FLASH] = warm(spec, working_set, memory, True)
    for way, warmed in own_ways.items():
        yield [*bars(way, warmed)]
    for data in (
        working_set * times for times in AROUND if times <= 1 or working_set * times <= MOST_DATA
    ):
        own = data == working_set
        few, many = (
            TierTimes(
                size=size,
                threads=threads,
                devices=devices,
                disks=number,
                span=max(size, 2 * data / number),
                seed=seed,
                **({} if own else {"measured": 60}),
            )
            for number in (disks, 3 * disks)
        )
        before = warm(none, data, memory, own)
        ways = {
            PLAIN: (before, few),
            MEMORY: (warm(none, data, 2 * memory, own), few),
            DISKS: (before, many),
        }
        if devices:
            ways[FLASH] = warm(spec, data, memory, own), few
        for way, (warmed, times) in ways.items():
            parts = parts_of(warmed)
            answer = times.answer(**parts)
            yield [
                {
                    "row": "way",
                    "way": way,
                    "data": data,
                    "own": int(own),
                    "iops": answer.rate,
                    "mean": answer.latency,
                    **parts,
                    "headers": warmed.headers,
                }
            ]
            if own:
                yield [
                    {
                        "row": "waits",
                        "way": way,
                        **parts,
                        "iops": answer.rate,
                        "mean": answer.latency,
                        "late": times.latency_percentile(seed=seed, **parts),
                    }
                ]
            if own and way == (FLASH if devices else PLAIN):
                short_run = ran(times, answer.rate, data, seed, **parts)
                yield [
                    {
                        "row": "ran",
                        "way": way,
                        "data": data,
                        "iops": short_run.rate,
                        "mean": short_run.reads.mean,
                    }
                ]
    warmed = own_ways[FLASH if devices else PLAIN]
    yield [
        {
            "row": "sum",
            "headers": warmed.headers,
            "on": warmed.on_flash,
            "k": warmed.k,
            "memory": memory,
            "data": working_set,
            "devices": devices,
            "disks": disks,
        }
    ]
    yield value_rows(spec, size)


def ran(
    times: TierTimes, rate: float, data: float, seed: int, memory: float, flash: float, disk: float
) -> Ran:
    """Return the result of a short run of the machine whose memory and flash hold these shares
    (0-1) of the data."""
    machine = Machine(times.machine.order.order(held=(memory, min(flash, 1 - memory))), seed)
    asked = Reads(max(times.size, min(data, machine.pool.capacity / 2)))
    return machine.run(
        Nfs(1, times.threads, times.size, reads=1.0, blocks=asked),
        seconds=RAN / rate,
        warm=RAN / rate,
    )


def parts_of(found: Steady) -> dict[str, Any]:
    """Return the share (0-1) of the reads that each tier answers, by tier."""
    return {tier: getattr(found, tier) for tier in TIERS}


def bars(way: str, found: Steady) -> Iterator[Row]:
    """Yield the rows of the tiers' shares, stacked from 0 to 1."""
    edge = 0.0
    for tier, part in parts_of(found).items():
        yield {"row": "share", "way": way, "tier": tier, "from": edge, "to": edge + part}
        edge += part


def waits(rows: Rows) -> dict[str, Row]:
    """Return the row of each way for the working set that is set."""
    return {row["way"]: row for row in of(rows, "waits")}


def times_as_much(rows: Rows, what: str) -> float:
    """Return the data that a byte of flash holds in this arrangement, as a multiple of that in a
    pool of mirrored flash."""
    times: float = one(rows, "value", what=what)["times"]
    return times


def values(rows: Rows) -> dict[str, float]:
    total = one(rows, "sum")
    own = waits(rows)
    none = own[PLAIN]
    now = own.get(FLASH, none)
    return {
        **{field: now[field] for field in (*TIERS, "iops", "mean", "late")},
        "ran": next((row["iops"] for row in of(rows, "ran")), 0.0),
        **{f"{field}_without": none[field] for field in ("memory", "disk", "iops", "mean", "late")},
        "iops_memory": own[MEMORY]["iops"],
        "iops_disks": own[DISKS]["iops"],
        "gain": now["iops"] / none["iops"],
        "faster": none["mean"] / now["mean"],
        "headers": total["headers"],
        "headers_share": total["headers"] / total["memory"],
        "on": total["on"],
        "devices": total["devices"],
        "memory_size": total["memory"],
        "data": total["data"],
        "disks": total["disks"],
        "disks_then": 3 * total["disks"],
        "one_copy": times_as_much(rows, "a cache, one copy"),
        "packed": times_as_much(rows, "a cache, compressed"),
    }


def describe(rows: Rows) -> str:
    v = values(rows)
    if not v["devices"]:
        return (
            f"Disks answer {v['disk']:.0%} of {counted(v['iops'])} reads a second, which take {time(v['mean'])} on "
            f"average, and 99 of 100 at most {time(v['late'])}."
        )
    return (
        f"With flash, disks answer {v['disk']:.0%} of {counted(v['iops'])} reads a second; without it, "
        f"{v['disk_without']:.0%} of {counted(v['iops_without'])}."
    )


COLOURS = {"memory": "var(--wtg-3)", "flash": "var(--wtg-1)", "disk": "var(--wtg-2)"}
LINES = dict(
    zip(WAYS, ("var(--wtg-mute)", "var(--wtg-3)", "var(--wtg-2)", "var(--wtg-1)"), strict=True)
)
MOST_DEVICES = 16


def against_data(ways: Iterable[str], devices: int | list[int]) -> dict[str, Any]:
    """Return the panel of reads per second against the working set, with a line for each of these
    ways. devices: the numbers of flash devices with which it is shown."""
    return panel(
        [
            mark("line", {"row": "way"}, x="data", y="iops", stroke="way", strokeWidth=2),
            mark("dot", {"row": "way"}, x="data", y="iops", fill="way", r=3, tip=True),
            mark("dot", {"row": "way", "own": 1}, x="data", y="iops", fill="way", r=5),
        ],
        {
            "x": {"label": "data asked for", "unit": "TB", "type": "log", "tickFormat": ","},
            "y": {
                "label": "reads a second",
                "type": "log",
                "grid": True,
                "tickFormat": ",",
                "ticks": 4,
            },
            "color": {"domain": list(ways), "range": [LINES[way] for way in ways], "legend": True},
        },
        height=390,
        when={"devices": devices},
        tab="Reads a second",
    )


FIGURE = Figure(
    id="hybrid-pool",
    title="Memory, flash or disks?",
    caption="A server whose caches have been warm for long. Reads a second: against the data asked for, of your server "
    "without flash and with one of three things added (large dots and table: for as much data as you have set). Who "
    "answers: the reads; and how long they take, on average and 99 of 100 at most.",
    params={
        "working_set": Number(
            "Data asked for",
            1 * TB,
            50 * GB,
            MOST_DATA,
            unit="TB",
            stops=tuple(n * TB for n in (0.05, 0.1, 0.2, 0.5, 1.0, 2, 5, 10, 20)),
            help="The size of the working set, which clients read again and again.",
        ),
        "memory": Number(
            "Memory for the cache",
            SUN["head.memory"],
            16 * GiB,
            2048 * GiB,
            unit="GiB",
            stops=tuple(n * GiB for n in powers(16, 2048)),
            help="The size of the ARC.",
        ),
        "devices": Number(
            "Flash devices",
            6,
            0,
            MOST_DEVICES,
            whole=True,
            help="The number of flash devices. They are cache devices and not mirrored.",
        ),
        "disks": Number(
            "Disks",
            44,
            4,
            272,
            whole=True,
            more=True,
            help="The number of disks, of 7,200 rpm, in mirrored pairs; both sides read.",
        ),
        "compression": Number(
            "Compression",
            1.0,
            1.0,
            4.0,
            step=0.25,
            more=True,
            help="The compression ratio of blocks on flash since 2015.",
        ),
        "capacity": Number(
            "A device holds",
            SUN["cache.flash.capacity"],
            50 * GB,
            4 * TB,
            unit="GB",
            more=True,
            stops=tuple(n * GB for n in (50.0, 100, 200, 400, 800, 1600, 4000)),
            help="The size of a flash device.",
        ),
        "size": Number(
            "Record size",
            8 * KiB,
            4 * KiB,
            128 * KiB,
            unit="KiB",
            stops=powers(4 * KiB, 128 * KiB),
            more=True,
            help="The size of a read and of a block.",
        ),
        "heat": Number(
            "Reads to the hottest fifth",
            0.6,
            0.2,
            0.95,
            unit="%",
            step=0.05,
            more=True,
            help="The share of reads that go to the most popular fifth of the data; 20 % is uniform.",
        ),
        "threads": Number(
            "Clients",
            64,
            1,
            256,
            whole=True,
            stops=powers(1, 256),
            more=True,
            help="The number of clients; each waits for its answer and reads again 0.3 ms later.",
        ),
        "mirrored": Switch(
            "Flash in mirrored pairs",
            False,
            "On: each block is stored twice, as if the cache on flash had to be safe.",
            more=True,
        ),
        "kind": Choice(
            "Cache on flash",
            "2015",
            {"2015": "of 2015: 80 bytes a block", "2010": "of 2010: 170 bytes a block"},
            "2015: segments, compressed blocks, headers take 30 % of memory at most. 2010: a ring, no guard.",
            more=True,
        ),
    },
    presets={
        "six flash devices": Preset(
            help="a Sun 7410 of 2009: 128 GiB of memory, six devices of 100 GB, 44 disks"
        ),
        "5 TB asked for": Preset({"working_set": 5 * TB}),
        "compresses to a half": Preset({"compression": 2.0}),
        "no flash": Preset({"devices": 0}),
        "mirrored flash": Preset({"mirrored": True}),
        "128 KiB records": Preset({"size": 128 * KiB}, "too large for the flash"),
        "little memory, much flash": Preset(
            {"memory": 32 * GiB, "capacity": 1600 * GB, "size": 4 * KiB},
            "headers take all the memory that they may",
        ),
    },
    run=run,
    panels=[
        against_data(WAYS, list(range(1, MOST_DEVICES + 1))),
        against_data(WAYS[:-1], 0),
        panel(
            [mark("barX", {"row": "share"}, x1="from", x2="to", y="way", fill="tier", inset=0)],
            {
                "x": {"label": "answered by", "unit": "%", "domain": [0, 1]},
                "y": {"label": None, "domain": list(WAYS)},
                "color": {"domain": list(TIERS), "range": list(COLOURS.values()), "legend": True},
            },
            height=180,
            tab="Who answers",
        ),
        panel(
            [
                mark(
                    "ruleY",
                    {"row": "waits"},
                    x1="mean",
                    x2="late",
                    y="way",
                    strokeWidth=2,
                    strokeOpacity=0.5,
                ),
                mark(
                    "dot", {"row": "waits"}, x="mean", y="way", fill="var(--wtg-1)", r=6, tip=True
                ),
                mark(
                    "tickX",
                    {"row": "waits"},
                    x="late",
                    y="way",
                    stroke="var(--wtg-2)",
                    strokeWidth=4,
                ),
            ],
            {
                "x": {
                    "label": "a read takes: mean (dot), 99 % (bar)",
                    "unit": "ms",
                    "type": "log",
                    "grid": True,
                },
                "y": {"label": None, "domain": list(WAYS)},
            },
            height=180,
            tab="Who answers",
        ),
    ],
    table=table(
        {"row": "way", "own": 1},
        [
            column("way", "your server"),
            column("memory", "memory", "%"),
            column("flash", "flash", "%"),
            column("disk", "disk", "%"),
            column("iops", "reads a second"),
            column("mean", "a read takes", "ms", 2),
        ],
    ),
    describe=describe,
    values=values,
    source=cite("bourbonnais2015l2arc", "A Better HSP", "Bourbonnais 2015"),
    reproduces=["hsp-tiers-2015"],
    targets=[
        target("hsp-value-nomirror", lambda rows: times_as_much(rows, "a cache, one copy")),
        target(
            "hsp-value-compress",
            lambda rows: times_as_much(rows, "a cache, compressed"),
            "compresses to a half",
        ),
    ],
)
