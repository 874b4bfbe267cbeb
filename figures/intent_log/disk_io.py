"""Who writes what: transfers a second by JBOD and by disk, with the log on the disks and on log devices."""
from itertools import pairwise
from math import fsum
from typing import Any

from figures.define import Choice, Figure, Number, Preset, Switch, cite, mark, panel, pick, target
from figures.intent_log.switched import in_pairs
from figures.intent_log.trial import span
from figures.stops import SIZES
from figures.words import count
from models.catalogue import values as constants
from models.sun_7410 import Sun7410
from models.units import KiB, rpm, s

SUN = constants("7410")
SECONDS = 32             # with two transaction groups in them, 30 s apart
WORK = 180_000           # writes of one thread, 4 KiB of data each, that a run may take
WHOLE = 30               # seconds of a transaction group as measured
LEAST = 5
FIRST = 1.2 * s          # until the first transaction group
LOG_SLOTS = (20, 16, 12, 8, 4, 0, 2, 6)
DISK_SLOTS = (*(slot for slot in range(24) if slot not in LOG_SLOTS), *reversed(LOG_SLOTS), *range(24, 96))


def run(slot, devices, mirrored, apart, vdevs, size, spindle, interval, seed):
    """Rows: io (part before or after, t1, t2, jbod, slot, kind disk or log, iops, whose, shade), one a device and second;
    idle devices are left out. pool (part, disks, logs, jbods, t1, t2). Large writes are watched for a shorter time.
    """
    devices, mirrored = in_pairs(devices, mirrored)
    settings = dict(vdevs=vdevs, speed=spindle, txg_interval=interval, mirrored_logs=mirrored, seed=seed,
                    logs_a_jbod=1 if apart else 2)
    load: dict[str, Any] = dict(size=int(size))
    seconds = max(LEAST, int(span(SECONDS, WORK, {**settings, "logs": devices}, load)))
    first: list = []
    for part, logs in (("before", 0), ("after", devices)):
        if part == "after" and not logs:
            yield [{**row, "part": part} for row in first]      # the same machine once more
            return
        machine = Sun7410(**settings, logs=logs, age=max(0.0, interval - FIRST))
        machine.clients(1, 1, **load)
        places = placed(machine.jbods)
        seen = [0] * len(places)
        for second in range(seconds):
            rows = []
            if not second:
                rows.append({"row": "pool", "part": part, "disks": len(machine.disks), "logs": logs,
                             "jbods": machine.jbods.count, "t1": 0.0, "t2": float(seconds)})
            machine.loop.run(until=second + 1.0)
            for n, (one, jbod, kind, place) in enumerate(places):
                moved, seen[n] = one.transfers - seen[n], one.transfers
                if moved:
                    rows.append({"row": "io", "part": part, "t1": float(second), "t2": second + 1.0, "jbod": f"JBOD {jbod}",
                                 "slot": place, "kind": kind, "iops": moved / 1.0, "shade": 1.0 if n % 2 else 0.7,
                                 "whose": whose(kind, jbod, place == slot and jbod == machine.jbods.count)})
            yield rows
            first += rows


def placed(jbods):
    """The devices of all boxes: each with the number of its box, its kind, and its slot."""
    places: list = []
    for number, box in enumerate(jbods.boxes, 1):
        logs = [one for one in box if one in jbods.logs]
        disks = box[:len(box) - len(logs)]
        places += [(one, number, "disk", place) for one, place in zip(disks, DISK_SLOTS, strict=False)]
        places += [(one, number, "log", place) for one, place in zip(logs, LOG_SLOTS, strict=False)]
    return places


def whose(kind, jbod, highlighted):
    return "highlighted" if highlighted else "log devices" if kind == "log" else f"disks, JBOD {jbod}"


def io(rows, part, **columns):
    return [row for row in rows if row["row"] == "io" and row["part"] == part
            and all(row[name] == value for name, value in columns.items())]


def totals(rows, part, *by):
    """Transfers of a part of the run by the values of some columns."""
    found: dict = {}
    for row in io(rows, part):
        key = tuple(row[name] for name in by)
        found[key] = found.get(key, 0.0) + row["iops"]
    return found


