"""Which lines, and where, explain measured links best: a search for the least squares of relative residuals.

Both boards have four parameters. `lines`, how many a read waits for (against those of an old processor), and `drivers`,
the share of them that sockets 0 and 1 take from each other, are the same for both. The others say where memory and
threads are: on the older board the memory of socket 0, and that of 1 and 2 alike; on the newer one the memory of 1 and 2
alike, and the threads of 0 and 3 alike.
"""
from collections.abc import Callable, Mapping
from math import fsum, inf, sqrt
from typing import Any

from models.check import a_number
from models.head.head import Head
from models.head.hypertransport import Link

Parameters = dict[str, float]
NAMES = {"head-7410": ("lines", "drivers", "memory_0", "memory_1"),
         "head-7410-istanbul": ("lines", "drivers", "memory_1", "threads_0")}
"""The four parameters of each head, by their names in the catalogue."""
EVEN: Parameters = {"lines": 1.0, "drivers": 0.05, "memory_0": 0.25, "memory_1": 0.25, "threads_0": 0.25}
"""Where a search starts that knows nothing."""
SIZE = 8192


def constants_of(machine: str, found: Mapping[str, float]) -> dict[str, Any]:
    """The catalogue's constants that four parameters stand for. Raises ValueError where shares exceed the whole."""
    for name in NAMES[machine]:
        a_number(name, found[name], 0)
    same: dict[str, Any] = {"lines": found["lines"], "drivers": found["drivers"]}
    one, threads = found["memory_1"], (0.25,) * 4
    if machine == "head-7410":
        memory = (found["memory_0"], one, one, 1 - found["memory_0"] - 2 * one)
    else:
        memory = (0.5 - one, one, one, 0.5 - one)
        outer, inner = found["threads_0"], 0.5 - found["threads_0"]
        threads = (outer, inner, inner, outer)
    for name, shares in (("memory", memory), ("threads", threads)):
        if min(shares) < 0:
            raise ValueError(f"{name} must leave each socket a share of 0 or more, got {min(shares):g}")
        same |= {f"{name}_{socket}": share for socket, share in enumerate(shares)}
    a_number("drivers", same["drivers"], 0, 1)
    return same


def residuals(loads: Mapping[Link, float], measured: Mapping[Link, float]) -> dict[Link, float]:
    """How much the model has more than was measured, as a share of that, for each link that was measured."""
    return {link: loads[link] / rate - 1 for link, rate in measured.items()}


def rms(differences: Mapping[Link, float]) -> float:
    """The root of the mean of the squares."""
    return sqrt(fsum(each * each for each in differences.values()) / len(differences))


def of_machine(machine: str, measured: Mapping[Link, float], rate: float, wire: float, asked: float,
               ) -> Callable[[Parameters], float]:
    """What a search makes small: the rms of four parameters, while a head reads 8 KiB `rate` times a second. wire, asked:
    bytes of a read and of its request on the network. Shares that cannot be are infinitely bad."""

    def error(found: Parameters) -> float:
        try:
            constants = constants_of(machine, found)
        except ValueError:
            return inf
        head = Head(machine, **constants)
        each = head.one(head.cached_read(SIZE, wire, asked)).loads
        return rms(residuals({link: size * rate for link, size in each.items()}, measured))

    return error


def search(error: Callable[[Parameters], float], start: Parameters, step: float = 0.1, least: float = 1e-4,
           ) -> tuple[float, Parameters]:
    """The parameters with the least error: each in turn goes a step up or down while that helps; then the whole way that
    a round went is gone once more; then steps get half as long, until they are `least` of the start.

    Returns the error and the parameters. Hooke and Jeeves 1961, Direct search.
    """
    best, found = error(start), dict(start)
    while step >= least:
        before = dict(found)
        for name in found:
            for way in (1, -1):
                tried = {**found, name: found[name] + way * step * start[name]}
                if (its := error(tried)) < best:
                    best, found = its, tried
                    break
        if found == before:
            step /= 2
            continue
        while (its := error(tried := {name: 2 * now - before[name] for name, now in found.items()})) < best:
            best, before, found = its, found, tried
    return best, found


def fit(machine: str, measured: Mapping[Link, float], rate: float, wire: float, asked: float = 0.0,
        ) -> tuple[float, Parameters]:
    """The rms and the four parameters that explain `measured` (link -> bytes a second) best."""
    start = {name: EVEN[name] for name in NAMES[machine]}
    return search(of_machine(machine, measured, rate, wire, asked), start)
