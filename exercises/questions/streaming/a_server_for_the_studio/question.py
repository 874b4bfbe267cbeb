"""What does the film studio buy, so that its films come fast enough and the money lasts?"""

import math

from exercises.kit.form import Choice, Number
from figures.kit.streams import streamer
from figures.streaming.experiments.stages import read_stages
from models.head.nic import TEN_GIGABIT, countable
from models.machine import SUN_7410, Card, Stream
from figures.kit.pipeline import limit
from models.units import TB, GiB, MiB, ms

KIND = "choose"
HEADS = {
    "launch": "a 7410 as launched, four sockets of four cores",
    "ht3": "the new 7410, with HyperTransport 3",
}
FORM = {
    "head": Choice("Head", HEADS, start="launch"),
    "cards": Number(
        "Network cards",
        low=1,
        high=4,
        whole=True,
        start=1,
        help="1 to 4, of two ports of 10 Gbit/s, each in a slot.",
    ),
    "cables": Number(
        "Cables to the disks",
        low=1,
        high=6,
        whole=True,
        start=2,
        help="1 to 6, each on a disk card of its own.",
    ),
    "jbods": Number("JBODs", low=2, high=12, whole=True, start=12, help="2 to 12, of 24 disks."),
    "threads": Number(
        "Threads of each client",
        low=1,
        high=16,
        whole=True,
        start=2,
        help="1 to 16. Each reads a film of its own. They cost nothing.",
    ),
}
SAID = {
    "clients' requests": "the clients' requests",
    "clients' ports": "the clients' ports",
    "server's ports": "the ports",
    "network cards' slots": "the slots of the network cards",
    "cores": "the processors",
    "disk cards' slots": "the slots of the disk cards",
    "disk cables": "the cables to the disks",
    "disks": "the disks",
}
MANY, ROUND = (
    17 * MiB,
    20 * ms,
)  # a disk whose records lie apart (bytes a second); a read of 1 MiB where nobody waits


CABLE, SLOT = SUN_7410.pool.cable_rate, Card().through("out")


def path(bought, clients):
    """The book's path with what was bought, if each record of a film lies somewhere else."""
    order = streamer(
        bought["head"],
        cards=bought["cards"],
        hbas=bought["cables"],
        chains=bought["cables"],
        jbods=bought["jbods"],
        scattered=True,
    )
    return limit(
        read_stages(order, Stream("read", clients, bought["threads"], 2, 1 * MiB, data=1 * TB))
    )


def price(bought, prices):
    """What it costs, in thousands."""
    return prices[bought["head"]] + sum(
        bought[what] * prices[what] for what in ("cards", "cables", "jbods")
    )


def enough(wanted, clients):
    """What is enough by the numbers of the question."""
    return {
        "head": "ht3",
        "cards": math.ceil(wanted / SLOT),
        "cables": math.ceil(wanted / CABLE),
        "jbods": math.ceil(wanted / (24 * MANY)),
        "threads": math.ceil(1.25 * wanted * ROUND / MiB / clients),
    }


def case(rng):
    wanted, clients = (
        rng.choice([1.5, 1.8, 1.9, 2.2, 2.3, 2.6, 2.7]) * GiB,
        rng.choice([12, 15, 20, 25]),
    )
    prices = {
        "launch": rng.choice([50, 60]),
        "ht3": rng.choice([80, 90, 100]),
        "cards": rng.choice([2, 3]),
        "cables": rng.choice([1, 2]),
        "jbods": rng.choice([30, 35, 40]),
    }
    money = price(enough(wanted, clients), prices) + rng.choice([5, 10, 15])
    return {
        "wanted": wanted,
        "clients": clients,
        "prices": prices,
        "money": money,
        "many": MANY,
        "round": ROUND,
        "port": countable(TEN_GIGABIT, 9000),
        "slot": SLOT,
        "cable": CABLE,
        **{
            head: path({"head": head, "cards": 4, "cables": 6, "jbods": 12, "threads": 16}, 40).rate
            for head in HEADS
        },
    }
