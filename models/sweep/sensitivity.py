"""How much of an output's spread each unknown setting makes (Sobol' indices), and which of them to
measure next."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.sweep.axes import Axis
from models.sweep.measure import command_for

Shares = list[list[float]]
"""Samples: for each the place of every axis, 0 or more and below 1."""
LOW, HIGH = 0.05, 0.95
"""Ends of the interval of an output, as shares of the samples."""
SURE, TIMES = 0.95, 1000
"""Confidence of the intervals of indices, and resamples of the bootstrap."""
NEAR, LEAST_NEAR, ASKED, SHUFFLES = 0.1, 12, 500, 8
"""Share of an axis and least number of samples that are near one, samples whose nearest
are looked at, and shuffles for what chance makes of it."""
WORTH = 0.05
"""Least share by which a measurement must narrow the interval to be named."""
LEAST = 8
"""Least samples that are left for the indices."""


def sample(n: int, axes: int, seed: int) -> Shares:
    """Return `n` samples of a scrambled Sobol' sequence, the same as the first `n` of `crossed`."""
    return [row[:axes] for row in _pairs(n, axes, seed)]


def crossed(n: int, axes: int, seed: int) -> Shares:
    """Return n x (axes + 2) samples (Saltelli et al. 2010, Comput. Phys. Commun. 181): n of A, n of
    B, and for each axis those of A with this axis from B."""
    pairs = _pairs(n, axes, seed)
    a, b = [row[:axes] for row in pairs], [row[axes:] for row in pairs]
    mixed = [
        [*one[:axis], other[axis], *one[axis + 1 :]]
        for axis in range(axes)
        for one, other in zip(a, b, strict=True)
    ]
    return [*a, *b, *mixed]


def _pairs(n: int, axes: int, seed: int) -> Shares:
    from scipy.stats import qmc

    found: Shares = qmc.Sobol(2 * axes, rng=seed).random(n).tolist()
    return found


def indices(values: NDArray[Any], n: int, seed: int) -> tuple[NDArray[Any], NDArray[Any]] | None:
    """Return first and total indices of the axes with their intervals, each of shape (axes, 3):
    value, low, high. None if the output does not change, or too few samples are left.

    values: of the samples of `crossed`, NaN where there is none. A sample whose run is missing in A,
    B or any mixture is left out. First indices as in Saltelli et al. 2010, total ones as in Jansen
    1999; intervals by the percentile bootstrap."""
    parts = values.reshape(-1, n)
    parts = parts[:, np.isfinite(parts).all(axis=0)]
    kept = parts.shape[1]
    if kept < LEAST or np.ptp(parts[:2]) == 0:
        return None
    random = np.random.default_rng(seed)
    first, total = _both(parts)
    drawn = [_both(parts[:, random.integers(0, kept, kept)]) for _ in range(TIMES)]
    ends = [(1 - SURE) / 2, (1 + SURE) / 2]
    firsts, totals = (np.nanquantile([one[k] for one in drawn], ends, axis=0) for k in (0, 1))
    return np.stack([first, *firsts], axis=1), np.stack([total, *totals], axis=1)


def _both(parts: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return first and total indices. parts: A, B and the mixtures, centred here."""
    parts = parts - parts[:2].mean()
    a, b, mixed = parts[0], parts[1], parts[2:]
    spread = parts[:2].var() or np.nan
    first = (b * (mixed - a)).mean(axis=1) / spread
    total = ((a - mixed) ** 2).mean(axis=1) / (2 * spread)
    return first, total


def interval(values: NDArray[Any]) -> tuple[float, float]:
    """Return the values below which 5 % and 95 % of an output lie."""
    low, high = np.quantile(values, [LOW, HIGH], method="inverted_cdf")
    return float(low), float(high)


def narrower(values: NDArray[Any], places: NDArray[Any], seed: int) -> float:
    """Return by which share the interval of an output becomes narrower, on average, when some axes
    are known: among the samples that are nearest in them, against as many drawn from all, because
    the interval of few samples is narrower anyway. places: of these axes, shape (samples, axes)."""
    random = np.random.default_rng(seed)
    usual = [_width(values, places[random.permutation(len(places))]) for _ in range(SHUFFLES)]
    return 1 - _width(values, places) / float(np.mean(usual))


def _width(values: NDArray[Any], places: NDArray[Any]) -> float:
    """Return the mean width of the interval among the samples that are nearest to each other."""
    near = max(LEAST_NEAR, round(NEAR ** places.shape[1] * len(values)))
    widths = []
    step = max(1, len(values) // ASKED)
    for place in places[::step]:
        away = np.abs(places - place).max(axis=1)
        reach = np.partition(away, min(near, len(away)) - 1)[min(near, len(away)) - 1]
        low, high = interval(values[away <= reach])
        widths.append(high - low)
    return float(np.mean(widths))


def analysis(
    axes: Sequence[Axis],
    shares: Shares,
    outputs: Mapping[str, Sequence[float | None]],
    n: int,
    asked: str,
    seed: int,
) -> dict[str, Any]:
    """Return, as JSON values, the interval and the indices of each output, and by how much each
    command would narrow the interval of the asked one, the best first; both from A and B.

    shares: the samples of `crossed`; outputs: of each sample, None where there is none."""
    found = dict[str, Any]()
    for name, given in outputs.items():
        values = np.array([np.nan if one is None else one for one in given], dtype=float)
        here = values[: 2 * n][np.isfinite(values[: 2 * n])]
        both = indices(values, n, seed)
        found[name] = {
            "samples": len(here),
            "interval": list(interval(here)) if len(here) else None,
            "settings": {
                ", ".join(axis.paths): {
                    "first": both[0][place].tolist(),
                    "total": both[1][place].tolist(),
                }
                for place, axis in enumerate(axes)
            }
            if both
            else None,
        }
    given = outputs[asked][: 2 * n]  # A and B: the mixtures are like them in all axes but one
    values = np.array([np.nan if one is None else one for one in given], dtype=float)
    ran = np.isfinite(values)
    places = np.array(
        [[axis.place(one) for axis, one in zip(axes, row, strict=True)] for row in shares[: 2 * n]]
    )
    groups = dict[str, list[int]]()
    for place, axis in enumerate(axes):
        command = command_for(axis.paths[0])
        groups.setdefault(command or f" {place}", []).append(place)
    ends = found[asked]["interval"]
    width = ends[1] - ends[0] if ends else 0.0
    steps = list[dict[str, Any]]()
    for command, own in groups.items():
        if width:
            share = narrower(values[ran], places[ran][:, own], seed)
            steps.append(
                {
                    "command": command if command[0] != " " else None,
                    "settings": [path for place in own for path in axes[place].paths],
                    "width": (1 - share) * width,
                    "narrower": share,
                }
            )
    steps.sort(key=lambda one: -one["narrower"])
    best = next((one for one in steps if one["command"] and one["narrower"] >= WORTH), None)
    return {
        "asked": asked,
        "samples": n,
        "outputs": found,
        "measure": steps,
        "next": best["command"] if best else None,
    }