def seconds(rows, part):
    """The quiet seconds, without the first, and the bursts: those with half as much again as usual."""
    by_time = sorted((t, n) for (t,), n in totals(rows, part, "t1").items() if t >= 1)
    usual = sorted(n for _, n in by_time)[len(by_time) // 3] if by_time else 0.0
    return [t for t, n in by_time if n <= 1.5 * usual], [t for t, n in by_time if n > 1.5 * usual]


def first_of(times):
    """When each burst begins: seconds in a row are one."""
    return [t for t in times if t - 1 not in times]


def jbod_rate(rows, part, name):
    """Transfers a second of a JBOD, over the last 30 s: as many bursts as there are on average."""
    seconds = next(row["t2"] for row in rows if row["row"] == "pool")
    return fsum(row["iops"] for row in io(rows, part, jbod=name) if row["t1"] >= seconds - WHOLE) / min(WHOLE, seconds)


def last_jbod(rows):
    return f"JBOD {next(row['jbods'] for row in rows if row['row'] == 'pool')}"


def values(rows):
    pool = [row for row in rows if row["row"] == "pool"][-1]
    quiet, bursts = seconds(rows, "after")
    calm = fsum(row["iops"] for row in io(rows, "after", kind="log") if row["t1"] in quiet) / max(1, len(quiet))
    logs, begun = log_shares(rows), first_of(bursts)
    return {
        "before_jbod": jbod_rate(rows, "before", "JBOD 1"), "before_other": jbod_rate(rows, "before", "JBOD 2"),
        "after_jbod": jbod_rate(rows, "after", last_jbod(rows)), "after_other": jbod_rate(rows, "after", "JBOD 1"),
        "disks": pool["disks"], "logs": pool["logs"], "log_share": max(logs.values(), default=0.0), "log_rate": calm,
        "a_disk": fsum(jbod_rate(rows, "before", f"JBOD {n}") for n in (1, 2)) / pool["disks"],
        "burst_interval": (begun[-1] - begun[0]) / (len(begun) - 1) if len(begun) > 1 else 0.0,
        "burst": max((n for (t,), n in totals(rows, "after", "t1").items()), default=0.0),
        "burst_before": max((n for (t,), n in totals(rows, "before", "t1").items()), default=0.0),
    }


def log_shares(rows):
    """The share of the log devices' writes that each has, by JBOD and slot."""
    found = totals(rows, "after", "kind", "jbod", "slot")
    logs = {key[1:]: n for key, n in found.items() if key[0] == "log"}
    whole = fsum(logs.values())
    return {key: n / whole for key, n in logs.items()}


def describe(rows):
    v = values(rows)
    text = (f"With the log on {v['disks']:.0f} disks each JBOD makes {count(v['before_jbod'])} transfers a second, each disk "
            f"{count(v['a_disk'])}. ")
    if not v["logs"]:
        return text + "There are no log devices, so the second picture shows the same."
    many = f"{v['logs']:.0f} log devices" if v["logs"] > 1 else "one log device"
    share = f", each {v['log_share']:.0%} of it" if v["logs"] > 1 else ""
    return text + (f"With {many} JBOD 1 makes {count(v['after_other'])} and JBOD 2 {count(v['after_jbod'])}; between the "
                   f"bursts only log devices write{share}.")


def spikes(rows):
    """Both graphs have bursts, 30 s apart."""
    found = [first_of(seconds(rows, part)[1]) for part in ("before", "after")]
    return all(len(times) >= 2 and all(abs(b - a - 30) <= 1 for a, b in pairwise(times))
               for times in found)


def equal(rows):
    """Before, the JBODs carry the same; after, that with the log devices nearly all (bursts apart)."""
    before = sorted(totals(rows, "before", "jbod").values())
    quiet = seconds(rows, "after")[0]
    after = [row for row in io(rows, "after") if row["t1"] in quiet]
    whole = fsum(row["iops"] for row in after)
    one = fsum(row["iops"] for row in after if row["jbod"] == last_jbod(rows))
    return len(before) == 2 and before[1] < 1.1 * before[0] and one > 0.95 * whole > 0


def all_disks(rows):
    """Before: each of the 46 disks (44 without spares) takes part in every quiet spell and writes much more in bursts."""
    spells = seconds(rows, "before")
    if not all(spells):
        return False
    calm: dict = {}
    loud: dict = {}
    for rates, times in ((calm, spells[0]), (loud, spells[1])):
        for row in io(rows, "before"):
            if row["t1"] in times:
                disk = row["jbod"], row["slot"]
                rates[disk] = rates.get(disk, 0.0) + row["iops"] / len(times)
    return (len(calm) in (44, 46) and len(spells[1]) >= 2 and 2 < max(calm.values()) < 1.2 * min(calm.values())
            and all(loud.get(disk, 0.0) > 1.3 * rate for disk, rate in calm.items()))


def two_devices(rows):
    """After: between bursts two devices write and no other; in bursts all do."""
    quiet, bursts = seconds(rows, "after")
    calm = {(row["jbod"], row["slot"]) for row in io(rows, "after") if row["t1"] in quiet}
    loud = {(row["jbod"], row["slot"]) for row in io(rows, "after") if row["t1"] in bursts}
    return len(calm) == 2 and len(loud) in (46, 48) and calm < loud


def separate(rows):
    """The log writes go to the pool's disks before, and to devices of their own after (bursts apart)."""
    quiet = {part: seconds(rows, part)[0] for part in ("before", "after")}
    kinds = [{row["kind"] for row in io(rows, part) if row["t1"] in times} for part, times in quiet.items()]
    return kinds == [{"disk"}, {"log"}]


def half(rows):
    """HDD 20 of the last JBOD is one of the log devices and has about half of their writes."""
    return 0.45 <= log_shares(rows).get((last_jbod(rows), 20), 0.0) <= 0.55


WHOSE = {"disks, JBOD 1": "var(--wtg-3)", "disks, JBOD 2": "var(--wtg-mute)", "log devices": "var(--wtg-1)",
         "highlighted": "var(--wtg-accent)"}
JBODS = {"JBOD 1": "var(--wtg-3)", "JBOD 2": "var(--wtg-1)"}


def graph(part, view):
    """Transfers of all devices, one on top of the other."""
    fill, colours = ("whose", WHOSE) if view == "disk" else ("jbod", JBODS)
    return panel(
        [mark("rectY", {"row": "io", "part": part}, x1="t1", x2="t2", y="iops", fill=fill, order=fill, inset=0,
              fillOpacity="shade" if view == "disk" else 0.85),
         mark("rect", {"row": "pool", "part": part}, x1="t1", x2="t2", fill="none"),
         mark("ruleY", data=[0])],
        {"x": {"label": "time", "unit": "s"},
         "y": {"label": f"transfers/s, {'log on the disks' if part == 'before' else 'with log devices'}", "grid": True,
               "zero": True, "ticks": 5},
         "color": {"domain": list(colours), "range": list(colours.values()), "legend": True}},
        height=190, when={"view": view}, pick=pick("slot", "slot"),
    )


FIGURE = Figure(
    id="disk-io",
    title="Who writes what",
    caption="Transfers a second of all disks, stacked, as the server counts them; one client thread writes 8 KiB at a time. "
            "Above, the log is on the disks; below, on two log devices. Every 30 s the transaction group goes out to all "
            "disks. One device is highlighted; click another.",
    params={
        "view": Choice("Coloured by", "disk", {"disk": "disk", "jbod": "JBOD"}, "A JBOD is a box of up to 24 disks.",
                       view=True),
        "slot": Number("Highlight slot", 20, 0, 47, whole=True,
                       help="A place in the last JBOD. Log devices are in 20, 16, 12, 8."),
        "devices": Number("Log devices", 2, 0, 8, whole=True,
                          help="Devices that hold nothing but the intent log, in the lower picture."),
        "apart": Switch("Log devices in both JBODs", False, "Otherwise two in the last JBOD before the other gets any."),
        "size": Number("Write size", 8 * KiB, 512, 128 * KiB, unit="KiB", stops=SIZES,
                       help="How much the client writes at a time. Large writes are watched for a shorter time."),
        "mirrored": Switch("Mirrored log devices", False, "Each record goes to two of them (an odd one is left out).",
                           more=True),
        "vdevs": Number("Mirrored pairs of disks", 22, 1, 44, whole=True, help="One side in each JBOD.", more=True),
        "spindle": Number("Spindle", SUN["speed"], 4200 * rpm, 15000 * rpm, unit="rpm", step=100 * rpm,
                          help="How fast the disks' platters turn.", more=True),
        "interval": Number("Transaction group every", SUN["txg_interval"], 2, 60, unit="s", step=1,
                           help="How often ZFS takes what it holds in memory to its place.", more=True),
    },
    presets={
        "as measured": Preset(help="22 mirrored pairs; then two Logzillas"),
        "one in each JBOD": Preset({"view": "jbod", "apart": True}, "the log devices are in different boxes"),
        "mirrored, one in each": Preset({"apart": True, "mirrored": True}),
        "eight log devices": Preset({"devices": 8}),
        "a group every 5 s": Preset({"interval": 5.0}, "as later versions of ZFS do"),
        "no log devices": Preset({"devices": 0}),
    },
    seed=5,
    run=run,
    panels=[graph(part, view) for view in ("disk", "jbod") for part in ("before", "after")],
    describe=describe,
    values=values,
    source=cite("gregg2009slog", "Disk I/O"),
    reproduces=["slog-jbod-iops", "slog-disk-iops-before", "slog-disk-iops-after", "slog-hdd20-highlight",
                "slog-diagram"],
    targets=[
        target("slog-jbod-before", lambda rows: jbod_rate(rows, "before", "JBOD 1")),
        target("slog-jbod-after", lambda rows: jbod_rate(rows, "after", last_jbod(rows))),
        target("slog-jbod-spike-pattern", spikes),
        target("slog-jbod-equal-pattern", equal),
        target("slog-disk-before-pattern", all_disks),
        target("slog-disk-after-pattern", two_devices),
        target("slog-hdd20-pattern", half),
        target("slog-diagram-pattern", separate),
    ],
)
