"""The number of each figure at which the lab arrives, and what a study of it runs."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from models.catalogue.machines import values
from models.head.nic import GIGABIT, Nic
from models.machine.loads.blocks import Reads
from models.machine.loads.create import Create
from models.machine.loads.local import Local
from models.machine.loads.nfs import Nfs
from models.machine.order import SUN_7410, Order
from models.protocols.nfs.server import SPREAD
from models.units import KiB, MiB

DISK = values("enterprise-disk")["pool.disks.capacity"]
Given = Mapping[str, Any]
"""The parameters of a figure."""
ROWS = {
    "rate": "the requests a second",
    "bytes": "the requests a second, times their size",
    "median": "the median",
    "machine": "the requests in all parts of the machine, divided by their rate (Little's law)",
    "each": "one second divided by the requests a second of its one program",
    "disks written": "the bytes a second that the disks write (zpool iostat)",
    "log devices writes": "the writes a second of the log devices (zpool iostat)",
    "written per byte": "the bytes that the disks write for each byte of the programs",
}
"""Where the lab shows a number, by name."""


class Headline(NamedTuple):
    """A number of a figure, and what a study of it runs."""

    value: str  # its name among the figure's values
    row: str  # where the lab shows it: one of `ROWS`
    machines: tuple[int, ...] = (0,)  # A and B: their places among those that the figure builds
    loads: Callable[[Given], list[Any]] | None = None  # if the figure has programs of its own
    orders: Callable[[Order, Given], list[Order]] | None = None  # A and B, made from that of A
    events: Sequence[Mapping[str, Any]] = ()
    lacks: tuple[str, ...] = ()  # parameters that matter, and that a study cannot say
    side: str = "a"  # the machine whose number it is
    seconds: float = 20.0  # machine time of the study


def reading(given: Given) -> list[Any]:
    """Return programs that read anywhere on a disk."""
    size, data = given.get("size", 4 * KiB), given.get("span", DISK)
    return [Local(given.get("outstanding", 1), int(size), reads=1.0, blocks=Reads(data))]


def writing(given: Given) -> list[Any]:
    """Return a program that writes, and waits until each write is safe."""
    return [Local(1, int(given["size"]), think=given.get("delay", 0.0))]


def clients(given: Given) -> list[Any]:
    """Return NFS clients that wait until each write is safe."""
    return [
        Nfs(
            given.get("clients", 1),
            given.get("threads", 1),
            int(given["size"]),
            given["turnaround"],
            spread=given.get("jitter", SPREAD),
        )
    ]


def own_port(given: Given) -> list[Any]:
    """Return an NFS client that writes through a port of 1 Gbit/s of its own."""
    size, port, way = int(given["size"]), Nic(GIGABIT), SUN_7410.network.turnaround or 0.0
    return [Nfs(1, 1, size, way + port.wire(size) / port.rate, stable=0)]


def files(given: Given) -> list[Any]:
    """Return a client that unpacks an archive."""
    size, changes, asks = int(given["size"]), given["changes"], given["asks"]
    return [Create(1, 1, "nfs", size, changes, asks, turnaround=given["turnaround"])]


def resilvered(order: Order, given: Given) -> list[Order]:
    """Return a mirror of two that is half full of blocks in any order."""
    queue = {"pending": given["depth"]}
    record = int(given.get("block", 8 * KiB))
    return [
        order.order(
            pool={"layout": "mirror", "width": 2, "scattered": True, "filled": 0.5},
            recordsize=record,
            queue=queue,
        )
    ]


BESIDE = Headline(
    "rate",
    "disks written",
    loads=lambda given: [
        Local(reads=1.0, rate=given["reads"], blocks=Reads(DISK / 2)),
    ],
    orders=resilvered,
    events=[{"at": 0, "kind": "resilver"}],
    lacks=("order", "device", "scattered"),
    seconds=60.0,
)
"""A resilver beside reads."""

HEADLINES: dict[str, Headline] = {
    "two-promises": Headline("early_rate", "rate", (0, 1)),
    "same-disk": Headline("raw_cached", "rate", (0, 4)),
    "points-to-heat": Headline("iops", "rate", (2,)),
    "one-and-two-disks": Headline("iops", "rate", loads=clients),
    "seek-and-turn": Headline("iops", "rate", loads=reading, lacks=("operation",)),
    "streaming-disk": Headline(
        "ahead",
        "bytes",
        loads=lambda given: [
            Local(1, int(given["size"]), think=given["gap"], reads=1.0, in_order=True)
        ],
        lacks=("position",),
    ),
    "disk-queue": Headline("iops", "rate", loads=reading, lacks=("kind",)),
    "who-is-next": Headline("sptf_iops", "rate", (0, 1), loads=reading, side="b"),
    "icy-lake": Headline("iops", "rate", loads=clients, lacks=("scattered",), seconds=180.0),
    "missed-turn": Headline("iops", "rate", loads=writing),
    "one-writer": Headline("app_steady", "bytes"),
    "told-and-safe": Headline("told_flushed", "median", (0, 1), loads=writing),
    "gathered-writes": Headline("rate", "disks written"),
    "ufs-sync": Headline("app", "bytes", seconds=8.0),
    "raw-limits": Headline("sequential_small", "bytes", loads=writing),
    "write-path": Headline("latency_above", "median", (0, 1)),
    "slog-enable": Headline(
        "after_iops",
        "rate",
        (1,),
        orders=lambda order, given: [order.order(log={"devices": 0}), order],
        side="b",
    ),
    "disk-io": Headline("log_rate", "log devices writes", (1, 2), side="b"),
    "tar-unpack": Headline("without_rate", "rate", (0, 1), loads=files, lacks=("work",)),
    "ramdisk-log": Headline("mean", "bytes", loads=writing, lacks=("file",), seconds=36.0),
    "shared-flush": Headline("writes", "rate", seconds=5.0),  # until the first group
    "log-device": Headline("together_rate", "rate", loads=clients, seconds=5.0),
    "load-ramp": Headline("ops", "rate", loads=clients, seconds=2.0),
    "convoys-and-trains": Headline("convoy_rate", "rate", (0, 1), seconds=5.0),
    "burst-size": Headline(
        "small",
        "written per byte",
        loads=lambda given: [
            Local(
                size=int(given["size"]),
                o_sync=False,
                over=True,
                rate=given["rate"],
                blocks=Reads(given["file"]),
            )
        ],
        orders=lambda order, given: [
            order.order(groups={"interval": given["interval"], "limit": int(order.head.memory / 2)})
        ],
        seconds=120.0,  # many groups: the last is not yet on disk
    ),
    "write-throttle": Headline(
        "limit_rate",
        "bytes",
        (0, 2),
        loads=lambda given: [Local(given["programs"], int(given["size"]), o_sync=False)],
    ),
    "three-arrangements": Headline("new_read", "machine", (2,)),
    "cache-enable": Headline(
        "before",
        "rate",
        (2,),
        orders=lambda order, given: [order.order(held=(1 / given["ratio"], 0.0))],
    ),
    "hybrid-pool": Headline("ran", "rate", (13,), seconds=5.0),
    "checksum-cost": Headline("disk", "each", loads=reading),
    "file-rewrite": Headline("bytes_new", "bytes", loads=own_port),
    "two-queues": BESIDE,
    "choose-depth": BESIDE,
    "head-limits": Headline("ran", "rate", seconds=1.5),
    "cards-and-ports": Headline(
        "ran",
        "bytes",
        loads=lambda given: [
            Nfs(given["clients"], given["threads"], MiB, reads=1.0, blocks=Reads(64 * MiB))
        ],
        seconds=2.0,
    ),
    "daemon-queue": Headline("rate_new", "rate", (1,), seconds=2.0),
    "kernel-target": Headline("payload", "bytes", (3,), seconds=2.0),
    "immediate-data": Headline("rate_yes", "bytes", seconds=5.0),
    "write-cache-enabled": Headline("rate_flash", "rate", (0, 1), side="b"),
    "read-today": Headline("one", "rate", (4,), seconds=2.0),
    "spindles": Headline("mirrors", "rate", seconds=5.0),
    "whole-machine": Headline("slog_after_iops", "rate", (0, 4), side="b"),
}
"""The headlines by figure."""

MISSES: dict[str, str] = {
    "shaken-disks": "its number is the median of the rates of short intervals, and the lab's their mean",
    "one-lock": "its number is one round of the lock, and the lab's the rate of all reads",
    "four-systems": "its numbers are those of twenty loads, and a study has one",
    "mail": "its rate is what the sizing asks for, and the lab's what one shelf of disks does",
    "six-rules": "its numbers compare a dozen machines in pairs, most of them with programs of their own",
    "tiers": "its numbers are of one tier each, and the lab's of all reads together",
}
"""Figures whose machine and load a study can say, and why the lab does not arrive at their number."""
