"""What clones of one image share, and what each of them keeps of its own when all are updated."""

from collections.abc import Iterator

from figures.define.figure import (
    Figure,
    Number,
    Preset,
    Row,
    Rows,
    cite,
    frame,
    mark,
    panel,
)
from figures.kit.rows import of, one
from figures.kit.words import count
from models.units import KiB
from models.zfs.dedup.table import DedupTable

BLOCKS, MOST, BLOCK = 100, 30, 128 * KiB
"""Blocks of the image, the most clones, and bytes of a block."""
FIRST = 40
"""The first block that the update replaces."""
COPIES, DEDUPED, CLONED = WAYS = ("copies", "copies with dedup", "clones")
HUES = ("var(--wtg-mute)", "var(--wtg-4)", "var(--wtg-1)")


class Clones:
    """An image and its clones: for each, the numbers of its blocks on disk."""

    def __init__(self) -> None:
        self.written = BLOCKS
        self.images = [list(range(BLOCKS))]

    def clone(self) -> None:
        """Make a clone, which points to the blocks of the image."""
        self.images.append([*self.images[0]])

    def write(self, image: int, block: int) -> None:
        """Overwrite a block of an image or a clone. The others keep the old one."""
        self.images[image][block] = self.written
        self.written += 1

    @property
    def references(self) -> dict[int, int]:
        """Return how many point to each block on disk."""
        found = dict[int, int]()
        for image in self.images:
            for block in image:
                found[block] = found.get(block, 0) + 1
        return found


def run(update: float, clones: int, seed: int) -> Iterator[Rows]:
    """Yield rows: for each frame (share of the steps that are done: a clone is made, or is updated) image (y, what), own
    (x1, x2, y: blocks of a clone's own), room (way, images) and step (text); and sum. Room is in images."""
    made, store = Clones(), DedupTable()
    for block in range(BLOCKS):
        store.write(block, BLOCK)
    new = range(FIRST, FIRST + round(update * BLOCKS))
    own: list[int] = []
    step, steps = 0, clones * (2 if new else 1)
    yield picture(made, store, 0.0, "one image", own)
    for number in range(1, clones + 1):
        made.clone()
        for block in range(BLOCKS):
            store.write(block, BLOCK)
        step += 1
        yield picture(made, store, step / steps, f"clone {number} is made", own)
    for number in range(1, clones + 1 if new else 0):
        for block in new:
            made.write(number, block)
            store.write(BLOCKS + block, BLOCK)
            store.free(block, BLOCK)
        own.append(number)
        step += 1
        yield picture(made, store, step / steps, f"clone {number} is updated", own)
    shared = sum(count > 1 for count in made.references.values())
    yield [
        {
            "row": "sum",
            "update": update,
            "clones": clones,
            "entries": len(store.references),
            "shared": shared,
        }
    ]


def picture(made: Clones, store: DedupTable, done: float, text: str, own: list[int]) -> Rows:
    """Return the rows of a step, after which the share `done` (0-1) of all is done."""
    rows: Rows = [
        {"row": "image", "y": float(n), "what": "clone" if n else "image"}
        for n in range(len(made.images))
    ]
    for number in own:
        mine = [at for at, block in enumerate(made.images[number]) if block >= BLOCKS]
        rows.append({"row": "own", "x1": min(mine), "x2": max(mine) + 1, "y": float(number)})
    kept = {
        COPIES: len(made.images) * BLOCKS,
        DEDUPED: store.allocated / BLOCK,
        CLONED: len(made.references),
    }
    rows += [
        {"row": "room", "way": way, "images": blocks / BLOCKS, "text": count(blocks / BLOCKS)}
        for way, blocks in kept.items()
    ]
    rows.append({"row": "step", "text": text})
    return [{"frame": done, **row} for row in rows]


def last(rows: Rows) -> dict[str, Row]:
    """Return the rows of the room at the end, by way."""
    end = max(row["frame"] for row in of(rows, "room"))
    return {row["way"]: row for row in of(rows, "room", frame=end)}


