"""The search that found four constants of each board; a test repeats it."""

from collections.abc import Callable, Mapping
from math import inf

from figures.head_node.experiments.link_fit import NAMES, Parameters, constants_of, residuals, rms
from models.head.head import Head
from models.head.hypertransport import Link

EVEN: Parameters = {
    "lines": 1.0,
    "drivers": 0.05,
    "memory_0": 0.25,
    "memory_1": 0.25,
    "threads_0": 0.25,
}
"""Where a search starts that knows nothing."""
SIZE = 8192


def of_machine(
    machine: str,
    measured: Mapping[Link, float],
    rate: float,
    wire: float,
    asked: float,
) -> Callable[[Parameters], float]:
    """What a search makes small: the rms of four parameters, while a head reads 8 KiB `rate` times
    a second. wire, asked: bytes of a read and of its request on the network. Shares that cannot be
    are infinitely bad."""

    def error(found: Parameters) -> float:
        try:
            constants = constants_of(machine, found)
        except ValueError:
            return inf
        head = Head(machine, **constants)
        each = head.cost(head.cached_read(SIZE, wire, asked)).loads
        return rms(residuals({link: size * rate for link, size in each.items()}, measured))

    return error


def search(
    error: Callable[[Parameters], float],
    start: Parameters,
    step: float = 0.1,
    least: float = 1e-4,
) -> tuple[float, Parameters]:
    """The parameters with the least error: each in turn goes a step up or down while that helps;
    then the whole way that a round went is gone once more; then steps get half as long, until they
    are `least` of the start.

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
        while (
            its := error(tried := {name: 2 * now - before[name] for name, now in found.items()})
        ) < best:
            best, before, found = its, found, tried
    return best, found


def fit(
    machine: str,
    measured: Mapping[Link, float],
    rate: float,
    wire: float,
    asked: float = 0.0,
) -> tuple[float, Parameters]:
    """The rms and the four parameters that explain `measured` (link -> bytes a second) best."""
    start = {name: EVEN[name] for name in NAMES[machine]}
    return search(of_machine(machine, measured, rate, wire, asked), start)
