"""A network card that waits before it interrupts: what this costs a single reader, and what it
saves under load."""

from collections.abc import Iterator
from math import fsum

from figures.define.figure import (
    Figure,
    Number,
    Preset,
    Rows,
    cite,
    column,
    mark,
    panel,
    table,
    target,
)
from figures.iscsi.experiments.machines import SUN
from figures.iscsi.experiments.under_load import SERVER
from figures.kit.rows import of, one
from figures.kit.words import time
from models.head.catalogue_head import head_of
from models.head.nic import ETHERNET, GIGABIT, IP_TCP, Blanking, train
from models.machine import Iscsi
from models.machine.cores import Prices
from models.protocols.iscsi.pdu import IscsiSession
from models.sim.loop import Loop
from models.units import KiB, us

DRIVER, TUNED = "as the driver has it", "as set"
DELAYS = tuple(n * us for n in range(0, 201, 4))


def run(
    request: float,
    delay: float,
    packets: int,
    mtu: float,
    besides: float,
    interrupt: float,
    packet: float,
    seed: int,
) -> Iterator[Rows]:
    """Yield rows: delay (delay, rate: reads per second of one thread, interrupts: interrupts per
    second with a full link, busy: share of a core in use then), own (setting, the same fields,
    latency, wait), arrival (setting, t), interrupt (setting, t, packets), and read (setting, start,
    finish, what). All times are in s."""
    size = int(request)
    answer = IscsiSession(mtu=int(mtu)).read(size).to_initiator.bytes
    arrivals, full = (
        train(answer, int(mtu) - IP_TCP, ETHERNET + IP_TCP, GIGABIT),
        GIGABIT / (int(mtu) + ETHERNET),
    )

    def period(card: Blanking) -> float:
        """Return the time (s) from one read of a lone thread to the next."""
        return besides + arrivals[-1] + card.wait(arrivals)

    def busy(card: Blanking) -> float:
        """Return the share (0-1) of a core that is in use while the link is full in one
        direction."""
        return full * packet + card.rate(full) * interrupt

    for delay_tried in sorted({*DELAYS, delay, SUN["client.blanking_time"]}):
        card = Blanking(int(packets), delay_tried)
        yield [
            {
                "row": "delay",
                "delay": delay_tried,
                "rate": 1 / period(card),
                "interrupts": card.rate(full),
                "busy": busy(card),
            }
        ]
    for setting, card in (
        (DRIVER, Blanking(int(SUN["client.blanking_packets"]), SUN["client.blanking_time"])),
        (TUNED, Blanking(int(packets), delay)),
    ):
        interrupts = card.interrupts(arrivals)
        yield [
            {
                "row": "own",
                "setting": setting,
                "delay": card.time,
                "packets": card.packets,
                "rate": 1 / period(card),
                "latency": period(card),
                "wait": card.wait(arrivals),
                "interrupts": card.rate(full),
                "each": len(interrupts),
                "busy": busy(card),
            }
        ]
        yield [
            {
                "row": "read",
                "setting": setting,
                "start": 0.0,
                "finish": arrivals[-1],
                "what": "packets come",
            },
            {
                "row": "read",
                "setting": setting,
                "start": arrivals[-1],
                "finish": interrupts[-1].time,
                "what": "the card waits",
            },
        ]
        yield [{"row": "arrival", "setting": setting, "t": t} for t in arrivals]
        yield [
            {"row": "interrupt", "setting": setting, "t": each.time, "packets": each.packets}
            for each in interrupts
        ]


