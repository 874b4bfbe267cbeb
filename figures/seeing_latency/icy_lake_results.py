"""Results of an icy lake: numbers of the run and of one disk's line, a sentence, and the patterns
of the sources.

For the patterns, lines are found disk by disk with the cells' tags, not from counts as an eye does:
a map with mixed tags has none. A disk's line counts where it is straight between its kinks, not
where it wanders or swings.
"""

from itertools import pairwise
from math import fsum
from typing import Any

from figures.define.figure import Row, Rows
from figures.kit.icy_lake import MINUTE, crossed, parts_of
from figures.kit.lines import Line, crossings, falling, filled, lines, rising
from figures.kit.round_robin_writes import RoundRobinWrites
from figures.kit.rows import of, one
from figures.kit.words import time
from models.machine.order import LAYOUTS
from models.sim.stats import percentile
from models.units import ms

HAIR = 0.5  # greatest root mean square deviation of a line's cells, in bins; rounding to bins makes 0.3
MOSTLY = 0.4  # least share of the disks' cells that lie on straight lines
LEVEL = 0.05 * ms  # greatest slope (s a minute) that looks level
FAR = 0.2  # greatest movement of a sector, in turns a round, at which its line can be followed


def spent(lake: RoundRobinWrites) -> Rows:
    """Return rows of how the thread spent its time: parts of a bar from 0 to 1."""
    begin, rows = 0.0, []
    for part, seconds in parts_of(lake).items():
        end = min(1.0, begin + seconds / lake.time)
        rows.append({"row": "spent", "what": part, "from": begin, "to": end})
        begin = end
    return rows


def summary(lake: RoundRobinWrites, latencies: list[float]) -> Row:
    """Return the row `sum` with the rates and latencies (s) of the whole run."""
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


def line_of(lake: RoundRobinWrites, layout: str, spindle: int, decided: int) -> dict[str, Any]:
    """Return the numbers that explain the line of one disk.

    slope: that of the line (s a minute) while the write before is ended by the disk that most often
    ends it. drift: the same in turns a lap. other_slope: the slope while another disk ends it, the
    one with which the slope differs most. mate, mate_slope, mate_other: the number of the disk's
    partner in a mirrored pair, and the partner's slopes. Disks, pairs and groups are counted from
    1; disk 0 is none.
    """
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


def seen_lines(cells: Rows) -> dict[str, float]:
    """Return the lines that are visible in the map: how many rise and how many fall, their
    crossings, the number of disks with lines, and the steepest slope (s of latency a second)."""
    found = lines(cells)
    return {
        "rising": len(rising(found)),
        "falling": len(falling(found)),
        "crossings": crossings(found),
        "lines": len({line.tag for line in found}),
        "steepest": max((abs(line.slope) for line in found), default=0.0),
    }


def cells(rows: Rows) -> Rows:
    return [row for row in rows if row["row"] in ("cell", "lake")]


def values(rows: Rows) -> dict[str, float]:
    s = one(rows, "sum")
    return {
        **{name: float(value) for name, value in s.items() if not isinstance(value, str)},
        "steepest": s["steepest"] * MINUTE,
        "drift": abs(s["drift"]),
        "unlike": abs(s["slope"]) / MINUTE,
        "turns": s["lap"] / s["turn"],
    }


def straight(rows: Rows) -> list[Line]:
    """Return the straight lines of all disks, or none if they are only a small part of the map."""
    found = lines(cells(rows), HAIR)
    drawn = len({(row["tag"], row["t1"]) for row in cells(rows) if "tag" in row})
    return found if sum(line.points for line in found) >= MOSTLY * drawn else []


def diagonals(rows: Rows) -> bool:
    """Return whether at least eight lines rise and eight fall."""
    found = straight(rows)
    return len(rising(found)) >= 8 and len(falling(found)) >= 8


def cross(rows: Rows) -> bool:
    """Return whether rising and falling lines cross at least five times."""
    return crossings(straight(rows)) >= 5


def lake(rows: Rows) -> bool:
    """Return whether the map looks like cracked ice: many rising and falling lines that cross, with
    empty space between them."""
    return diagonals(rows) and crossings(straight(rows)) >= 20 and filled(cells(rows)) < 0.7


