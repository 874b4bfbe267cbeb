"""The live figures in reading order, a list for each chapter's page; and what the book shows
without simulating it."""

from difflib import get_close_matches
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from figures.define.figure import Figure, Registered
from figures.define.scene import light

CHAPTERS: dict[str, list[str]] = {
    "index": ["same-disk"],
    "seeing-latency": ["points-to-heat", "one-and-two-disks"],
    "disks": [
        "seek-and-turn",
        "streaming-disk",
        "disk-queue",
        "who-is-next",
        "write-cache",
        "icy-lake",
        "shaken-disks",
    ],
    "synchronous-writes": [
        "missed-turn",
        "one-writer",
        "told-and-safe",
        "gathered-writes",
        "ufs-sync",
        "raw-limits",
        "sync-or-not",
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
    "crowds": ["shared-flush", "log-device", "load-ramp", "convoys-and-trains", "logbias"],
    "transaction-groups": [
        "group-timeline",
        "dirty-bytes",
        "burst-size",
        "group-and-reads",
        "write-throttle",
    ],
    "caches": [
        "three-arrangements",
        "tiers",
        "cache-enable",
        "arc-lists",
        "replacement-policies",
        "metadata-limit",
        "clones",
        "arc-locks",
        "prefetch-inversion",
        "flash-headers",
        "flash-feeding",
        "flash-restart",
        "flash-eviction",
        "what-may-enter",
        "hybrid-pool",
    ],
    "deduplication": [
        "shifted-archives",
        "dedup-blocks",
        "ddt-size",
        "checksum-cost",
        "dedup-group",
    ],
    "allocation": ["slab-map", "slab-weights", "fill-and-age", "allocator-gains"],
    "lun-alignment": ["sliding-request", "alignment-load", "stream-to-lun", "file-rewrite"],
    "queues-resilvering": ["two-queues", "resilver-race", "resilver-time", "choose-depth"],
    "head-node": [
        "link-load",
        "cycles-per-instruction",
        "link-matrix",
        "head-limits",
        "cards-and-ports",
    ],
    "streaming": ["read-stages", "stepping-disks", "write-stages", "one-terabyte"],
    "iscsi": [
        "daemon-queue",
        "kernel-target",
        "immediate-data",
        "interrupt-blanking",
        "write-cache-enabled",
    ],
    "reproduction": ["whole-machine"],
}

ROOMS: dict[str, tuple[str, ...]] = {"caches": ("memory", "flash")}
"""The folders of a page's figures, if it has more than the one of its own name."""

OFF_THE_MACHINE: dict[str, str] = {
    "arc-lists": "trace of keys: what a dozen requests move in a cache; two of its policies are those of a machine's cache",
    "replacement-policies": "trace of keys: which blocks a policy keeps, and the best that could be kept; nothing takes time",
    "shifted-archives": "content: which records of two archives are the same, whatever machine keeps them",
    "dedup-blocks": "content: how many different records nights of backups have",
    "ddt-size": "closed form: entries times bytes an entry",
    "link-load": "closed form: what each link carries, and mean waits; a machine asks this for its price of work",
    "cycles-per-instruction": "closed form: the same, as cycles an instruction",
    "link-matrix": "closed form: the same, fitted to two measured matrices",
    "write-stages": "closed form: the slowest stage of an order; a run is held to it by a test and takes half a minute",
    "interrupt-blanking": "closed form: the timer of an initiator's card, which is outside the machine",
}
"""Figures that put no machine together at their defaults, nor when they are imported, and why not. All others do."""

LENDS_PARTS: dict[str, str] = {
    "metadata-limit": "the cache: which blocks of data and metadata it keeps, whenever they are read",
    "clones": "the cache: how many copies of a block fill it, whenever the guests read them",
    "flash-headers": "the cache: how many blocks' headers fit into memory; flash of weeks is filled at once",
    "flash-eviction": "the cache: which blocks a store gives up, told what memory passes on; nothing else takes time",
    "slab-weights": "the pool: which slab its allocator takes, whenever it does",
}
"""Figures whose machine lends one of its parts while its clock stands still: which, and why. In all others time passes, and
devices, network cards or cores of a machine work for a request (in arc-locks it is the cores alone).

Some of these let the machine do a part of what they show, and a flat loop of `models.flat_loops` the mass of it; tests hold the
loops to the machine. Request by request: of icy-lake and one-and-two-disks
(`test_round_robin_writes.py`: test_the_flat_loop_is_the_machine_write_by_write), of choose-depth
(`test_reads_beside_resilver.py`: test_the_flat_loop_is_the_machine; its ring in `test_queues_resilvering_page.py`), of the
reads of disk-queue and who-is-next (`test_raw_programs.py`: test_the_flat_loop_of_reads_is_the_machine). Group by group: of
ramdisk-log (`test_fast_forward.py`: test_at_one_stroke_is_one_by_one_however_often_one_looks), of slab-map, fill-and-age and
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
]


def rooms(chapter: str) -> tuple[str, ...]:
    """Return the names of the folders that hold the figures of a page."""
    return ROOMS.get(chapter, (chapter.replace("-", "_"),))


def load(chapter: str, id: str) -> Figure:
    """Return the figure defined in ROOM/ID.py (hyphens become underscores)."""
    name = id.replace("-", "_")
    room = next((room for room in rooms(chapter) if find_spec(f"figures.{room}.{name}")), chapter)
    module = import_module(f"figures.{room}.{name}")
    figure: Figure = module.FIGURE
    if figure.id != id:
        raise ValueError(
            f"{module.__name__} defines '{figure.id}', and its file's name says '{id}'"
        )
    figure.chapter, figure.viewer = chapter, in_a_notebook
    light(figure.panels, chapter)
    return figure


def in_a_notebook(figure: Figure) -> Any:
    """Return the figure as a widget. Raise ImportError if the notebook libraries are not
    installed."""
    from figures.notebook.widget import widget

    return widget(figure)


def ids() -> list[str]:
    """Return the ids of all live figures in reading order."""
    return [id for chapter in CHAPTERS.values() for id in chapter]


def get(id: str) -> Figure:
    """Return a live figure by its id. Raise KeyError, one line, if there is none."""
    for chapter, figures in CHAPTERS.items():
        if id in figures:
            return load(chapter, id)
    for entry in REGISTERED:
        if entry.id == id:
            raise KeyError(f"'{id}' is a {entry.kind}, shown in the book and not simulated")
    near = get_close_matches(id.replace("_", "-"), ids(), n=3)
    hint = (
        f"perhaps {' or '.join(near)}"
        if near
        else "`python -m figures list` names those that there are"
    )
    raise KeyError(f"unknown figure '{id}'; {hint}")


def figures() -> list[Figure]:
    """Return all live figures in reading order."""
    return [get(id) for id in ids()]
