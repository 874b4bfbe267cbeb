"""A live plan of a board: the load of each link, and the head's highest rate."""

from collections.abc import Iterator
from math import fsum

from figures.define.figure import (
    Choice,
    Figure,
    Number,
    Preset,
    Rows,
    Switch,
    cite,
    column,
    table,
    target,
)
from figures.head_node.experiments.boards import HT3, LINKS, NEW, OLD, PROCESSORS, links, read
from figures.head_node.experiments.plan import (
    CARRY,
    CORES,
    DONE,
    MOST_CORES,
    PLAN,
    SLOTS,
    STILL,
    TUNED,
    USE,
    WORK,
    YOURS,
    bridge_rows,
    link_rows,
    socket_rows,
    spoken,
)
from figures.kit.rows import one
from figures.kit.words import count
from models.catalogue.machines import values as constants
from models.head.head import Head, HeadState, Operation
from models.head.nic import TEN_GIGABIT, countable
from models.machine import Card, Stream
from models.units import GHz, KiB, ns

BARCELONA = constants(OLD)
LOADS = {
    "8k": "reads of 8 KiB from memory",
    "stream": "long reads from memory",
    "disk": "long reads from disk",
}
CARDS = {"net1": "network 1", "net2": "network 2", "disk1": "disks 1", "disk2": "disks 2"}
AT = {"MCP55": "bridge MCP55, at socket 0", "IO55": "bridge IO55, at socket 1"}
HELP = {
    "network": "The bridge that the card is on. You can also drag the card.",
    "disks": "The bridge that the card is on. Reads from memory do not use it.",
}
CLIENTS = Stream()


def run(
    load: str,
    sockets: int,
    cores: int,
    clock: float,
    board: str,
    speed: float,
    processors: str,
    knows: str,
    zero_copy: bool,
    bound: bool,
    net1: str,
    net2: str,
    disk1: str,
    disk2: str,
    seed: int,
) -> Iterator[Rows]:
    """Yield rows: socket, memory, core, works, bridge, slot, card, link and said (the plan, see
    plan.py; link: load as a share of its capacity, rate in bytes/s), use (what, kind, from, to:
    shares in use; tuned: that of the old head), done (who, reads and bytes per second, cpi), and
    sum (the same fields, and wait in s). Nothing depends on chance."""
    cards = {"net1": net1, "net2": net2, "disk1": disk1, "disk2": disk2}
    own, of_board = constants(processors), LINKS[board]
    head = Head(
        processors,
        zero_copy=zero_copy,
        bound=bound,
        cards={CARDS[card]: bridge for card, bridge in cards.items()},
        sockets=sockets,
        cores=cores,
        clock=clock,
        **{**of_board, "link_clock": speed * of_board["link_clock"]},
        filtered=own["filtered"] if knows == "own" else int(knows == "yes"),
    )

    def at_most(head: Head) -> tuple[Operation, HeadState, float]:
        """Return the operation, the head's state at its highest rate, and the highest rate
        (operations per second) that the slots of two network cards carry."""
        operation = (
            read(head, 8 * KiB) if load == "8k" else CLIENTS.operation(head, float(load == "disk"))
        )
        slots = 2 * Card().through("out") / operation.sent
        most = head.most(operation)
        return operation, (most if most.rate <= slots else head.at(operation, slots)), slots

    operation, state, slots = at_most(head)
    yield [
        *socket_rows(head, state),
        *bridge_rows({card: (CARDS[card], bridge) for card, bridge in cards.items()}),
        *link_rows(head, state),
    ]
    tuned = Head(OLD)
    _, before, slots_before = at_most(tuned)
    working = state.busy * head.constants["base"] / state.cpi
    yield [
        {"row": "use", "what": CORES, "kind": kind, "from": low, "to": high, "tuned": before.busy}
        for kind, low, high in ((WORK, 0.0, working), (STILL, working, state.busy))
    ]
    shares = {SLOTS: (state.rate / slots, before.rate / slots_before)}
    tuned_use = in_use(tuned, before)
    shares |= {
        what: (share, tuned_use.get(what, 0.0)) for what, share in in_use(head, state).items()
    }
    yield [
        {"row": "use", "what": what, "kind": CARRY, "from": 0.0, "to": share, "tuned": tuned_share}
        for what, (share, tuned_share) in shares.items()
    ]
    yield [
        {
            "row": "done",
            "who": who,
            "reads": each.rate,
            "bytes": each.rate * operation.size,
            "cpi": each.cpi,
        }
        for who, each in ((YOURS, state), (TUNED, before))
    ]
    inner = [link for link in state.loads if all(isinstance(end, int) for end in link)]
    between = fsum(state.loads[link] for link in inner)
    full = [state.loads[link] / head.board.capacity[link] for link in inner]
    yield [
        {
            "row": "sum",
            "reads": state.rate,
            "bytes": state.rate * operation.size,
            "wire": state.rate * operation.sent,
            "cpi": state.cpi,
            "wait": state.wait,
            "busy": state.busy,
            "works": working,
            "used": state.used,
            "between": between,
            "hottest": state.loads[state.link],
            "least": min(full, default=0.0),
            "most": max(full, default=0.0),
            "kind": load,
            "slots": int(state.rate >= slots),
            "ports": 2 * 2 * countable(TEN_GIGABIT, CLIENTS.mtu),
        }
    ]


def in_use(head: Head, state: HeadState) -> dict[str, float]:
    """Return the used share (0-1) of each link by name. Links from bridges, which carry little, are
    left out."""
    return {
        f"to bridge {b}" if isinstance(b, str) else f"{spoken(a)} to {spoken(b)}": load
        / head.board.capacity[a, b]
        for (a, b), load in state.loads.items()
        if isinstance(a, int)
    }


