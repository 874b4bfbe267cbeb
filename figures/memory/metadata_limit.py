"""How much of a cache metadata may take: a fixed limit before 2014, none since.

Files are read from a cache: their names and attributes, their data, and the indirect blocks that
lead to the data.
"""

from collections.abc import Iterable, Iterator
from typing import Any

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
from figures.kit.rows import of
from figures.kit.sampling import caches
from figures.kit.stops import powers
from figures.kit.words import time
from figures.memory.experiments.mixed_load import CACHE, MixedHits, MixedLoad, disk_read, serve
from models.catalogue.machines import values as constants
from models.machine.machine import Machine
from models.units import KiB
from models.zfs.l2arc.feed_spec import FeedSpec

OLD, SUN = constants("zfs-2010"), constants("7410")
LIMITS = (0.05, 0.1, 0.25, 0.4, 0.6, 0.8, 1.0)
ALIKE = 1.01  # limits are equally good up to this multiple of the shortest mean request time
NAMES = {"limit": "with the limit (old)", "none": "no limit (2015)"}
WARM, COUNT = 2500, 2000


def run(
    metadata: float,
    metadata_set: float,
    data_set: float,
    once: float,
    walk: bool,
    record: float,
    skew: int,
    limit: float,
    seed: int,
) -> Iterator[Rows]:
    """Yield rows for each limit, with and without it in force: curve (rule, limit, what, share of
    hits or of the cache), mean (rule, limit, reads per request, latency in s), and chosen (the same
    at the limit that is set)."""
    load = MixedLoad(
        metadata=metadata,
        metadata_set=metadata_set,
        data_set=data_set,
        once=once,
        walk=walk,
        skew=int(skew),
        record=int(record),
    )
    memory, disk = SUN["head.cpu_read"], disk_read(int(record), seed)

    def rows(rule: str, limits: Iterable[float], found: MixedHits) -> Iterator[Row]:
        """Yield the rows that one run of the cache gives at each of these limits."""
        reads = found.reads / COUNT
        shares = {
            "metadata": found.metadata_hits / max(1, found.metadata),
            "data": found.data_hits / max(1, found.data),
            "taken": found.taken,
        }
        mean = {"rule": rule, "reads": reads, "latency": memory + reads * disk, **shares}
        for at in limits:
            yield {"row": "mean", "limit": at, "name": NAMES[rule], **mean}
            yield from (
                {"row": "curve", "rule": rule, "limit": at, "what": what, "share": share}
                for what, share in shares.items()
            )
        if rule == "none" or limit in limits:
            yield {"row": "chosen", "limit": limit, **mean}

    def served(feeder: str, share: float | None) -> MixedHits:
        """Return the hits of a cache with this feeder and this limit (None: no limit)."""
        machine = Machine(
            caches(CACHE, FeedSpec(feeder, devices=0), load.record).order(meta_limit=share)
        )
        return serve(machine.cache.arc, load, COUNT, WARM, seed)

    free = served("2015", None)
    yield list(rows("none", (LIMITS[0], LIMITS[-1]), free))
    found, tried = None, 0.0
    for at in sorted({*LIMITS, limit}):
        if (
            found is None or found.most + 0.001 >= tried
        ):  # otherwise the previous limit had no effect, and this one has none either
            found, tried = served("2008", at), at
        yield list(rows("limit", (at,), found))


def chosen(rows: Rows) -> dict[str, Row]:
    return {row["rule"]: row for row in of(rows, "chosen")}


def best(rows: Rows) -> tuple[float, float, float]:
    """Return the limits that do about as well as the best one tried, as (lowest, highest, shortest
    mean time in s)."""
    tried = sorted((row["limit"], row["latency"]) for row in of(rows, "mean", rule="limit"))
    shortest = min(latency for _, latency in tried)
    as_good = [limit for limit, latency in tried if latency <= ALIKE * shortest]
    return as_good[0], as_good[-1], shortest


def values(rows: Rows) -> dict[str, float]:
    low, high, shortest = best(rows)
    out = {
        "limit": chosen(rows)["limit"]["limit"],
        "best": low,
        "best_most": high,
        "latency_best": shortest,
    }
    for rule, row in chosen(rows).items():
        out |= {
            f"{name}_{rule}": row[name]
            for name in ("reads", "latency", "metadata", "data", "taken")
        }
    return out


def describe(rows: Rows) -> str:
    v = values(rows)
    tried = f"The best limit tried is {v['best']:.1%}"
    if v["best"] == LIMITS[0] and v["best_most"] == 1:
        tried = "All limits tried do the same"
    elif v["best"] < v["best_most"]:
        most = f"to {v['best_most']:.1%}" if v["best_most"] < 1 else "or more"
        tried = f"The best limits tried are those of {v['best']:.1%} {most}"
    return (
        f"With at most {v['limit']:.1%} for metadata, {v['metadata_limit']:.0%} of its requests and "
        f"{v['data_limit']:.0%} of those for data are hits; a request takes {time(v['latency_limit'])}. With no limit: "
        f"{v['metadata_none']:.0%}, {v['data_none']:.0%} and {time(v['latency_none'])}. {tried} "
        f"({time(v['latency_best'])}).".replace(".0%", "%")
    )


X = {"label": "limit on metadata, share of the cache", "unit": "%", "domain": [0, 1]}
RULES: tuple[tuple[dict[str, str], dict[str, Any]], ...] = (
    ({"rule": "limit"}, {}),
    ({"rule": "none"}, {"strokeDasharray": "5 4"}),
)
WHATS = {"metadata": "var(--wtg-4)", "data": "var(--wtg-1)"}

