"""What the changes of 2010 are worth, alone, together, and all but one."""
from dataclasses import replace
from math import fsum

from figures.allocation.rules import BLOCK, BONUSES, MEANT, OLD, fill
from figures.claims import measured
from figures.define import Choice, Figure, Number, Preset, cite, column, mark, panel, table, target
from models.catalogue import values as constants
from models.lone_writer import drive_spec
from models.pool.overwrites import DISK, Overwrites
from models.rewrite_gains import SCENES, rate, switched_rules, variation
from models.rewrite_load import RewriteLoad, read_time
from models.units import MB

ZFS, PENDING = constants("allocator"), int(constants("zfs-2010")["disk_pending"])
SLABS, UNITS = 60, 400           # slabs, and blocks of each, that are kept: a part of a disk
BEFORE, DURING, GROUPS = 8, 20, 4
LABELS = {"free": "switch at 96 %", "give_up": "leave early", "bonus": "smaller bonus", "prefetch": "map ahead"}
COMPARED = {"alone": "each change alone", "without": "all but one"}
ORDER, WHOLE = tuple(LABELS), ("as in 2009", "as in 2010")
READ = read_time(drive_spec(), PENDING) / 2
"""Seconds of a disk for a read; each side of a mirrored pair does half of them."""


def cases(compare):
    """What is compared: names, and which changes were made."""
    yield WHOLE[0], ()
    for name in ORDER:
        yield (LABELS[name], (name,)) if compare == "alone" else \
            (f"without {LABELS[name]}", tuple(other for other in ORDER if other != name))
    yield WHOLE[1], ORDER


def watched(fill, start, stop, rules, seed):
    """(whether it counts, stretch) of a pool between two ages and at some before; and how much shorter maps take to read if
    they are read ahead."""
    pool = Overwrites(fill, rules, slabs=SLABS, blocks=UNITS, capacity=int(DISK * SLABS / ZFS["slabs"]), seed=seed)
    load, seen = RewriteLoad(pool), []
    for n in range(-BEFORE if start else 0, DURING):
        age = start * (n + BEFORE) / BEFORE if n < 0 else start + (stop - start) * n / DURING
        while pool.age < age:
            pool.group()
        seen.append((n >= 0, load.stretch(GROUPS)))
    pool.space.rules = replace(rules, prefetch=True)
    return seen, RewriteLoad(pool).read / load.read


def run(fill, start, stop, bonus, compare, reads, seed):
    """Rows: curve (name, age, bytes: written a second), case (name, bytes, gain over 2009, blocks of an I/O, variation: of
    stretches, over their mean, calmer: by how much less than in 2009), span (x: ages between which it was measured), sum."""
    stop, known, first = max(stop, start + 0.1), {}, None
    yield [{"row": "span", "x": age} for age in (start, stop)]
    for name, names in cases(compare):
        rules = switched_rules(names)
        rules = replace(rules, prefetch=False, bonus=float(bonus) if "bonus" in names else rules.bonus)
        if rules not in known:
            known[rules] = watched(fill, start, stop, rules, seed)
        seen, shorter = known[rules]
        maps = shorter - 1 if "prefetch" in names else 0.0
        timed = [(counts, s._replace(seconds=s.seconds + maps * s.loading + reads * READ * s.blocks)) for counts, s in seen]
        within = [s for counts, s in timed if counts]
        own = {"bytes": BLOCK * rate(within), "variation": variation(within, len(within))}
        first = first or own
        yield [{"row": "curve", "name": name, "age": s.age, "bytes": BLOCK * s.rate} for _, s in timed
               if name in WHOLE] + [
            {"row": "case", "name": name, **own, "gain": own["bytes"] / first["bytes"] - 1, "zero": 0,
             "calmer": 1 - own["variation"] / first["variation"], "kind": name if name in WHOLE else "one",
             "blocks": sum(s.blocks for s in within) / sum(s.ios for s in within),
             "best": fsum(s.best for s in within) / len(within), "maps": fsum(s.loading for s in within) / fsum(
                 s.seconds for s in within)}]


def case(rows, name):
    """What came of one set of rules; the last that was measured if there is none of this name."""
    every = [row for row in rows if row["row"] == "case"]
    return next((row for row in every if row["name"] == name), every[-1])


def values(rows):
    old, new, single = case(rows, WHOLE[0]), case(rows, WHOLE[1]), [row for row in rows if row["row"] == "case"][1:-1]
    by = {f"{key}_{name}": row[key] for row, name in zip(single, ORDER, strict=True) for key in ("gain", "calmer")}
    return {"gain": new["gain"], "times": 1 + new["gain"], "calmer": new["calmer"], "old": old["bytes"], "new": new["bytes"],
            "old_blocks": old["blocks"], "new_blocks": new["blocks"], "old_variation": old["variation"],
            "new_variation": new["variation"], "packed_old": old["best"], "packed_new": new["best"], "maps_old": old["maps"],
            "maps_new": new["maps"], "sum": fsum(row["gain"] for row in single), **by}


def describe(rows):
    v, single = values(rows), [row for row in rows if row["row"] == "case"][1:-1]
    apart = ", ".join(f"{row['gain']:+.0%} {row['name'] if row['name'].startswith('without') else 'by ' + row['name']}"
                      for row in single).replace("-", "\N{MINUS SIGN}")
    much = "more" if v["gain"] >= 0 else "less"
    calm = "less" if v["calmer"] >= 0 else "more"
    return (f"The rules of 2009 write {v['old'] / MB:.0f} MB/s, those of 2010 {v['new'] / MB:.0f} MB/s, {abs(v['gain']):.0%} "
            f"{much}, and vary by {abs(v['calmer']):.0%} {calm}. Compared with 2009: {apart}.")