def values(rows: Rows) -> dict[str, float]:
    row = one(rows, "sum")
    return {
        **{
            name: row[name]
            for name in (
                "reads",
                "bytes",
                "wire",
                "cpi",
                "wait",
                "busy",
                "works",
                "used",
                "hottest",
                "ports",
            )
        },
        "link_bytes": row["between"] / row["bytes"],
        "stalled": 1 - row["works"] / row["busy"],
    }


def describe(rows: Rows) -> str:
    row = one(rows, "sum")
    done = (
        f"{count(row['reads'])} reads of 8 KiB a second"
        if row["kind"] == "8k"
        else f"{row['bytes'] / 1e9:.2f} GB of data a second"
    )
    cores = f"the cores {row['busy']:.0%} busy"
    limit = (
        f"with the slots of the network cards full and {cores}" if row["slots"] else f"with {cores}"
    )
    links = (
        f" The links between sockets are {row['least']:.0%} to {row['most']:.0%} full."
        if row["between"]
        else " There are no links between sockets."
    )
    return (
        f"{done}, {limit}. An instruction takes {row['cpi']:.1f} cycles, and a line takes "
        f"{row['wait'] / ns:.0f} ns.{links}"
    )


FIXES = {"zero_copy": False, "bound": False}
AT_FIRST = {"net1": "IO55", "net2": "IO55", "disk1": "MCP55", "disk2": "MCP55"}
MODERN = {"processors": NEW, "cores": 6, "clock": constants(NEW)["clock"]}

FIGURE = Figure(
    id="link-load",
    title="A board with four sockets",
    caption="A head that serves all it can, so 95 % of its cores' time is in use, whatever you change. Board: the filled part of "
    "a core is work. Each direction of a link is a line: thick for much, and coloured by how full it is; the fullest has a "
    "glow. Drag a card to the other bridge; where on it does not matter. Rate and use: what the head does; ticks: the "
    "head as tuned.",
    params={
        "cores": Number(
            "Cores a socket",
            4,
            1,
            MOST_CORES,
            whole=True,
            help="The number of cores of a socket, which share its links and memory.",
        ),
        "sockets": Number(
            "Sockets",
            4,
            1,
            4,
            whole=True,
            help="The number of sockets, each with a processor and its own memory. A 7310 has one.",
        ),
        "board": links(),
        "clock": Number(
            "Clock",
            BARCELONA["clock"],
            1.6 * GHz,
            3.4 * GHz,
            unit="GHz",
            step=0.1 * GHz,
            help="The clock of the cores.",
            more=True,
        ),
        "load": Choice(
            "Load",
            "8k",
            LOADS,
            "What clients read. Disk cards are used only for reads from disk.",
            more=True,
        ),
        "processors": Choice(
            "Processors",
            OLD,
            PROCESSORS,
            "Processors differ in how they request lines, and how many. Cores and clock have controls of their own.",
            more=True,
        ),
        "zero_copy": Switch(
            "Zero-copy",
            True,
            "Data is sent from the cache to the network without a copy.",
            more=True,
        ),
        "bound": Switch(
            "Threads bound",
            True,
            "A driver's thread stays on one core, so that its data stays in that core's caches.",
            more=True,
        ),
        **{
            name: Choice(words.capitalize(), bridge, AT, HELP[words.split()[0]], more=True)
            for (name, words), bridge in zip(CARDS.items(), ("MCP55", "IO55") * 2, strict=True)
        },
        "knows": Choice(
            "Probe filter",
            "own",
            {"own": "as the processors have it", "yes": "yes", "no": "no: every socket is asked"},
            "Whether the home socket of a line knows which socket holds it.",
            more=True,
        ),
        "speed": Number(
            "Clock of the links",
            1.0,
            0.5,
            2.5,
            unit="%",
            step=0.05,
            more=True,
            help="The clock of the links, as a share of the usual clock of links of this kind.",
        ),
    },
    presets={
        "as tuned": Preset(
            help="the Sun 7410 of 2009: four sockets of four cores, HyperTransport 1, all repairs made"
        ),
        "six cores": Preset({"cores": 6}),
        "one socket": Preset({"sockets": 1}),
        "two sockets": Preset({"sockets": 2}),
        "links of HyperTransport 3": Preset({"board": HT3}, "with the old processors"),
        "new processors, old board": Preset(MODERN),
        "the new 7410": Preset(
            {**MODERN, "board": HT3}, "new processors on a new board, autumn of 2009"
        ),
        "as launched": Preset(
            {**FIXES, **AT_FIRST}, "in 2008: copies, threads that roam, network cards together"
        ),
        "cards as at first": Preset(
            AT_FIRST, "both network cards on one bridge, both disk cards on the other"
        ),
        "long reads from memory": Preset({"load": "stream"}),
        "long reads from disk": Preset({"load": "disk"}),
        "from disk, cards as at first": Preset({**AT_FIRST, "load": "disk"}),
    },
    run=run,
    chance=False,
    panels=[PLAN, *DONE, USE],
    table=table(
        {"row": "done"},
        [
            column("who", "head"),
            column("reads", "reads a second"),
            column("bytes", "data", "GB/s", 2),
            column("cpi", "cycles an instruction", digits=1),
        ],
    ),
    describe=describe,
    values=values,
    source=cite("gregg2009update", "The HyperTransport", "Gregg 2009"),
    reproduces=["ht-topology-diagram", "ht-link-map"],
    targets=[
        target("ht-4x10gbe-bytes", lambda rows: one(rows, "sum")["ports"]),
        target(
            "ht-practical-before", lambda rows: one(rows, "sum")["wire"], "long reads from memory"
        ),
    ],
)
