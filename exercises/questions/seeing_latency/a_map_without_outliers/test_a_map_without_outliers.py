"""Does the map show everything?"""

from bisect import bisect_left, bisect_right
from math import inf

import pytest

from exercises.kit.draw import until_sound
from exercises.kit.expect import Advised, asked, value
from models.devices.vibration import Shaking
from models.machine import SUN_7410, Nfs, Reads, served
from figures.kit.heat_map import HeatMap, linear_edges
from models.units import GB, ms


def as_asked(case, operations, width, edges):
    """The inputs as the question has them, of operations that are pairs: when each was asked for,
    how long it took (s)."""
    names = case["record"]["names"].split(", ")
    records = [{"asked": t, "latency": latency, "size": 8192} for t, latency in operations]
    return {
        "operations": [[record[name] for name in names] for record in records],
        "width": width,
        "edges": edges,
    }


def counted(answer, case, operations, width, edges):
    """The columns of the answer, as many as they must be, from the lowest row up. Raises
    AssertionError."""
    inputs, function = as_asked(case, operations, width, edges), case["function"]["count"]
    got = value(answer, function, list, **inputs)
    wanted = int(max(t for t, _ in operations) / width) + 1
    if len(got) != wanted or not all(
        isinstance(column, list) and len(column) == len(edges) - 1 for column in got
    ):
        more_rows = got and all(
            isinstance(column, list) and len(column) >= len(edges) for column in got
        )
        raise Advised(
            f"{asked(function, inputs)} gave {str(got)[:80]}; {wanted} lists of {len(edges) - 1} counts were asked "
            "for",
            "There is one row less than there are edges. What took longer than the last edge needs no row "
            "of its own: the top row takes it."
            if more_rows
            else None,
        )
    return turned(case, got)


def turned(case, columns):
    """Columns from the lowest row up as the question has them, or back."""
    return [column[:: case["order"]["up"]] for column in columns]


def place_of(case, place, row, edges):
    """A box in words, of a row that is counted from the lowest."""
    return f"column {place}, row {row if case['order']['up'] == 1 else len(edges) - 2 - row} (both from 0)"


def shaded(answer, case, columns):
    """The shades of the answer, a list of them for each column. Raises AssertionError."""
    function = case["function"]["shade"]
    got = value(answer, function, list, columns=columns)
    if len(got) != len(columns) or not all(
        isinstance(some, list) and len(some) == len(column)
        for some, column in zip(got, columns, strict=True)
    ):
        raise AssertionError(
            f"{asked(function, {'columns': columns})} gave {str(got)[:80]}, not a shade for each box"
        )
    return got


def is_above(case):
    """Whether what lies on an edge belongs to the row above it."""
    return case["side"]["passes"] == "<="


def within(rng, case, count, edges, width):
    """Operations of three columns, in round numbers, none of them beyond the edges, and some of
    them on one."""
    inside = edges[:-1] if is_above(case) else edges[1:]
    return [
        [
            rng.randint(0, round(300 * width) - 1) / 100,
            rng.choice(inside)
            if rng.random() < 0.2
            else rng.randint(1, round(1000 * edges[-1]) - 1) / 1000,
        ]
        for _ in range(count)
    ]


def maps(rng, case):
    """Some maps: width, edges, operations."""
    return [
        (
            width := rng.choice([0.5, 1.0, 2.0]),
            edges := linear_edges(rng.choice([0.4, 0.8]), 4),
            within(rng, case, 6, edges, width),
        )
        for _ in range(4)
    ]


def say_where(maps):
    """Whether an operation lies on an edge between two rows, and another one ends in a later column
    than it began."""
    on_edge = any(
        latency in edges[1:-1] for _, edges, operations in maps for _, latency in operations
    )
    return on_edge and any(
        int(t / width) < min(int((t + latency) / width), int(max(operations)[0] / width))
        for width, _, operations in maps
        for t, latency in operations
    )