FIGURE = Figure(
    id="metadata-limit",
    title="A limit on metadata",
    caption="Solid: ZFS before 2014, with data and metadata on lists of their own and a limit on metadata (drag the line; "
    "the default was 25 %). Dashed: ZFS since, with neither. Time and hits: the mean time of a request, and "
    "hits. Metadata's share: how much of the cache metadata has in the end. A small cache stands for a large one; "
    "what counts is how much is asked for, in times the cache.",
    params={
        "limit": Number(
            "Metadata at most",
            OLD["meta_limit"],
            0.05,
            1.0,
            unit="%",
            step=0.025,
            help="The share of the cache that metadata may take in the older ZFS (arc_meta_limit).",
        ),
        "metadata": Number(
            "Requests for metadata",
            0.7,
            0.0,
            1.0,
            unit="%",
            step=0.01,
            help="The share of requests for metadata.",
        ),
        "metadata_set": Number(
            "Metadata in use",
            0.8,
            0.05,
            3.0,
            step=0.05,
            help="The size of the metadata, as a multiple of the cache.",
        ),
        "data_set": Number(
            "Data in use",
            3.0,
            0.1,
            5.0,
            step=0.1,
            more=True,
            help="The size of the data, as a multiple of the cache.",
        ),
        "once": Number(
            "Data read once",
            0.0,
            0.0,
            1.0,
            unit="%",
            step=0.05,
            more=True,
            help="The share of the data requests that are for data read only once.",
        ),
        "walk": Switch(
            "Begins with a walk",
            False,
            more=True,
            help="All metadata is read once before anything else, as the `find` command does.",
        ),
        "record": Number(
            "Size of a data block",
            8 * KiB,
            8 * KiB,
            128 * KiB,
            unit="KiB",
            stops=powers(8 * KiB, 128 * KiB),
            more=True,
            help="The size of a block of data. A block of metadata has 16 KiB.",
        ),
        "skew": Number(
            "Favourites",
            2,
            1,
            3,
            whole=True,
            more=True,
            help="At 1 all blocks are read equally often; at 3 a few blocks get most of the requests.",
        ),
    },
    presets={
        "many small files": Preset(help="the limit is felt"),
        "little metadata": Preset(
            {"metadata": 0.3, "metadata_set": 0.1, "data_set": 2.0, "record": 32 * KiB},
            help="the limit is not felt",
        ),
        "a walk, then data": Preset(
            {
                "metadata": 0.02,
                "metadata_set": 0.25,
                "data_set": 1.0,
                "walk": True,
                "record": 32 * KiB,
            },
            help="the default protects what hardly anyone asks for",
        ),
        "a walk, then both": Preset(
            {
                "metadata": 0.3,
                "metadata_set": 0.5,
                "data_set": 1.0,
                "walk": True,
                "skew": 3,
                "record": 32 * KiB,
            },
            help="some of the metadata is worth its place, and some is not",
        ),
        "a walk, then a scan": Preset(
            {
                "metadata": 0.1,
                "metadata_set": 0.25,
                "data_set": 0.5,
                "once": 1.0,
                "walk": True,
                "skew": 1,
                "record": 32 * KiB,
            },
            help="protection pays where data is not used again",
        ),
        "a dedup table": Preset(
            {"metadata": 0.7, "once": 1.0, "record": 128 * KiB, "skew": 1, "data_set": 1.0},
            help="it cannot grow once the cache is full",
        ),
    },
    run=run,
    panels=[
        panel(
            [
                *(
                    mark(
                        "line",
                        {"row": "mean", **rule},
                        x="limit",
                        y="latency",
                        stroke="name",
                        strokeWidth=2,
                        **dashes,
                    )
                    for rule, dashes in RULES
                ),
                mark(
                    "dot",
                    {"row": "mean", "rule": "limit"},
                    x="limit",
                    y="latency",
                    fill="name",
                    r=3,
                    tip=True,
                ),
                mark("ruleY", data=[0]),
            ],
            {
                "x": X,
                "y": {
                    "label": "mean time of a request",
                    "unit": "ms",
                    "zero": True,
                    "grid": True,
                    "ticks": 4,
                },
                "color": {
                    "domain": list(NAMES.values()),
                    "range": ["var(--wtg-3)", "var(--wtg-2)"],
                    "legend": True,
                },
            },
            height=200,
            handle=handle("limit"),
            tab="Time and hits",
        ),
        panel(
            [
                *(
                    mark(
                        "line",
                        {"row": "curve", "what": what, **rule},
                        x="limit",
                        y="share",
                        stroke="what",
                        strokeWidth=2,
                        **dashes,
                    )
                    for what in WHATS
                    for rule, dashes in RULES
                ),
                mark("ruleY", data=[0]),
            ],
            {
                "x": X,
                "y": {
                    "label": "hits",
                    "unit": "%",
                    "domain": [0, 1],
                    "ticks": [0, 0.5, 1],
                    "grid": True,
                },
                "color": {"domain": list(WHATS), "range": list(WHATS.values()), "legend": True},
            },
            height=200,
            tab="Time and hits",
        ),
        panel(
            [
                *(
                    mark(
                        "line",
                        {"row": "curve", "what": "taken", **rule},
                        x="limit",
                        y="share",
                        stroke="var(--wtg-4)",
                        strokeWidth=2,
                        **dashes,
                    )
                    for rule, dashes in RULES
                ),
                mark("ruleY", data=[0]),
            ],
            {
                "x": X,
                "y": {
                    "label": "taken by metadata",
                    "unit": "%",
                    "domain": [0, 1],
                    "ticks": 4,
                    "grid": True,
                },
            },
            height=320,
            handle=handle("limit"),
            tab="Metadata's share",
        ),
    ],
    describe=describe,
    values=values,
    source=cite("bourbonnais2014rearc", "No Meta Limits"),
)
