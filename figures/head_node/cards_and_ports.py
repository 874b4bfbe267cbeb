"""Network cards, their ports and their slots: the gain from a second port, and from a second card."""

from collections.abc import Iterator
from math import fsum

from figures.define.figure import (
    Choice,
    Figure,
    Number,
    Preset,
    Rows,
    cite,
    mark,
    panel,
    table,
    target,
)
from figures.kit.pipeline import limit
from figures.kit.pipeline_bars import COLUMNS, bars, right, runner_up, slowest, stage_rows
from figures.kit.rows import of, one
from figures.kit.streams import in_use, ran, streamer
from figures.kit.words import rate as spoken
from figures.streaming.experiments.stages import read_stages
from models.head.nic import GIGABIT, TEN_GIGABIT, countable
from models.head.pcie import GENERATIONS, LANES, PAYLOADS, Slot
from models.machine import Card, Stream
from models.units import MiB

NAMES = {
    "7310": "7310, one socket",
    "launch": "7410 as launched",
    "tuned": "7410, software of 2009",
    "ht3": "7410 with HyperTransport 3",
}
FRAMES = {"1500": "1,500 bytes", "9000": "9,000 bytes"}
FIRST, EACH = "one card after the other", "a port of each card first"
PATH = [
    "clients' requests",
    "clients' ports",
    "server's ports",
    "network cards' slots",
    "cores",
]


def run(
    cards: int,
    ports: int,
    gigabit: int,
    generation: str,
    lanes: str,
    payload: str,
    frames: str,
    head: str,
    clients: int,
    threads: int,
    seed: int,
) -> Iterator[Rows]:
    """Yield rows: stage (see pipeline_bars), port (order, ports in use, rate in bytes/s counted on
    the wire), and sum (rate: that of data; ran: that of data in a run of the machine; out, both:
    rates on the wire; wanted: rate of a card's ports; raw, slot: rates of its slot; all in
    bytes/s). Only the run depends on chance."""
    slot, mtu = Slot(int(generation), int(lanes), int(payload)), int(frames)
    order = streamer(head, cards=cards, ports=ports, gigabit=gigabit, slot=slot, mtu=mtu)
    load = Stream("read", clients, threads, 2, MiB, mtu, cached=True)
    wire_bytes, path = load.seen(), read_stages(order, load)
    rate = limit(path).rate
    short_run = ran(order, load, rate, seed)
    port = countable(TEN_GIGABIT, mtu)
    yield [
        *stage_rows(path, in_use(short_run)),
        {
            "row": "sum",
            "rate": rate,
            "ran": short_run.bytes if short_run else 0.0,
            "right": right(path),
            "out": rate * wire_bytes.out / wire_bytes.payload,
            "both": rate * wire_bytes.both / wire_bytes.payload,
            "wanted": ports * port,
            "raw": slot.raw,
            "slot": slot.rate,
            "port": port,
        },
    ]
    other_limit = limit(
        [stage for stage in path if stage.name not in ("server's ports", "network cards' slots")]
    ).rate
    board = gigabit * countable(GIGABIT, mtu)
    for port_order in (FIRST, EACH):
        used = [0] * cards
        for n in range(cards * ports + 1):
            out = fsum([Card(count, slot=slot).most("out", mtu) for count in used])
            both = min(out + board, other_limit * wire_bytes.out / wire_bytes.payload)
            yield [
                {
                    "row": "port",
                    "order": port_order,
                    "ports": n,
                    "rate": both * wire_bytes.both / wire_bytes.out,
                }
            ]
            open_cards = [card for card in range(cards) if used[card] < ports]
            if open_cards:
                used[
                    open_cards[0]
                    if port_order == FIRST
                    else min(open_cards, key=lambda card: used[card])
                ] += 1


def values(rows: Rows) -> dict[str, float]:
    row = one(rows, "sum")
    steps = {order: [r["rate"] for r in of(rows, "port", order=order)] for order in (FIRST, EACH)}
    second = {
        name: line[2] - line[1] if len(line) > 2 else 0.0
        for name, line in (("second_port", steps[FIRST]), ("second_card", steps[EACH]))
    }
    return {
        **{
            name: row[name]
            for name in ("rate", "ran", "out", "both", "wanted", "raw", "slot", "port")
        },
        **second,
        "efficiency": row["slot"] / row["raw"],
        "first_port": steps[FIRST][1],
        "next": runner_up(rows)["capacity"],
    }


