"""Which requirements candidates meet, what each requirement costs, and which candidates are on the edge."""

from collections.abc import Iterable, Mapping, Sequence
from math import inf, isfinite
from typing import NamedTuple, TypeAlias

from models.sizing.pools.wants import Wants
from models.units import GB, MB, TiB, ms, us

Columns: TypeAlias = Mapping[str, Sequence[float]]
"""Numbers of candidates, by quantity."""
MORE = {
    "cost": False,
    "usable": True,
    "rate": True,
    "p99": False,
    "stream": True,
    "rate_resilvering": True,
    "p99_resilvering": False,
    "loss": False,
    "lost": False,
    "rack": False,
    "watts": False,
    "rebuild": False,
}
"""The quantities of a candidate, each with whether more of it is better."""
CALLED = {
    "cost": "cost",
    "usable": "usable",
    "rate": "requests a second",
    "p99": "p99",
    "stream": "stream",
    "rate_resilvering": "requests a second while it resilvers",
    "p99_resilvering": "p99 while it resilvers",
    "loss": "chance of loss",
    "lost": "share lost",
    "rack": "rack units",
    "watts": "power",
    "rebuild": "time to rebuild",
}


class Limit(NamedTuple):
    """A limit on a quantity."""

    name: str
    column: str
    wanted: float


SAYS = {
    "usable": ("usable",),
    "rate": ("rate", "p99", "rate_resilvering", "p99_resilvering"),
    "p99": ("p99", "p99_resilvering"),
    "stream": ("stream",),
    "while_resilvering": ("rate_resilvering", "p99_resilvering"),
    "loss": ("loss",),
    "budget": ("budget",),
    "rack": ("rack",),
    "watts": ("watts",),
}
"""The tests that a requirement stands for: who drops it drops these."""


def limits_of(wants: Wants) -> list[Limit]:
    """Return the limits that the requirements set, those that limit nothing left out.

    That the rate is served at all is a test of its own (p99 is not endless), so that the price of the
    p99 can be told from that of the rate."""
    asked = wants.asked
    found = [Limit("usable", "usable", wants.usable)]
    if asked.rate:
        found.append(Limit("rate", "p99", inf))
        if asked.p99 < inf:
            found.append(Limit("p99", "p99", asked.p99))
    if asked.stream:
        found.append(Limit("stream", "stream", asked.stream))
    if asked.rate and wants.while_resilvering:
        found.append(Limit("rate_resilvering", "p99_resilvering", inf))
        if asked.p99 < inf:
            found.append(Limit("p99_resilvering", "p99_resilvering", asked.p99))
    if wants.loss < 1:
        found.append(Limit("loss", "loss", wants.loss))
    limits = {"budget": "cost", "rack": "rack", "watts": "watts"}
    return [
        *found,
        *(
            Limit(name, column, getattr(wants, name))
            for name, column in limits.items()
            if getattr(wants, name) < inf
        ),
    ]


def passes(test: Limit, value: float) -> bool:
    """Return whether a value meets a limit."""
    if test.wanted == inf:
        return value < inf
    return value >= test.wanted if MORE[test.column] else value <= test.wanted


def missed(columns: Columns, limits: Sequence[Limit]) -> list[int]:
    """Return for each candidate the tests that it fails, as bits in their order."""
    found = [0] * len(columns["cost"])
    for number, test in enumerate(limits):
        bit = 1 << number
        for k, value in enumerate(columns[test.column]):
            if not passes(test, value):
                found[k] |= bit
    return found


def bits(limits: Sequence[Limit], requirement: str) -> int:
    """Return the bits of the tests that a requirement stands for; 0 if it sets no limit."""
    return sum(1 << k for k, test in enumerate(limits) if test.name in SAYS[requirement])


def cheapest(cost: Sequence[float], among: Iterable[int]) -> int | None:
    """Return the cheapest candidate of some, or None if there are none."""
    return min(among, key=lambda k: (cost[k], k), default=None)


class Price(NamedTuple):
    """What a requirement costs."""

    without: int | None  # the cheapest that meets all others; None: no candidate does
    saves: float | None  # dollars that it saves; None: none meets all


def prices(columns: Columns, limits: Sequence[Limit], misses: Sequence[int]) -> dict[str, Price]:
    """Return for each requirement that sets a limit what it costs: the cheapest candidate that meets all
    minus the cheapest that meets all but it."""
    cost = columns["cost"]
    best = cheapest(cost, (k for k, miss in enumerate(misses) if not miss))
    found = dict[str, Price]()
    for name in SAYS:
        dropped = bits(limits, name)
        if not dropped:
            continue
        without = cheapest(cost, (k for k, miss in enumerate(misses) if not miss & ~dropped))
        saves = None if best is None or without is None else cost[best] - cost[without]
        found[name] = Price(without, saves)
    return found


