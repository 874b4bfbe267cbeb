"""A listing of twelve minutes of a cache: what are its misses, and would more memory help?"""

from functools import cache
from random import Random

from exercises.kit.form import Choice
from models.sim.popularity import zipf
from models.zfs.arc.replacement import Arc

KIND = "read"
FORM = {
    "cause": Choice(
        "What are most of the misses?",
        {
            "tight": "blocks that are in use, and had to go before they were asked for again",
            "once": "blocks that are read once and never again",
            "cold": "the first reads after a start, while the cache fills",
            "moved": "the first reads of other data, to which programs have turned",
        },
    ),
    "twice": Choice(
        "With twice the memory, how many of these misses would still be misses?",
        {
            "few": "hardly any",
            "half": "about half of them",
            "same": "nearly as many",
        },
    ),
}
ROOM, MINUTES, BEFORE, OTHERS = 400, 12, 8, 0.02
"""Blocks that the cache holds; minutes in the listing, and before it; reads of what is read once, in any case."""
BECAUSE = {
    "tight": (
        "Those blocks were in the cache a while ago, had to go, and are wanted again. That is what a cache that is too small "
        "looks like. With twice the room nearly all of them would have stayed."
    ),
    "once": (
        "The cache is full, the hit ratio stays where it is, and hardly any miss finds a ghost, although blocks are given up "
        "all the time. So nobody wants them back: they are read once, as a scan or a backup does. No memory is large enough "
        "to answer the first read of a block."
    ),
    "cold": (
        "At first the cache is far from full, so nothing is given up and there are no ghosts. Each block must be read from "
        "disk once; minute by minute fewer of them are new. More memory would only be empty for longer. Wait."
    ),
    "moved": (
        "From one minute to the next the hit ratio falls, and then it recovers: programs have turned to other data, which "
        "must be read from disk once. What had to go is hardly wanted back, so few of the misses find a ghost."
    ),
}


def case(rng):
    """cause; blocks in use; skew; share: of reads that scan; at: the minute in which programs turn; and the listing."""
    cause = rng.choice(list(BECAUSE))
    given = {
        "cause": cause,
        "seed": rng.randint(1, 10**6),
        "skew": rng.choice([0.4, 0.6]),
        "at": rng.randint(3, 6),
        "share": rng.choice([0.3, 0.4, 0.5]),
        "used": {"tight": rng.choice([540, 580, 640]), "once": 240, "cold": 360, "moved": 280}[
            cause
        ],
    }
    rows = minutes(1, **given)
    misses = sum(reads - hits for _, reads, hits, _ in rows)
    found = sum(ghosts for *_, ghosts in rows) / misses
    return {
        **given,
        "listing": listing(rows),
        "because": BECAUSE[cause],
        "found": found,
        "left": left(given),
    }


@cache
def minutes(times, cause, seed, skew, at, share, used):
    """A row a minute: blocks in the cache (a share of its room), reads, hits, and misses that find a ghost.

    The cache has room for `times` as many blocks as the one that is asked about.
    """
    random = Random(seed)
    draw, cache, new, rows = zipf(used, skew, random), Arc(times * ROOM), 10**6, []
    for minute in range(MINUTES if cause == "cold" else BEFORE + MINUTES):
        moved = 10**5 if cause == "moved" and minute >= BEFORE + at else 0
        reads = {"cold": 150, "moved": 260}.get(cause, 500) + random.randrange(20)
        new_ones = (
            share if cause == "once" else 0.15 if cause == "moved" and minute < BEFORE else OTHERS
        )
        hits = ghosts = 0
        for _ in range(reads):
            if random.random() < new_ones:
                key, new = new, new + 1
            else:
                key = draw() + moved
            ghosts += key in cache.lost_once or key in cache.lost_again
            hits += cache.access(key)
        rows.append(((len(cache.once) + len(cache.again)) / (times * ROOM), reads, hits, ghosts))
    return rows[-MINUTES:]


def left(case):
    """The misses with twice the memory, as a share of those in the listing."""
    given = {name: case[name] for name in ("cause", "seed", "skew", "at", "share", "used")}
    once, twice = (
        sum(reads - hits for _, reads, hits, _ in minutes(times, **given)) for times in (1, 2)
    )
    return twice / once


def listing(rows):
    """The minutes as a tool would print them."""
    head = ["            (k)         (k)    (k)", "min full  reads hits misses ghosts"]
    lines = [
        f"{n + 1:3} {used:4.0%}  {reads:5} {hits / reads:4.0%} {reads - hits:6} {ghosts:6}"
        for n, (used, reads, hits, ghosts) in enumerate(rows)
    ]
    return "\n".join([*head, *lines])
