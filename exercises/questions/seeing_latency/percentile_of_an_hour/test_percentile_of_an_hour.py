"""Is the percentile of a column right, and that of an hour?"""

from bisect import bisect_right
from itertools import accumulate
from math import isclose

import pytest

from exercises.kit.draw import until_sound
from exercises.kit.expect import Advised, asked, number
from models.sim.stats import percentile
from models.units import ms

SHARES = (0.5, 0.9, 0.99)
EDGES = [0.0, 0.0001, 0.0002, 0.0003, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05]


def edges_of(rng):
    """The edges (s) of six rows, round numbers."""
    return [EDGES[0], *sorted(rng.sample(EDGES[1:-1], 5)), EDGES[-1]]


def column(latencies, edges):
    """How many latencies lie in each row."""
    counts = [0] * (len(edges) - 1)
    for latency in latencies:
        counts[bisect_right(edges, latency) - 1] += 1
    return counts


def upper_edge(latencies, edges, share):
    """The upper edge of the row that holds the percentile of these latencies, put in order."""
    return edges[bisect_right(edges, percentile(latencies, share))]


def near_an_edge(counts, *shares):
    """Whether one of the shares falls on the end of a row, or next to it, where a test of its own
    looks."""
    return any(
        abs(seen - share * sum(counts)) <= 1 for seen in accumulate(counts) for share in shares
    )


def drawn(rng, count, slow):
    """Latencies (s) of operations of which a share is slow."""
    return [
        (rng.uniform(2, 40) if rng.random() < slow else rng.uniform(0.02, 0.6)) * ms
        for _ in range(count)
    ]


def hours(rng):
    """Latencies (s) of some minutes, busy and quiet, good and bad."""
    return [
        drawn(rng, rng.choice([7, 41, 83, 307]), rng.choice([0.0, 0.02, 0.5])) for _ in range(12)
    ]


def is_not_its_worst_minute(hour):
    """Whether the worst minute has another percentile than the hour, and no share of the hour falls
    on the end of a row."""
    whole = [latency for minute in hour for latency in minute]
    return not near_an_edge(column(whole, EDGES), *SHARES) and any(
        max(upper_edge(minute, EDGES, share) for minute in hour) > upper_edge(whole, EDGES, share)
        for share in SHARES
    )


def as_asked(case, edges, share, **counted):
    """The inputs as the question lists them: lists of counts from its end, the share in its words."""
    end, given = case["order"]["up"], case["given"]["name"]
    shares = {
        "share": share,
        "percent": 100 * share,
        "slower": 1 - share,
        "slower_percent": 100 * (1 - share),
    }
    turned = {
        name: some[::end] if name == "counts" else [each[::end] for each in some]
        for name, some in counted.items()
    }
    return {**turned, "edges": edges[::end], given: round(shares[given], 9)}


def check(answer, case, wanted, counts, edges, share):
    """Raises AssertionError unless the first function gives the edge `wanted` (s); Advised for one
    that is too low."""
    inputs, function = as_asked(case, edges, share, counts=counts), case["function"]["one"]
    given = number(answer, function, **inputs)
    got = given / case["result"]["a_second"]
    if isclose(got, wanted, rel_tol=1e-6):
        return
    said = f"{asked(function, inputs)} gave {given:.6g}, which is too {'large' if got > wanted else 'small'}"
    lower = edges[edges.index(wanted) - 1]
    if lower < got < wanted:
        raise Advised(
            said,
            "You have the right row. Where in it the operations lie is not known: all that can be promised "
            "is that they do not exceed its upper edge.",
        )
    if isclose(got, lower, abs_tol=1e-12):
        raise Advised(
            said,
            "Below this edge lie fewer operations than the share asked for. They are reached in the row "
            "above it, and of those no more can be promised than that they do not exceed its upper edge.",
        )
    if not any(isclose(got, edge, rel_tol=1e-6, abs_tol=1e-12) for edge in edges):
        raise Advised(
            said,
            f"The percentile of a column is always one of its edges, in {case['result']['name']}. Which of "
            "them belongs to the row where you stopped counting?",
        )
    raise AssertionError(said)


def check_all(answer, case, wanted, minutes, edges, share):
    """Raises AssertionError unless the second function gives `wanted` (s); Advised if only the
    first is to blame."""
    inputs, one, function = (
        as_asked(case, edges, share, minutes=minutes),
        case["function"]["one"],
        case["function"]["all"],
    )
    given = number(answer, function, **inputs)
    got = given / case["result"]["a_second"]
    if isclose(got, wanted, rel_tol=1e-6):
        return
    name = case["given"]["name"]
    shown = (
        asked(function, inputs)
        if len(minutes) < 9
        else f"{function} of {len(minutes)} minutes, {sum(map(sum, minutes))} operations, {name}={inputs[name]:g},"
    )
    said = f"{shown} gave {given:.6g}, which is too {'large' if got > wanted else 'small'}"
    hour = [sum(counts[row] for counts in minutes) for row in range(len(edges) - 1)]
    if isclose(
        given,
        number(answer, one, **as_asked(case, edges, share, counts=hour)),
        rel_tol=1e-6,
        abs_tol=1e-12,
    ):
        raise Advised(
            said,
            f"Your {one} says the same of the counts of all these minutes, and it is {one} that is wrong "
            "there. Mend it first, then look at this again.",
        )
    raise AssertionError(said)


