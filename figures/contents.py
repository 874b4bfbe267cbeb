"""The live figures in reading order, by page, and the figures that the book shows without
simulating them."""

from difflib import get_close_matches
from importlib import import_module
from typing import Any

from figures.define.figure import Figure, Registered
from figures.define.scene import light

CHAPTERS: dict[str, list[str]] = {
    "index": ["two-promises", "same-disk"],
    "seeing-latency": [
        "frozen-lake",
        "points-to-heat",
        "one-and-two-disks",
        "two-platters",
        "icy-lake",
    ],
    "disks": [
        "seek-and-turn",
        "streaming-disk",
        "disk-queue",
        "who-is-next",
        "write-cache",
        "shaken-disks",
        "queue-today",
    ],
    "synchronous-writes": [
        "missed-turn",
        "one-writer",
        "told-and-safe",
        "gathered-writes",
        "ufs-sync",
        "raw-limits",
        "sync-or-not",
        "safe-write-today",
    ],
    "intent-log": [
        "write-path",
        "slog-enable",
        "disk-io",
        "head-travel",
        "tar-unpack",
        "pull-the-plug",
        "ramdisk-log",
    ],
    "crowds": [
        "two-sets",
        "shared-flush",
        "log-device",
        "load-ramp",
        "convoys-and-trains",
        "logbias",
    ],
    "transaction-groups": [
        "group-timeline",
        "dirty-bytes",
        "burst-size",
        "group-and-reads",
        "write-throttle",
        "fence-today",
    ],
    "memory": [
        "one-read",
        "tiers",
        "last-hits",
        "replacement-policies",
        "arc-lists",
        "arc-locks",
        "metadata-limit",
        "clones",
        "prefetch-inversion",
    ],
    "flash": [
        "feeder-at-work",
        "flash-feeding",
        "flash-headers",
        "what-may-enter",
        "flash-restart",
        "hybrid-pool",
        "three-arrangements",
        "cache-enable",
        "flash-eviction",
    ],
    "deduplication": [
        "shifted-archives",
        "dedup-blocks",
        "ddt-size",
        "dedup-group",
        "removal-hours",
        "cloned-images",
        "checksum-cost",
    ],
    "allocation": [
        "moving-blocks",
        "hole-lengths",
        "hole-and-arm",
        "slab-map",
        "slabs-in-turn",
        "pool-ages",
        "room-today",
        "slab-weights",
        "fill-and-age",
        "allocator-gains",
    ],
    "lun-alignment": [
        "sliding-request",
        "stream-to-lun",
        "alignment-load",
        "first-days",
        "file-rewrite",
        "alignment-today",
    ],
    "queues-resilvering": [
        "first-in-line",
        "two-queues",
        "resilver-race",
        "third-command",
        "resilver-time",
        "choose-depth",
        "resilver-today",
    ],
    "head-node": [
        "late-lines",
        "last-answer",
        "four-offers",
        "two-ports",
        "head-today",
        "link-load",
        "cycles-per-instruction",
        "link-matrix",
        "head-limits",
        "cards-and-ports",
    ],
    "streaming": [
        "bucket-line",
        "read-stages",
        "requests-in-flight",
        "stepping-disks",
        "disk-bytes",
        "write-stages",
        "one-terabyte",
    ],
    "iscsi": [
        "one-lock",
        "daemon-queue",
        "kernel-target",
        "immediate-data",
        "interrupt-blanking",
        "write-cache-enabled",
        "read-today",
    ],
    "sizing": ["padding", "spindles", "years-to-loss"],
    "benchmarks": ["four-systems", "load-climbs", "mail", "small-reads", "spc-1", "six-rules"],
    "the-hunt": ["blinks-and-packets", "two-snapshots", "two-clocks", "sum-first"],
    "reproduction": ["whole-machine"],
}

OFF_THE_MACHINE: dict[str, str] = {
    "arc-lists": "trace of keys: how a dozen requests change a cache's lists; two of its policies are also those of a "
    "machine's cache",
    "replacement-policies": "trace of keys: the blocks that each policy keeps, and the best choice; nothing takes time",
    "shifted-archives": "content: the records that two archives share, whatever machine stores them",
    "dedup-blocks": "content: the number of different records in several nights' backups",
    "ddt-size": "closed form: entries times bytes per entry",
    "cloned-images": "content: the blocks that many images share, whatever machine stores them",
    "late-lines": "closed form: one core of the model of link-load, stretch by stretch",
    "last-answer": "closed form: one line's way in the model of link-load",
    "four-offers": "closed form: the model of link-load, for a head and what it could become",
    "two-ports": "closed form: a slot's packets against two ports",
    "head-today": "closed form: the slowest of five stages",
    "link-load": "closed form: load and mean wait of each link; a machine uses it to price its work",
    "cycles-per-instruction": "closed form: the model of link-load, as cycles per instruction",
    "link-matrix": "closed form: the model of link-load, fitted to two measured matrices",
    "bucket-line": "closed form: what each part of an order carries; stations in a row pass the data on",
    "requests-in-flight": "closed form: the clients of 2009, as in read-stages; with flash a machine of today runs",
    "disk-bytes": "closed form: what write-stages says of mirrored disks",
    "write-stages": "closed form: the slowest stage of an order; a test compares it with a run, which takes half a minute",
    "padding": "closed form: the sectors that a record takes on a machine's vdev, which is idle",
    "years-to-loss": "closed form: which drives fail within years, and lives drawn by chance; no request is simulated",
    "blinks-and-packets": "content: the numbers of five published ones, read by parsers",
    "two-clocks": "content: three published listings; beside them the run of two-snapshots",
    "sum-first": "closed form: a published listing, and the model of link-load for a core at work and one at rest",
    "interrupt-blanking": "closed form: the timer of an initiator's card, which is outside the machine",
}
"""Figures that build no machine at their defaults or on import -> the reason. All others build one."""

