"""What an icy lake says: in numbers, of the run and of one disk's line; in a sentence; and whether
its map is one.

For the pattern claims lines are found disk by disk, by the cells' tags, and not by an eye that sees
counts alone: a map whose tags are mixed up holds none. A disk's line counts where it is straight
between its kinks; what walks at random or swings does not."""

from itertools import pairwise

from figures.kit.icy_lake import MINUTE, crossed, parts_of
from figures.kit.lines import crossings, falling, filled, lines, rising
from figures.kit.rows import of, one
from figures.kit.words import time
from models.machine.order import LAYOUTS
from models.sim.stats import percentile
from models.units import ms

HAIR = 0.5  # bins by which the cells of a straight line may stray from it; rounding to bins alone makes 0.3
MOSTLY = 0.4  # the least share of what the disks draw that lies on straight lines
LEVEL = 0.05 * ms  # a slope (s a minute) that the eye takes for none
FAR = 0.2  # turns a round by which a sector may move while its line can still be followed


def spent(lake):
    """Where the thread's time went: a bar from 0 to 1, a row a part."""
    begin, rows = 0.0, []
    for what, part in parts_of(lake).items():
        rows.append(
            {"row": "spent", "what": what, "from": begin, "to": min(1.0, begin + part / lake.time)}
        )
        begin = rows[-1]["to"]
    return rows


def summary(lake, latencies):
    """The whole run: rates, and latencies (s)."""
    used, turn = lake.spent(), 1 / lake.spec.speed
    floor = (used.server + used.drive + used.transfer) / lake.count
    return {
        "row": "sum",
        "vdevs": len(lake.vdevs),
        "disks": sum(len(vdev) for vdev in lake.vdevs),
        "iops": lake.count / lake.time,
        "median": percentile(latencies, 0.5),
        "p99": percentile(latencies, 0.99),
        "least": min(latencies),
        "most": max(latencies),
        "turn": turn,
        "upper": sum(latency > floor + turn / 2 for latency in latencies) / len(latencies),
        "track": lake.vdevs[0][0].geometry.zones[0][2]
        / lake.column
        * len(lake.vdevs)
        * lake.time
        / lake.count,
        "writing": (lake.rotation + lake.transfer) / lake.time / len(lake.vdevs),
    }


def line_of(lake, layout, spindle, decided):
    """What the line of one disk is: its slope (s a minute) behind the disk before it that was the
    later one for most of the time, its drift a lap there (turns), and its slope behind the other
    one that is least like it; in a pair the same two slopes of its partner, the mate. Disks are
    counted 1, 2, 3, and so are pairs and groups; disk 0 is none."""
    empty = {
        "layout": layout,
        "disk": 0,
        "group": 0,
        "lap": 0.0,
        "drift": 0.0,
        "decides": 0.0,
        "behind": 0,
        "slope": 0.0,
        "other": 0,
        "other_slope": 0.0,
        "mate": 0,
        "mate_slope": 0.0,
        "mate_other": 0.0,
        "slower": 0.0,
    }
    if not spindle or len(lake.seen) < 2:
        return empty
    width = LAYOUTS[layout].disks
    vdev, column = divmod(spindle - 1, width)
    before = (vdev - 1) % len(lake.vdevs)
    own, speed = lake.vdevs[vdev][column], lake.spec.speed
    slopes = [
        ((own.turn - disk.turn) * speed * MINUTE, before * width + k + 1)
        for k, disk in enumerate(lake.vdevs[before])
    ]
    drift = percentile([(b - a + 0.5) % 1.0 - 0.5 for (_, a), (_, b) in pairwise(lake.seen)], 0.5)
    lap = (lake.seen[-1][0] - lake.seen[0][0]) / (len(lake.seen) - 1)
    slope = drift / speed / lap * MINUTE
    slopes.sort(key=lambda each: abs(each[0] - slope))
    mate = width * vdev + 1 - column if width == 2 else spindle - 1
    apart = (lake.vdevs[vdev][mate - width * vdev].turn - own.turn) * speed * MINUTE
    return {
        **empty,
        "disk": spindle,
        "group": vdev + 1,
        "lap": lap,
        "drift": slopes[0][0] / MINUTE * lap * speed,
        "decides": decided / len(lake.seen),
        "behind": slopes[0][1],
        "slope": slopes[0][0],
        "other": slopes[-1][1],
        "other_slope": slopes[-1][0],
        "mate": mate + 1,
        "mate_slope": slopes[0][0] + apart,
        "mate_other": slopes[-1][0] + apart,
        "slower": own.turn * speed - 1,
    }