def one_line(rows: Rows) -> bool:
    """Return whether one disk draws a single moving line in a map with lines of many: in nearly
    every column nearly all of its writes lie in three neighbouring cells (the others cross a
    track), and these move in one direction."""
    own = [{**row, "tag": 1} for row in of(rows, "own")]
    if not own or len(own) > 0.5 * len(cells(rows)):
        return False
    columns: dict[float, Rows] = {}
    for row in own:
        columns.setdefault(row["t1"], []).append(row)
    every = {row["t1"] for row in cells(rows)}
    thin = sum(in_a_line(column) >= 0.75 for column in columns.values())
    found = lines(own)
    return (
        thin >= 0.9 * len(columns)
        and len(columns) >= 0.9 * len(every)
        and bool(rising(found)) != bool(falling(found))
        and fsum(line.end - line.start for line in found) > 0.7 * max(row["t2"] for row in own)
    )


def in_a_line(column: Rows) -> float:
    """Return the share (0-1) of a column's writes in the three neighbouring cells with the most."""
    high = max(row["high"] - row["low"] for row in column)
    most = max(
        sum(row["n"] for row in column if abs(row["low"] - middle["low"]) < 1.5 * high)
        for middle in column
    )
    return float(most / sum(row["n"] for row in column))


def upper(rows: Rows) -> float:
    """Return the share of the writes (0-1) in the upper half of the range of latencies."""
    found = cells(rows)
    bottom = min((row["low"] for row in found), default=0.0)
    top = max((row["high"] for row in found), default=0.0)
    above = sum(row["n"] for row in found if row["low"] + row["high"] > bottom + top)
    return float(above / max(1, sum(row["n"] for row in found)))


def weighted(rows: Rows) -> bool:
    """Return whether the map is an icy lake with more than three fifths of the writes in its upper
    half."""
    return diagonals(rows) and cross(rows) and upper(rows) > 0.6


def even(rows: Rows) -> bool:
    """Return whether the map is an icy lake with about as many writes in its upper half as in its
    lower."""
    return diagonals(rows) and cross(rows) and 0.4 < upper(rows) < 0.6


def pool(s: Row) -> str:
    """Return the pool in words."""
    count, many = s["vdevs"], "s" if s["vdevs"] > 1 else ""
    return {
        "stripe": f"{count} disk{many}",
        "mirror": f"{count} mirrored pair{many}",
        "raidz1": f"{count} RAID-Z group{many} of six",
        "raidz2": f"{count} RAID-Z2 group{many} of ten",
    }[s["layout"]]


def round_two(value: float) -> str:
    """Return a number as text with two significant digits."""
    return f"{float(f'{value:.2g}'):g}"


def moves(slope: float, verbs: tuple[str, str, str] = ("climbs", "falls", "runs level")) -> str:
    """Return a slope (s a minute) in words."""
    if abs(slope) < LEVEL:
        return verbs[2]
    return f"{verbs[0] if slope > 0 else verbs[1]} {round_two(abs(slope) / ms)} ms a minute"


def either(one: str, other: str) -> str:
    """Return two descriptions of slopes joined by 'or', without repeated words."""
    if one.split()[0] != other.split()[0] or one == other:
        return one if one == other else f"{one} or {other}"
    return f"{one.removesuffix(' ms a minute')} or {other.split(maxsplit=1)[1]}"


def drifts(s: Row) -> str:
    """Return in words how far a disk's sector moves from one round to the next."""
    if abs(s["drift"]) > FAR:
        return "its sector has moved by a large part of a turn, so that no line can be followed"
    if abs(s["slope"]) < LEVEL:
        return "its sector is as far from the head as the time before, so its line runs level"
    return (
        f"its sector is {round_two(100 * abs(s['drift']))}% of a turn "
        f"{'further from' if s['drift'] > 0 else 'nearer to'} the head, so its line {moves(s['slope'])}"
    )


def behind(s: Row) -> str:
    """Return in words what determines the slope: the disk written to just before."""
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


def explain(s: Row) -> str:
    """Return an explanation of the line of one disk."""
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


def describe(rows: Rows) -> str:
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
        if min(s["rising"], s["falling"]) > 0.8 * max(s["rising"], s["falling"]):
            return text + "About as many lines climb as fall, and they cross each other."
        return (
            text
            + f"{moving}, by {time(s['steepest'] * MINUTE)} a minute at most, and {crossed(s['crossings'])}."
        )
    return text + (
        level(s["lines"]) if 4 * s["lines"] > s["vdevs"] else "There are no lines to be seen."
    )


def bounded(s: Row) -> str:
    """Return in words which settings were reduced because there is no room for more."""
    text = (
        f"There is room for {s['disks']} disks, {s['vdevs']} groups. "
        if s["asked_vdevs"] > s["vdevs"]
        else ""
    )
    return text + (f"The last disk has number {s['disk']}. " if s["asked_disk"] > s["disk"] else "")


def level(count: int) -> str:
    """Return in words how many lines are level."""
    return "One line runs level." if count == 1 else f"{count} lines run level."