def values(rows: Rows) -> dict[str, float]:
    before, after = (of(rows, "own", setting=setting)[0] for setting in (DRIVER, TUNED))
    names = ("rate", "latency", "wait", "interrupts", "busy", "each", "delay")
    none = one(rows, "delay", delay=0)["rate"]
    return {
        **{f"{name}_before": before[name] for name in names},
        **{f"{name}_after": after[name] for name in names},
        "gain": after["rate"] / before["rate"] - 1,
        "most": none / before["rate"] - 1,
        "packets": len(of(rows, "arrival", setting=DRIVER)),
        "comes": max(row["t"] for row in of(rows, "arrival", setting=DRIVER)),
        "first": min(row["t"] for row in of(rows, "arrival", setting=DRIVER)),
        "until": max(row["t"] for row in of(rows, "interrupt", setting=DRIVER)),
        "full": max(row["interrupts"] for row in of(rows, "delay")),
    }


def describe(rows: Rows) -> str:
    v = values(rows)
    several = f"{v['packets']:.0f} packets" if v["packets"] > 1 else "one packet"
    return (
        f"An answer comes in {several}. With the driver's setting the card waits {time(v['wait_before'])} after the "
        f"last. {set_to(v)}."
    )


def set_to(v: dict[str, float]) -> str:
    """Return the effect of the chosen setting in words."""
    if not v["delay_after"]:
        return "Set to nothing it does not wait"
    return f"Set to {time(v['delay_after'])} it waits {time(v['wait_after'])}"


