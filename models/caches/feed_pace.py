"""What a feeder keeps up with: memory gives up new blocks at a steady pace, and some are on flash by then."""
from dataclasses import dataclass
from math import ceil

from models.caches.feed_spec import FeedSpec
from models.caches.l2arc import Hybrid
from models.caches.sampled import scaled
from models.check import a_number, counted

MEMORY = 96
"""Simulated blocks that memory holds."""


@dataclass(frozen=True)
class Pace:
    """The share (0-1) of what memory gave up that was on flash; bytes written to flash a second; seconds until all
    devices are full at that pace."""

    captured: float
    fed: float
    fill: float


def pace(spec: FeedSpec, given_up: float, *, memory: float, block: int = 8192, turns: int = 6) -> Pace:
    """What the feeder does while clients read one new block after the other, so that a full memory of `memory` bytes
    gives up `given_up` bytes a second of what nobody asked for twice. Looks at `turns` turns of the feeder of 2008.

    Raises ValueError for a pace or a memory that is not above 0, or no turn.
    """
    a_number("given_up", given_up, above=0)
    a_number("memory", memory, block, unit="bytes")
    counted(turns=turns)
    k = max(1.0, memory / block / MEMORY)
    old, start = scaled(spec if not spec.new else FeedSpec(), k, block), 1.0
    fed = scaled(spec, k, block)
    cache = Hybrid(memory / k, fed, block=block, start=start)
    for n in range(2 * MEMORY):
        cache.read(-1 - n, block, 0.0)
    gap, seconds, now = k * block / given_up, turns * old.turn, start
    settle = ceil(2 * MEMORY)
    for n in range(settle):
        now += gap
        cache.read(n, block, now)
    cache.fed, cache.given_up, begin = 0, dict.fromkeys(cache.given_up, 0), now
    count = max(1, ceil(seconds / gap))
    for n in range(settle, settle + count):
        now += gap
        cache.read(n, block, now)
    seen = cache.given_up["captured"] + cache.given_up["missed"]
    rate = cache.fed * k / (now - begin)
    return Pace(cache.given_up["captured"] / seen if seen else 1.0, rate,
                spec.devices * spec.capacity / rate if rate else 0.0)