def describe(rows: Rows) -> str:
    row, slow, after = one(rows, "sum"), slowest(rows), runner_up(rows)
    return (
        f"The ports of a card could send {spoken(row['wanted'])}, and its slot carries {spoken(row['slot'])} of "
        f"{spoken(row['raw'])}. The clients get {spoken(row['rate'])}, {spoken(row['both'])} on the wire. The limit: "
        f"{slow['stage']}. Next: {after['stage']}, {spoken(after['capacity'])}. In a short run the machine gives "
        f"{spoken(row['ran'])}."
    )


FIGURE = Figure(
    id="cards-and-ports",
    title="Ports, cards and slots",
    caption="Clients read cached files from a head with network cards of 10 GbE. Bars: what each stage could carry by "
    "itself; the slowest is the limit. Lines: what is seen on the wire with more and more ports in use, card after "
    "card or a port of each card first.",
    params={
        "cards": Number(
            "Network cards",
            2,
            1,
            4,
            whole=True,
            help="The number of network cards, each in a slot of its own.",
        ),
        "ports": Number(
            "Ports of 10 GbE a card",
            2,
            1,
            4,
            whole=True,
            help="The number of ports of a card, of 10 Gbit/s each.",
        ),
        "generation": Choice(
            "PCI Express",
            "1",
            {str(n): f"generation {n}" for n in GENERATIONS},
            "Generation 1 sends 2.5 Gbit/s on each lane, 2 sends 5, 3 sends 8, and each later one twice as much as the one before.",
        ),
        "gigabit": Number(
            "Ports of 1 GbE on the board",
            0,
            0,
            4,
            whole=True,
            more=True,
            help="The number of 1 GbE ports on the board, which use no card's slot.",
        ),
        "lanes": Choice(
            "Lanes",
            "8",
            {str(n): str(n) for n in LANES},
            "Lanes of each slot and of the card in it.",
            more=True,
        ),
        "payload": Choice(
            "Data in a packet",
            "64",
            {str(n): f"{n:,} bytes" for n in PAYLOADS},
            "Bytes of data in a packet; a card reads memory in packets with 20 more bytes each.",
            more=True,
        ),
        "frames": Choice(
            "Frames",
            "9000",
            FRAMES,
            "The largest packet of the network; 9,000 bytes are jumbo frames.",
            more=True,
        ),
        "head": Choice(
            "Head node",
            "ht3",
            NAMES,
            "The head's processors, and the links between their sockets.",
            more=True,
        ),
        "clients": Number(
            "Clients",
            20,
            1,
            47,
            whole=True,
            more=True,
            help="The number of clients, with two ports of 1 GbE each.",
        ),
        "threads": Number(
            "Threads a client",
            10,
            1,
            16,
            whole=True,
            more=True,
            help="The number of threads of a client; each reads 1 MiB at a time and waits for it.",
        ),
    },
    presets={
        "two cards": Preset(help="September 2009: four ports of 10 GbE"),
        "one card": Preset({"cards": 1}),
        "PCI Express 2": Preset({"generation": "2"}, "the same cards"),
        "and two 1 GbE ports": Preset({"gigabit": 2}, "of the board"),
        "four cards": Preset({"cards": 4, "ports": 1}, "with one port in use each"),
        "128 bytes a packet": Preset({"payload": "128"}),
        "four lanes": Preset({"lanes": "4"}),
    },
    run=run,
    panels=[
        bars(PATH, height=195),
        panel(
            [
                mark("line", {"row": "port"}, x="ports", y="rate", stroke="order", strokeWidth=2),
                mark("dot", {"row": "port"}, x="ports", y="rate", fill="order", r=4, tip=True),
                mark("ruleY", data=[0]),
            ],
            {
                "x": {"label": "10 GbE ports in use", "ticks": 4, "tickFormat": "d"},
                "y": {
                    "label": "on the wire",
                    "unit": "GiB/s",
                    "grid": True,
                    "ticks": 5,
                    "zero": True,
                    "nice": True,
                },
                "color": {
                    "domain": [FIRST, EACH],
                    "range": ["var(--wtg-2)", "var(--wtg-1)"],
                    "legend": True,
                },
            },
            height=230,
        ),
    ],
    table=table({"row": "stage"}, COLUMNS),
    describe=describe,
    values=values,
    source=cite("gregg2009update", "max NFSv3 streaming cached read", "Gregg 2009"),
    reproduces=["ht-max-stream-pcie", "ht-max-stream-plus-1gbe"],
    targets=[
        target("ht-max-stream-first", lambda rows: one(rows, "sum")["both"]),
        target("pcie-two-ports-need", lambda rows: one(rows, "sum")["wanted"]),
        target("pcie-x8-gen1-practice", lambda rows: one(rows, "sum")["slot"]),
        target(
            "ht-max-stream-second", lambda rows: one(rows, "sum")["both"], "and two 1 GbE ports"
        ),
    ],
)