LENDS_PARTS: dict[str, str] = {
    "metadata-limit": "the cache: which blocks of data and metadata it keeps, regardless of when they are read",
    "clones": "the cache: how many copies of a block fill it, regardless of when the guests read them",
    "feeder-at-work": "the cache: what its feeder copies while memory evicts blocks at a steady pace; nothing else takes time",
    "flash-headers": "the cache: how many blocks' headers fit into memory; weeks of filling flash are skipped",
    "flash-eviction": "the cache: which blocks a flash device drops as memory evicts others; nothing else takes time",
    "moving-blocks": "the pool: where its allocator puts the records of a file, regardless of the time",
    "hole-lengths": "the pool: the free space that overwrites leave in a slab, regardless of the time",
    "hole-and-arm": "the pool: where its allocator puts the blocks of a slab, and in which order its drive writes them",
    "slabs-in-turn": "the pool: how full its slabs are as one after the other is filled, regardless of the time",
    "pool-ages": "the pool: which slabs its allocator takes day after day; a flat loop of its drive writes them",
    "slab-weights": "the pool: which slab its allocator takes, regardless of the time",
}
"""Figures that use one part of a machine while its clock stands still -> the part, and the reason. In all others time passes,
and devices, network cards or cores of a machine work on each request (only the cores in arc-locks).

Some figures run the machine for a part of what they show, and a part of it or a fast loop for the bulk. Tests compare
each with the machine. Request by request: icy-lake and one-and-two-disks
(`test_round_robin_writes.py`: test_the_flat_loop_is_the_machine_write_by_write), choose-depth
(`test_reads_beside_resilver.py`: test_the_queues_alone_are_the_machine), the reads of disk-queue and who-is-next
(`test_raw_programs.py`: test_the_flat_loop_of_reads_is_the_machine). Group by group:
ramdisk-log (`test_fast_forward.py`: test_at_one_stroke_is_one_by_one_however_often_one_looks), slab-map, fill-and-age and
allocator-gains (`test_overwrites.py`: test_groups_of_the_machine_find_the_same_places)."""

REGISTERED: list[Registered] = [
    Registered(
        "slog-nvram-compare",
        "table",
        "A log device in a disk bay or in a slot",
        ["slog-nvram-compare"],
    ),
    Registered(
        "logbias-screenshot",
        "table",
        "The write bias among a share's properties",
        ["logbias-screenshot"],
    ),
    Registered(
        "ht-config-table", "table", "The 7410 of 2008 and that of 2009", ["ht-config-table"]
    ),
    Registered(
        "ht-test-config",
        "table",
        "What was tested in September 2009, and with which clients",
        ["ht-test-config"],
    ),
    Registered(
        "ht-hardware-screens",
        "diagram",
        "Both heads from above and from behind",
        ["ht-hardware-screens"],
    ),
    Registered(
        "lun-alignment-video",
        "diagram",
        "A talk of three minutes on LUN alignment",
        ["lun-alignment-video"],
    ),
    Registered("spc1-rules", "table", "The rules of a run of SPC-1", ["spc1-rules"]),
    Registered(
        "datacenter-talk",
        "table",
        "Four axes of a model of pools: space, performance, dependability, cost",
        ["datacenter-talk"],
    ),
    Registered("boosts-list", "table", "Nine performance projects since 2010", ["boosts-list"]),
    Registered(
        "hsp-video", "diagram", "A talk of half an hour on hybrid storage pools", ["hsp-video"]
    ),
]


def load(chapter: str, id: str) -> Figure:
    """Return the figure defined in PACKAGE/ID.py, with underscores for hyphens. Raise ValueError if
    the file defines another id."""
    package, name = chapter.replace("-", "_"), id.replace("-", "_")
    module = import_module(f"figures.{package}.{name}")
    figure: Figure = module.FIGURE
    if figure.id != id:
        raise ValueError(
            f"the figure in {module.__name__} must have the id '{id}', got '{figure.id}'"
        )
    figure.chapter, figure.viewer = chapter, in_a_notebook
    light(figure.panels, chapter)
    return figure


def in_a_notebook(figure: Figure) -> Any:
    """Return the figure as a widget. Raise ImportError if the notebook libraries are not installed."""
    from figures.notebook.widget import widget

    return widget(figure)


def ids() -> list[str]:
    """Return the ids of all live figures in reading order."""
    return [id for chapter in CHAPTERS.values() for id in chapter]


def get(id: str) -> Figure:
    """Return a live figure by its id. Raise KeyError with a one-line message if there is none."""
    for chapter, figures in CHAPTERS.items():
        if id in figures:
            return load(chapter, id)
    for entry in REGISTERED:
        if entry.id == id:
            raise KeyError(f"'{id}' is a {entry.kind}, shown in the book and not simulated")
    near = get_close_matches(id.replace("_", "-"), ids(), n=3)
    hint = f"perhaps {' or '.join(near)}" if near else "`python -m figures list` lists all"
    raise KeyError(f"unknown figure '{id}'; {hint}")


def figures() -> list[Figure]:
    """Return all live figures in reading order."""
    return [get(id) for id in ids()]
