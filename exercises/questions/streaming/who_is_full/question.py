"""Two servers read from disk, as fast as they can: which stage of each is the limit?"""

from exercises.kit.form import Choice
from figures.kit.streams import streamer
from figures.streaming.experiments.stages import head, read_stages
from models.head.nic import TEN_GIGABIT, countable
from models.machine import SUN_7410, Card, Stream
from figures.kit.pipeline import limit
from models.units import TB, GiB, MiB, ms

KIND = "read"
STAGES = {
    "clients": "the clients: each thread waits for its answer",
    "slots": "the network cards, or the slots they sit in",
    "cores": "the cores, and the memory they wait for",
    "cables": "the cables to the disks",
    "disks": "the disks",
}
NAMES = {
    "clients": "clients' requests",
    "slots": "network cards' slots",
    "cores": "cores",
    "cables": "disk cables",
    "disks": "disks",
}
FORM = {name.lower(): Choice(f"Server {name}: who holds it up?", STAGES) for name in "AB"}

# What is full, and servers where it is: head, network cards, disk cards, cables, clients, threads of each, JBODs.
SERVERS = {
    "clients": [
        ("ht3", 2, 3, 6, 10, 2, 8),
        ("ht3", 2, 3, 6, 20, 1, 6),
        ("ht3", 2, 2, 4, 20, 2, 10),
        ("ht3", 2, 2, 4, 10, 2, 6),
    ],
    "slots": [
        ("ht3", 1, 2, 4, 20, 4, 8),
        ("ht3", 1, 2, 2, 40, 2, 6),
        ("ht3", 1, 3, 6, 20, 10, 6),
        ("ht3", 1, 2, 2, 20, 4, 10),
    ],
    "cores": [
        ("7310", 1, 2, 2, 20, 4, 4),
        ("7310", 1, 3, 6, 40, 2, 6),
        ("launch", 2, 3, 6, 20, 4, 6),
        ("launch", 2, 2, 4, 20, 10, 8),
    ],
    "cables": [
        ("ht3", 2, 1, 1, 20, 4, 6),
        ("ht3", 2, 1, 1, 20, 2, 4),
        ("ht3", 2, 1, 1, 40, 2, 8),
        ("ht3", 2, 1, 1, 20, 10, 5),
    ],
    "disks": [
        ("ht3", 2, 2, 4, 20, 4, 3),
        ("launch", 1, 3, 6, 20, 2, 2),
        ("ht3", 1, 2, 2, 20, 10, 2),
        ("ht3", 2, 2, 4, 40, 2, 2),
    ],
}


def built(server):
    """The book's machine, whose files lie a record here, one there, and its clients."""
    name, cards, hbas, cables, clients, threads, jbods = server
    order = streamer(name, cards=cards, hbas=hbas, chains=cables, jbods=jbods, scattered=True)
    return order, Stream("read", clients, threads, 2, 1 * MiB, data=1 * TB)


def path(server):
    """The book's path from the clients to the disks: what it carries, and its slowest stage."""
    return limit(read_stages(*built(server)))


def seen(server):
    """What is counted there."""
    order, load = built(server)
    rate, box = path(server).rate, head(order)
    state = box.at(load.operation(box, 1.0), rate / load.size)
    ports = sum(card.ports for card in order.network.cards)
    return {
        "GiB/s to clients": f"{rate / GiB:.2f}",
        "clients × threads": f"{load.clients} × {load.threads}",
        "ms a read of 1 MiB": f"{load.streams * load.size / rate / ms:.1f}",
        "cards × ports": f"{len(order.network.cards)} × {order.network.cards[0].ports}",
        "GiB/s of each port": f"{rate * load.seen().out / load.size / ports / GiB:.2f}",
        "cores in use": f"{state.busy:.0%}",
        "cables to disks": f"{order.pool.chains}",
        "GiB/s of each cable": f"{rate / order.pool.chains / GiB:.2f}",
        "disks": f"{order.pool.count}",
        "MiB/s of each disk": f"{rate / order.pool.count / MiB:.1f}",
    }


def case(rng):
    kinds = rng.sample(sorted(SERVERS), 2)
    servers = {
        name: list(rng.choice(SERVERS[kind])) for name, kind in zip("AB", kinds, strict=True)
    }
    shown = [seen(server) for server in servers.values()]
    lines = [f"{'':19}{'A':>8}{'B':>8}"]
    lines += [f"{what:19}" + "".join(f"{each[what]:>8}" for each in shown) for what in shown[0]]
    words = {name: STAGES[kind] for name, kind in zip(("first", "second"), kinds, strict=True)}
    return {
        "servers": servers,
        "listing": "\n".join(lines),
        "one_file": SUN_7410.drive.media_rate,
        "slot": Card().through("out"),
        "port": countable(TEN_GIGABIT, 9000),
        "cable": SUN_7410.pool.cable_rate,
        **words,
    }
