"""Panels that show the machine itself: requests moving through it, or how one request spends its
time. Their rows come from `figures.kit.followed`."""

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
    "memory": ("cache",),
    "flash": ("cache",),
    "deduplication": (),
    "allocation": (),
    "lun-alignment": (),
    "queues-resilvering": ("queue",),
    "head-node": ("cores",),
    "streaming": ("network",),
    "iscsi": ("network",),
    "sizing": (),
    "benchmarks": (),
    "the-hunt": (),
    "reproduction": (),
}
"""Parts of the machine that each chapter is about, in the order of the chapters."""


def light(panels: list[dict[str, Any]], chapter: str) -> None:
    """Add to each panel that shows the machine the parts that its reader has met, and those that
    the chapter is about."""
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
    """Return a panel that shows the machine, without marks. `light` adds the parts to highlight."""
    return panel([], {}, height=height, tab=tab, when=when) | {
        "scene": {"shows": shows, "met": [], "about": []}
    }


def motion(tab: str = "", machines: int = 1, when: dict[str, Any] | None = None) -> dict[str, Any]:
    """Return a panel with machines in motion, at most `machines` of them below each other, drawn
    from the rows of `machine_rows`."""
    return scene("motion", tab, when, 210 * machines - 8)


def platters(tab: str = "", when: dict[str, Any] | None = None) -> dict[str, Any]:
    """Return a panel with the platters of the machines' disks side by side, which turn at once until the
    reader pulls the plug. It is drawn from the rows of `machine_rows`, from requests without steps and from
    accesses."""
    return scene("platters", tab, when, 306)


def account(tab: str = "", machines: int = 1, when: dict[str, Any] | None = None) -> dict[str, Any]:
    """Return a panel that shows how the first request of each machine spends its time: a bar of
    parts, with those of the chapter highlighted."""
    return scene("account", tab, when, 58 * machines)
