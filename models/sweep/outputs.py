"""What a sweep can record of a run."""

from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from typing import Any

from models.machine.ran import SHARES

Ran = Mapping[str, Any]
"""The results of a run as JSON values: `Ran.to_json`."""
LATENCIES = {
    "mean": "mean",
    **{f"p{f'{100 * share:g}'.replace('.', '')}": f"{share:g}" for share in SHARES},
    "longest": "max",
}
"""Names of latencies (s), and where they are in the results."""
PLAIN = {
    "rate": "requests answered per second",
    "bytes": "bytes per second that they read or write",
    "arrived": "requests that arrive per second, for a load with a rate",
    "waiting": "requests without an answer at the end, for a load with a rate",
    "groups": "transaction groups that reached the disks",
    "dirty": "bytes written and not yet on disk at the end",
    "count": "requests answered",
    "limit": "the part that is fullest",
}
KINDS = ("reads", "writes", "creations")
USED = ("cores", "disks", "cables", "log devices", "flash", "special", "cards in", "cards out")
DEVICES = ("disks", "log devices", "flash", "special")
TIERS = ("memory", "flash", "disk", "on its way")
WHOLE = {"waiting", "groups", "dirty", "count"}
"""Outputs that are whole numbers, by their last name."""
USUAL = ("rate", "bytes", "mean", "p50", "p99", "limit")
KNOWN = (
    *PLAIN,
    *LATENCIES,
    *(f"{kind}.{name}" for kind in KINDS for name in ("count", *LATENCIES)),
    *(f"used.{part}" for part in USED),
    *(
        f"iostat.{device}.{name}"
        for device in DEVICES
        for name in ("reads", "writes", "read", "written")
    ),
    *(f"tiers.{tier}" for tier in TIERS),
)
"""All outputs."""


def check(name: object) -> str:
    """Return the name of an output. Raise ValueError if there is none of this name."""
    if name in KNOWN:
        return str(name)
    near = get_close_matches(str(name), KNOWN, n=1)
    hint = f"; perhaps {near[0]}" if near else ""
    raise ValueError(
        f"record must be of {', '.join([*PLAIN, *LATENCIES])} and others that sweep --help lists, got "
        f"{name!r:.40}{hint}"
    )


def families() -> Iterator[str]:
    """Yield the outputs in words, those of a family together."""
    yield from (*PLAIN, *LATENCIES)
    yield f"({'|'.join(KINDS)}).(count|{'|'.join(LATENCIES)})"
    yield f"used.({'|'.join(USED)})"
    yield f"iostat.({'|'.join(DEVICES)}).(reads|writes|read|written)"
    yield f"tiers.({'|'.join(TIERS)})"


def value(ran: Ran, name: str) -> float | str | None:
    """Return an output of a run; None if the run has none, as a latency without an answer."""
    if name == "limit":
        used: Mapping[str, float] = ran["used"]
        return max(used, key=used.__getitem__)
    if name == "arrived":
        name = "came"
    first, _, rest = name.partition(".")
    if name in LATENCIES or name == "count":
        first, rest = "answers", name
    found: Any = ran.get(first)
    if first in ("answers", *KINDS) and found:
        found = found if found["count"] else {"count": 0}
        key = LATENCIES.get(rest, rest)
        found = found.get(key, found.get("within", {}).get(key))
    elif first == "iostat":
        device, _, what = rest.partition(".")
        found = found.get(device, {}).get(what)
    elif rest and found is not None:
        found = found.get(rest)
    return found if isinstance(found, int | float) else None
