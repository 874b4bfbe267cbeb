"""What proves each fault: the probes that show it, and the lines in which they do."""

import re
from collections.abc import Collection
from math import fsum
from typing import NamedTuple

from models.check import one_of
from models.hunt.probes import PROBES
from models.hunt.run import Heard, of_seed, unheard
from models.hunt.scenes import FAULTS, case_of


class Seen(NamedTuple):
    """What a probe would print."""

    probe: str
    words: str


class Proof(NamedTuple):
    """How a fault shows itself."""

    ways: tuple[tuple[str, ...], ...]  # probes that show it together
    probe: str  # the one of which lines are shown
    lines: str  # a pattern of those lines; {disk} is the disk of the case
    words: str  # what to see in them


PROOFS = {
    "slow disk": Proof(
        (("iostat",), ("zpool iostat",)),
        "iostat",
        r"\A.*$|^{disk} .*$",
        "One disk waits many times as long for a read as the others, and as it did itself.",
    ),
    "misaligned": Proof(
        (("trace",), ("arcstat", "sar"), ("arcstat", "nfsstat"), ("arcstat", "kstat")),
        "trace",
        r"^.* tank/db write .*$",
        "The offsets of the writes are no multiples of their size: each touches two records, and the server must "
        "read what it changes a part of. So memory is asked for more reads (`arcstat`) than clients made (`sar`).",
    ),
    "synchronous": Proof(
        (("mounts",), ("nfsstat",), ("zilstat",), ("kstat",), ("trace",), ("sar", "yesterday")),
        "mounts",
        r"^/home .*\n.*$",
        "The home directories are mounted with `sync`: each write waits for the log.",
    ),
    "log died": Proof(
        (("status",), ("zilstat",), ("zpool iostat",)),
        "status",
        r"^\tlogs\n.*$",
        "The log device is gone, and the disks store what it stored.",
    ),
    "resilver": Proof(
        (("status",), ("zpool iostat",)),
        "status",
        r"^ +scan: .*(?:\n\t.*)*$",
        "A resilver reads and writes beside the clients.",
    ),
    "link": Proof(
        (("sar",), ("trace",)),
        "sar",
        r"^Average: .*IFACE.*\n.*$",
        "No more bytes than before, and they fill the link.",
    ),
    "dedup": Proof(
        (("status",),),
        "status",
        r"^ dedup: .*$",
        "Only a small part of the dedup table is cached: the rest is read from disk, block by block.",
    ),
    "scan": Proof(
        (("kstat",),),
        "kstat",
        r"^dataset_name .*/backup(?:\n.*){4}$",
        "Between the two readings the backup has read a great deal, each byte once.",
    ),
    "crowd": Proof(
        (("zilstat",), ("kstat",)),
        "zilstat",
        r"^ +time .*$|^.* tank/farm .*$",
        "Most commits belong to a dataset that had few or none.",
    ),
    "full": Proof(
        (("list",),),
        "list",
        r"^.+$",
        "The pool is almost full, and its free space is in small pieces: a write becomes many, and while a group is "
        "written, reads wait behind them.",
    ),
    "grown": Proof(
        (("sar", "yesterday"),),
        "sar",
        r"^Average: .*scall.*\n.*$",
        "Reads and writes are both about twice as many as the day before, and nothing else has changed.",
    ),
    "outgrown": Proof(
        (("arcstat", "yesterday"),),
        "arcstat",
        r"^.+$",
        "Memory has fewer of the reads than the day before (`ddh%`), though nobody reads more.",
    ),
}
"""The proofs by fault."""
NEVER = {
    "cores": Seen("sar", "The cores are hardly ever idle."),
    "threads": Seen(
        "heat map", "All loads wait alike, though the cores, the link and the disks are at rest."
    ),
}
"""What would show those that are never the case."""


def shows(fault: str, asked: Collection[str]) -> bool:
    """Return whether some of the probes asked show a fault. Raise ValueError for an unknown one."""
    one_of("diagnosis", fault, FAULTS)
    return fault in PROOFS and any({*way} <= {*asked} for way in PROOFS[fault].ways)


def cost(probes: Collection[str]) -> float:
    """Return the time (s) that some probes take."""
    return fsum([PROBES[name].seconds for name in {*probes}])


def shortest(fault: str) -> tuple[str, ...]:
    """Return the probes that show a fault in the least time."""
    return min(PROOFS[fault].ways, key=cost)


def lines(seed: int, now: bool = True, heard: Heard = unheard) -> list[str]:
    """Return the lines that prove the fault of a seed, as its tool prints them: now, or before the fault."""
    case, ran = case_of(seed), of_seed(seed, now, heard)
    proof, scene = PROOFS[case.fault], case.scene if now else case.before
    disks = [int(event.options["disk"]) for event in case.scene.events if event.kind == "slow disk"]
    disk = ran.tools.branches[0].leaves[disks[-1]].name if disks else ""
    found = re.finditer(
        proof.lines.replace("{disk}", disk), PROBES[proof.probe].text(ran, scene), re.MULTILINE
    )
    return [line for each in found for line in each[0].split("\n")]
