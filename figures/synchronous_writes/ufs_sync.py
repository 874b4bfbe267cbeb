"""UFS with the cache off: each synchronous write takes its metadata along, and where that lies decides the rate."""
from figures.claims import measured
from figures.define import Choice, Figure, Number, Preset, cite, column, mark, panel, table, target
from figures.stops import powers
from figures.words import count, rate
from models.appliance import FreeBSDBox
from models.catalogue import values as constants
from models.stats import percentile
from models.units import KiB, rpm

BOX = constants("freebsd-box")
STEPS = 15
"""Transfers of the first file that the upper picture shows."""
QUICK = 0.25
"""Seconds each with the cache on: every write is like the next, and there are fifty times as many."""


def run(cache, block, write, spindle, placements, window, seed):
    """Rows: step (start, finish, what: one transfer of the first file), place (place, tps, rate, app: one file)."""
    window = window if cache == "off" else QUICK
    for k in range(int(placements)):
        machine = FreeBSDBox(
            filesystem="ufs", cache=cache, ufs_block=block, speed=spindle, seed=1000 * seed + k,
        )
        machine.start(size=int(write), sync=True)
        machine.loop.run(until=window)
        trace = [r for r in machine.disk.trace if r.finish < window]
        names = {machine.ufs.inode: "inode", machine.ufs.indirect: "indirect block"}
        steps = []
        if k == 0:
            middle = [r for r in trace if r.issued >= window / 2][:STEPS]
            steps = [{"row": "step", "start": r.issued - middle[0].issued, "finish": r.finish - middle[0].issued,
                      "what": names.get(r.offset, "data")} for r in middle]
        yield [*steps, {
            "row": "place", "place": k + 1, "tps": len(trace) / window, "rate": sum(r.size for r in trace) / window,
            "app": sum(w.size for w in machine.done) / window, "transfer": sum(r.size for r in trace) / len(trace),
        }]


def median(field):
    """The middle placement's number."""
    return lambda rows: percentile([row[field] for row in rows if row["row"] == "place"], 0.5)


def share(rows):
    return median("app")(rows) / median("rate")(rows)


def values(rows):
    tps = [row["tps"] for row in rows if row["row"] == "place"]
    return {"tps": median("tps")(rows), "rate": median("rate")(rows), "app": median("app")(rows),
            "share": share(rows), "tps_low": percentile(tps, 0.1), "tps_high": percentile(tps, 0.9),
            "transfer": median("transfer")(rows), "files": float(len(tps)),
            "per_write": median("rate")(rows) / median("transfer")(rows) / (median("app")(rows) / (8 * KiB)),
            "notes_per_write": measured("fbsd-ufs-sync-r1-tps") / (measured("fbsd-ufs-sync-app") / (8 * KiB))}


def describe(rows):
    v = values(rows)
    return (f"The middle placement makes {count(v['tps'])} transfers a second, {rate(v['rate'])}, of which the program "
            f"sees {rate(v['app'])}: {v['share']:.0%}. Eight placements of ten lie between {count(v['tps_low'])} and "
            f"{count(v['tps_high'])}.")


DEFAULT_UFS = "UFS as installed (cache on)"

FIGURE = Figure(
    id="ufs-sync",
    title="UFS, one synchronous writer",
    caption="Above: some moments in the life of one file; each bar is a transfer, from the command until the platter "
            "has it. Below: the rates of many such files, each with its inode and blocks in other places. The table is "
            "for the file above.",
    params={
        "cache": Choice("Disk's write cache", "off", {"off": "off", "on": "on"}, "UFS never flushes the cache."),
        "block": Number("UFS block", BOX["ufs_block"], 4 * KiB, 64 * KiB, unit="KiB", stops=powers(4 * KiB, 64 * KiB),
                        help="What a small write becomes on its way to the disk."),
        "write": Number("Write size", 8 * KiB, 512, 64 * KiB, unit="KiB", stops=powers(512, 64 * KiB),
                        help="How much the program writes at a time."),
        "spindle": Number("Spindle", BOX["speed"], 4200 * rpm, 15000 * rpm, unit="rpm", step=100 * rpm,
                          help="How fast the platter turns."),
        "placements": Number("Files tried", 24, 1, 80, whole=True, help="Each lies somewhere else on the disk."),
        "window": Number("Seconds each", 8.0, 2.0, 20.0, unit="s", step=1.0, help="How long each file is written."),
    },
    presets={
        "as measured": Preset(help="8 KiB writes, 16 KiB blocks, cache off"),
        DEFAULT_UFS: Preset({"cache": "on"}),
        "blocks of the write's size": Preset({"block": 8 * KiB}),
        "15,000 rpm": Preset({"spindle": 15000 * rpm}),
    },
    run=run,
    panels=[
        panel(
            [mark("barX", {"row": "step"}, x1="start", x2="finish", y="what", fill="what", inset=0.5, tip=True)],
            {"x": {"label": "time", "unit": "ms", "zero": True},
             "y": {"label": None, "domain": ["data", "indirect block", "inode"]},
             "color": {"domain": ["data", "indirect block", "inode"],
                       "range": ["var(--wtg-accent)", "var(--wtg-3)", "var(--wtg-1)"]}},
            height=130,
        ),
        panel(
            [mark("tickX", {"row": "place"}, x="tps", stroke="var(--wtg-1)", strokeWidth=2, strokeOpacity=0.7, tip=True)],
            {"x": {"label": "transfers a second, a line for each file", "nice": True}},
            height=90,
        ),
    ],
    table=table({"row": "place", "place": 1}, [
        column("tps", "transfers/s"), column("transfer", "size", "KiB", 2), column("rate", "disk", "MiB/s", 2),
        column("app", "program", "KiB/s"),
    ]),
    describe=describe,
    values=values,
    source=cite("varadarajan2010zfs", "iostat listing, UFS with the write cache off"),
    reproduces=["iostat-ufs-sync-wc-off"],
    targets=[
        target("fbsd-ufs-sync-r1-kbt", median("transfer")),
        target("fbsd-ufs-sync-r1-tps", median("tps")),
        target("fbsd-ufs-sync-r1-mbs", median("rate")),
        target("fbsd-ufs-sync-disk", median("rate")),
        target("fbsd-ufs-sync-app", median("app")),
        target("fbsd-ufs-sync-share", share),
        target("fbsd-ufs-transfer", median("transfer")),
        target("fbsd-ufs-default-good", lambda rows: median("app")(rows) > 10 * measured("fbsd-ufs-sync-app"),
               DEFAULT_UFS),
    ],
)
