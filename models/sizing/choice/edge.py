"""Judge all candidates of a purchase: what they meet, and which of them no cheaper one beats."""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from math import isfinite
from types import MappingProxyType
from typing import Any, TypeAlias

from models.sizing.choice.assess import Numbers
from models.sizing.choice.candidates import Candidates, largest
from models.sizing.choice.met import (
    MORE,
    SAYS,
    Price,
    bits,
    edge,
    limits_of,
    miss_words,
    missed,
    prices,
    said,
    worst,
)
from models.sizing.goods.cost import Shop
from models.sizing.goods.goods import refusals
from models.sizing.pools.build import DRAID, Build
from models.sizing.pools.wants import Wants

Json: TypeAlias = dict[str, Any]
Assess: TypeAlias = Callable[[Build, Shop, Wants], Numbers]
COMPARED = ("usable", "rate", "p99", "stream", "rate_resilvering", "loss", "rack", "watts")
"""The quantities that cost is weighed against."""
STEP = 1.25
"""How much better a candidate must be than cheaper ones to be listed, in one quantity."""


class Judged:
    """All candidates of a purchase with their numbers: what they meet, which are on the edge, and why."""

    def __init__(
        self, among: Candidates, assess: Assess, usual: Mapping[str, str] = MappingProxyType({})
    ):
        """usual: requirements that nobody asked for, with their usual values in words."""
        self.wants, self.shop, self.builds = among.wants, among.shop, among.builds
        found = [assess(build, self.shop, self.wants) for build in self.builds]
        *numbers, limits = zip(*found, strict=True) if found else [()] * len(Numbers._fields)
        self.columns = dict(zip(MORE, map(list, numbers), strict=True))
        self.usual = usual
        self.limits = list(limits)  # the part that is fullest, by candidate
        self.tests = limits_of(self.wants)
        self.missed = missed(self.columns, self.tests)
        self.ran = dict[int, Json]()

    @cached_property
    def meeting(self) -> list[int]:
        """Return the candidates that meet all requirements, or all candidates if none does."""
        found = [k for k, miss in enumerate(self.missed) if not miss]
        return found or [*range(len(self.builds))]

    @cached_property
    def edges(self) -> dict[str, list[int]]:
        """Return the candidates that no other beats in cost and in a quantity, by quantity."""
        return {name: edge(self.columns, name, self.meeting) for name in COMPARED}

    @cached_property
    def edge(self) -> list[int]:
        """Return the candidates on the edge of cost against any quantity, by cost."""
        cost = self.columns["cost"]
        found = {k for each in self.edges.values() for k in each}
        return sorted(found, key=lambda k: (cost[k], k))

    @cached_property
    def steps(self) -> list[int]:
        """Return those of the edge, by cost, that are in a quantity a STEP better than all before."""
        best, found = dict[str, float](), list[int]()
        for k in self.edge:
            gains = [name for name in COMPARED if gain(name, self.columns[name][k], best.get(name))]
            if gains:
                found.append(k)
                for name in COMPARED:
                    value = self.columns[name][k]
                    pick = max if MORE[name] else min
                    best[name] = pick(best.get(name, value), value)
        return found

    @cached_property
    def prices(self) -> dict[str, Price]:
        """Return what each requirement costs."""
        return prices(self.columns, self.tests, self.missed)

    @property
    def met(self) -> int:
        """Return how many candidates meet all requirements."""
        return self.missed.count(0)

    def nearest(self, among: Sequence[int]) -> int:
        """Return the candidate whose worst miss is the least, of those the cheapest."""
        cost = self.columns["cost"]
        return min(
            among, key=lambda k: (worst(self.columns, self.tests, self.wants, k), cost[k], k)
        )

    def misses(self, k: int) -> list[str]:
        """Return in words what a candidate misses, and by how much."""
        return [
            miss_words(test, self.columns, self.wants, k)
            for number, test in enumerate(self.tests)
            if self.missed[k] >> number & 1
        ]

    @cached_property
    def verdict(self) -> str:
        """Return in a sentence or two how many candidates meet all, and what decides."""
        many = len(self.builds)
        if not many:
            return none_holds(self.shop, self.wants)
        cost = self.columns["cost"]
        if self.met:
            best = min(cost[k] for k in self.meeting)
            text = f"{self.met:,} of {many:,} candidates meet all; they cost {said('cost', best)} or more."
            dear = [(price.saves, name) for name, price in self.prices.items() if price.saves]
            if dear:
                saves, name = max(dear)
                without = best - saves
                usual = (
                    f" (not asked for: the usual {self.usual[name]})" if name in self.usual else ""
                )
                text += (
                    f" The dearest requirement is {name}{usual}: without it {said('cost', without)}, so that it "
                    f"costs {saves / without:.0%}."
                )
            return text
        single = list[tuple[float, str, int, int]]()
        for name in SAYS:
            mask = bits(self.tests, name)
            only = [k for k, miss in enumerate(self.missed) if mask and not miss & ~mask]
            if only:
                k = self.nearest(only)
                off = worst(self.columns, self.tests, self.wants, k)
                single.append((off, name, k, len(only)))
        if single:
            _, name, k, count = min(single)
            others = [other for _, other, _, _ in sorted(single)[1:]]
            also = f" So would giving up {' or '.join(others)}." if others else ""
            return (
                f"None of {many:,} candidates meets all: {name} leaves none. Without it {count:,} "
                f"would do; the nearest misses {'; '.join(self.misses(k))}.{also}"
            )
        k = self.nearest(range(many))
        return (
            f"None of {many:,} candidates meets all, nor all but one. The nearest misses "
            f"{'; '.join(self.misses(k))}."
        )

    def check(self, i: object, name: str = "index") -> None:
        """Raise ValueError for a number that no candidate has. name: what the number is called."""
        last = len(self.builds) - 1
        if isinstance(i, bool) or not isinstance(i, int) or not 0 <= i <= last:
            raise ValueError(f"{name} must be a whole number, 0 to {last}, got {i!r:.40}")

    def json(self) -> Json:
        """Return all candidates, their numbers, the edge, and what each requirement costs."""
        return {
            "columns": {
                name: [number(value) for value in column] for name, column in self.columns.items()
            },
            "builds": [list(build) for build in self.builds],
            "edge": self.edge,
            "costs": {
                name: {"without": price.without, "saves": price.saves}
                for name, price in self.prices.items()
                if price.without is not None and price.saves is not None
            },
            "verdict": self.verdict,
            "refused": refusals(self.shop.goods.refused),
        }


def none_holds(shop: Shop, wants: Wants) -> str:
    """Return in a sentence that there is no candidate, and what the largest pool holds."""
    most = largest(shop, wants)
    if not most:
        return "Nothing can be built: no head has places for two drives that are sold, nor shelves and cards for them."
    held = said("usable", wants.usable)
    return f"Nothing that is sold holds {held}: the largest pool holds {said('usable', most)}."


def gain(name: str, value: float, best: float | None) -> bool:
    """Return whether a value is a STEP better than the best before it, or the first."""
    if best is None:
        return True
    good, other = (value, best) if MORE[name] else (best, value)
    return good > other * STEP if isfinite(good) else isfinite(other)


def number(value: float) -> float | None:
    """Return a number, or None for one without an end."""
    return value if isfinite(value) else None


def layout_words(build: Build) -> str:
    """Return the layout of a candidate in a few words."""
    if build.layout.startswith(DRAID):
        one = f"{build.layout}:{build.data}d:{build.width}c:{build.spares}s"
        text = f"{build.vdevs} x {one}"
    else:
        text = f"{build.vdevs} x {build.layout} of {build.width}"
        if build.spares:
            text += f", {build.spares} spare{'s' * (build.spares > 1)}"
    return f"{text}, {build.disk}"
