"""Stops for sliders with ranges that span powers of two or ten."""

from models.units import GB, KiB, MiB, ms, us


def powers(low: int, high: int) -> tuple[float, ...]:
    """Return `low`, 2 `low`, 4 `low` and so on, up to `high`."""
    stops = [float(low)]
    while stops[-1] < high:
        stops.append(stops[-1] * 2)
    return tuple(stops)


SIZES = powers(512, 128 * KiB)
DELAYS = tuple(n * us for n in (0, 10, 20, 50, 100, 200, 500)) + tuple(
    n * ms for n in (1, 2, 4, 6, 8, 8.5, 10, 12, 16, 20)
)
SPANS = (
    *(n * MiB for n in (100.0, 250, 500, 1000, 2000, 5000, 10_000, 50_000, 100_000, 200_000)),
    500.0 * GB,
)
THREADS = powers(1, 256)
