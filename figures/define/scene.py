"""The machine as a picture: requests that move through it, or the account of one of them (rows: `shared.followed`)."""
from typing import Any

PARTS = ("program", "network", "cores", "cache", "log", "group", "queue", "logdevice", "disk")
"""Parts of the machine, from the program down."""
ABOUT: dict[str, tuple[str, ...]] = {
    "index": ("program", "disk"), "seeing-latency": ("network",), "disks": ("queue", "disk"), "synchronous-writes": ("disk",),
    "intent-log": ("log", "logdevice"), "transaction-groups": ("group",), "caches": ("cache",), "deduplication": (),
    "allocation": (), "head-node": ("cores",), "streaming": ("network",), "iscsi": ("network",),
    "queues-resilvering": ("queue",), "lun-alignment": (),
}
"""Which parts each chapter is about, in the order of the chapters."""


def light(panels: list[dict[str, Any]], chapter: str) -> None:
    """Tell the panels that show the machine which of its parts the reader of a chapter has met, and which it is about."""
    met: set[str] = set()
    for each, parts in ABOUT.items():
        met |= set(parts)
        if each == chapter:
            break
    for panel in panels:
        if "scene" in panel:
            panel["scene"] |= {"met": [part for part in PARTS if part in met], "about": list(ABOUT.get(chapter, ()))}


def scene(shows: str, tab: str, when: dict[str, Any] | None, height: int) -> dict[str, Any]:
    """A panel without marks; `contents` says of its chapter which parts are lit."""
    return {"tab": tab, "height": height, "axes": {}, "marks": [], "frame": None, "aspect": None, "when": when, "probe": None,
            "pick": None, "handle": None, "move": None, "scene": {"shows": shows, "met": [], "about": []}}


def motion(tab: str = "", machines: int = 1, when: dict[str, Any] | None = None) -> dict[str, Any]:
    """The machine in motion: the rows of `machine_rows`, one machine beneath the other, at most `machines` of them."""
    return scene("motion", tab, when, 188 * machines)


def account(tab: str = "", machines: int = 1, when: dict[str, Any] | None = None) -> dict[str, Any]:
    """The account of the first request of each machine: a bar of its parts, lit where the chapter is."""
    return scene("account", tab, when, 20 + 64 * machines)
