"""The parameters that explain the measured links best, by least squares of relative residuals.

Both boards have four parameters. Two are the same for both: `lines`, the number of lines that a
read waits for (as a multiple of the number for an old processor), and `drivers`, the share of these
lines that sockets 0 and 1 take from each other. The other two place memory and threads. On the
older board they are the memory of socket 0, and the memory of sockets 1 and 2, which is equal. On
the newer one they are the memory of sockets 1 and 2, and the threads of sockets 0 and 3, again
equal.
"""

from collections.abc import Mapping
from math import fsum, sqrt
from typing import Any

from models.check import a_number
from models.head.hypertransport import Link

Parameters = dict[str, float]
NAMES = {
    "head-7410": ("lines", "drivers", "memory_0", "memory_1"),
    "head-7410-istanbul": ("lines", "drivers", "memory_1", "threads_0"),
}
"""The four parameters of each head, by their names in the catalogue."""


def constants_of(machine: str, found: Mapping[str, float]) -> dict[str, Any]:
    """Return the constants of the catalogue for which these four parameters stand. Raise ValueError
    if they leave a socket a share below 0."""
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
            raise ValueError(
                f"{name} must leave each socket a share of 0 or more, got {min(shares):g}"
            )
        same |= {f"{name}_{socket}": share for socket, share in enumerate(shares)}
    a_number("drivers", same["drivers"], 0, 1)
    return same


def residuals(loads: Mapping[Link, float], measured: Mapping[Link, float]) -> dict[Link, float]:
    """Return the relative residual of each measured link, which is model / measured - 1."""
    return {link: loads[link] / rate - 1 for link, rate in measured.items()}


def rms(differences: Mapping[Link, float]) -> float:
    """Return the root mean square of the differences."""
    return sqrt(fsum(each * each for each in differences.values()) / len(differences))
