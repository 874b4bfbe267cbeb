"""Judge all candidates of a purchase, open one of them, and let its machine say what the closed form says.

What is asked and answered is JSON, as a page sends and shows it; endless numbers are null. `Judged` is the
same for a command."""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from math import inf, isfinite
from typing import Any, NamedTuple, TypeAlias

from models.cli.held_against import held_against, untested
from models.commands import zpool
from models.commands.pool import Pool
from models.commands.text import in_braces
from models.lab.study import study_of
from models.machine.order import SERVER_TODAY, Order
from models.sizing.choice.assess import Numbers, assess, risk_of
from models.sizing.choice.candidates import candidates, largest
from models.sizing.choice.met import (
    CALLED,
    MORE,
    SAYS,
    Limit,
    Price,
    bits,
    cheapest,
    edge,
    limits_of,
    miss_words,
    missed,
    prices,
    said,
    worst,
)
from models.sizing.choice.requirements import wants_of
from models.sizing.goods.cost import Shop
from models.sizing.goods.goods import FILES, Goods, goods, goods_of, refusals
from models.sizing.pools.build import DRAID, Build
from models.sizing.pools.wants import Wants
from models.sizing.speed.by_machine import by_machine
from models.sizing.speed.order import order_of

Json: TypeAlias = dict[str, Any]
Assess: TypeAlias = Callable[[Build, Shop, Wants], Numbers]
COMPARED = ("usable", "rate", "p99", "stream", "rate_resilvering", "loss", "rack", "watts")
"""The quantities that cost is weighed against."""
ALIKE = 0.02
"""Share by which two numbers may differ and count as the same in a comparison."""
STEP = 1.25
"""How much better a candidate must be than cheaper ones to be listed, in one quantity."""
NEIGHBOURS = 6


