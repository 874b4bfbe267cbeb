"""What an icy lake must look like: the pattern claims that are read off its map.

The lines are found disk by disk, by the cells' tags, and not by an eye that sees counts alone: a map whose tags are mixed
up holds none. A disk's line counts where it is straight between its kinks; what walks at random or swings does not.
"""
from figures.seeing_latency.icy_lake_results import cells
from figures.seeing_latency.lines import crossings, falling, filled, lines, rising

HAIR = 0.5         # bins by which the cells of a straight line may stray from it; rounding to bins alone makes 0.3
MOSTLY = 0.4       # the least share of what the disks draw that lies on straight lines


def straight(rows):
    """The straight lines of all disks; none where these are only a small part of what the disks draw."""
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
    """One disk draws a single line that creeps, though the map holds the lines of many: at nearly every moment nearly all
    of its writes lie in three neighbouring cells (the others come to the end of a track), and these move one way."""
    own = [{**row, "tag": 1} for row in rows if row["row"] == "own"]
    if not own or len(own) > 0.5 * len(cells(rows)):
        return False
    columns: dict[float, list] = {}
    for row in own:
        columns.setdefault(row["t1"], []).append(row)
    every = {row["t1"] for row in cells(rows)}
    thin = sum(in_a_line(column) >= 0.75 for column in columns.values())
    found = lines(own)
    return (thin >= 0.9 * len(columns) and len(columns) >= 0.9 * len(every) and bool(rising(found)) != bool(falling(found))
            and sum(line.end - line.start for line in found) > 0.7 * max(row["t2"] for row in own))


def in_a_line(column):
    """Which share of a column's writes lies in the three neighbouring cells that hold most."""
    high = max(row["high"] - row["low"] for row in column)
    most = max(sum(row["n"] for row in column if abs(row["low"] - middle["low"]) < 1.5 * high) for middle in column)
    return most / sum(row["n"] for row in column)


def upper(rows):
    """The share of the writes in cells above the middle of those that hold any."""
    found = cells(rows)
    whole = min((row["low"] for row in found), default=0.0) + max((row["high"] for row in found), default=0.0)
    return sum(row["n"] for row in found if row["low"] + row["high"] > whole) / max(1, sum(row["n"] for row in found))


def weighted(rows):
    """An icy lake whose upper half holds more than three fifths of the writes."""
    return diagonals(rows) and cross(rows) and upper(rows) > 0.6


def even(rows):
    """An icy lake whose halves hold about as much (upside down it is one, too)."""
    return diagonals(rows) and cross(rows) and 0.4 < upper(rows) < 0.6
