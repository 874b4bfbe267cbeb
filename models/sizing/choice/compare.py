"""Compare two candidates, and a candidate with what is wanted."""

from math import inf, isfinite
from operator import attrgetter

from models.sizing.choice.edge import COMPARED, Json, Judged, number
from models.sizing.choice.met import CALLED, MORE, Limit, cheapest, miss_words, passes, said
from models.sizing.pools.build import Build

ALIKE = 0.02
"""Share by which two numbers may differ and count as the same in a comparison."""
NEIGHBOURS = 6
THINGS = (
    ("layout", "vdevs", "width", "data", "spares"),
    ("disk",),
    ("log", "logs"),
    ("special", "specials"),
    ("flash", "flashes"),
    ("head", "memory"),
)
"""What neighbours differ in: one of these."""
RESTS = [attrgetter(*(one for one in Build._fields if one not in thing)) for thing in THINGS]
"""For each of THINGS, what is the same in neighbours."""


def against(judged: Judged, i: int, j: int) -> str:
    """Return why not candidate j instead of i: what it misses, what it costs more, and for what."""
    cost = judged.columns["cost"]
    more = cost[j] - cost[i]
    share = abs(more) / cost[i] if cost[i] else 0.0
    text = f"costs {said('cost', abs(more))} {'more' if more > 0 else 'less'} ({share:.0%})"
    if abs(more) < 0.5:
        text = "costs the same"
    if misses := [
        miss_words(test, judged.columns, judged.wants, j)
        for number, test in enumerate(judged.tests)
        if (judged.missed[j] & ~judged.missed[i]) >> number & 1
    ]:
        return f"{text}, but misses {'; '.join(misses)}"
    better, worse = list[str](), list[str]()
    for name in COMPARED:
        mine, other = judged.columns[name][i], judged.columns[name][j]
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


def neighbours(judged: Judged, i: int) -> list[Json]:
    """Return candidates near one, each with why not: the next on the edge, the cheapest that meets all,
    and the nearest in cost that differ in one thing."""
    cost, found = judged.columns["cost"], dict[int, None]()
    best = cheapest(cost, judged.meeting)
    near = [k for k in judged.edge if k != i]
    below = [k for k in near if cost[k] <= cost[i]]
    above = [k for k in near if cost[k] > cost[i]]
    for k in (below[-1:], above[:1], [] if best is None else [best]):
        found |= dict.fromkeys(k)
    for rest in RESTS:
        own = rest(judged.builds[i])
        alike = [k for k, other in enumerate(judged.builds) if rest(other) == own and k != i]
        if alike:
            found[min(alike, key=lambda k: (judged.missed[k] != 0, abs(cost[k] - cost[i]), k))] = (
                None
            )
    found.pop(i, None)
    return [{"index": k, "why": against(judged, i, k)} for k in [*found][:NEIGHBOURS]]


def held(judged: Judged, i: int) -> list[Json]:
    """Return each requirement with what is wanted and found. by: how far it is above or below what is
    wanted, as a share of it."""
    found = list[Json]()
    for test in judged.tests:
        met = passes(test, judged.columns[test.column][i])
        if test.wanted == inf:
            column = "rate" if test.column == "p99" else "rate_resilvering"
            test = Limit(test.name, column, judged.wants.asked.rate)
        value = judged.columns[test.column][i]
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