def seen_lines(cells):
    """What an eye finds in the map: lines that climb, that fall, that run level, and how often they
    cross."""
    found = lines(cells)
    return {
        "rising": len(rising(found)),
        "falling": len(falling(found)),
        "crossings": crossings(found),
        "lines": len({line.tag for line in found}),
        "steepest": max((abs(line.slope) for line in found), default=0.0),
    }


def cells(rows):
    return [row for row in rows if row["row"] in ("cell", "lake")]


def values(rows):
    s = one(rows, "sum")
    return {
        **{name: float(value) for name, value in s.items() if not isinstance(value, str)},
        "steepest": s["steepest"] * MINUTE,
        "drift": abs(s["drift"]),
        "unlike": abs(s["slope"]) / MINUTE,
        "turns": s["lap"] / s["turn"],
    }


def straight(rows):
    """The straight lines of all disks; none where these are only a small part of what the disks
    draw."""
    found = lines(cells(rows), HAIR)
    drawn = len({(row["tag"], row["t1"]) for row in cells(rows) if "tag" in row})
    return found if sum(line.points for line in found) >= MOSTLY * drawn else []


def diagonals(rows):
    """Many lines that creep up, and many that creep down."""
    found = straight(rows)
    return len(rising(found)) >= 8 and len(falling(found)) >= 8


def cross(rows):
    """Climbing and falling lines at the same time that form an X."""
    return crossings(straight(rows)) >= 5


def lake(rows):
    """Cracks in ice: many lines up and down that cross, and clear ice between them."""
    return diagonals(rows) and crossings(straight(rows)) >= 20 and filled(cells(rows)) < 0.7


def one_line(rows):
    """One disk draws a single line that creeps, though the map holds the lines of many: at nearly
    every moment nearly all of its writes lie in three neighbouring cells (the others come to the
    end of a track), and these move one way."""
    own = [{**row, "tag": 1} for row in of(rows, "own")]
    if not own or len(own) > 0.5 * len(cells(rows)):
        return False
    columns: dict[float, list] = {}
    for row in own:
        columns.setdefault(row["t1"], []).append(row)
    every = {row["t1"] for row in cells(rows)}
    thin = sum(in_a_line(column) >= 0.75 for column in columns.values())
    found = lines(own)
    return (
        thin >= 0.9 * len(columns)
        and len(columns) >= 0.9 * len(every)
        and bool(rising(found)) != bool(falling(found))
        and sum(line.end - line.start for line in found) > 0.7 * max(row["t2"] for row in own)
    )


def in_a_line(column):
    """Which share of a column's writes lies in the three neighbouring cells that hold most."""
    high = max(row["high"] - row["low"] for row in column)
    most = max(
        sum(row["n"] for row in column if abs(row["low"] - middle["low"]) < 1.5 * high)
        for middle in column
    )
    return most / sum(row["n"] for row in column)


def upper(rows):
    """The share of the writes in cells above the middle of those that hold any."""
    found = cells(rows)
    whole = min((row["low"] for row in found), default=0.0) + max(
        (row["high"] for row in found), default=0.0
    )
    return sum(row["n"] for row in found if row["low"] + row["high"] > whole) / max(
        1, sum(row["n"] for row in found)
    )


def weighted(rows):
    """An icy lake whose upper half holds more than three fifths of the writes."""
    return diagonals(rows) and cross(rows) and upper(rows) > 0.6


def even(rows):
    """An icy lake whose halves hold about as much (upside down it is one, too)."""
    return diagonals(rows) and cross(rows) and 0.4 < upper(rows) < 0.6


def pool(s):
    """The pool in words."""
    count, many = s["vdevs"], "s" if s["vdevs"] > 1 else ""
    return {
        "stripe": f"{count} disk{many}",
        "mirror": f"{count} mirrored pair{many}",
        "raidz1": f"{count} RAID-Z group{many} of six",
        "raidz2": f"{count} RAID-Z2 group{many} of ten",
    }[s["layout"]]


def round_two(value):
    """A number with two digits that count."""
    return f"{float(f'{value:.2g}'):g}"


