"""A plain solver of the hunt: rules over what the tools print, and nothing else."""

import re
from collections.abc import Callable
from statistics import median

BACKUP = 40e6
"""Bytes read in two seconds from which a backup is more than the small one of every day."""
LOST = 4
"""Reads (%) that memory must have lost since the day before: of 1,400 reads each, two days alike differ by 1.7 (one
standard deviation)."""
Ask = Callable[[str], str]
"""Returns what a probe prints."""


def averages(text: str) -> dict[str, float]:
    """Return the averages of `sar` by column."""
    lines = [line.split()[1:] for line in text.splitlines() if line.startswith("Average:")]
    found = dict[str, float]()
    for heads, values in zip(lines[::2], lines[1::2], strict=True):
        for head, value in zip(heads, values, strict=True):
            if re.fullmatch(r"[\d.]+", value):
                found[head] = float(value)
    return found


def devices(text: str) -> dict[str, list[dict[str, float]]]:
    """Return the rows of each device that `iostat -x` prints."""
    found = dict[str, list[dict[str, float]]]()
    heads = list[str]()
    for line in text.splitlines():
        first, *cells = line.split() or [""]
        if first == "Device":
            heads = cells
        elif first:
            values = dict(zip(heads, map(float, cells), strict=True))
            found.setdefault(first, []).append(values)
    return found


def slow(rows: dict[str, list[dict[str, float]]]) -> bool:
    """Return whether one disk answers much later than the others."""
    for op in ("r", "w"):
        waits = dict[str, float]()
        for name, ones in rows.items():
            number = sum(one[f"{op}/s"] for one in ones)
            if number >= 5:
                waits[name] = sum(one[f"{op}/s"] * one[f"{op}_await"] for one in ones) / number
        if len(waits) > 3:
            middle, worst = median(waits.values()), max(waits.values())
            rest = sorted(waits.values())[-2]
            if worst > 2.2 * middle and worst > 1.7 * rest and worst > 2:
                return True
    return False


def commits(text: str) -> dict[str, float]:
    """Return the commits a second of each dataset, as `zilstat` prints them."""
    sums = dict[str, list[float]]()
    for line in text.splitlines()[1:]:
        _, name, number, *_ = line.split()
        unit = {"K": 1000.0, "M": 1e6}.get(number[-1], 1.0)
        sums.setdefault(name.partition("/")[2], []).append(float(number.rstrip("KM")) * unit)
    return {name: sum(ones) / len(ones) for name, ones in sums.items()}


def nread(text: str) -> dict[str, float]:
    """Return the bytes read of each dataset between two readings of its counters."""
    found, name = dict[str, list[float]](), ""
    for line in text.splitlines():
        cells = line.split()
        if cells[0] == "dataset_name":
            name = cells[2].partition("/")[2]
        elif cells[0] == "nread":
            found.setdefault(name, []).append(float(cells[2]))
    return {name: last - first for name, (first, last) in found.items()}


def hits(text: str) -> float:
    """Return the share of reads that memory had (%), as `arcstat` prints it last."""
    rows = [line.split() for line in text.partition("ddh%")[2].splitlines()[1:]]
    return sum(float(row[3]) for row in rows) / len(rows)


def diagnosis(ask: Ask) -> tuple[str, list[str]]:
    """Return what is wrong, and the probes that were asked."""
    asked = list[str]()

    def text(name: str) -> str:
        asked.append(name)
        return ask(name)

    return judged(text), asked


def judged(text: Ask) -> str:
    """Return what is wrong."""
    status = text("status")
    if "resilver in progress" in status:
        return "resilver"
    if re.search(r"^\s+(?:nvme|sd)\w+\s+FAULTED", status, re.MULTILINE):
        return "log died"
    if (cached := re.search(r"cached \((\d+)", status)) and int(cached[1]) < 50:
        return "dedup"
    if int(text("list").split("%")[-2].split()[-1]) >= 95:
        return "full"
    now = averages(text("sar"))
    if now["%ifutil"] > 95:
        return "link"
    if slow(devices(text("iostat"))):
        return "slow disk"
    if nread(text("kstat"))["backup"] > BACKUP:
        return "scan"
    yesterday = text("yesterday")
    then = averages(yesterday)
    calls = {op: now[op] / then[op] for op in ("sread/s", "swrite/s")}
    if min(calls.values()) > 1.2 and calls["swrite/s"] > 1.6:
        return "grown"
    if calls["swrite/s"] > 1.6:
        return "crowd"
    committed = [one["scall/s"] - one["sread/s"] - one["swrite/s"] for one in (now, then)]
    if committed[0] < 0.3 * committed[1]:
        return "synchronous"
    places = re.findall(r"db write offset (\d+) count (\d+)", text("trace"))
    if any(int(offset) % int(size) for offset, size in places):
        return "misaligned"
    return "outgrown" if hits(text("arcstat")) < hits(yesterday) - LOST else "?"
