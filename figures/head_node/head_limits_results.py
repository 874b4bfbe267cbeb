"""Measurements of three heads: reads from memory by size, and rounded numbers of throughput before
and after HyperTransport 3."""

from collections.abc import Iterator
from typing import Any

from figures.define.claims import measured
from figures.define.figure import Row, mark, panel
from figures.kit.pipeline import limit
from figures.kit.streams import streamer
from figures.streaming.experiments.stages import read_stages, write_stages
from models.head.nic import MTUS
from models.machine import Stream
from models.protocols.nfs.wire import on_the_wire
from models.units import TB, KiB, MiB

BEFORE, AFTER = "before", "after"
WRITE, READ, MEMORY = WHAT = ("written to disks", "read from disks", "read from memory")
CLAIMS = {
    (WRITE, BEFORE): "ht3-gain-write-before",
    (WRITE, AFTER): "ht3-gain-write-after",
    (READ, BEFORE): "ht3-gain-disk-read-before",
    (READ, AFTER): "ht3-gain-disk-read-after",
    (MEMORY, BEFORE): "ht3-gain-dram-read-before",
    (MEMORY, AFTER): "ht3-gain-dram-read-after",
}
HEADS = {WRITE: ("launch", "ht3"), READ: ("launch", "ht3"), MEMORY: ("tuned", "ht3")}
"""The heads before and after, by kind of stream. The earlier numbers for disks were measured with
the software as launched."""


def pairs() -> Iterator[Row]:
    """Yield rows: pair (what, when, rate on the wire, measured) and both (what, from, to), all in
    bytes per second."""
    for what in WHAT:
        ends = [throughput(what, head) for head in HEADS[what]]
        for when, rate in zip((BEFORE, AFTER), ends, strict=True):
            yield {
                "row": "pair",
                "what": what,
                "when": when,
                "rate": rate,
                "measured": measured(CLAIMS[what, when]),
            }
        yield {"row": "both", "what": what, "from": ends[0], "to": ends[1]}


def throughput(what: str, head: str) -> float:
    """Return the bytes per second on the wire that the model gives, with the clients, cards and
    JBODs of this test."""
    new = head == "ht3"
    if what == WRITE:
        order, load = (
            streamer(head, cards=1 + new, jbods=8 if new else 5),
            Stream("write", 10 if new else 20, 2, 2, 32 * KiB),
        )
        rate = limit(write_stages(order, load)).rate
    elif what == READ:
        order = streamer(head, cards=1 + new, jbods=8 if new else 6)
        load = Stream(
            "read", 20 if new else 10, 2, 2, MiB if new else 128 * KiB, direct=new, data=1 * TB
        )
        rate = limit(read_stages(order, load)).rate
    else:
        load = Stream("read", 20, 10, 2, cached=True)
        rate = limit(read_stages(streamer(head, cards=2), load)).rate
    return rate * load.seen().both / load.size


def rounded() -> dict[str, Any]:
    """Return the panel that has, for each kind of stream, a line from before to after and the
    measured numbers."""
    return panel(
        [
            mark(
                "ruleY",
                {"row": "both"},
                x1="from",
                x2="to",
                y="what",
                strokeWidth=2,
                strokeOpacity=0.5,
            ),
            mark("dot", {"row": "pair"}, x="rate", y="what", fill="when", r=6, tip=True),
            mark("tickX", {"row": "pair"}, x="measured", y="what", stroke="when", strokeWidth=2),
            mark("ruleX", data=[0]),
        ],
        {
            "x": {
                "label": "on the wire (ticks: measured)",
                "unit": "GiB/s",
                "grid": True,
                "ticks": 6,
                "zero": True,
                "nice": True,
            },
            "y": {"label": None, "domain": list(WHAT)},
            "color": {
                "domain": [BEFORE, AFTER],
                "range": ["var(--wtg-1)", "var(--wtg-2)"],
                "legend": True,
            },
        },
        height=300,
        tab="What was gained",
    )


SMALL, OLD, NEW = "7310", "7410 as tuned", "new 7410"


def published(head: str, size: int, claim: str, wire: str | None = None) -> dict[str, Any]:
    """Return a measured point, drawn as a ring: reads per second, and bytes per second on the wire.
    claim, wire: the claims that hold them."""
    seen = on_the_wire("READ", size, transfer=MiB, mtu=MTUS["jumbo"])
    bytes_a_second = measured(wire or claim)
    return {
        "head": head,
        "size": size,
        "wire": bytes_a_second,
        "rate": bytes_a_second / seen.both if wire == claim else measured(claim),
    }


PUBLISHED = [
    published(SMALL, 1, "7310-1byte-peak"),
    published(SMALL, 4 * KiB, "7310-4k-iops"),
    published(SMALL, MiB, "7310-dram-net", "7310-dram-net"),
    published(OLD, 8 * KiB, "ht-8k-barcelona", "ht-8k-barcelona-wire"),
    published(OLD, MiB, "ht-stream-barcelona", "ht-stream-barcelona"),
    published(NEW, 1, "ht-1byte-iops"),
    published(NEW, 4 * KiB, "ht-4k-iops"),
    published(NEW, 8 * KiB, "ht-8k-istanbul", "ht-8k-istanbul-wire"),
    published(NEW, MiB, "ht-stream-istanbul", "ht-stream-istanbul"),
    published(NEW, MiB, "ht-max-stream-first", "ht-max-stream-first"),
]
STREAMS = [ring for ring in PUBLISHED if ring["size"] >= 8 * KiB]