def moves(slope, verbs=("climbs", "falls", "runs level")):
    """A slope (s a minute) in words."""
    if abs(slope) < LEVEL:
        return verbs[2]
    return f"{verbs[0] if slope > 0 else verbs[1]} {round_two(abs(slope) / ms)} ms a minute"


def either(one, other):
    """Two of these, with no word twice."""
    if one.split()[0] != other.split()[0] or one == other:
        return one if one == other else f"{one} or {other}"
    return f"{one.removesuffix(' ms a minute')} or {other.split(maxsplit=1)[1]}"


def drifts(s):
    """What becomes of a disk's sector from one round to the next."""
    if abs(s["drift"]) > FAR:
        return "its sector has moved by a large part of a turn, so that no line can be followed"
    if abs(s["slope"]) < LEVEL:
        return "its sector is as far from the head as the time before, so its line runs level"
    return (
        f"its sector is {round_two(100 * abs(s['drift']))}% of a turn "
        f"{'further from' if s['drift'] > 0 else 'nearer to'} the head, so its line {moves(s['slope'])}"
    )


def behind(s):
    """What decides how steep the line is: whom it follows."""
    if s["layout"] == "stripe":
        unlike = f"{abs(s['slope']) / MINUTE:.4%} {'slower' if s['slope'] > 0 else 'faster'} than"
        return f"It turns {unlike if s['slope'] else 'just like'} disk {s['behind']}, which is written to just before."
    slopes = [
        s["slope"],
        s["other_slope"],
        *([s["mate_slope"], s["mate_other"]] if s["layout"] == "mirror" else []),
    ]
    if abs(s["drift"]) > FAR or max(map(abs, slopes)) < LEVEL:
        return ""
    text = (
        f"That is so while the write before ends with disk {s['behind']}; while it ends with disk {s['other']}, the line "
        f"{moves(s['other_slope'])}."
    )
    if s["layout"] == "mirror":
        text += f" Blue is disk {s['mate']}, whose line {either(moves(s['mate_slope']), moves(s['mate_other']))}."
    return text


def explain(s):
    """What the line of one disk is, in words."""
    group = {"stripe": "", "mirror": "pair"}.get(s["layout"], "group")
    late = f"is the {'later one' if group == 'pair' else 'latest'} in {s['decides']:.0%} of its {group}'s writes (orange)"
    if s["vdevs"] == 1:
        return f"Disk {s['disk']} takes part in every write. {f'It {late}.' if group else f'Each time {drifts(s)}.'}"
    name = (
        f"Disk {s['disk']}, of {group} {s['group']}, {late}. Each"
        if group
        else f"Disk {s['disk']}: each"
    )
    return " ".join(
        f"{name} time round {pool(s)} ({time(s['lap'])}) {drifts(s)}. {behind(s)}".split()
    )


def describe(rows):
    s = one(rows, "sum")
    if s["disk"]:
        return bounded(s) + explain(s)
    text = bounded(s) + (
        f"{pool(s)} take{'s' if s['vdevs'] == 1 else ''} {s['iops']:.0f} writes a second, one at a time. Half take less "
        f"than {time(s['median'])}. "
    )
    ways = ("rising", "climb"), ("falling", "fall")
    found = [(s[way], verb if s[way] > 1 else f"{verb}s") for way, verb in ways if s[way]]
    if found:
        noun = "stretch" if found[0][0] == 1 else "stretches"
        moving = " and ".join(f"{count} {verb}" for count, verb in found).replace(
            " ", f" {noun} of line ", 1
        )
        return (
            text
            + f"{moving}, by {time(s['steepest'] * MINUTE)} a minute at most, and {crossed(s['crossings'])}."
        )
    return text + (
        level(s["lines"]) if 4 * s["lines"] > s["vdevs"] else "There are no lines to be seen."
    )


def bounded(s):
    """What was asked for and is more than there is."""
    text = (
        f"There is room for {s['disks']} disks, {s['vdevs']} groups. "
        if s["asked_vdevs"] > s["vdevs"]
        else ""
    )
    return text + (f"The last disk has number {s['disk']}. " if s["asked_disk"] > s["disk"] else "")


def level(count):
    """How many lines run level."""
    return "One line runs level." if count == 1 else f"{count} lines run level."