class Judged:
    """All candidates of a purchase with their numbers: what they meet, which are on the edge, and why."""

    def __init__(self, wants: Wants, sold: Goods, assess: Assess):
        self.wants, self.shop = wants, Shop(sold, wants.years)
        self.builds = candidates(self.shop, wants)
        found = [assess(build, self.shop, wants) for build in self.builds]
        *numbers, limits = zip(*found, strict=True) if found else [()] * len(Numbers._fields)
        self.columns = dict(zip(MORE, map(list, numbers), strict=True))
        self.limits = list(limits)  # the part that is fullest, by candidate
        self.tests = limits_of(wants)
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
            most = largest(self.shop, self.wants)
            return (
                f"Nothing that is sold holds {said('usable', self.wants.usable)}: the largest pool holds "
                f"{said('usable', most)}."
            )
        cost = self.columns["cost"]
        if self.met:
            best = min(cost[k] for k in self.meeting)
            text = f"{self.met:,} of {many:,} candidates meet all; they cost {said('cost', best)} or more."
            dear = [(price.saves, name) for name, price in self.prices.items() if price.saves]
            if dear:
                saves, name = max(dear)
                without = best - saves
                text += (
                    f" The dearest requirement is {name}: without it {said('cost', without)}, so that it "
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
                f"None of {many:,} candidates meets all: {name} costs the last one. Without it {count:,} "
                f"would do; the nearest misses {'; '.join(self.misses(k))}.{also}"
            )
        k = self.nearest(range(many))
        return (
            f"None of {many:,} candidates meets all, nor all but one. The nearest misses "
            f"{'; '.join(self.misses(k))}."
        )

    def against(self, i: int, j: int) -> str:
        """Return why not candidate j instead of i: what it misses, what it costs more, and for what."""
        cost = self.columns["cost"]
        more = cost[j] - cost[i]
        share = abs(more) / cost[i] if cost[i] else 0.0
        text = f"costs {said('cost', abs(more))} {'more' if more > 0 else 'less'} ({share:.0%})"
        if abs(more) < 0.5:
            text = "costs the same"
        if misses := [
            miss_words(test, self.columns, self.wants, j)
            for number, test in enumerate(self.tests)
            if (self.missed[j] & ~self.missed[i]) >> number & 1
        ]:
            return f"{text}, but misses {'; '.join(misses)}"
        better, worse = list[str](), list[str]()
        for name in COMPARED:
            mine, other = self.columns[name][i], self.columns[name][j]
            if mine == other or (
                min(mine, other) > 0 and max(mine, other) / min(mine, other) < 1 + ALIKE
            ):
                continue
            words = f"{CALLED[name]} {said(name, other)} for {said(name, mine)}"
            (better if (other > mine) == MORE[name] else worse).append(words)
        parts = [
            f"better: {', '.join(better)}" if better else "",
            f"worse: {', '.join(worse)}" if worse else "",
        ]
        if more > 0 and not better:
            return f"{text} and is better in nothing" + (f"; {parts[1]}" if worse else "")
        return f"{text}{'; ' * any(parts)}{'; '.join(filter(None, parts))}"

    def neighbours(self, i: int) -> list[Json]:
        """Return candidates near one, each with why not: the next on the edge, the cheapest that meets all,
        and the nearest in cost that differ in one thing."""
        cost, found = self.columns["cost"], dict[int, None]()
        best = cheapest(cost, self.meeting)
        near = [k for k in self.edge if k != i]
        below = [k for k in near if cost[k] <= cost[i]]
        above = [k for k in near if cost[k] > cost[i]]
        for k in (below[-1:], above[:1], [] if best is None else [best]):
            found |= dict.fromkeys(k)
        build = self.builds[i]
        for fields in (
            ("layout", "vdevs", "width", "data", "spares"),
            ("disk",),
            ("log", "logs"),
            ("special", "specials"),
            ("flash", "flashes"),
            ("head", "memory"),
        ):
            own = build._replace(**dict.fromkeys(fields, None))  # type: ignore[arg-type]
            alike = [
                k
                for k, other in enumerate(self.builds)
                if k != i and other._replace(**dict.fromkeys(fields, None)) == own  # type: ignore[arg-type]
            ]
            if alike:
                found[
                    min(alike, key=lambda k: (self.missed[k] != 0, abs(cost[k] - cost[i]), k))
                ] = None
        found.pop(i, None)
        return [{"index": k, "why": self.against(i, k)} for k in [*found][:NEIGHBOURS]]

    def held(self, i: int) -> list[Json]:
        """Return each requirement with what is wanted and found. by: how far it is above or below what is
        wanted, as a share of it."""
        found = list[Json]()
        for test in self.tests:
            if test.wanted == inf:
                column = "rate" if test.column == "p99" else "rate_resilvering"
                test = Limit(test.name, column, self.wants.asked.rate)
                value = self.columns[column][i]
                met = self.columns["p99" if column == "rate" else "p99_resilvering"][i] < inf
            else:
                value = self.columns[test.column][i]
                met = value >= test.wanted if MORE[test.column] else value <= test.wanted
            by = value / test.wanted - 1 if test.wanted and isfinite(value) else None
            found.append(
                {
                    "name": test.name,
                    "wanted": test.wanted,
                    "found": number(value),
                    "met": met,
                    "by": by,
                }
            )
        return found

    def loss_interval(self, i: int) -> tuple[float, float]:
        """Return the chance of loss of a candidate at both ends of the interval of the failure rates."""
        took, holds = self.columns["rebuild"][i], self.columns["usable"][i]
        low, high = (
            risk_of(self.builds[i], self.shop, self.wants, took, holds, bound).loss + 0.0
            for bound in ("low", "high")
        )
        return low, high  # 0.0 was added, so that neither is -0

    def evidence(self, i: int) -> list[str]:
        """Return how near the machine was to published measurements of such a machine and load, and what
        it was never held against."""
        study = study_of(self.study(i))
        order = study.machines["a"]
        held = [f"{kind}: {words}" for kind, words in held_against(order, study.loads).items()]
        return [*held, *(f"{kind}: untested" for kind in untested(order, study.loads))]

    def order(self, i: int) -> Order:
        """Return the machine of a candidate."""
        return order_of(self.builds[i], self.shop.goods.drives, self.wants, self.shop.goods.heads())

    def commands(self, i: int) -> list[str]:
        """Return the commands that create a candidate's pool."""
        order, build = self.order(i), self.builds[i]
        found = [line for line in zpool.create(order, SERVER_TODAY).splitlines() if line[:1] != "#"]
        if build.spares and not build.layout.startswith(DRAID):
            pool = Pool.of(order)
            kind = (
                "disk" if self.shop.parts[build.disk].kind == "disk" else order.pool.disks.ssd.kind
            )
            names = [pool.new(kind) for _ in range(build.spares)]
            found.append(f"zpool add tank spare {in_braces(names)}")
        return found

    def study(self, i: int) -> Json:
        """Return a candidate's machine and its load as a study of the lab."""
        order, asked = self.order(i), self.wants.asked
        settings = {
            path: text_of(value)
            for path, value in order.settings.items()
            if value != SERVER_TODAY.value(path)
        }
        load = {
            "rate": text_of(asked.rate),
            "size": text_of(asked.size),
            "reads": text_of(asked.reads),
            "stable": "2" if asked.sync else "0",
        }
        return {
            "a": {"machine": "server-today", "settings": settings},
            "loads": [{"load": "nfs", "name": "Clients", "settings": load}],
            "events": [],
            "seconds": 60,
            "seed": 1,
        }

    def opened(self, i: int) -> Json:
        """Return a candidate at length. Raise ValueError for a number that no candidate has."""
        self.check(i)
        parts = self.shop.parts
        lines = self.shop.lines(self.builds[i])
        return {
            "layout": layout_words(self.builds[i]),
            "parts": [
                {
                    "part": line.part,
                    "count": line.number,
                    "dollars": parts[line.part].dollars,
                    "source": parts[line.part].url or parts[line.part].source,
                    "date": parts[line.part].date,
                }
                for line in lines
            ],
            "commands": self.commands(i),
            "requirements": self.held(i),
            "neighbours": self.neighbours(i),
            "limit": self.limits[i],
            "lab": self.study(i),
        }

    def refined(self, i: int) -> Json:
        """Return what a candidate's machine does, and its rank among those that ran, by the rate of the
        machine, and by that of the closed form. Raise ValueError for a number that no candidate has."""
        self.check(i)
        if i not in self.ran:
            drives, heads = self.shop.goods.drives, self.shop.goods.heads()
            build = self.builds[i]
            now = by_machine(build, drives, self.wants, heads)
            then = now
            if self.wants.while_resilvering:
                then = by_machine(build, drives, self.wants, heads, resilvering=True)
            self.ran[i] = {
                "rate": now.rate,
                "p99": number(now.p99),
                "stream": now.stream,
                "rate_resilvering": then.rate,
                "p99_resilvering": number(then.p99),
            }
        closed, ran = self.columns["rate"], {k: one["rate"] for k, one in self.ran.items()}
        return self.ran[i] | {
            "rank": 1 + sum(rate > ran[i] for rate in ran.values()),
            "rank_closed": 1 + sum(closed[k] > closed[i] for k in ran),
        }

    def check(self, i: object) -> None:
        """Raise ValueError for a number that no candidate has."""
        last = len(self.builds) - 1
        if isinstance(i, bool) or not isinstance(i, int) or not 0 <= i <= last:
            raise ValueError(f"index must be a whole number, 0 to {last}, got {i!r:.40}")

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


