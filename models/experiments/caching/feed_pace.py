"""What a feeder keeps up with: memory gives up new blocks at a steady pace, and some are on flash by then."""
from dataclasses import dataclass
from math import ceil

from models.experiments.caching.spatial_sampling import scaled
from models.zfs.l2arc.feed_spec import FeedSpec
from models.zfs.l2arc.l2arc import Hybrid

MEMORY = 96
"""Simulated blocks that memory holds."""


@dataclass(frozen=True)
class FeedPace:
    """The share (0-1) of what memory gave up that was on flash; bytes written to flash a second; seconds until all
    devices are full at that pace."""

    captured: float
    fed: float
    fill: float


def pace(spec: FeedSpec, given_up: float, *, memory: float, block: int = 8192, turns: int = 6) -> FeedPace:
    """What the feeder does while clients read one new block after the other, so that a full memory of `memory` bytes
    gives up `given_up` bytes a second of what nobody asked for twice. Looks at `turns` turns of the feeder of 2008.
    """
    k = max(1.0, memory / block / MEMORY)
    old, start = scaled(spec if not spec.new else FeedSpec(), k, block), 1.0
    fed = scaled(spec, k, block, memory)
    cache = Hybrid(memory / k, fed, block=block, start=start)
    for n in range(2 * MEMORY):
        cache.read(-1 - n, block, 0.0)
    gap, seconds, now = k * block / given_up, turns * old.turn * (1 + old.write / old.rate), start
    settle = ceil(2 * MEMORY)
    for n in range(settle):
        now += gap
        cache.read(n, block, now)
    cache.fed, cache.given_up, begin = 0, dict.fromkeys(cache.given_up, 0), now
    count = max(1, ceil(seconds / gap))
    turned = []
    for n in range(settle, settle + count):
        now += gap
        before = cache.fed
        cache.read(n, block, now)
        if cache.fed > before:
            turned.append((now, cache.fed))
    seen = cache.given_up["captured"] + cache.given_up["missed"]
    since, wrote = turned[0] if len(turned) > 1 else (begin, 0)
    until, all = turned[-1] if len(turned) > 1 else (now, cache.fed)
    rate = (all - wrote) * k / (until - since)
    return FeedPace(cache.given_up["captured"] / seen if seen else 1.0, rate,
                spec.devices * spec.capacity / rate if rate else 0.0)
