"""What was measured of three heads that answer reads from memory."""
from figures.define.claims import measured
from models.head.nic import MTUS
from models.protocols.nfs.wire import on_the_wire
from models.units import KiB, MiB

SMALL, OLD, NEW = "7310", "7410 as tuned", "new 7410"


def published(head, size, claim, wire=None):
    """A measured point, drawn as a ring: reads a second, or bytes a second on the wire."""
    seen = on_the_wire("READ", size, transfer=MiB, mtu=MTUS["jumbo"])
    bytes_a_second = measured(wire or claim)
    return {"head": head, "size": size, "wire": bytes_a_second,
            "rate": bytes_a_second / seen.both if wire == claim else measured(claim)}


PUBLISHED = [
    published(SMALL, 1, "7310-1byte-peak"), published(SMALL, 4 * KiB, "7310-4k-iops"),
    published(SMALL, MiB, "7310-dram-net", "7310-dram-net"),
    published(OLD, 8 * KiB, "ht-8k-barcelona", "ht-8k-barcelona-wire"),
    published(OLD, MiB, "ht-stream-barcelona", "ht-stream-barcelona"),
    published(NEW, 1, "ht-1byte-iops"), published(NEW, 4 * KiB, "ht-4k-iops"),
    published(NEW, 8 * KiB, "ht-8k-istanbul", "ht-8k-istanbul-wire"),
    published(NEW, MiB, "ht-stream-istanbul", "ht-stream-istanbul"),
    published(NEW, MiB, "ht-max-stream-first", "ht-max-stream-first"),
]
STREAMS = [ring for ring in PUBLISHED if ring["size"] >= 8 * KiB]
