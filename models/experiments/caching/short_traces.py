"""A few dozen requests that each show something of a small cache. A block is a name, and whether it is metadata."""
from collections.abc import Iterator
from random import Random

KINDS = ("shift", "scan", "loop", "metadata")
Request = tuple[str, bool]


def requests(kind: str, size: int, count: int, seed: int = 1) -> list[Request]:
    """`count` requests made for a cache of `size` blocks.

    scan: blocks of which three quarters of a cache are in use, by chance; a third of the time in, more blocks than fit,
    once. shift: blocks in use, then newcomers that are soon asked for again, then the first ones. loop: two blocks more
    than fit, in turn. metadata: every other request for metadata, of which there is two thirds of a cache, else for new
    data.
    """
    make = {"scan": scan, "shift": shift, "loop": loop, "metadata": metadata}[kind]
    found = make(size, count, Random(seed))
    return [next(found) for _ in range(count)]


def scan(size: int, count: int, random: Random) -> Iterator[Request]:
    """Blocks a, b, ... are in use; s1, s2, ... are read once."""
    hot = [chr(ord("a") + n) for n in range(max(1, size * 3 // 4))]
    for _ in range(count // 3):
        yield random.choice(hot), False
    for n in range(size + 2):
        yield f"s{n + 1}", False
    while True:
        yield random.choice(hot), False


def shift(size: int, count: int, random: Random) -> Iterator[Request]:
    """Blocks a, b, ... are in use; then n1, n2, ... come, each once more when a few others have come; then a, b, ..."""
    hot = [chr(ord("a") + n) for n in range(max(1, round(0.6 * size)))]
    for _ in range(count // 4):
        yield random.choice(hot), False
    gap, new = size // 2 + 1, [f"n{n + 1}" for n in range(count)]
    for n in range(count // 4):
        yield new[n], False
        if n >= gap:
            yield new[n - gap], False
    while True:
        yield random.choice(hot), False


def loop(size: int, count: int, random: Random) -> Iterator[Request]:
    """The same blocks in turn."""
    while True:
        for n in range(size + 2):
            yield str(n + 1), False


def metadata(size: int, count: int, random: Random) -> Iterator[Request]:
    """m1, m2, ... are metadata; d1, d2, ... are data, each read once."""
    names, n = [f"m{n + 1}" for n in range(max(1, size * 2 // 3))], 0
    while True:
        yield random.choice(names), True
        n += 1
        yield f"d{n}", False
