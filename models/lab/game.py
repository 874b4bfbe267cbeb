"""A game: meet a target at the lowest cost."""

from collections.abc import Mapping, Sequence
from itertools import product
from math import ceil
from typing import Any

from models.lab.limit import figures
from models.lab.run import Sample
from models.lab.study import study_of
from models.machine.order import Order
from models.units import GiB

PRICES = {
    "board": 820.0,
    "power supply": 110.0,
    "memory, GiB": 1336 / 128,
    "card of 8 ports": 238.0,
    "disk of 22 TB": 410.0,
    "nvme-consumer": 110.0,
}
"""Prices (US dollars) that buyers published. Board with 8 cores and two ports of 10 Gbit/s, memory (2019), card and
power supply (2014): Cunnie, A High-performing Mid-range NAS Server, part 3, 2019. Disk (IronWolf Pro, $18.636 a TB)
and NVMe SSD (990 PRO of 1 TB), September 2024: Vicfred, storage_price.md."""
PORTS, CORES, NETWORK = 8, 8, 2.5e9
"""Disks of a card; cores and bytes a second of the board's network."""


def cost(order: Order) -> float:
    """Return what a machine costs (US dollars). Raise ValueError for a part whose price is not known."""
    pool, log, head = order.pool, order.log, order.head
    if pool.disks.kind != "disk":
        raise ValueError(f"pool.disks.kind must be disk, which has a price, got {pool.disks.kind}")
    if log.devices and log.device.kind not in PRICES:
        raise ValueError(
            f"log.device.kind must be nvme-consumer, which has a price, got {log.device.kind}"
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
    return (
        PRICES["board"]
        + PRICES["power supply"]
        + PRICES["memory, GiB"] * head.memory / GiB
        + PRICES["card of 8 ports"] * ceil(pool.count / PORTS)
        + PRICES["disk of 22 TB"] * pool.count
        + PRICES["nvme-consumer"] * log.devices
    )


def met(target: Mapping[str, float], samples: Sequence[Sample]) -> bool:
    """Return whether a load answers at a rate (1/s) or more, with a p99 (s) or less.

    target: {"load": its number, "rate": ..., "p99": ...}. The first second is not counted."""
    found = figures(samples, int(target["load"]), 1.0, samples[-1]["to"])
    return found.rate >= target["rate"] and found.p99 <= target["p99"]


def bought(level: Mapping[str, Any], settings: Mapping[str, object]) -> dict[str, Any]:
    """Return a level's study with other settings of its machine."""
    a = level["start"]["a"]
    return {**level["start"], "a": {**a, "settings": {**a["settings"], **settings}}}


def meets(level: Mapping[str, Any], settings: Mapping[str, object]) -> bool:
    """Return whether a level's machine with other settings meets its target."""
    study = study_of(bought(level, settings))
    samples = study._replace(followed=int(level["target"]["load"])).watched("a")
    return met(level["target"], list(samples))


def par(level: Mapping[str, Any]) -> tuple[float, dict[str, object]]:
    """Return the lowest cost (US dollars) at which a level's target is met, and the settings that meet it.

    "choices" of the level: possible values of each setting; every combination is tried, the cheapest
    first. Raise ValueError if no combination meets the target."""
    choices = level["choices"]
    offers = [dict(zip(choices, values, strict=True)) for values in product(*choices.values())]
    priced = [(cost(study_of(bought(level, one)).machines["a"]), one) for one in offers]
    for dollars, one in sorted(priced, key=lambda offer: offer[0]):
        if meets(level, one):
            return dollars, one
    raise ValueError(
        f"target must be one that a machine of the choices meets, got {level['target']}"
    )
