"""A RAM disk as the log device: fast while it has room, and then?"""
from random import Random

from figures.define import Choice, Figure, Number, Preset, Switch, cite, mark, panel, target
from figures.stops import SIZES, powers
from figures.words import rate, size, time
from models.appliance import FreeBSDBox, ram_disk
from models.catalogue import values as constants
from models.filesystems.stretch import Stream
from models.pool.raidz import Raidz
from models.pool.vdev import Single
from models.stats import percentile
from models.units import GB, MB, KiB, MiB, s, us
from models.workload import uniform

BOX = constants("freebsd-box")
BIN = 0.25 * s
FILE = 1000 * MiB
DISKS = {"disk": 1, "stripe": 5, "raidz": 5}
FAST, SLOW, STILL = "into the RAM disk", "into the disks", "waits"
SET = "as set"
LOG, DIRTY = "in the RAM disk", "not on disk yet"


def box(layout, log, command, media, record, interval, memory, dedup, hashing, seed):
    """The machine, with a log of `log` bytes in memory."""
    def vdevs(another):
        disks = [another() for _ in range(DISKS[layout])]
        return [Raidz(disks)] if layout == "raidz" else [Single(disk) for disk in disks]

    logs = [Single(ram_disk(int(log), command))] if log else []
    return FreeBSDBox(vdevs=vdevs, logs=logs, dedup=dedup, media_rate=media, recordsize=int(record), txg_interval=interval,
                      memory=8 * memory, hash_rate=hashing, recording=False, seed=seed)


def program(machine, file, write, seed):
    """The program that writes, and counts what is safe."""
    offsets = uniform(write, FILE, Random(seed)) if file == "anywhere" else None
    stream = Stream(machine.zfs, write, offsets=offsets, rewrite="" if file == "new" else "disk")
    machine.loop.spawn(stream.program())
    return stream


def run(layout, log, file, size, record, dedup, hashing, command, media, interval, memory, seconds, seed):
    """Rows: bin (t, end, rate in bytes/s, where), level (t, what, bytes), limit (what, bytes: the most there can be), file
    (rate: the first 1000 MiB in bytes/s, 0 if they never came), each (what, rate: the mean), disk (what, number, and how
    long it was busy and moved data, s).

    `each` undoes one setting at a time: what it is worth.
    """
    settings = dict(layout=layout, log=log, command=command, media=media, record=record, interval=interval, memory=memory,
                    dedup=dedup, hashing=hashing, seed=seed)
    machine = box(**settings)
    stream, pool, groups = program(machine, file, int(size), seed), machine.pool, machine.zfs.groups
    yield [{"row": "limit", "what": LOG, "bytes": float(pool.log_capacity)},
           {"row": "limit", "what": DIRTY, "bytes": float(memory)},
           *({"row": "level", "t": 0.0, "what": what, "bytes": 0.0} for what in (LOG, DIRTY))]
    seen = spilled = 0
    done, rows, steps = 0.0, [], round(seconds / BIN)
    for k in range(1, steps + 1):
        machine.loop.run(until=k * BIN)
        now, far = stream.bytes, pool.spilled - spilled
        where = SLOW if far or (now > seen and not log) else FAST if now - seen > 4 * size else STILL
        rows += [{"row": "bin", "t": (k - 1) * BIN, "end": k * BIN, "rate": (now - seen) / BIN, "where": where},
                 {"row": "level", "t": k * BIN, "what": LOG, "bytes": float(pool.log_used)},
                 {"row": "level", "t": k * BIN, "what": DIRTY, "bytes": float(groups.held)}]
        if not done and now >= FILE:
            done = k * BIN - BIN * (now - FILE) / (now - seen)
        seen, spilled = now, pool.spilled
        if k % 8 == 0:
            yield rows
            rows = []
    yield [*rows, {"row": "file", "rate": FILE / done if done else 0.0}, *means(SET, machine, stream.bytes / seconds)]
    undone = {"without the RAM disk": log and {"log": 0}, "one disk": layout != "disk" and {"layout": "disk"},
              "without deduplication": dedup and {"dedup": False}, "a new file": file != "new" and {}}
    for what, change in undone.items():
        if change is not False and change != 0:
            other = box(**{**settings, **change})
            stream = program(other, "new" if what == "a new file" else file, int(size), seed)
            other.loop.run(until=seconds)
            yield means(what, other, stream.bytes / seconds)