def edge(columns: Columns, quantity: str, among: Iterable[int]) -> list[int]:
    """Return those of some candidates that no other beats in cost and in a quantity, by cost: a cheaper
    or equally dear one is as good in the quantity. Of equals, the first."""
    sign = -1.0 if MORE[quantity] else 1.0
    values, cost = columns[quantity], columns["cost"]
    found, best = list[int](), inf
    for k in sorted(among, key=lambda k: (cost[k], sign * values[k], k)):
        if not found or sign * values[k] < best:  # the first may be endless
            best = sign * values[k]
            found.append(k)
    return found


def unbeaten(columns: Columns, quantities: Sequence[str], among: Iterable[int]) -> list[int]:
    """Return those of some candidates that no other beats: none is as good in all of the quantities and
    better in one. By cost."""
    signs = [-1.0 if MORE[name] else 1.0 for name in quantities]
    rows = {
        k: tuple(sign * columns[name][k] for sign, name in zip(signs, quantities, strict=True))
        for k in among
    }
    kept = list[tuple[tuple[float, ...], int]]()
    for k, row in sorted(rows.items(), key=lambda one: (one[1], one[0])):
        for place, (other, _) in enumerate(kept):
            if all(a <= b for a, b in zip(other, row, strict=True)) and other != row:
                kept.insert(0, kept.pop(place))  # it may beat the next one, too
                break
        else:
            kept.append((row, k))
    cost = columns["cost"]
    return sorted([k for _, k in kept], key=lambda k: (cost[k], k))


def miss_of(test: Limit, columns: Columns, wants: Wants, k: int) -> float:
    """Return how often a candidate's value would have to be multiplied, or divided, to meet a limit that it
    misses; 1 if it meets it, inf if there is no such number. Of an endless p99 it is how often the rate is
    what is served."""
    value = columns[test.column][k]
    if passes(test, value):
        return 1.0
    if value == inf:
        served = columns["rate" if test.column == "p99" else "rate_resilvering"][k]
        return wants.asked.rate / served if served else inf
    high, low = max(value, test.wanted), min(value, test.wanted)
    return high / low if low else inf


def worst(columns: Columns, limits: Sequence[Limit], wants: Wants, k: int) -> float:
    """Return the largest of a candidate's misses, as `miss_of`."""
    return max([miss_of(test, columns, wants, k) for test in limits], default=1.0)


def said(column: str, value: float) -> str:
    """Return a quantity as people write it."""
    if column == "cost":
        return f"${value:,.0f}"
    if column == "usable":
        return f"{value / TiB:,.1f} TiB"
    if column in ("p99", "p99_resilvering"):
        return time(value)
    if column in ("rate", "rate_resilvering"):
        return f"{value:,.0f}/s"
    if column == "stream":
        return f"{value / GB:,.2f} GB/s" if value >= GB else f"{value / MB:,.0f} MB/s"
    if column in ("loss", "lost"):
        return f"{value:.2g}"
    if column == "watts":
        return f"{value:,.0f} W"
    if column == "rack":
        return f"{value:.0f} U"
    return f"{value / 3600:,.1f} h" if isfinite(value) else "never"


def time(value: float) -> str:
    """Return a latency as people write it."""
    if value == inf:
        return "endless"
    if value >= 1:
        return f"{digits(value)} s"
    return f"{value / ms:.3g} ms" if value >= 1 * ms else f"{value / us:.3g} us"


def digits(value: float) -> str:
    """Return a number of three digits or more, without an exponent while it is below a million."""
    return f"{value:,.0f}" if 100 <= value < 1e6 else f"{value:.3g}"


def limit(test: Limit, rate: float) -> str:
    """Return what a test wants, in words."""
    if test.wanted == inf:
        return f"{rate:,.0f}/s served"
    return f"{said(test.column, test.wanted)} or {'more' if MORE[test.column] else 'less'}"


def miss_words(test: Limit, columns: Columns, wants: Wants, k: int) -> str:
    """Return in words by how much a candidate misses a limit."""
    name = {"budget": "budget"}.get(test.name, CALLED.get(test.name, test.name))
    times = miss_of(test, columns, wants, k)
    if test.wanted == inf:
        column = "rate" if test.column == "p99" else "rate_resilvering"
        got = f"{columns[column][k]:,.0f}/s within {time(wants.asked.p99)}"
        return f"{CALLED[column]}: it falls behind at {wants.asked.rate:,.0f}/s, and serves {got}"
    by = (
        f", {digits(times)} times"
        if 1.05 <= times < inf and isfinite(columns[test.column][k])
        else ""
    )
    if 1 < times < 1.05:
        by = f", {times - 1:.1%} off"
    return (
        f"{name}: {said(test.column, columns[test.column][k])} where {limit(test, 0)} is wanted{by}"
    )
