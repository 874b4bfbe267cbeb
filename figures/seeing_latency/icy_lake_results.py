"""What an icy lake says in numbers: of the whole run, of the line of one disk, and of what an eye finds in the map."""
from itertools import pairwise

from figures.seeing_latency.lines import crossings, falling, lines, rising
from models.machine.lone_writer import LAYOUTS
from models.sim.stats import percentile
from models.units import ms

MINUTE = 60
LEAST = 0.4 * ms         # where a logarithmic axis begins: no write of a disk is as short
PARTS = {"client": "var(--wtg-4)", "server": "var(--wtg-5)", "drive's electronics": "var(--wtg-3)",
         "rotation": "var(--wtg-accent)", "transfer": "var(--wtg-1)"}
"""What a thread spends its time on, and the colour of each."""


def parts_of(lake):
    """Seconds of the thread's time so far, by part."""
    used = lake.spent()
    return dict(zip(PARTS, (used.client, used.server, used.drive, used.rotation, used.transfer), strict=True))


def spent(lake):
    """Where the thread's time went: a bar from 0 to 1, a row a part."""
    begin, rows = 0.0, []
    for what, part in parts_of(lake).items():
        rows.append({"row": "spent", "what": what, "from": begin, "to": min(1.0, begin + part / lake.now)})
        begin = rows[-1]["to"]
    return rows


def summary(lake, latencies):
    """The whole run: rates, and latencies (s)."""
    floor, turn = lake.arrive + lake.flush + lake.transfer / lake.count, 1 / lake.vdevs[0][0].spec.speed
    return {
        "row": "sum", "vdevs": len(lake.vdevs), "disks": sum(len(vdev) for vdev in lake.vdevs),
        "iops": lake.count / lake.now, "median": percentile(latencies, 0.5), "p99": percentile(latencies, 0.99),
        "least": min(latencies), "most": max(latencies), "turn": turn,
        "upper": sum(latency > floor + turn / 2 for latency in latencies) / len(latencies),
        "track": lake.vdevs[0][0].geometry.zones[0][2] / lake.size * len(lake.vdevs) * lake.now / lake.count,
        "writing": (lake.rotation + lake.transfer) / lake.now / len(lake.vdevs),
    }


def line_of(lake, layout, spindle, decided):
    """What the line of one disk is: its slope (s a minute) behind the disk before it that was the later one for most of
    the time, its drift a lap there (turns), and its slope behind the other one that is least like it; in a pair the same
    two slopes of its partner, the mate. Disks are counted 1, 2, 3, and so are pairs and groups; disk 0 is none."""
    empty = {"layout": layout, "disk": 0, "group": 0, "lap": 0.0, "drift": 0.0, "decides": 0.0, "behind": 0,
             "slope": 0.0, "other": 0, "other_slope": 0.0, "mate": 0, "mate_slope": 0.0, "mate_other": 0.0, "slower": 0.0}
    if not spindle or len(lake.seen) < 2:
        return empty
    width = LAYOUTS[layout].disks
    vdev, column = divmod(spindle - 1, width)
    before = (vdev - 1) % len(lake.vdevs)
    own, speed = lake.vdevs[vdev][column], lake.vdevs[vdev][column].spec.speed
    slopes = [((own.turn - disk.turn) * speed * MINUTE, before * width + k + 1)
              for k, disk in enumerate(lake.vdevs[before])]
    drift = percentile([(b - a + 0.5) % 1.0 - 0.5 for (_, a), (_, b) in pairwise(lake.seen)], 0.5)
    lap = (lake.seen[-1][0] - lake.seen[0][0]) / (len(lake.seen) - 1)
    slope = drift / speed / lap * MINUTE
    slopes.sort(key=lambda each: abs(each[0] - slope))
    mate = width * vdev + 1 - column if width == 2 else spindle - 1
    apart = (lake.vdevs[vdev][mate - width * vdev].turn - own.turn) * speed * MINUTE
    return {**empty, "disk": spindle, "group": vdev + 1, "lap": lap, "drift": slopes[0][0] / MINUTE * lap * speed,
            "decides": decided / len(lake.seen), "behind": slopes[0][1], "slope": slopes[0][0], "other": slopes[-1][1],
            "other_slope": slopes[-1][0], "mate": mate + 1, "mate_slope": slopes[0][0] + apart,
            "mate_other": slopes[-1][0] + apart, "slower": own.turn * speed - 1}


def seen_lines(cells):
    """What an eye finds in the map: lines that climb, that fall, that run level, and how often they cross."""
    found = lines(cells)
    return {"rising": len(rising(found)), "falling": len(falling(found)), "crossings": crossings(found),
            "lines": len({line.tag for line in found}), "steepest": max((abs(line.slope) for line in found), default=0.0)}


def total(rows):
    return next(row for row in rows if row["row"] == "sum")


def cells(rows):
    return [row for row in rows if row["row"] in ("cell", "lake")]


def values(rows):
    s = total(rows)
    return {**{name: float(value) for name, value in s.items() if not isinstance(value, str)},
            "steepest": s["steepest"] * MINUTE, "drift": abs(s["drift"]), "unlike": abs(s["slope"]) / MINUTE,
            "turns": s["lap"] / s["turn"]}
