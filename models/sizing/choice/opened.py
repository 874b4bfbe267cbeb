"""Open one candidate of a purchase: its bill, its commands, its machine, and what that does.

What is answered is JSON, as a page shows it; endless numbers are null."""

from models.cli.held_against import held_against, untested
from models.commands import zpool
from models.commands.pool import Pool
from models.commands.text import in_braces
from models.lab.study import study_of
from models.machine.order import SERVER_TODAY, Order
from models.sizing.choice.assess import as_fast, risk_of
from models.sizing.choice.compare import held, neighbours
from models.sizing.choice.edge import Json, Judged, layout_words, number
from models.sizing.demand.order import order_of
from models.sizing.goods.goods import Part
from models.sizing.pools.build import DRAID
from models.sizing.speed.by_machine import by_machine


def opened(judged: Judged, i: int) -> Json:
    """Return a candidate at length. Raise ValueError for a number that no candidate has."""
    return bought(judged, i) | {
        "layout": layout_words(judged.builds[i]),
        "requirements": held(judged, i),
        "neighbours": neighbours(judged, i),
        "limit": judged.limits[i],
    }


def bought(judged: Judged, i: int) -> Json:
    """Return the parts of a candidate with their prices, its commands, and its study. Raise ValueError for a
    number that no candidate has."""
    judged.check(i)
    parts = judged.shop.parts
    return {
        "parts": [
            {
                "part": line.part,
                "count": line.number,
                "dollars": parts[line.part].dollars,
                "source": parts[line.part].url or parts[line.part].source,
                "date": parts[line.part].date,
                "ports": ports_of(parts[line.part]),
            }
            for line in judged.shop.lines(judged.builds[i])
        ],
        "commands": commands(judged, i),
        "lab": study_for(judged, i),
    }


def ports_of(part: Part) -> str:
    """Return the network ports of a part in words; "" if it has none."""
    if not part.ports:
        return ""
    rate = f" of {8 * part.port_rate / 1e9:g} Gbit/s" if part.port_rate else ""
    return f"{part.ports} port{'s' * (part.ports > 1)}{rate}"


def refined(judged: Judged, i: int) -> Json:
    """Return what a candidate's machine does, and its rank among those that ran, by the rate of the
    machine, and by that of the closed form. Raise ValueError for a number that no candidate has."""
    judged.check(i)
    build = judged.builds[i]
    key = as_fast(build, judged.shop)
    alike = [k for k in judged.ran if as_fast(judged.builds[k], judged.shop) == key]
    if alike:
        judged.ran[i] = judged.ran[alike[0]]
    else:
        drives, heads = judged.shop.goods.drives, judged.shop.goods.heads()
        now = by_machine(build, drives, judged.wants, heads)
        then = now
        if judged.wants.while_resilvering:
            then = by_machine(build, drives, judged.wants, heads, resilvering=True)
        judged.ran[i] = {
            "rate": now.rate,
            "p99": number(now.p99),
            "stream": now.stream,
            "rate_resilvering": then.rate,
            "p99_resilvering": number(then.p99),
        }
    closed, ran = judged.columns["rate"], {k: one["rate"] for k, one in judged.ran.items()}
    return judged.ran[i] | {
        "rank": 1 + sum(rate > ran[i] for rate in ran.values()),
        "rank_closed": 1 + sum(closed[k] > closed[i] for k in ran),
    }


def loss_interval(judged: Judged, i: int) -> tuple[float, float]:
    """Return the chance of loss of a candidate at both ends of the interval of the failure rates."""
    took, holds = judged.columns["rebuild"][i], judged.columns["usable"][i]
    low, high = (
        risk_of(judged.builds[i], judged.shop, judged.wants, took, holds, bound).loss + 0.0
        for bound in ("low", "high")
    )
    return low, high  # 0.0 was added, so that neither is -0


def evidence(judged: Judged, i: int) -> list[str]:
    """Return how near the machine was to published measurements of such a machine and load, and what
    it was never held against."""
    seen = study_of(study_for(judged, i))
    order = seen.machines["a"]
    held = [
        f"{kind}, beside published measurements: {words}"
        for kind, words in held_against(order, seen.loads).items()
    ]
    none = "nobody's measurement was found to check this"
    return [*held, *(f"{kind}: {none}" for kind in untested(order, seen.loads))]


def order_for(judged: Judged, i: int) -> Order:
    """Return the machine of a candidate."""
    return order_of(
        judged.builds[i], judged.shop.goods.drives, judged.wants, judged.shop.goods.heads()
    )


def commands(judged: Judged, i: int) -> list[str]:
    """Return the commands that make a candidate's pool."""
    order, build = order_for(judged, i), judged.builds[i]
    found = [line for line in zpool.create(order, SERVER_TODAY).splitlines() if line[:1] != "#"]
    if build.spares and not build.layout.startswith(DRAID):
        pool = Pool.of(order)
        kind = "disk" if judged.shop.parts[build.disk].kind == "disk" else order.pool.disks.ssd.kind
        names = [pool.new(kind) for _ in range(build.spares)]
        found.append(f"zpool add tank spare {in_braces(names)}")
    return found


def study_for(judged: Judged, i: int) -> Json:
    """Return a candidate's machine and its load as a study of the lab."""
    order, asked, build = order_for(judged, i), judged.wants.asked, judged.builds[i]
    name = build.head
    if build.spares and not build.layout.startswith(DRAID):
        name += f", without its spare{'s' * (build.spares > 1)}"  # which no machine has
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
        "a": {"machine": "server-today", "name": name, "settings": settings},
        "loads": [{"load": "nfs", "name": "Clients", "settings": load}],
        "events": [],
        "seconds": 60,
        "seed": 1,
    }


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
