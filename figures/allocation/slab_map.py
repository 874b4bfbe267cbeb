"""One slab after the other: where the blocks of each group go, and how fast that is."""
from itertools import groupby
from math import fsum

from figures.allocation.rules import BEST, BLOCK, COLOURS, FIRST, age, bonus, fill, give_up, rules_of, switch
from figures.define import Figure, Number, Preset, Switch, cite, column, frame, mark, panel, table, target
from models.catalogue import values as constants
from models.pool.overwrites import Overwrites
from models.rewrite_load import RewriteLoad
from models.units import MB, TB, minute

ZFS = constants("allocator")
UNITS = 500                      # blocks of a slab that are kept
STEPS, GROUPS = 36, 2            # so many stretches are shown, of so many groups each
ACROSS, DOWN = 64, 4             # blocks in a line of the map, and lines
OLD = "from before"
HUES = {FIRST: COLOURS[FIRST], BEST: COLOURS[BEST], OLD: "color-mix(in srgb, var(--wtg-mute) 45%, var(--wtg-card))"}


class Watched(Overwrites):
    """A pool that remembers the groups since it was last asked, and how each unit of the slab in use came to be used."""

    slab, how, groups = -1, [OLD] * UNITS, []

    def group(self):
        done = super().group()
        self.groups = [*self.groups, done]
        for slab, start, units, best in done.runs:
            if slab != self.slab:
                self.slab, self.how = slab, [OLD] * UNITS
            self.how[start:start + units] = [BEST if best else FIRST] * units
        return done

    def taken(self):
        """The groups since this was last called."""
        groups, self.groups = self.groups, []
        return groups

    def picture(self, stamp):
        """The rows of a picture: what is used in the first lines of the slab, in pieces."""
        here = self.space.slabs[self.slab]
        cells = [how if used else "" for used, how in zip(here.map, self.how, strict=True)]
        for line in range(DOWN):
            at = 0
            for what, some in groupby(cells[line * ACROSS:(line + 1) * ACROSS]):
                wide = len(list(some))
                if what:
                    yield {"row": "cell", "frame": stamp, "x1": at, "x2": at + wide, "y1": line + 0.12, "y2": line + 0.88,
                           "how": what}
                at += wide
        used = 1 - here.free / UNITS
        yield {"row": "says", "frame": stamp, "x": 0, "y": -0.3, "text": f"slab {self.slab}: {used:.0%} full"}


def run(switch, fill, age, bonus, give_up, prefetch, slabs, disk, seed):
    """Rows: cell (frame in s, x1, x2, y1, y2 in blocks, how), says, now (frame, t): pictures of a slab; run (t1, t2 in s,
    y1, y2: place in the slab as a share, how); step (t1, t2, t, used: of the slab, rate in bytes/s, blocks of an I/O, how,
    slab); slab (t, name); sum."""
    pool = Watched(fill, rules_of(switch, bonus, give_up, prefetch), slabs=slabs, blocks=UNITS, capacity=int(disk), seed=seed)
    while pool.age < age:
        pool.group()
    pool.taken()
    load, now, before, pictures = RewriteLoad(pool), 0.0, -1, []
    for _ in range(STEPS):
        done = load.stretch(GROUPS)
        end = now + done.seconds / pool.sample
        runs = [run for group in pool.taken() for run in group.runs]
        how = BEST if done.best > 0.5 else FIRST
        if runs[-1].slab != before:
            before = runs[-1].slab
            yield [{"row": "slab", "t": now, "name": f"slab {before}"}]
        yield [{"row": "run", "t1": now, "t2": end, "y1": run.start / UNITS, "y2": (run.start + run.units) / UNITS,
                "how": BEST if run.best else FIRST} for run in runs]
        used = 1 - pool.space.slabs[before].free / UNITS
        yield [{"row": "step", "t1": now, "t2": end, "t": (now + end) / 2, "used": used, "rate": done.rate * BLOCK,
                "blocks": done.aggregation, "how": how, "best": done.best, "slab": before},
               {"row": "now", "frame": end, "t": end}, *pool.picture(end)]
        now = end
    yield [{"row": "sum", "size": disk / slabs, "left": 1 - switch, "free": (1 - switch) * disk / slabs, "switch": switch}]