HUES = {WHOLE[0]: "var(--wtg-2)", WHOLE[1]: "var(--wtg-1)", "one": "color-mix(in srgb, var(--wtg-1) 45%, var(--wtg-card))"}
CURVES = {"domain": list(WHOLE), "range": [HUES[name] for name in WHOLE]}


def goal(id, text, sign=1):
    """A published gain as a dashed line."""
    at = sign * measured(id)
    return [mark("ruleX", data=[{"x": at}], x="x", stroke="currentColor", strokeDasharray="4,4"),
            mark("text", data=[{"x": at}], x="x", text=[text], frameAnchor="top", textAnchor="end", dx=6, dy=-12,
                 fill="currentColor")]


def bars(compare, field, label, goals):
    """The panel of a gain for one kind of comparison."""
    return panel(
        [*goals, mark("barX", {"row": "case"}, x1="zero", x2=field, y="name", fill="kind", tip=True),
         mark("ruleX", data=[0])],
        {"x": {"label": label, "unit": "%", "grid": True, "ticks": 6},
         "y": {"label": "rules", "domain": [name for name, _ in cases(compare)]},
         "color": {"label": "rules", "domain": list(HUES), "range": list(HUES.values())}},
        height=190, when={"compare": compare},
    )


FIGURE = Figure(
    id="allocator-gains",
    title="What each change is worth",
    caption="The same pool under the rules of 2009, under those of 2010, and under mixtures. Above: what the disk writes as "
            "the pool ages; what lies between the thin lines is measured. In the middle: how much more that is than in 2009 "
            "(dashed: what the text reports). Below: by how much less it varies.",
    params={
        "fill": fill(SCENES["Exchange"].fill),
        "start": Number("Measured from an age of", SCENES["Exchange"].start, 0.0, 1.5, step=0.1,
                        help="How many times as much has been overwritten as the pool holds when it begins to count."),
        "stop": Number("to", SCENES["Exchange"].stop, 0.1, 2.0, step=0.1, help="And when it ends."),
        "compare": Choice("Compared", "alone", COMPARED,
                          "The bars between 2009 and 2010."),
        "bonus": Choice("The smaller bonus", MEANT, {key: text for key, text in BONUSES.items() if key != f"{OLD.bonus:g}"},
                        "By how much a used slab weighs more in 2010."),
        "reads": Number("Reads for each overwrite", 0.0, 0.0, 0.5, step=0.01, more=True,
                        help="Reads of 8 KiB from the same disks; 0: memory has all that is read."),
    },
    presets={
        "Exchange": Preset(help="a young pool: 2009 uses slabs again, 2010 does not yet"),
        "OLTP": Preset({"fill": SCENES["OLTP"].fill, "start": SCENES["OLTP"].start, "stop": SCENES["OLTP"].stop},
                       "until all of it has been overwritten once"),
        "run after run": Preset({"fill": SCENES["runs"].fill, "start": SCENES["runs"].start, "stop": SCENES["runs"].stop}),
        "all but one": Preset({"compare": "without"}, "the young pool again"),
        "as it was compiled": Preset({"bonus": "1"}, "the young pool, no bonus in 2010"),
        "an old pool": Preset({"start": 1.0, "stop": 1.5}),
        "a very full pool": Preset({"fill": 0.88, "start": 0.0, "stop": 0.5}, "where the new rules lose"),
    },
    run=run,
    panels=[
        panel(
            [mark("ruleX", {"row": "span"}, x="x", stroke="currentColor", strokeOpacity=0.5),
             mark("line", {"row": "curve"}, x="age", y="bytes", stroke="name", strokeWidth=2),
             mark("dot", {"row": "curve"}, x="age", y="bytes", fill="name", r=3, tip=True), mark("ruleY", data=[0])],
            {"x": {"label": "overwritten, in times the contents", "unit": "", "zero": True},
             "y": {"label": "written", "unit": "MB/s", "zero": True, "grid": True, "ticks": 4},
             "color": {**CURVES, "label": "rules", "legend": True}},
            height=190,
        ),
        *(bars(compare, "gain", "more than in 2009", [*goal("alloc-oltp", "OLTP"), *goal("alloc-exchange", "Exchange")])
          for compare in COMPARED),
        *(bars(compare, "calmer", "less variation than in 2009", goal("alloc-variability", "reported"))
          for compare in COMPARED),
    ],
    table=table({"row": "case"}, [
        column("name", "rules"), column("bytes", "written", "MB/s", 1), column("gain", "more than in 2009", "%"),
        column("blocks", "blocks of an I/O", digits=1), column("variation", "variation", "%"),
        column("best", "placed by best fit", "%"),
    ]),
    describe=describe,
    values=values,
    source=cite("bourbonnais2010exchange", "the gains"),
    reproduces=["allocation-gains"],
    targets=[
        target("alloc-exchange", lambda rows: values(rows)["gain"]),
        target("alloc-oltp", lambda rows: values(rows)["gain"], "OLTP"),
        target("alloc-variability", lambda rows: values(rows)["calmer"], "run after run"),
    ],
)
