"""Sampled machines: one block in k is simulated, with caches of 1/k the size and a feeder 1/k as
fast.

If blocks are sampled by their names alone, the sampled blocks are requested in the same pattern, 1/k
as often, and each cache answers the same share of reads at the same time. This is the idea of SHARDS
(Waldspurger, Park, Garthwaite and Ahmad 2015, FAST), extended to two caches with a feeder between
them. A test compares it with a simulation of all blocks of a small data set.
"""

from dataclasses import replace

from models.machine.order import SUN_7410, Order
from models.units import KiB
from models.zfs.l2arc.feed_spec import FeedSpec

TURN = 8
"""Fewest blocks that a sampled feeder can write in one turn, which makes its turns longer."""
SEGMENT, PARTS = 8, 128
"""Fewest blocks of a sampled segment (unless a real one has fewer), and fewest segments of a device."""
NO_FLASH = FeedSpec(devices=0)
ONE_DISK = SUN_7410.without("network", "head", "queue", "drive queue").order(
    pool={"layout": "stripe", "vdevs": 1, "jbods": 0}, pointers_held=True
)
"""Blocks of pointers are not sampled: they lead to many blocks each."""


def caches(memory: float, spec: FeedSpec = NO_FLASH, block: int = 128 * KiB) -> Order:
    """Return an order of a 7410 with one disk and these caches: an ARC of `memory` bytes, and flash
    with its feeder. block: the recordsize (bytes)."""
    return with_feed(ONE_DISK, spec, memory=memory, arc=memory, recordsize=block)


def with_feed(order: Order, spec: FeedSpec, **others: float) -> Order:
    """Return `order` with this flash and feeder, and with other settings."""
    feed = {
        name: value for name, value in vars(spec).items() if name not in ("devices", "capacity")
    }
    return order.order(flash={"devices": spec.devices, "used": spec.capacity}, feed=feed, **others)


def one_in(k: float, order: Order) -> Order:
    """Return `order` with caches for one block in `k` (1 or more). All blocks have the
    recordsize."""
    block = order.filesystem.record
    memory = max(order.cache.arc / k, block)
    return with_feed(order, scaled(order.cache.feed, k, block, memory), arc=memory)


def scaled(spec: FeedSpec, k: float, block: int, memory: float) -> FeedSpec:
    """Return the flash and feeder for one in `k` blocks of `block` bytes. memory: bytes of the sampled
    ARC, whose limit on headers may leave part of a device unused."""
    stored = spec.stored(block)
    pace = (spec.rate if spec.new else spec.write) / k
    turn = max(spec.turn, (TURN + 1e-6) * stored / pace) if pace else spec.turn
    small = replace(
        spec,
        capacity=max(spec.capacity / k, 2.0 * block),
        rate=spec.rate / k,
        write=spec.write / k,
        boost=spec.boost / k,
        turn=turn,
    )
    room = small.usable(memory, block)
    most = max(1, int(min(SEGMENT, room / stored / PARTS, spec.segment / stored)))
    blocks = int(spec.segment / k / stored)  # of a segment
    if blocks < most:  # choose the size that leaves least of a device unused
        blocks = min(range(most, most // 2, -1), key=lambda n: room // stored % n)
    return replace(small, segment=min(small.capacity, float(blocks * stored)))
