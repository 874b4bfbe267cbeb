"""What an icy lake must look like: the pattern claims that are read off its map."""
from figures.seeing_latency.lake_numbers import cells, total
from figures.seeing_latency.lines import crossings, falling, filled, lines, rising


def diagonals(rows):
    """Many lines that creep up, and many that creep down."""
    found = lines(cells(rows))
    return len(rising(found)) >= 8 and len(falling(found)) >= 8


def cross(rows):
    """Climbing and falling lines at the same time that form an X."""
    return crossings(lines(cells(rows))) >= 5


def lake(rows):
    """Cracks in ice: many lines up and down that cross, and clear ice between them."""
    return diagonals(rows) and crossings(lines(cells(rows))) >= 20 and filled(cells(rows)) < 0.7


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


def weighted(rows):
    """An icy lake whose upper half holds more than three fifths of the writes."""
    return diagonals(rows) and cross(rows) and total(rows)["upper"] > 0.6
