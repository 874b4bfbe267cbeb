"""A machine of which one block in k is simulated: caches of 1/k of the size, whose feeder is 1/k as
fast.

If a block is kept or left out by its name alone, the blocks kept are asked for as the whole is, 1/k
times as often, and the same share of reads is answered by each cache at the same time of day. This
is the idea of SHARDS (Waldspurger, Park, Garthwaite and Ahmad 2015, FAST), carried over to two
caches and a feeder between. A test compares it with all blocks where these are few.
"""

from dataclasses import replace

from models.machine.order import SUN_7410, Order
from models.units import KiB
from models.zfs.l2arc.feed_spec import FeedSpec

TURN = 8
"""Blocks that a turn of a sampled feeder can write at least: so it turns less often than once a second."""
SEGMENT, PARTS = 8, 128
"""Blocks of a sampled segment at least, unless a real one has fewer, or a device fewer parts of that size than these."""
NO_FLASH = FeedSpec(devices=0)
ONE_DISK = SUN_7410.without("network", "head", "queue", "drive queue").order(
    pool={"layout": "stripe", "vdevs": 1, "jbods": 0}
)


def caches(memory: float, spec: FeedSpec = NO_FLASH, block: int = 128 * KiB) -> Order:
    """The caches of a 7410 and one disk: `memory` bytes of ARC, this flash and feeder, blocks of
    `block` bytes."""
    return with_feed(ONE_DISK, spec, memory=memory, arc=memory, recordsize=block)


def with_feed(order: Order, spec: FeedSpec, **otherwise: float) -> Order:
    """Return the same with this flash, this feeder and other settings."""
    feed = {
        name: value for name, value in vars(spec).items() if name not in ("devices", "capacity")
    }
    return order.order(
        flash={"devices": spec.devices, "used": spec.capacity}, feed=feed, **otherwise
    )


def one_in(k: float, order: Order) -> Order:
    """The same of which one block in `k` (1 or more) is simulated, all of them as large as its
    records."""
    block = order.filesystem.recordsize
    memory = max(order.cache.arc / k, block)
    return with_feed(order, scaled(order.cache.feed, k, block, memory), arc=memory)


def scaled(spec: FeedSpec, k: float, block: int, memory: float) -> FeedSpec:
    """The flash and its feeder for one in `k` blocks of `block` bytes, beside a sampled cache of
    `memory` bytes, whose guard on headers may leave less of a device to be cut into segments."""
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
    if blocks < most:  # the size that leaves least of a device unused
        blocks = min(range(most, most // 2, -1), key=lambda n: room // stored % n)
    return replace(small, segment=min(small.capacity, float(blocks * stored)))