def means(what, machine, rate):
    """The mean rate of a run, and what each disk of the pool was given."""
    disks = [disk for vdev in machine.pool.vdevs for disk in vdev.devices]
    return [{"row": "each", "what": what, "rate": rate}] + [
        {"row": "disk", "what": what, "number": n, "busy": disk.busy, "moved": disk.transferring}
        for n, disk in enumerate(disks)]


def of(rows, kind):
    return [row for row in rows if row["row"] == kind]


def spells(rows):
    """The stretches of bins in which writes go to one place: [where, from, to] (s)."""
    found: list[list] = []
    for row in of(rows, "bin"):
        if found and found[-1][0] == row["where"]:
            found[-1][2] = row["end"]
        else:
            found.append([row["where"], row["t"], row["end"]])
    return found


def levels(rows, what):
    """What is in the log, or dirty, at the end of each bin."""
    return [row["bytes"] for row in of(rows, "level") if row["what"] == what]


def each(rows, what):
    """The mean rate with one setting undone; 0 where it is not set."""
    return next((row["rate"] for row in of(rows, "each") if row["what"] == what), 0.0)


def middle(rows, where):
    """The usual rate (bytes/s) while writes go to a place."""
    rates = [row["rate"] for row in of(rows, "bin") if row["where"] == where]
    return percentile(rates, 0.5) if rates else 0.0


def values(rows):
    lengths = {where: [end - start for place, start, end in spells(rows)[:-1] if place == where]
               for where in (FAST, SLOW, STILL)}
    return {
        "mean": each(rows, SET), "file": of(rows, "file")[0]["rate"], "fast": middle(rows, FAST), "slow": middle(rows, SLOW),
        "without_log": each(rows, "without the RAM disk"), "one_disk": each(rows, "one disk"),
        "without_dedup": each(rows, "without deduplication"), "new_file": each(rows, "a new file"),
        "fast_spell": max(lengths[FAST], default=0.0), "slow_spell": max(lengths[SLOW], default=0.0),
        "still_spell": max(lengths[STILL], default=0.0), "spells": float(len(lengths[FAST])),
        "log": of(rows, "limit")[0]["bytes"], "fullest": max(levels(rows, LOG)), "dirtiest": max(levels(rows, DIRTY)),
        "gain": each(rows, SET) / (each(rows, "without the RAM disk") or each(rows, SET)),
    }


def describe(rows):
    v = values(rows)
    text = f"The program writes {rate(v['mean'])} on average"
    if v["fast"] and v["log"]:
        text += f", {rate(v['fast'])} while the RAM disk takes its writes"
    if v["slow_spell"] and v["log"]:
        text += (f"; when {size(v['log'])} are full the log goes to the disks, {rate(v['slow'])}, for up to "
                 f"{time(v['slow_spell'])}")
    if v["still_spell"] >= 0.5:
        text += f"; for up to {time(v['still_spell'])} nothing goes on at all, while a transaction group is written"
    undone = [f"{rate(row['rate'])} {'with ' if not row['what'].startswith('without') else ''}{row['what']}"
              for row in of(rows, "each") if row["what"] != SET]
    return text + (f". All else as it is, but {', '.join(undone)}." if undone else ".")


def oscillates(rows):
    """Fast until the log is full, slow for several seconds while the log is on the disks, fast again, and so on."""
    v, found = values(rows), spells(rows)
    full = {row["t"]: row["bytes"] >= 0.95 * v["log"] for row in of(rows, "level") if row["what"] == LOG}
    slow = [full[start + BIN] for where, start, _ in found if where == SLOW]
    fast = sum(where == FAST for where, _, _ in found)
    return bool(all(slow) and min(len(slow), fast) >= 2 and 2 <= v["slow_spell"] <= 30 and 0 < 20 * v["slow"] < v["fast"])