@pytest.mark.points(1)
@pytest.mark.advice(
    "Go up row by row and add up the counts. The median lies in the row where you have counted half of all operations, and "
    "the upper edge of that row is the answer."
)
def test_half_of_the_operations_lie_at_the_median_or_below(answer, case, rng):
    for _ in range(4):
        edges = edges_of(rng)
        latencies = drawn(rng, 97 + 2 * rng.randrange(200), rng.random())
        while near_an_edge(column(latencies, edges), 0.5):
            latencies = drawn(rng, 97 + 2 * rng.randrange(200), rng.random())
        wanted = upper_edge(latencies, edges, 0.5)
        check(answer, case, wanted, column(latencies, edges), edges, 0.5)


@pytest.mark.points(1)
@pytest.mark.advice(
    "If you have counted exactly the share that was asked for when a row is done, the percentile lies in that row, not in "
    "the next: at least this share does not exceed its edge."
)
def test_a_share_that_a_row_fills_exactly_lies_in_that_row(answer, case, rng):
    for share in (0.25, 0.5, 0.75):
        below = rng.randrange(10, 200)
        rest = round(below / share) - below
        if (below + rest) * share != below:
            below, rest = round(400 * share), 400 - round(400 * share)
        first = rng.randrange(1, below)
        check(
            answer,
            case,
            0.002,
            [first, below - first, rest - 2, 2],
            [0.0, 0.001, 0.002, 0.005, 0.01],
            share,
        )


@pytest.mark.points(1)
@pytest.mark.advice(
    "A row without operations holds no percentile. Try the counts [0, 0, 1, 0], where every percentile lies in the third "
    "row, and be careful with rounding: half of one operation is not none."
)
def test_an_empty_row_holds_no_percentile(answer, case, rng):
    for share in SHARES:
        at, rows = rng.randrange(2, 5), 6
        counts = [1 if row == at else 0 for row in range(rows)]
        edges = [row * 0.01 for row in range(rows + 1)]
        check(answer, case, edges[at + 1], counts, edges, share)


@pytest.mark.points(3)
@pytest.mark.advice(
    "A quiet minute with ten slow operations is not worth as much as a busy one with thousands of fast ones. From the "
    "minutes' percentiles you cannot tell how many operations each had. Which numbers of the minutes can be added?"
)
def test_every_operation_of_the_hour_counts_the_same(answer, case, rng):
    for share in SHARES:
        edges = edges_of(rng)
        quiet = [drawn(rng, 3, 1.0) for _ in range(3)]
        busy = drawn(rng, 1502, 0.0)
        slow = [*quiet[0], *quiet[1], *quiet[2]]
        while near_an_edge(column(busy + slow, edges), share):
            busy = drawn(rng, 1502, 0.0)
        minutes = [column(latencies, edges) for latencies in (quiet[0], busy, quiet[1], quiet[2])]
        wanted = upper_edge(busy + slow, edges, share)
        check_all(answer, case, wanted, minutes, edges, share)


@pytest.mark.points(1)
@pytest.mark.advice(
    "A minute without operations has no percentile at all, so it cannot take part in a mean or in a comparison. It adds "
    "nothing to the counts of the hour, and the result must be the same with it and without."
)
def test_an_empty_minute_changes_nothing(answer, case, rng):
    edges = edges_of(rng)
    latencies = drawn(rng, 301, 0.3)
    while near_an_edge(column(latencies, edges), *SHARES):
        latencies = drawn(rng, 301, 0.3)
    minutes = [column(latencies, edges), *([0] * 6 for _ in range(rng.randint(2, 3)))]
    rng.shuffle(minutes)
    for share in SHARES:
        check_all(answer, case, upper_edge(latencies, edges, share), minutes, edges, share)


@pytest.mark.points(1)
@pytest.mark.advice(
    "Write down the counts of the whole hour, one number a row, and go up until you have counted enough."
)
def test_it_agrees_with_a_heat_map_of_the_hour(answer, case, rng):
    edges, hour = EDGES, until_sound(lambda: hours(rng), is_not_its_worst_minute)
    whole = [latency for latencies in hour for latency in latencies]
    minutes = [column(latencies, edges) for latencies in hour]
    for share in SHARES:
        check_all(answer, case, upper_edge(sorted(whole), edges, share), minutes, edges, share)
