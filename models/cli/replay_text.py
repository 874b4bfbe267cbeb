"""A replay as tables for people; latencies in milliseconds."""
from typing import Any

from models.cli.command_line import table
from models.units import ms

TITLES = {"count": "count", "iops": "IOPS", "mean": "mean", "p50": "50 %", "p90": "90 %", "p99": "99 %",
          "p999": "99.9 %", "max": "max"}


def summaries(result: dict[str, Any]) -> str:
    """The summary of each kind of request; the last line of all, where there are several kinds."""
    kinds = [op for op in result["model"] if op != "all" or len(result["model"]) > 2]
    rows = [["", "", *TITLES.values()]]
    for op in kinds:
        for whose in ("model", "measured", "difference"):
            if result[whose] is not None:
                numbers = result[whose][op]
                rows.append([op if whose == "model" else "", whose,
                             *[number(name, numbers.get(name), whose == "difference") for name in TITLES]])
    return table(rows, "<<" + ">" * len(TITLES))


def each(result: dict[str, Any]) -> str:
    """The requests, one a line."""
    names = list(result["requests"][0])
    rows = [[f"{name}, ms" if name in ("latency", "measured") else name for name in names]]
    for one in result["requests"]:
        rows.append([f"{one[name] / ms:.3f}" if name in ("latency", "measured") else str(one[name]) for name in names])
    return table(rows, "><" + ">" * (len(names) - 2))


def number(name: str, value: float | None, signed: bool) -> str:
    """A number of a summary, latencies in ms."""
    if value is None:
        return ""
    if name == "count":
        return str(value)
    sign = "+" if signed else ""
    if name == "iops":
        return f"{value:{sign}.1f}" if abs(value) >= 10 else f"{value:{sign}.3g}"
    return f"{value / ms:{sign}.3f}"