def values(rows: Rows) -> dict[str, float]:
    total, room = one(rows, "sum"), last(rows)
    return {
        "copies": room[COPIES]["images"],
        "dedup": room[DEDUPED]["images"],
        "cloned": room[CLONED]["images"],
        "clones": total["clones"],
        "update": total["update"],
        "entries": total["entries"],
        "shared": total["shared"],
    }


def describe(rows: Rows) -> str:
    v = values(rows)
    told = f" after an update of {v['update']:.0%} in each" if v["update"] else ""
    return (
        f"An image and {v['clones']:.0f} clones of it take the room of {images(v['cloned'])}{told}. Copies take that of "
        f"{images(v['copies'])}, and copies with dedup that of {images(v['dedup'])}."
    )


def images(number: float) -> str:
    return "one image" if number == 1 else f"{count(number)} images"


FIGURE = Figure(
    id="cloned-images",
    title="Copies that nobody makes",
    caption="Each line is an image of 100 blocks. Pale blocks are those of the first image, and lie on disk once; the others "
    "are a clone's own. The bars: how much room all of them take, in images.",
    params={
        "update": Number(
            "Each clone is updated",
            0.0,
            0.0,
            0.5,
            unit="%",
            step=0.01,
            help="The share of the blocks that the same update replaces in each clone.",
        ),
        "clones": Number("Clones", MOST, 2, MOST, whole=True, more=True, help="Made of one image."),
    },
    presets={
        "thirty clones": Preset(help="nobody has written anything yet"),
        "an update of 2 %": Preset({"update": 0.02}, "the same one in each clone"),
        "half is replaced": Preset({"update": 0.5}, "the next version of the system"),
    },
    run=run,
    chance=False,
    panels=[
        panel(
            [
                mark(
                    "rect",
                    {"row": "image", "what": "image"},
                    x1=0,
                    x2=BLOCKS,
                    y1="y",
                    y2="y",
                    insetTop=-7,
                    insetBottom=1,
                    fill="var(--wtg-1)",
                ),
                mark(
                    "rect",
                    {"row": "image", "what": "clone"},
                    x1=0,
                    x2=BLOCKS,
                    y1="y",
                    y2="y",
                    insetTop=-3,
                    insetBottom=-2,
                    fill="color-mix(in srgb, var(--wtg-1) 22%, var(--wtg-card))",
                ),
                mark(
                    "rect",
                    {"row": "own"},
                    x1="x1",
                    x2="x2",
                    y1="y",
                    y2="y",
                    insetTop=-3,
                    insetBottom=-2,
                    fill="var(--wtg-accent)",
                ),
                mark(
                    "text",
                    {"row": "step"},
                    x=BLOCKS,
                    y=-2.7,
                    text="text",
                    textAnchor="end",
                    fill="currentColor",
                    fontSize=12,
                ),
                mark(
                    "text",
                    data=[{"x": 0, "y": -2.7, "text": "the image"}],
                    x="x",
                    y="y",
                    text="text",
                    textAnchor="start",
                    fill="currentColor",
                    fontSize=12,
                ),
            ],
            {
                "x": {"axis": None, "label": None, "domain": [0, BLOCKS]},
                "y": {"axis": None, "label": None, "domain": [MOST + 0.6, -3.6]},
            },
            height=270,
            frame=frame("frame", "done", "%", 8, (1.0,)),
        ),
        panel(
            [
                mark("barX", {"row": "room"}, x="images", y="way", fill="way"),
                mark(
                    "text",
                    {"row": "room"},
                    x="images",
                    y="way",
                    text="text",
                    textAnchor="start",
                    dx=5,
                    fill="currentColor",
                ),
            ],
            {
                "x": {"label": "room on disk, in images", "domain": [0, MOST + 3]},
                "y": {"label": None, "domain": list(WAYS)},
                "color": {"domain": list(WAYS), "range": list(HUES)},
            },
            height=130,
            frame=frame("frame", "done", "%", 8, (1.0,)),
        ),
    ],
    describe=describe,
    values=values,
    source=cite("bourbonnais2010dedup", "clones"),
)