def gain(name: str, value: float, best: float | None) -> bool:
    """Return whether a value is a STEP better than the best before it, or the first."""
    if best is None:
        return True
    good, other = (value, best) if MORE[name] else (best, value)
    return good > other * STEP if isfinite(good) else isfinite(other)


def number(value: float) -> float | None:
    """Return a number, or None for one without an end."""
    return value if isfinite(value) else None


def text_of(value: object) -> str:
    """Return a setting as it is typed, with all its digits."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None:
        return "none"
    if isinstance(value, float) and value == int(value):
        return f"{int(value)}"
    if isinstance(value, tuple):
        return "/".join([f"{each!r}" for each in value])
    return f"{value}"


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


class Last(NamedTuple):
    """The last judgement of a page."""

    judged: list[Judged]


LAST = Last([])


def judge(asked: Mapping[str, Any]) -> Json:
    """Judge all candidates of a purchase. asked: {"wants": as `wants_of` reads, "goods": {"prices": CSV,
    "drives": CSV, ...}}, where a table that is not given is the book's. Raise ValueError, in one line."""
    tables = asked.get("goods") or {}
    for name, text in tables.items():
        if name not in FILES or not isinstance(text, str):
            raise ValueError(f"goods must be CSV by {', '.join(FILES)}, got {name!r:.40}")
    sold = goods_of(**{name: tables[name] for name in tables}) if any(tables.values()) else goods()
    LAST.judged[:] = [Judged(wants_of(asked.get("wants") or {}), sold, assess)]
    return LAST.judged[0].json()


def last() -> Judged:
    """Return the last judgement. Raise ValueError if there is none."""
    if not LAST.judged:
        raise ValueError("candidates must be judged before one is opened, got none")
    return LAST.judged[0]


def opened(i: int) -> Json:
    """Return a candidate of the last judgement at length. Raise ValueError if there is none."""
    return last().opened(i)


def refined(i: int) -> Json:
    """Return what the machine of a candidate of the last judgement does. Raise ValueError if there is
    none."""
    return last().refined(i)