BASE = fsum(Iscsi().clients(SERVER)[::2]) - SUN["client.blanking_time"]
MODEL = (
    Prices(Loop(), head_of(SERVER.head.model, SERVER.head.spec))
    .kind(8 * KiB, Iscsi.work, True)
    .rest
)
RINGS = {"domain": [DRIVER, TUNED], "range": ["var(--wtg-2)", "var(--wtg-1)"]}
FIGURE = Figure(
    id="interrupt-blanking",
    title="A card that waits",
    caption="An initiator's network card may wait for more packets before it interrupts. One reader: an answer with its "
    "packets (dots) and interrupts (lines), counted from the answer's first bit; and reads a second of one thread "
    "against the longest wait. Full link: what a core then has to do for packets. Rings: the driver's setting, and "
    "yours.",
    params={
        "delay": Number(
            "Longest wait",
            32 * us,
            0.0,
            200 * us,
            unit="µs",
            step=4 * us,
            help="The longest wait after the first packet that has not been reported to the processor.",
        ),
        "request": Number(
            "Read size",
            8 * KiB,
            512,
            128 * KiB,
            unit="KiB",
            stops=tuple(n * KiB for n in (0.5, 2, 4, 8, 12, 16, 32, 64, 128)),
            help="The size of a read.",
        ),
        "packets": Number(
            "Packets that end it",
            int(SUN["client.blanking_packets"]),
            1,
            64,
            whole=True,
            stops=(1, 2, 4, 8, 16, 32, 64),
            help="The number of waiting packets that makes the card interrupt at once.",
        ),
        "mtu": Number(
            "Largest packet",
            1500,
            1500,
            9000,
            unit="B",
            stops=(1500, 9000),
            more=True,
            help="The largest packet: 1,500 bytes on ordinary Ethernet, 9,000 with jumbo frames.",
        ),
        "besides": Number(
            "Rest of a read",
            BASE + MODEL,
            50 * us,
            2000 * us,
            unit="µs",
            step=10 * us,
            more=True,
            help="The time that initiator, network and target take, without the card's wait and the transfer of the answer.",
        ),
        "interrupt": Number(
            "Work of an interrupt",
            SUN["client.interrupt_work"],
            0.0,
            20 * us,
            unit="µs",
            step=0.5 * us,
            more=True,
            help="A core's time for an interrupt, not including the time for each packet.",
        ),
        "packet": Number(
            "Work of a packet",
            SUN["client.packet_work"],
            0.0,
            10 * us,
            unit="µs",
            step=0.25 * us,
            more=True,
            help="A core's time for a packet, for TCP and all layers above it.",
        ),
    },
    presets={
        "8 KiB, a quarter of the wait": Preset(
            help="one thread reads 8 KiB; the driver's wait is 128 µs or 8 packets"
        ),
        "no wait at all": Preset({"delay": 0.0}),
        "12 KiB, nine packets": Preset({"request": 12 * KiB}, "the ninth waits alone"),
        "4 KiB": Preset({"request": 4 * KiB}),
        "jumbo frames": Preset({"mtu": 9000}, "one packet, which waits for the whole time"),
        "from disk": Preset({"besides": 2000 * us}, "where a read takes 2 ms anyway"),
    },
    run=run,
    chance=False,
    panels=[
        panel(
            [
                mark(
                    "barX",
                    {"row": "read"},
                    y="setting",
                    x1="start",
                    x2="finish",
                    fill="what",
                    inset=8,
                ),
                mark(
                    "tickX",
                    {"row": "interrupt"},
                    y="setting",
                    x="t",
                    stroke="var(--wtg-accent)",
                    strokeWidth=3,
                    tip=True,
                ),
                mark("dot", {"row": "arrival"}, y="setting", x="t", r=4, fill="currentColor"),
            ],
            {
                "x": {
                    "label": "since the answer began to come",
                    "unit": "µs",
                    "zero": True,
                    "grid": True,
                },
                "y": {"label": None, "domain": [DRIVER, TUNED]},
                "color": {
                    "domain": ["packets come", "the card waits"],
                    "range": ["var(--wtg-3)", "var(--wtg-line)"],
                    "legend": True,
                },
            },
            height=140,
            tab="One reader",
        ),
        panel(
            [
                mark(
                    "line",
                    {"row": "delay"},
                    x="delay",
                    y="rate",
                    stroke="var(--wtg-mute)",
                    strokeWidth=2,
                ),
                mark(
                    "dot",
                    {"row": "own"},
                    x="delay",
                    y="rate",
                    stroke="setting",
                    r=7,
                    strokeWidth=2,
                    tip=True,
                ),
            ],
            {
                "x": {"label": "longest wait", "unit": "µs", "domain": [0, 200 * us]},
                "y": {"label": "reads a second, one thread", "grid": True, "ticks": 5},
                "color": {**RINGS, "legend": True},
            },
            height=285,
            tab="One reader",
        ),
        panel(
            [
                mark(
                    "line",
                    {"row": "delay"},
                    x="delay",
                    y="busy",
                    stroke="var(--wtg-mute)",
                    strokeWidth=2,
                ),
                mark(
                    "dot",
                    {"row": "own"},
                    x="delay",
                    y="busy",
                    stroke="setting",
                    r=7,
                    strokeWidth=2,
                    tip=True,
                ),
                mark("ruleY", data=[0]),
            ],
            {
                "x": {"label": "longest wait", "unit": "µs", "domain": [0, 200 * us]},
                "y": {
                    "label": "of a core, link full",
                    "unit": "%",
                    "zero": True,
                    "grid": True,
                    "ticks": 4,
                },
                "color": {**RINGS, "legend": True},
            },
            height=380,
            tab="Full link",
        ),
    ],
    table=table(
        {"row": "own"},
        [
            column("setting", "card"),
            column("delay", "longest wait", "µs"),
            column("packets", "or packets"),
            column("wait", "waits after the last", "µs", 1),
            column("rate", "reads a second"),
            column("interrupts", "interrupts a second, link full"),
            column("busy", "of a core", "%"),
        ],
    ),
    describe=describe,
    values=values,
    source=cite("bourbonnais2009iscsi", "interrupt blanking"),
    reproduces=["interrupt-blanking"],
    targets=[target("interrupt-blanking-gain", lambda rows: values(rows)["gain"])],
    misses={
        "interrupt-blanking-gain": "Neither the card nor what it was set to is published. With the wait cut to a quarter "
        "a read takes some 60 µs less. That would be 15 % if it then took 400 µs; by what the "
        "rest of this chapter says of initiators and targets, it takes 300.",
    },
)
