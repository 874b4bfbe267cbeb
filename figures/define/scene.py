"""The machine as a picture: requests that move through it, or the account of one of them (rows:
`shared.followed`)."""

from typing import Any

from figures.define.panel import panel

PARTS = ("program", "network", "cores", "cache", "log", "group", "queue", "logdevice", "disk")
"""Parts of the machine, from the program down."""
ABOUT: dict[str, tuple[str, ...]] = {
    "index": ("program", "disk"),
    "seeing-latency": ("network",),
    "disks": ("queue", "disk"),
    "synchronous-writes": ("disk",),
    "intent-log": ("log", "logdevice"),
    "crowds": ("log",),
    "transaction-groups": ("group",),
    "caches": ("cache",),
    "deduplication": (),
    "allocation": (),
    "lun-alignment": (),
    "queues-resilvering": ("queue",),
    "head-node": ("cores",),
    "streaming": ("network",),
    "iscsi": ("network",),
    "reproduction": (),
}
"""Which parts each chapter is about, in the order of the chapters."""


def light(panels: list[dict[str, Any]], chapter: str) -> None:
    """Set in the panels that show the machine which parts the reader of a chapter knows, and
    which the chapter is about."""
    met: set[str] = set()
    for name, parts in ABOUT.items():
        met |= set(parts)
        if name == chapter:
            break
    for each in panels:
        if "scene" in each:
            each["scene"] |= {
                "met": [part for part in PARTS if part in met],
                "about": list(ABOUT.get(chapter, ())),
            }


def scene(shows: str, tab: str, when: dict[str, Any] | None, height: int) -> dict[str, Any]:
    """Return a panel without marks; `contents` sets the lit parts by its chapter."""
    return panel([], {}, height=height, tab=tab, when=when) | {
        "scene": {"shows": shows, "met": [], "about": []}
    }


def motion(tab: str = "", machines: int = 1, when: dict[str, Any] | None = None) -> dict[str, Any]:
    """Return a panel with the machine in motion: the rows of `machine_rows`, at most `machines`
    machines below each other."""
    return scene("motion", tab, when, 210 * machines - 8)


def account(tab: str = "", machines: int = 1, when: dict[str, Any] | None = None) -> dict[str, Any]:
    """Return a panel with the account of the first request of each machine: a bar of its parts,
    lit where the chapter is about them."""
    return scene("account", tab, when, 58 * machines)