def boxes(case, operations, width, edges):
    """How many operations lie in each box, all of them within the edges."""
    columns = [
        [0] * (len(edges) - 1) for _ in range(int(max(t for t, _ in operations) / width) + 1)
    ]
    passed = bisect_right if is_above(case) else bisect_left
    for t, latency in operations:
        columns[int(t / width)][min(passed(edges, latency), len(edges) - 1) - 1] += 1
    return columns


def drawn(rng):
    """Columns of counts of a map: a few large ones, some small ones, many zeros."""
    large = rng.sample(range(700, 1000), 3)
    columns = [[rng.choice([0, 0, 0, 1, 2, 3, *large]) for _ in range(6)] for _ in range(4)]
    return [*columns, [0, 0, 0, 0, large[0], 1]]


@pytest.mark.guard
@pytest.mark.points(1)
@pytest.mark.advice(
    "Take one operation within the edges. Its column follows from when it was asked for, whatever it took; its row is the "
    "one {{side.row}}."
)
def test_an_operation_within_the_edges_is_in_its_box(answer, case, rng):
    for width, edges, operations in until_sound(lambda: maps(rng, case), say_where):
        got = counted(answer, case, operations, width, edges)
        for place, (column, wanted) in enumerate(
            zip(got, boxes(case, operations, width, edges), strict=True)
        ):
            for row, (n, right) in enumerate(zip(column, wanted, strict=True)):
                if n != right:
                    call = asked(
                        case["function"]["count"], as_asked(case, operations, width, edges)
                    )
                    raise AssertionError(
                        f"{call} gave {turned(case, got)}; {place_of(case, place, row, edges)} has too "
                        f"{'many' if n > right else 'few'}"
                    )


@pytest.mark.points(2)
@pytest.mark.advice(
    "Operations that took {{side.beyond}} have to be somewhere too, and they are the ones that people "
    "call about."
)
def test_no_operation_is_lost(answer, case, rng):
    for _ in range(3):
        edges = linear_edges(0.1, rng.randint(4, 10))
        operations = within(rng, case, 50, edges, 10.0)
        least = 1.0 if is_above(case) else 1.2
        outliers = [
            [rng.uniform(0, 30.0), 0.1 * rng.choice([least, 1.5, 4.0, 9.0])]
            for _ in range(rng.randint(2, 5))
        ]
        operations += outliers
        got = counted(answer, case, operations, 10.0, edges)
        total = sum(n for column in got for n in column)
        if total > len(operations):
            raise Advised(
                f"the boxes hold {total} operations, and there were {len(operations)}",
                "Some operations stand in "
                "two boxes. An operation on the edge between two rows belongs to one of them only: to which?",
            )
        if total < len(operations):
            raise AssertionError(
                f"the boxes hold {total} of {len(operations)} operations; {len(outliers)} of them were "
                f"{case['side']['beyond']}"
            )
        if sum(column[-1] for column in got) < len(outliers):
            raise AssertionError(
                f"{len(outliers)} operations were {case['side']['beyond']}, and the top rows gave "
                f"{sum(column[-1] for column in got)}"
            )


@pytest.mark.points(2)
@pytest.mark.advice(
    "A box with one operation must not look like an empty one, whatever stands in the others. What becomes of 1 beside "
    "700 in your shades?"
)
@pytest.mark.guard
def test_one_operation_can_be_seen_beside_a_thousand(answer, case, rng):
    full = [[rng.randrange(700, 1000), rng.randrange(1, 9)] for _ in range(3)]
    for columns in (drawn(rng), drawn(rng), drawn(rng), full):
        for column, shades in zip(columns, shaded(answer, case, columns), strict=True):
            for n, shade in zip(column, shades, strict=True):
                if n == 0 and shade != 0:
                    raise Advised(
                        f"an empty box gave the shade {shade!r}",
                        "An empty box has the shade 0, and the smallest "
                        "count above 0 has the shade 1. Do you count 0 among the counts that occur?",
                    )
                if n > 0 and shade == 0:
                    said = f"a box with {n} operation{'s' * (n > 1)} gave the shade 0"
                    if columns is full:
                        raise Advised(
                            f"{said}, on the map {columns}",
                            "Where no box is empty, no box may have the shade 0. "
                            "Does the smallest count still get 1?",
                        )
                    raise AssertionError(
                        f"{said}, on a map with counts up to {max(map(max, columns))}"
                    )