def raidz_gains(rows):
    """RAID-Z behind the log is many times faster than without, and its disks, with fewer and larger writes, less busy."""
    busy = {row["what"]: row["busy"] for row in of(rows, "disk")}
    v = values(rows)
    return 0 < 10 * v["without_log"] < v["mean"] and "one disk" in busy and (
        busy[SET] / v["mean"] < 0.2 * busy["without the RAM disk"] / v["without_log"])


def rewrites_are_slower(rows):
    v = values(rows)
    return 0 < v["mean"] < 0.9 * v["new_file"]


def dedup_costs_nothing(rows):
    v = values(rows)
    return v["without_dedup"] > 1 * MiB and abs(v["mean"] / v["without_dedup"] - 1) < 0.05


def spreads_over_disks(rows):
    """Several disks without a log are faster than one, and all of them work."""
    moved = [row["moved"] for row in of(rows, "disk") if row["what"] == SET]
    v = values(rows)
    return not v["log"] and len(moved) > 1 and v["mean"] > 1.2 * v["one_disk"] > 0 and min(moved) > 0.8 * max(moved) > 0


MEASURED, RAIDZ, REWRITE, DEDUP, MANY = ("as measured, 1 GB", "RAID-Z of five", "as measured, rewriting",
                                         "as measured, deduplication", "five disks, no log")
TIME = {"label": "time", "unit": "s"}