def values(rows):
    return {}


def describe(rows):
    return "A sentence that will be written when the picture is there, long enough."


TIME = {"label": "time, if the disk does nothing else", "unit": "min"}
HOW = {"domain": list(HUES), "range": list(HUES.values())}

FIGURE = Figure(
    id="slab-map",
    title="One slab after the other",
    caption="x",
    params={
        "switch": switch(),
        "fill": fill(0.3),
        "age": age(1.0, 2.0),
        "bonus": bonus(),
        "give_up": give_up(),
        "prefetch": Switch("Read the next slab's map ahead", False, more=True, help="In 2010 the next slab was made ready early."),
        "slabs": Number("Slabs of a disk", ZFS["slabs"], 50, 400, whole=True, step=10, more=True,
                        help="Into how many parts the space is cut."),
        "disk": Number("Disk", 1 * TB, 0.25 * TB, 4 * TB, unit="TB", step=0.25 * TB, more=True, help="The size of the disk."),
    },
    presets={
        "2009": Preset(),
        "first fit until 96 %": Preset({"switch": 0.96}),
        "2010": Preset({"switch": 0.96, "bonus": "1.5", "give_up": True, "prefetch": True}),
        "a young pool": Preset({"age": 0.3}),
        "a very full pool": Preset({"fill": 0.88}),
    },
    run=run,
    panels=[
        panel(
            [mark("rect", {"row": "cell"}, x1="x1", x2="x2", y1="y1", y2="y2", fill="how", insetLeft=0.5, insetRight=0.5),
             mark("text", {"row": "says"}, x="x", y="y", text="text", textAnchor="start", fill="currentColor", fontSize=13)],
            {"x": {"axis": None, "label": None, "domain": [0, ACROSS]},
             "y": {"axis": None, "label": None, "domain": [DOWN, -0.7]}, "color": {**HOW, "legend": True}},
            height=130, frame=frame("frame", "time", "min", 4, (0.0,)),
        ),
        panel(
            [mark("rect", {"row": "run"}, x1="t1", x2="t2", y1="y1", y2="y2", fill="how", stroke="how", strokeWidth=0.6),
             mark("ruleX", {"row": "now"}, x="t", stroke="currentColor", strokeWidth=1.5)],
            {"x": TIME, "y": {"label": "place in the slab", "unit": "%", "ticks": 3}, "color": HOW},
            height=260, frame=frame("frame", "time", "min", 4, (0.0,)),
        ),
        panel(
            [mark("line", {"row": "step"}, x="t", y="blocks", stroke="currentColor", strokeWidth=1.5),
             mark("dot", {"row": "step"}, x="t", y="blocks", fill="how", r=3, tip=True)],
            {"x": TIME, "y": {"label": "blocks of an I/O", "type": "log", "domain": [0.9, 18], "ticks": [1, 2, 4, 8, 16],
                              "tickFormat": "~g", "grid": True}, "color": HOW},
            height=130,
        ),
        panel(
            [mark("rect", {"row": "step"}, x1="t1", x2="t2", y1=0, y2="rate", fill="how", fillOpacity=0.8)],
            {"x": TIME, "y": {"label": "written", "unit": "MB/s", "grid": True, "zero": True, "ticks": 4}, "color": HOW},
            height=150,
        ),
    ],
    table=table({"row": "step"}, [column("t1", "from", "min", 1), column("slab", "slab"), column("used", "full at the end", "%"),
                                  column("how", "rule"), column("blocks", "blocks of an I/O", digits=1),
                                  column("rate", "written", "MB/s", 1)]),
    describe=describe,
    values=values,
    source=cite("bourbonnais2010exchange", "first fit and best fit"),
)
