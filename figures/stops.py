"""Where sliders rest whose range spans powers of two or ten."""
from models.units import GB, MB, KiB, ms, us


def powers(low: int, high: int) -> tuple[float, ...]:
    """`low`, twice that, and so on to `high`."""
    stops = [float(low)]
    while stops[-1] < high:
        stops.append(stops[-1] * 2)
    return tuple(stops)


SIZES = powers(512, 128 * KiB)
DELAYS = tuple(n * us for n in (0, 10, 20, 50, 100, 200, 500)) + tuple(n * ms for n in (1, 2, 4, 6, 8, 8.5, 10, 12, 16, 20))
SPANS = tuple(n * MB for n in (100, 250, 500)) + tuple(n * GB for n in (1.048576, 2, 5, 10, 20, 50, 100, 200, 500))
THREADS = powers(1, 256)
