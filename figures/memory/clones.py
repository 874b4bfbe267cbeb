"""Virtual machines that start from clones of one image: one copy in memory for each clone, or one
for all.

The old cache gave each clone that read a block a copy of its own (OpenSolaris arc.c, 2008:
arc_read_nolock copies a block that is in use). Since 2014 all clones read one copy until a clone
writes the block (Bourbonnais 2014, reARC). In both caches, a block that a clone has written is its
own. Meanwhile other clients read their own working set from the cache.

The reads go to the cache of a machine in order of time, without its devices. To make 16,000 clones
possible, each stretch of the image is cached as one block, and with more than `GROUPS` clones each
group of them starts together.
"""

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from heapq import merge
from random import Random
from typing import Any

from figures.define.figure import Figure, Number, Preset, Rows, cite, handle, mark, panel, target
from figures.kit.rows import of, one
from figures.kit.sampling import caches
from figures.kit.stops import powers
from figures.kit.words import about
from models.machine import Machine
from models.units import GiB, MiB
from models.zfs.arc.zfs_arc import ZfsArc

GROUPS, STRETCHES, PIECES = 48, 24, 200
"""The most groups of clones; the number of stretches in the image; the number of pieces in the
other clients' working set."""
START = 30.0
"""How long (s) a clone takes to start, chosen so that two reads of a stretch count as two."""


@dataclass(frozen=True)
class Storm:
    """Clones that start together.

    spread: the time within which they start, as a multiple of the time that one of them takes (0:
    all in step). boot: bytes that each clone reads while it starts, each once. own: the share (0-1)
    of these bytes that it has written. memory: bytes of the cache. others: bytes that other clients
    read at random; rounds: how many times they read all of these meanwhile. copies: whether each
    clone that reads a block has a copy of its own in memory.
    """

    clones: int = 100
    boot: float = 256 * MiB
    own: float = 0.02
    memory: float = 64 * GiB
    others: float = 32 * GiB
    spread: float = 1.0
    rounds: float = 2.0
    copies: bool = False


@dataclass
class Taken:
    """The memory that a storm took, and its reads.

    memory: most bytes of the images in memory. wanted: the bytes that they would take if memory
    were large enough. copies: most copies in memory of one shared block. disk: bytes that clones
    read from disk. others_disk: bytes that other clients read from disk. hits: share (0-1) of the
    other clients' reads that memory answered.
    """

    memory: int = 0
    wanted: int = 0
    copies: int = 0
    disk: int = 0
    others_disk: int = 0
    hits: float = 0.0


class Images:
    """The blocks of the images in the cache of a machine. blocks: bytes of each block. held: bytes
    of all."""

    def __init__(self, arc: ZfsArc) -> None:
        self.arc, self.blocks, self.held = arc, dict[Hashable, int](), 0
        arc.lost = self.forget

    def forget(self, key: Hashable, size: int, metadata: bool) -> None:
        """Forget a block that was evicted with all its copies."""
        self.held -= self.blocks.pop(key, 0)

    def note(self, key: Hashable) -> int:
        """Return the bytes that a block of an image now takes, and update the sum."""
        arc = self.arc
        size = arc.lists[arc.state[key]][False][key] if key in arc.seen else 0
        self.held += size - self.blocks.get(key, 0)
        self.blocks[key] = size
        return size


