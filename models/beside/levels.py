"""The levels at which files measure: the program, ZFS's queues, and the devices; and what they say of each."""

from collections.abc import Iterable, Mapping
from math import fsum
from typing import Any, NamedTuple

from models.measured.forms.zpool_histogram import SINCE_IMPORT
from models.measured.kit.measured import Between, Bins, Measured, Part, Samples

PROGRAM, POOL, DEVICE = "of the program", "in ZFS's queue and the devices", "in the devices"
"""The levels, from the top: each has those below it within."""
OPS = ("read", "write")
TRACES = ("biosnoop", "iosnoop", "blkparse", "MSR")
FEWEST, LEAST = 100, 1e-9
"""Requests from which on a p99 is one; shortest latency that is told apart from none (s)."""


class Level(NamedTuple):
    """What is known of the requests of one kind at one level. latencies: None if only the mean is known. mean, p50,
    p99: s, None if not known. file: that says it. all_time: whether it counts since the pool's import, and so more than a
    job's requests."""

    file: str
    latencies: Samples | Bins | None
    mean: float | None
    p50: float | Between | None = None
    p99: float | Between | None = None
    number: float = 0.0
    all_time: bool = False


Levels = dict[tuple[str, str], Level]
"""By level and op."""


def of_part(file: str, part: Part) -> Level | None:
    """Return what a part says of its latencies, or None if it says nothing."""
    found, values = part.latencies, part.values
    number = values.get("n")
    if found is not None and len(found):
        p50, p99 = found.percentiles((0.5, 0.99))
        count = found.number if isinstance(found, Bins) else len(found)
        return Level(file, found, found.mean, p50, p99 if count >= FEWEST else None, count)
    named = [values.get(name) for name in ("mean_s", "p50_s", "p99_s")]
    mean, half, most = [one if isinstance(one, float) else None for one in named]
    if mean is None:
        return None
    return Level(file, None, mean, half, most, float(number) if isinstance(number, int) else 0.0)


def from_mean(file: str, mean: object) -> Level | None:
    """Return a level of which only the mean is known (s), or None if it is not."""
    return Level(file, None, mean) if isinstance(mean, float) and mean > 0 else None


def levels_of(files: Mapping[str, Measured]) -> Levels:
    """Return what files say, at each level and for each op. Of several that say the same thing the one with the most
    requests counts, and one with latencies before one with means."""
    found = Levels()
    for file, measured in files.items():
        all_time = SINCE_IMPORT in measured.notes
        for key, level in said(file, measured):
            if level and worth(level) > worth(found.get(key)):
                found[key] = level._replace(all_time=all_time)
    return found


def worth(level: Level | None) -> tuple[bool, bool, float]:
    """Return how much a level is preferred."""
    return (
        (False, False, -1.0)
        if level is None
        else (level.p99 is not None, level.p50 is not None, level.number)
    )


def said(file: str, measured: Measured) -> Iterable[tuple[tuple[str, str], Level | None]]:
    """Yield what one file says."""
    form, synced = measured.form, has_syncs(measured)
    for part in measured.parts:
        if form.startswith("fio") and part.name in OPS and not (part.name == "write" and synced):
            yield (PROGRAM, part.name), of_part(file, part)
        elif form.startswith("fio") and part.name == "sync" and synced:
            yield (PROGRAM, "write"), of_part(file, part)
        elif form == "zpool iostat -w" and part.group != "since_boot":
            for op in OPS:
                if part.name == f"total_wait_{op}":
                    yield (POOL, op), of_part(file, part)
                if part.name == f"disk_wait_{op}":
                    yield (DEVICE, op), of_part(file, part)
        elif form == "zpool iostat" and part.name == "interval":
            for op in OPS:
                yield (POOL, op), from_mean(file, part.values.get(f"total_wait_{op[0]}_s"))
                yield (DEVICE, op), from_mean(file, part.values.get(f"disk_wait_{op[0]}_s"))
        elif form.startswith(TRACES) and part.name in OPS:
            yield (DEVICE, part.name), of_part(file, part)
    if form.startswith("iostat"):
        for op in OPS:
            yield (DEVICE, op), from_mean(file, mean_of(measured, op))


def loads_in(measured: Measured) -> list[dict[str, Any]]:
    """Return the loads that ran side by side, by a file."""
    return [measured.load] if measured.load else measured.values.get("loads", [])


def has_syncs(measured: Measured) -> bool:
    """Return whether each write of a job was followed by a sync whose latency is known: that is its write made safe."""
    writing = [load for load in loads_in(measured) if load.get("local.reads", 0) < 1]
    known = any(part.name == "sync" and of_part("", part) for part in measured.parts)
    return known and bool(writing) and all(load.get("local.o_sync", True) for load in writing)


def mean_of(measured: Measured, op: str) -> float | None:
    """Return the mean wait (s) of the devices that an iostat shows, each by its requests; None if it shows none."""
    pairs = [
        (each.values.get(f"{op[0]}_per_s"), each.values.get(f"{op[0]}_await_s"))
        for each in measured.parts
    ]
    known = [(n, t) for n, t in pairs if isinstance(n, float) and isinstance(t, float) and n > 0]
    number = fsum(n for n, _ in known)
    return fsum(n * t for n, t in known) / number if number else None


def ratio(yours: float | Between | None, model: float | None) -> float | None:
    """Return how many times as long yours is as the model's: 1 if the model's lies in the bin of yours, from its edge if
    not; None if either is not known."""
    if yours is None or not model:
        return None
    if not isinstance(yours, Between):
        yours = max(yours, LEAST)  # a tool may round to no time at all
    if isinstance(yours, Between):
        return (
            1.0
            if yours.low <= model <= yours.high
            else (yours.low if model < yours.low else yours.high) / model
        )
    return yours / model
