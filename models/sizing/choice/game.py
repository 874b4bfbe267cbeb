"""A game: meet a target at the lowest cost."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from math import ceil, fsum
from typing import Any

from models.cli.typed import shown_in
from models.cli.whole_machine import by_path
from models.lab.limit import figures
from models.lab.run import Sample
from models.lab.study import study_of, typed
from models.machine.order import ORDERS, Order
from models.machine.order.names import PATHS
from models.sizing.goods.goods import Part, goods
from models.units import GiB

SOLD_AS = {
    "board": "Supermicro X10SDV-8C-TLN4F+",
    "power supply": "Corsair HX650",
    "GiB of memory": "4 × 32 GiB of ECC",
    "card of 8 ports": "LSI SAS 9211-8i",
    "disk of 22 TB": "Seagate IronWolf Pro 22 TB",
    "NVMe SSD": "Samsung 990 PRO 1 TB",
}
"""What the game sells, each by the part of the price list that it is."""
PRICES: dict[str, Part] = {what: goods().parts[part] for what, part in SOLD_AS.items()}
"""Prices that were published, by what they buy."""
SOURCES = {one.source: one.url for one in PRICES.values()}
"""Where these prices were published."""
PORTS, CORES, NETWORK = 8, 8, 2.5e9
"""Disks of a card; cores and bytes a second of the board's network."""
SOLD = PRICES["disk of 22 TB"].capacity
"""Capacity (bytes) of the disk that has a price."""
BEGIN = 1.0
"""Time (s) from which a level's machine is judged: the page shows its five seconds from there, too."""


def bill(order: Order) -> dict[str, float]:
    """Return how many of each thing in PRICES a machine needs. Raise ValueError for a part whose price
    is not known."""
    pool, log, head = order.pool, order.log, order.head
    if pool.disks.kind != "disk":
        raise ValueError(f"pool.disks.kind must be disk, which has a price, got {pool.disks.kind}")
    if log.devices and log.device.kind != "nvme-consumer":
        raise ValueError(
            f"log.device.kind must be nvme-consumer, which has a price, got {log.device.kind}"
        )
    if order.drive.capacity != SOLD:
        raise ValueError(
            f"pool.disks.capacity must be {SOLD / 1e12:g}TB, which has a price, got "
            f"{order.drive.capacity / 1e12:g}TB"
        )
    if head.cores > CORES or order.network.ports * order.network.port_rate > NETWORK:
        raise ValueError(
            f"head.cores must be {CORES} or fewer, and the network 2 ports of 10 Gbit/s or less, as on "
            f"the board that has a price, got {head.cores} cores and {order.network.ports} ports"
        )
    for name, count in (
        ("pool.special", pool.special.devices),
        ("cache.flash", order.cache.flash.devices),
    ):
        if count:
            raise ValueError(f"{name}.devices must be 0: it has no price, got {count}")
    return {
        "board": 1,
        "power supply": 1,
        "GiB of memory": head.memory / GiB,
        "card of 8 ports": ceil(pool.count / PORTS),
        "disk of 22 TB": pool.count,
        "NVMe SSD": log.devices,
    }


def price(what: str) -> float:
    """Return the price (US dollars) of one of PRICES; of memory, that of a GiB."""
    part = PRICES[what]
    return part.dollars / (part.memory / GiB if part.kind == "memory" else 1)


def cost(order: Order) -> float:
    """Return what a machine costs (US dollars). Raise ValueError for a part whose price is not known."""
    return fsum([price(name) * count for name, count in bill(order).items()])


def met(target: Mapping[str, float], samples: Sequence[Sample]) -> bool:
    """Return whether a load answers at a rate (1/s) or more, with a p99 (s) or less, from BEGIN on.

    target: {"load": its number, "rate": ..., "p99": ...}."""
    found = figures(samples, int(target["load"]), BEGIN, samples[-1]["to"])
    return found.rate >= target["rate"] and found.p99 <= target["p99"]


def bought(level: Mapping[str, Any], settings: Mapping[str, object]) -> dict[str, Any]:
    """Return a level's study with other settings of its machine."""
    a = level["start"]["a"]
    return {**level["start"], "a": {**a, "settings": {**a["settings"], **settings}}}


def meets(level: Mapping[str, Any], settings: Mapping[str, object]) -> bool:
    """Return whether a level's machine with other settings meets its target."""
    study = study_of(bought(level, settings))
    return met(level["target"], list(study.watched("a")))


def offers(level: Mapping[str, Any]) -> Iterator[dict[str, object]]:
    """Yield every combination of a level's choices: {"choices": {setting: its possible values}}."""
    choices = level["choices"]
    for values in product(*choices.values()):
        yield dict(zip(choices, values, strict=True))


def par(level: Mapping[str, Any]) -> dict[str, Any]:
    """Return the lowest cost (US dollars) at which a level's target is met, the settings that meet it,
    and how many of how many combinations were tried: {"par", "settings", "tried", "of"}.

    The cheapest are tried first, and each that is cheaper than par was tried. Raise ValueError if none
    meets the target."""
    priced = [(cost(study_of(bought(level, one)).machines["a"]), one) for one in offers(level)]
    for tried, (dollars, one) in enumerate(sorted(priced, key=lambda offer: offer[0]), 1):
        if meets(level, one):
            return {"par": round(dollars, 2), "settings": one, "tried": tried, "of": len(priced)}
    raise ValueError(
        f"target must be one that a machine of the choices meets, got {level['target']}"
    )


def sold(path: str, values: Sequence[object]) -> str:
    """Return the values of a setting that a level sells, as they are typed."""
    return ", ".join([shown_in(value, PATHS[path].unit) for value in values])


def unfair(level: Mapping[str, Any], contents: Mapping[str, Any], side: str) -> str:
    """Return in a sentence what a study has that its level does not sell, or "". side: a or b."""
    start, study = study_of(level["start"]), study_of(contents)
    if (study.loads, study.events, study.seconds) != (start.loads, [], start.seconds):
        return "The loads and events must be the level's."
    machine, choices = level["start"]["a"]["machine"], level["choices"]
    own = dict[str, str]()
    for name in ("a", "b")[: 1 + (side == "b")]:
        if contents[name].get("machine", machine) != machine:
            return "The machine must be the level's."
        settings = typed(name, contents[name].get("settings", {}))
        own |= by_path(settings, None, ORDERS[machine])
    fair = study_of(bought(level, {name: own[name] for name in choices if name in own}))
    order = study.machines[side]
    for path in PATHS:
        value = order.value(path)
        if path in choices and value not in choices[path]:
            return f"{path} must be one of {sold(path, choices[path])} in this level."
        if value != fair.machines["a"].value(path):
            return f"{path} must stay as it is in this level."
    return ""