FIGURE = Figure(
    id="ramdisk-log",
    title="A RAM disk as the log",
    caption="One program writes synchronously; the intent log lies in memory. Above: what the program gets, coloured by "
            "where the log goes. Middle: how much of the log is in use, and how much memory holds that is not on disk "
            "yet; the dashed lines are the most there can be. Below: the same with one setting undone. How large the "
            "engineers' RAM disk was is not published.",
    params={
        "log": Number("RAM disk", 0.5 * GB, 0, 4 * GB, unit="GB",
                      stops=tuple(n * GB for n in (0, 0.1, 0.25, 0.5, 0.65, 0.7, 1, 2, 4)),
                      help="The log device. At 0 the log lies on the disks."),
        "layout": Choice("Pool", "disk",
                         {"disk": "one disk", "stripe": "five disks, in turn", "raidz": "RAID-Z of five disks"},
                         "What the transaction groups go to, and the log when it is full."),
        "file": Choice("Program writes", "new", {"new": "a new file", "again": "over an old file, in order",
                                                 "anywhere": "over an old file, anywhere"},
                       "An old file is not in memory: a block of which only a part is written is read first."),
        "size": Number("Write size", 8 * KiB, 512, 128 * KiB, unit="KiB", stops=SIZES,
                       help="How much the program writes at a time."),
        "record": Number("Recordsize", BOX["recordsize"], 4 * KiB, 128 * KiB, unit="KiB", stops=powers(4 * KiB, 128 * KiB),
                         help="The block of a ZFS file."),
        "dedup": Switch("Deduplication", False, "Every record is hashed on its way to disk; the table is in memory."),
        "hashing": Number("SHA-256, one core", BOX["hash_rate"], 20 * MB, 1000 * MB, unit="MB/s", step=10 * MB,
                          help="With deduplication: how fast a core hashes what a group holds."),
        "command": Number("Log latency", BOX["ramdisk_command"], 1 * us, 1000 * us, unit="µs",
                          stops=tuple(n * us for n in (1, 5, 10, 20, 40, 72, 100, 200, 500, 1000)),
                          help="What a write to the RAM disk costs besides the copying."),
        "media": Number("A disk takes", BOX["media_rate"], 50 * MiB, 250 * MiB, unit="MiB/s", step=1 * MiB,
                        help="How fast a transaction group drains to the platter."),
        "interval": Number("Transaction group every", BOX["txg_interval"], 1, 60, unit="s", step=1,
                           help="When it is on disk, its log blocks are free."),
        "memory": Number("Held in memory at most", BOX["memory"] / 8, 32 * MiB, 4096 * MiB, unit="MiB",
                         stops=tuple(n * MiB for n in (32, 64, 128, 256, 435, 1024, 2048, 4096)),
                         help="When this much is not on disk, ZFS lets the program wait."),
        "seconds": Number("Watched for", 45 * s, 10 * s, 120 * s, unit="s", step=5 * s, help="Length of the run."),
    },
    presets={
        "the log fills up": Preset(help="0.5 GB: full after six seconds, and empty only after the next transaction group"),
        MEASURED: Preset({"log": 1 * GB, "seconds": 30 * s}, "room for more than memory may hold: no spells on the disks"),
        RAIDZ: Preset({"layout": "raidz", "log": 1 * GB, "seconds": 30 * s}),
        REWRITE: Preset({"file": "again", "log": 1 * GB, "seconds": 30 * s}, "8 KiB at a time into records of 128 KiB"),
        "rewriting, records of 8 KiB": Preset({"file": "again", "record": 8 * KiB, "log": 1 * GB, "seconds": 30 * s}),
        DEDUP: Preset({"dedup": True, "log": 1 * GB, "seconds": 30 * s}),
        "deduplication, a slow core": Preset({"dedup": True, "hashing": 40 * MB, "log": 1 * GB, "seconds": 30 * s}),
        MANY: Preset({"layout": "stripe", "log": 0, "seconds": 10 * s}),
        "4 GB, a group every 30 s": Preset({"log": 4 * GB, "interval": 30 * s, "memory": 2048 * MiB, "seconds": 50 * s}),
    },
    run=run,
    panels=[
        panel(
            [mark("rect", {"row": "bin"}, x1="t", x2="end", y1=0, y2="rate", fill="where", fillOpacity=0.8, tip=True),
             mark("rect", {"row": "bin", "where": STILL}, x1="t", x2="end", fill="where", fillOpacity=0.25),
             mark("ruleY", data=[0])],
            {"x": TIME, "y": {"label": "program writes (root scale)", "unit": "MiB/s", "type": "sqrt", "grid": True,
                              "ticks": 6},
             "color": {"domain": [FAST, SLOW, STILL], "range": ["var(--wtg-1)", "var(--wtg-2)", "var(--wtg-mute)"],
                       "legend": True}},
            height=180,
        ),
        panel(
            [mark("ruleY", {"row": "limit"}, y="bytes", stroke="what", strokeDasharray="3,4"),
             mark("lineY", {"row": "level"}, x="t", y="bytes", stroke="what", strokeWidth=2, tip=True),
             mark("ruleY", data=[0])],
            {"x": TIME, "y": {"label": "bytes", "unit": "MB", "grid": True, "ticks": 4},
             "color": {"domain": [LOG, DIRTY], "range": ["var(--wtg-1)", "var(--wtg-3)"], "legend": True}},
            height=150,
        ),
        panel(
            [mark("barX", {"row": "each"}, x="rate", y="what", fill="var(--wtg-1)", sort={"y": None}, tip=True),
             mark("ruleX", data=[0])],
            {"x": {"label": "mean rate", "unit": "MiB/s", "grid": True}, "y": {"label": None}},
            height=120,
        ),
    ],
    describe=describe,
    values=values,
    source=cite("varadarajan2010zfs", "log devices, RAID-Z, deduplication"),
    reproduces=["ramdisk-log", "logbias-freebsd"],
    targets=[
        target("fbsd-ramdisk-oscillation", oscillates),
        target("fbsd-ramdisk-app", lambda rows: values(rows)["file"], MEASURED),
        target("fbsd-ramdisk-raidz", raidz_gains, RAIDZ),
        target("fbsd-rewrite-slower", rewrites_are_slower, REWRITE),
        target("fbsd-dedup-negligible", dedup_costs_nothing, DEDUP),
        target("fbsd-multi-disk-pattern", spreads_over_disks, MANY),
    ],
)