@pytest.mark.points(2)
@pytest.mark.advice(
    "In false colour only the order of the counts matters, not their size. Put the counts that occur on the map in order, "
    "each once; a count's shade is its place in that order."
)
def test_each_count_that_occurs_has_a_step_of_its_own(answer, case, rng):
    counts = rng.sample(range(1, 1000), 11)  # more than there were shades before
    for columns in (drawn(rng), drawn(rng), [[0, *counts[:5]], counts[5:]]):
        steps = sorted({0, *(n for column in columns for n in column)})
        for column, shades in zip(columns, shaded(answer, case, columns), strict=True):
            for n, shade in zip(column, shades, strict=True):
                if shade != steps.index(n):
                    raise AssertionError(
                        f"on a map with the counts {steps} the count {n} gave the shade {shade!r}"
                    )


@pytest.mark.guard
@pytest.mark.points(1)
@pytest.mark.advice(
    "Two boxes with equal counts must look alike, wherever they are on the map. Otherwise a quiet moment looks as busy as "
    "a busy one. Do your shades know of all columns?"
)
def test_equal_counts_look_alike_all_over_the_map(answer, case, rng):
    for _ in range(3):
        columns = drawn(rng)
        seen: dict[int, float] = {}
        for column, shades in zip(columns, shaded(answer, case, columns), strict=True):
            for n, shade in zip(column, shades, strict=True):
                if seen.setdefault(n, shade) != shade:
                    raise AssertionError(
                        f"the count {n} gave the shade {seen[n]!r} in one box and {shade!r} in another"
                    )


@pytest.mark.points(1)
@pytest.mark.advice(
    "The reads of a server with a bad disk make another map in the book's own program. Take one read of this box by hand: "
    "when it was asked for says in which column it stands, and how long it took says in which row."
)
def test_it_draws_the_map_of_a_bad_disk(answer, case, rng):
    order = SUN_7410.order(
        pool={"layout": "stripe", "vdevs": 1}, flash={"devices": 1}, held=(0.0, 0.7)
    ).without("queue", "drive queue")
    load = Nfs(reads=1.0, blocks=Reads(500 * GB), turnaround=12 * ms)
    reads = [
        list(one) for one in served(order, load, 10.0, rng.randrange(1000), Shaking(0.0, inf, 0.95))
    ][:120]
    edges, width = linear_edges(100 * ms, 10), 1.0
    heat = HeatMap(width, edges)
    for t, latency in reads:
        heat.add(t, latency)
    wanted = {(round(row["t1"]), edges.index(row["low"])): row["n"] for row in heat.rest()}
    boxes = {
        (place, row): n
        for place, column in enumerate(counted(answer, case, reads, width, edges))
        for row, n in enumerate(column)
    }
    for (place, row), n in sorted(
        boxes.items(), key=lambda box: box[1] >= wanted.get(box[0], 0)
    ):  # first where some lack
        said = f"{place_of(case, place, row, edges)} of {len(reads)} reads gave {n!r}"
        if n < wanted.get((place, row), 0):
            t, latency = next(
                (t, latency)
                for t, latency in reads
                if int(t / width) == place
                and min(bisect_right(edges, latency), len(edges) - 1) - 1 == row
            )
            raise AssertionError(
                f"{said}, which is too few: one of those that belong there was asked for at {t:.3f} s and "
                f"took {latency:.4f} s"
            )
        if n > wanted.get((place, row), 0):
            raise AssertionError(f"{said}, which is too many")