def boot_all(storm: Storm, seed: int = 1, most_groups: int = GROUPS) -> Taken:
    """Start all clones while other clients read, and return what they took. Before that, the other
    clients have read their working set twice."""
    random, stretch = Random(seed), int(storm.boot / STRETCHES)
    own = int(stretch * storm.own)
    shared, groups = stretch - own, min(most_groups, storm.clones)
    arc, out, piece = Machine(caches(storm.memory)).cache.arc, Taken(), int(storm.others / PIECES)
    images, other_hits, reads = Images(arc), 0, int(storm.rounds * PIECES) if piece else 0
    for n in range(2 * PIECES if piece else 0):
        arc.read(("others", n % PIECES), piece, START * (n / PIECES - 2))
    other_reads = [
        ((1 + storm.spread) * n / reads, -1, random.randrange(PIECES)) for n in range(reads)
    ]
    begins = [storm.spread * (group + random.random()) / groups for group in range(groups)]
    starts = [
        [(begin + n / STRETCHES, group, n) for n in range(STRETCHES)]
        for group, begin in enumerate(begins)
    ]
    for at, group, n in merge(other_reads, *starts):
        now = START * at
        if group < 0:
            other_hits += arc.read(("others", n), piece, now)
            continue
        clones = storm.clones * (group + 1) // groups - storm.clones * group // groups
        if shared:
            hit = arc.read(n, shared, now)
            out.disk += shared * (not hit)
            if storm.copies:
                out.wanted += clones * shared
                if clones > 1 or hit:
                    arc.grow(n, min((clones - (not hit)) * shared, int(storm.memory)))
            out.copies = max(out.copies, images.note(n) // shared)
        if own:
            arc.read((group, n), min(own * clones, int(storm.memory)), now)
            images.note((group, n))
            out.disk += own * clones
            out.wanted += own * clones
        out.memory = max(out.memory, images.held)
    if not storm.copies:
        out.wanted += STRETCHES * shared
    out.hits = other_hits / reads if reads else 1.0
    out.others_disk = (reads - other_hits) * piece
    return out


COUNTS = (1, 4, 16, 64, 250, 1000, 4000, 16000)
RULES = {"old": "a copy for each", "new": "one for all"}


def run(
    clones: int, boot: float, own: float, memory: float, others: float, spread: float, seed: int
) -> Iterator[Rows]:
    """Yield rows for each number of clones and each rule: point (clones, rule, memory, wanted and
    disk: bytes of the images, copies, hits: share of the other clients' reads, read: bytes that
    clones and other clients read from disk), chosen (the same for the number that is set), and
    cache (size)."""
    yield [{"row": "cache", "size": memory, "clones": COUNTS[0], "text": "the cache"}]
    for count in sorted({*COUNTS, int(clones)}):
        for rule, label in RULES.items():
            took = boot_all(
                Storm(
                    clones=count,
                    boot=boot,
                    own=own,
                    memory=memory,
                    others=others * memory,
                    spread=spread,
                    copies=rule == "old",
                ),
                seed,
            )
            row = {
                "rule": rule,
                "label": label,
                "clones": count,
                "memory": took.memory,
                "wanted": took.wanted,
                "copies": took.copies,
                "disk": took.disk,
                "hits": took.hits,
                "read": took.disk + took.others_disk,
                "others": others,
            }
            yield [
                {"row": "point", **row},
                *([{"row": "chosen", **row}] if count == int(clones) else []),
            ]


def values(rows: Rows) -> dict[str, float]:
    out = {name: one(rows, "chosen")[name] for name in ("clones", "others")}
    for row in of(rows, "chosen"):
        out |= {
            f"{name}_{row['rule']}": row[name]
            for name in ("memory", "wanted", "copies", "disk", "hits", "read")
        }
    return out


def describe(rows: Rows) -> str:
    v = values(rows)
    clones = f"{v['clones']:,} clones start" if v["clones"] > 1 else "One clone starts"
    hits = {
        rule: f"{v[f'hits_{rule}']:.0%} of what others read meanwhile are hits"
        if v["others"]
        else "nobody else reads"
        for rule in RULES
    }
    return (
        f"{clones}. With a copy for each, the images want {about(v['wanted_old'])} of memory and get "
        f"{about(v['memory_old'])}; {hits['old']}. With one for all they want {about(v['wanted_new'])} and get "
        f"{about(v['memory_new'])}; {hits['new']}."
    )


def lines(y: str, **options: Any) -> list[dict[str, Any]]:
    return [
        mark(
            "line",
            {"row": "point", "rule": rule},
            x="clones",
            y=y,
            stroke="label",
            strokeWidth=2,
            **options,
        )
        for rule in RULES
    ]


CLONES = {
    "label": "virtual machines, each on a clone of the same image",
    "type": "log",
    "domain": [1, 16000],
}
COLOURS = {"domain": list(RULES.values()), "range": ["var(--wtg-2)", "var(--wtg-1)"]}

FIGURE = Figure(
    id="clones",
    title="One copy for all clones",
    caption="Virtual machines that start at about the same time, each from a clone of one image. Memory and hits: what "
    "their blocks take of the server's memory; dashed, what they would take if memory were large enough; and how "
    "often memory answers others, whose data was in it before. Read from disk: until all have started. From 48 "
    "machines on a group that starts together stands for one of them, and a 24th of the image for its blocks.",
    params={
        "clones": Number(
            "Virtual machines",
            1000,
            1,
            16000,
            whole=True,
            stops=tuple(float(n) for n in COUNTS),
            help="How many virtual machines start.",
        ),
        "own": Number(
            "Written by each",
            0.02,
            0.0,
            0.5,
            unit="%",
            step=0.01,
            help="The share of a machine's reads of blocks that it has written.",
        ),
        "memory": Number(
            "Server's cache",
            64 * GiB,
            8 * GiB,
            512 * GiB,
            unit="GiB",
            stops=powers(8 * GiB, 512 * GiB),
            help="The memory that the cache may take.",
        ),
        "boot": Number(
            "Read to start",
            256 * MiB,
            32 * MiB,
            1024 * MiB,
            unit="MiB",
            stops=powers(32 * MiB, 1024 * MiB),
            more=True,
            help="How many bytes of the image each machine reads.",
        ),
        "others": Number(
            "Others use",
            0.5,
            0.0,
            1.0,
            unit="%",
            step=0.05,
            more=True,
            help="The working set of other clients, as a share of the cache.",
        ),
        "spread": Number(
            "Started within",
            1.0,
            0.0,
            4.0,
            step=0.1,
            more=True,
            help="The time within which all start, as a multiple of the time one takes.",
        ),
    },
    presets={
        "a morning": Preset(help="1,000 machines, 64 GiB"),
        "each has written half": Preset({"own": 0.5}, help="what is written is shared no longer"),
        "16,000 at once": Preset(
            {"clones": 16000, "memory": 512 * GiB, "boot": 64 * MiB, "own": 0.01}
        ),
        "a small server": Preset({"memory": 8 * GiB, "clones": 64}),
        "nobody else": Preset({"others": 0.0}),
    },
    run=run,
    panels=[
        panel(
            [
                mark(
                    "ruleY",
                    {"row": "cache"},
                    y="size",
                    stroke="currentColor",
                    strokeDasharray="2 3",
                ),
                mark(
                    "text",
                    {"row": "cache"},
                    x="clones",
                    y="size",
                    text="text",
                    textAnchor="start",
                    dx=4,
                    dy=-8,
                    fill="currentColor",
                ),
                *lines("wanted", strokeDasharray="5 4"),
                *lines("memory"),
                mark("dot", {"row": "point"}, x="clones", y="memory", fill="label", r=3, tip=True),
            ],
            {
                "x": CLONES,
                "y": {
                    "label": "memory for the images",
                    "unit": "GiB",
                    "type": "log",
                    "grid": True,
                    "ticks": 4,
                    "tickFormat": ",",
                },
                "color": {**COLOURS, "legend": True},
            },
            height=225,
            handle=handle("clones"),
            tab="Memory and hits",
        ),
        panel(
            [*lines("hits"), mark("ruleY", data=[0])],
            {
                "x": CLONES,
                "y": {
                    "label": "hits of the others",
                    "unit": "%",
                    "domain": [0, 1],
                    "ticks": [0, 0.5, 1],
                    "grid": True,
                },
                "color": COLOURS,
            },
            height=180,
            tab="Memory and hits",
        ),
        panel(
            lines("read"),
            {
                "x": CLONES,
                "y": {
                    "label": "read from disk meanwhile",
                    "unit": "GiB",
                    "type": "log",
                    "grid": True,
                    "ticks": 4,
                    "tickFormat": ",",
                },
                "color": {**COLOURS, "legend": True},
            },
            height=320,
            tab="Read from disk",
        ),
    ],
    describe=describe,
    values=values,
    source=cite("bourbonnais2014rearc", "Single Copy Arc"),
    reproduces=["rearc-single-copy"],
    targets=[target("rearc-copies-new", lambda rows: float(values(rows)["copies_new"]))],
)
