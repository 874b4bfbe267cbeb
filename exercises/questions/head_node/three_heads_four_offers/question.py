"""Three heads, all of them busy: which offer helps which?"""

from functools import cache

from exercises.kit.form import Choice
from figures.head_node.experiments.boards import board_of
from models.head.head import Head
from models.head.nic import TEN_GIGABIT, countable
from models.head.pcie import Slot
from models.machine import Card
from models.units import GHz, GiB, KiB

KIND = "read"
OFFERS = {
    "cores": "one and a half times as many cores in each socket",
    "links": "links between the sockets that carry twice as much",
    "clock": "the same cores with a clock of 3 GHz",
    "card": "one more network card, in a slot of its own",
}
FORM = {name.lower(): Choice(f"Head {name}: what helps most?", OFFERS) for name in "ABC"}
MTU, CARDS = 9000, 2

# What is short, and heads where it is. wide: the links of HyperTransport 3.
HEADS = {
    "links": [
        {"sockets": 4, "cores": 4},
        {"sockets": 4, "cores": 6},
        {"sockets": 2, "cores": 4},
        {"sockets": 2, "cores": 6},
    ],
    "cores": [
        {"sockets": 1, "cores": 4},
        {"sockets": 1, "cores": 2},
        {"sockets": 4, "cores": 2, "wide": True},
        {"sockets": 2, "cores": 2, "wide": True},
    ],
    "card": [
        {"sockets": 4, "cores": 4, "wide": True},
        {"sockets": 4, "cores": 6, "wide": True},
        {"sockets": 4, "cores": 8, "wide": True},
    ],
}
READS = {"links": [1, 4, 8, 16], "cores": [4, 8, 16], "card": [256, 512, 1024]}  # KiB


def built(sockets, cores, wide=False, clock=2.3, faster=1.0):
    """The book's head. clock: GHz; faster: how many times as much its links carry."""
    board = board_of("head-7410-istanbul" if wide else "head-7410")
    return Head(
        "head-7410",
        sockets=sockets,
        cores=cores,
        clock=clock * GHz,
        **{**board, "link_clock": faster * board["link_clock"]},
    )


def built_as(machine, **changed):
    """The head of a machine, with what an offer changes."""
    return built(**{**{name: machine[name] for name in ("sockets", "cores", "wide")}, **changed})


def wire(size):
    """Bytes of an answer with its headers."""
    return size * 1.01 + 132


def at_most(head, size, cards=CARDS):
    """As many reads of `size` bytes as cores, links and the slots of so many network cards allow."""
    slots = cards * Card().through("out") / wire(size)
    operation = head.cached_read(size, wire(size), 200)
    state = head.most(operation)
    return operation, state if state.rate <= slots else head.at(operation, slots)


def rates(machine):
    """Reads a second with each offer."""
    return tried(*machine.values())


@cache
def tried(wide, sockets, cores, size):
    """The same, as the book's heads do."""
    machine = {"wide": wide, "sockets": sockets, "cores": cores, "size": size}
    heads = {
        "cores": built_as(machine, cores=machine["cores"] * 3 // 2),
        "links": built_as(machine, faster=2.0),
        "clock": built_as(machine, clock=3.0),
        "card": built_as(machine),
    }
    return {
        offer: at_most(head, machine["size"], CARDS + (offer == "card"))[1].rate
        for offer, head in heads.items()
    }


def gain(machine):
    """What the best offer brings, as a share of what the head does."""
    return max(rates(machine).values()) / at_most(built_as(machine), machine["size"])[1].rate - 1


def seen(machine):
    """What its counters show."""
    head, size = built_as(machine), machine["size"]
    operation, full = at_most(head, size)
    little = head.at(operation, full.rate / 20)
    inner = [
        load / head.board.capacity[link]
        for link, load in full.loads.items()
        if all(isinstance(end, int) for end in link)
    ]
    return {
        "KiB of a read": f"{size // KiB}",
        "1000 reads/s": f"{full.rate / 1000:.1f}",
        "sockets × cores": f"{machine['sockets']} × {machine['cores']}",
        "cores in use": f"{full.busy:.0%}",
        "CPI, full load": f"{full.cpi:.1f}",
        "CPI, at 1/20": f"{little.cpi:.1f}",
        "fullest link": f"{max(inner):.0%}" if inner else "-",
        "GiB/s of a card": f"{full.rate * operation.sent / CARDS / GiB:.2f}",
    }


def case(rng):
    kinds = ["links", "cores", "card"]
    rng.shuffle(kinds)
    machines = {}
    for name, kind in zip("ABC", kinds, strict=True):
        head = rng.choice(HEADS[kind])
        machines[name] = {
            "wide": head.get("wide", False),
            "sockets": head["sockets"],
            "cores": head["cores"],
            "size": rng.choice(READS[kind]) * KiB,
        }
    shown = [seen(machine) for machine in machines.values()]
    lines = [f"{'':15}{'A':>7}{'B':>7}{'C':>7}"]
    lines += [f"{what:15}" + "".join(f"{each[what]:>7}" for each in shown) for what in shown[0]]
    short = dict(zip("ABC", kinds, strict=True))
    return {
        "machines": machines,
        "listing": "\n".join(lines),
        "slot": Slot().rate,
        "ports": 2 * countable(TEN_GIGABIT, MTU),
        "short": short,
        **{kind: name for name, kind in short.items()},
        **{f"by_{kind}": gain(machines[name]) for name, kind in short.items()},
    }
