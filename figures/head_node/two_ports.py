"""Two ports in one slot: what the ports could send, what the lanes carry, and how much of that is data."""

from collections.abc import Iterator

from figures.define.figure import (
    Choice,
    Figure,
    Number,
    Preset,
    Rows,
    cite,
    column,
    mark,
    panel,
    table,
)
from figures.kit.rows import of, one
from models.head.nic import MTUS, TEN_GIGABIT, countable
from models.head.pcie import GENERATIONS, LANES, PAYLOADS, Slot
from models.units import GB

PORTS = {str(n): f"{n} GbE" for n in (10, 25, 100, 200)}
WANTED, RAW, DATA = "two ports could send", "the lanes carry", "of that is data"
ROWS = (WANTED, RAW, DATA)
HIGH = {"y": 0.5, "y1": 0.0, "y2": 1.0}
OUT, REST = "goes out", "has no way out"


def run(generation: str, port: str, lanes: str, payload: int, seed: int) -> Iterator[Rows]:
    """Yield rows: bar (what, kind, from, to in bytes/s), said (what, at, text), packet (x1, x2 in
    bytes, what), and sum (wanted, raw, slot, out in bytes/s). Nothing depends on chance."""
    slot = Slot(int(generation), int(lanes), int(payload))
    one_port = countable(TEN_GIGABIT * int(port) / 10, MTUS["jumbo"])
    wanted, out = 2 * one_port, min(2 * one_port, slot.rate)
    bars = {WANTED: wanted, RAW: slot.raw, DATA: slot.rate}
    for what, size in bars.items():
        sent = min(out, size)
        yield [
            {"row": "bar", "what": what, "kind": OUT, "from": 0.0, "to": sent},
            {"row": "bar", "what": what, "kind": REST, "from": sent, "to": size},
            {"row": "said", "what": what, "at": size, "text": f"{size / GB:.2f}"},
        ]
    header = round(slot.payload / slot.efficiency()) - slot.payload
    yield [
        {"row": "packet", "what": "around it", "x1": 0, "x2": header, "said": f"{header}", **HIGH},
        {
            "row": "packet",
            "what": "data",
            "x1": header,
            "x2": header + slot.payload,
            "said": f"{slot.payload} bytes of data",
            **HIGH,
        },
        {
            "row": "sum",
            "port": one_port,
            "wanted": wanted,
            "raw": slot.raw,
            "slot": slot.rate,
            "out": out,
        },
    ]


def values(rows: Rows) -> dict[str, float]:
    row = one(rows, "sum")
    return {
        **{name: value for name, value in row.items() if name != "row"},
        "two_cards": 2 * row["out"],
        "share": row["out"] / row["wanted"],
        "second": row["out"] - min(row["port"], row["slot"]),
    }


def describe(rows: Rows) -> str:
    v, packet = values(rows), [row["x2"] - row["x1"] for row in of(rows, "packet")]
    return (
        f"Two ports could send {v['wanted'] / GB:.2f} GB a second. The lanes carry {v['raw'] / GB:.2f}, in packets of "
        f"{packet[1]} bytes of data and {packet[0]} around them, so {v['slot'] / GB:.2f} are data. What goes out: "
        f"{v['out'] / GB:.2f} GB a second."
    )


FIGURE = Figure(
    id="two-ports",
    title="Two ports, one slot",
    caption="Above: a packet on its way from memory to the card. Below: what two ports of a card could send, what the lanes "
    "of its slot carry, and how much of that is data.",
    params={
        "generation": Choice(
            "PCI Express",
            "1",
            {str(n): f"generation {n}" for n in GENERATIONS},
            "Each generation sends about twice as much on a lane as the one before.",
        ),
        "port": Choice("Ports", "10", PORTS, "The Ethernet of each of the two ports."),
        "lanes": Choice("Lanes", "8", {str(n): str(n) for n in LANES}, "Lanes of the slot."),
        "payload": Number(
            "Data in a packet",
            64,
            64,
            512,
            unit="B",
            whole=True,
            stops=tuple(float(n) for n in PAYLOADS if n <= 512),
            help="Bytes of data in a packet that memory sends to a card.",
            more=True,
        ),
    },
    presets={
        "2009": Preset(help="a card of the Sun 7410"),
        "25 GbE, PCIe 3": Preset({"generation": "3", "port": "25", "payload": 256}),
        "100 GbE, PCIe 3": Preset(
            {"generation": "3", "port": "100", "lanes": "16", "payload": 256}, "sixteen lanes"
        ),
        "100 GbE, PCIe 4": Preset(
            {"generation": "4", "port": "100", "lanes": "16", "payload": 256}, "sixteen lanes"
        ),
        "200 GbE, PCIe 5": Preset(
            {"generation": "5", "port": "200", "lanes": "16", "payload": 256}, "sixteen lanes"
        ),
    },
    run=run,
    chance=False,
    panels=[
        panel(
            [
                mark(
                    "rect",
                    {"row": "packet", "what": "around it"},
                    x1="x1",
                    x2="x2",
                    y1="y1",
                    y2="y2",
                    fill="var(--wtg-mute)",
                    fillOpacity=0.5,
                    inset=1,
                ),
                mark(
                    "rect",
                    {"row": "packet", "what": "data"},
                    x1="x1",
                    x2="x2",
                    y1="y1",
                    y2="y2",
                    fill="var(--wtg-1)",
                    fillOpacity=0.75,
                    inset=1,
                ),
                mark(
                    "text",
                    {"row": "packet"},
                    x="x1",
                    y="y",
                    text="said",
                    textAnchor="start",
                    dx=6,
                    fill="currentColor",
                    stroke="none",
                ),
            ],
            {
                "x": {"axis": None, "label": None},
                "y": {"axis": None, "label": None, "domain": [0, 1]},
            },
            height=70,
        ),
        panel(
            [
                mark("barX", {"row": "bar"}, x1="from", x2="to", y="what", fill="kind", tip=True),
                mark(
                    "text",
                    {"row": "said"},
                    x="at",
                    y="what",
                    text="text",
                    textAnchor="start",
                    dx=5,
                    fill="currentColor",
                ),
                mark("ruleX", data=[0]),
            ],
            {
                "x": {
                    "label": "each way",
                    "unit": "GB/s",
                    "grid": True,
                    "ticks": 5,
                    "insetRight": 44,
                },
                "y": {"label": None, "domain": list(ROWS)},
                "color": {
                    "domain": [OUT, REST],
                    "range": ["var(--wtg-1)", "var(--wtg-pale)"],
                    "legend": True,
                },
            },
            height=170,
        ),
    ],
    table=table({"row": "said"}, [column("what", "what"), column("at", "each way", "GB/s", 2)]),
    describe=describe,
    values=values,
    source=cite("pcisig2005express", "transaction layer", "PCI-SIG 2005"),
)
