"""Virtual machines start from clones of one image: a copy in memory for each of them, or one for all."""
from figures.define.figure import Figure, Number, Preset, cite, handle, mark, panel, target
from figures.shared.rows import of, one
from figures.shared.stops import powers
from figures.shared.words import about
from models.experiments.caching.boot_storm import Storm, boot_all
from models.units import GiB, MiB

COUNTS = (1, 4, 16, 64, 250, 1000, 4000, 16000)
RULES = {"old": "a copy for each", "new": "one for all"}


def run(clones, boot, own, memory, others, spread, seed):
    """Rows, one a number of clones and rule: point (clones, rule, memory, wanted, copies, disk: of the images; hits: of the
    others; read: by both from disk), chosen (the same for the number that is set), cache (size)."""
    yield [{"row": "cache", "size": memory, "clones": COUNTS[0], "text": "the cache"}]
    for count in sorted({*COUNTS, int(clones)}):
        for rule, label in RULES.items():
            took = boot_all(Storm(clones=count, boot=boot, own=own, memory=memory, others=others * memory, spread=spread,
                                  copies=rule == "old"), seed)
            row = {"rule": rule, "label": label, "clones": count, "memory": took.memory, "wanted": took.wanted,
                   "copies": took.copies, "disk": took.disk, "hits": took.hits, "read": took.disk + took.others_disk,
                   "others": others}
            yield [{"row": "point", **row}, *([{"row": "chosen", **row}] if count == int(clones) else [])]


def values(rows):
    out = {name: one(rows, "chosen")[name] for name in ("clones", "others")}
    for row in of(rows, "chosen"):
        out |= {f"{name}_{row['rule']}": row[name] for name in ("memory", "wanted", "copies", "disk", "hits", "read")}
    return out


def describe(rows):
    v = values(rows)
    clones = f"{v['clones']:,} clones start" if v["clones"] > 1 else "One clone starts"
    hits = {rule: f"{v[f'hits_{rule}']:.0%} of what others read meanwhile are hits" if v["others"] else
            "nobody else reads" for rule in RULES}
    return (f"{clones}. With a copy for each, the images want {about(v['wanted_old'])} of memory and get "
            f"{about(v['memory_old'])}; {hits['old']}. With one for all they want {about(v['wanted_new'])} and get "
            f"{about(v['memory_new'])}; {hits['new']}.")


def lines(y, **options):
    return [mark("line", {"row": "point", "rule": rule}, x="clones", y=y, stroke="label", strokeWidth=2, **options)
            for rule in RULES]


CLONES = {"label": "virtual machines, each on a clone of the same image", "type": "log", "domain": [1, 16000]}
COLOURS = {"domain": list(RULES.values()), "range": ["var(--wtg-2)", "var(--wtg-1)"]}

FIGURE = Figure(
    id="clones",
    title="One copy for all clones",
    caption="Virtual machines that start at about the same time, each from a clone of one image. Memory and hits: what "
            "their blocks take of the server's memory; dashed, what they would take if memory were large enough; and how "
            "often memory answers others, whose data was in it before. Read from disk: until all have started. From 48 "
            "machines on a group that starts together stands for one of them, and a 24th of the image for its blocks.",
    params={
        "clones": Number("Virtual machines", 1000, 1, 16000, whole=True, stops=tuple(float(n) for n in COUNTS),
                         help="How many start."),
        "own": Number("Written by each", 0.02, 0.0, 0.5, unit="%", step=0.01,
                      help="Share of what a machine reads that it has written before, so that it is no longer shared."),
        "memory": Number("Server's cache", 64 * GiB, 8 * GiB, 512 * GiB, unit="GiB", stops=powers(8 * GiB, 512 * GiB),
                         help="Memory that the cache may take."),
        "boot": Number("Read to start", 256 * MiB, 32 * MiB, 1024 * MiB, unit="MiB", stops=powers(32 * MiB, 1024 * MiB),
                       more=True, help="How much of its image each reads."),
        "others": Number("Others use", 0.5, 0.0, 1.0, unit="%", step=0.05, more=True,
                         help="What other clients read again and again, as a share of the cache."),
        "spread": Number("Started within", 1.0, 0.0, 4.0, step=0.1, more=True,
                         help="In times that one machine takes to start; 0: all in step."),
    },
    presets={
        "a morning": Preset(help="1,000 machines, 64 GiB"),
        "each has written half": Preset({"own": 0.5}, help="what is written is shared no longer"),
        "16,000 at once": Preset({"clones": 16000, "memory": 512 * GiB, "boot": 64 * MiB, "own": 0.01}),
        "a small server": Preset({"memory": 8 * GiB, "clones": 64}),
        "nobody else": Preset({"others": 0.0}),
    },
    run=run,
    panels=[
        panel(
            [mark("ruleY", {"row": "cache"}, y="size", stroke="currentColor", strokeDasharray="2 3"),
             mark("text", {"row": "cache"}, x="clones", y="size", text="text", textAnchor="start", dx=4, dy=-8,
                  fill="currentColor"),
             *lines("wanted", strokeDasharray="5 4"), *lines("memory"),
             mark("dot", {"row": "point"}, x="clones", y="memory", fill="label", r=3, tip=True)],
            {"x": CLONES, "y": {"label": "memory for the images", "unit": "GiB", "type": "log", "grid": True, "ticks": 4,
                                "tickFormat": ","},
             "color": {**COLOURS, "legend": True}},
            height=225, handle=handle("clones"), tab="Memory and hits",
        ),
        panel(
            [*lines("hits"), mark("ruleY", data=[0])],
            {"x": CLONES, "y": {"label": "hits of the others", "unit": "%", "domain": [0, 1], "ticks": [0, 0.5, 1],
                                "grid": True}, "color": COLOURS},
            height=180, tab="Memory and hits",
        ),
        panel(
            lines("read"),
            {"x": CLONES, "y": {"label": "read from disk meanwhile", "unit": "GiB", "type": "log", "grid": True, "ticks": 4,
                                "tickFormat": ","},
             "color": {**COLOURS, "legend": True}},
            height=320, tab="Read from disk",
        ),
    ],
    describe=describe,
    values=values,
    source=cite("bourbonnais2014rearc", "Single Copy Arc"),
    reproduces=["rearc-single-copy"],
    targets=[target("rearc-copies-new", lambda rows: float(values(rows)["copies_new"]))],
)
