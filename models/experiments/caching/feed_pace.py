"""What a feeder keeps up with: memory gives up new blocks at a steady pace, and some are on flash by then."""
from math import ceil
from typing import NamedTuple

from models.machine import Machine
from models.machine.sampling import caches, one_in
from models.zfs.l2arc.feed_spec import FeedSpec

MEMORY = 96
"""Simulated blocks that memory holds."""


class FeedPace(NamedTuple):
    """The share (0-1) of what memory gave up that was on flash; bytes written to flash a second; seconds until all
    devices are full at that pace."""

    captured: float
    fed: float
    fill: float


def pace(spec: FeedSpec, given_up: float, *, memory: float, block: int = 8192, turns: int = 6) -> FeedPace:
    """What the feeder does while clients read one new block after the other, so that a full memory of `memory` bytes
    gives up `given_up` bytes a second of what nobody asked for twice. Looks at `turns` turns of the feeder of 2008.
    """
    k, start, old = max(1.0, memory / block / MEMORY), 1.0, FeedSpec()
    cache = Machine(one_in(k, caches(memory, spec, block))).cache
    cache.next = start
    for n in range(2 * MEMORY):
        cache.read(-1 - n, block, 0.0)
    gap, now = k * block / given_up, start
    turn = one_in(k, caches(memory, spec if not spec.new else old, block)).l2arc.turn
    turned, keys = [], iter(range(10**9))
    for _ in range(2 * MEMORY):
        now += gap
        cache.read(next(keys), block, now)
    cache.fed, cache.given_up, begin = 0, dict.fromkeys(cache.given_up, 0), now
    for _ in range(max(1, ceil(turns * turn * (1 + old.write / old.rate) / gap))):
        now += gap
        before = cache.fed
        cache.read(next(keys), block, now)
        if cache.fed > before:
            turned.append((now, cache.fed))
    seen = cache.given_up["captured"] + cache.given_up["missed"]
    since, wrote = turned[0] if len(turned) > 1 else (begin, 0)
    until, all = turned[-1] if len(turned) > 1 else (now, cache.fed)
    rate = (all - wrote) * k / (until - since)
    return FeedPace(cache.given_up["captured"] / seen if seen else 1.0, rate,
                spec.devices * spec.capacity / rate if rate else 0.0)
