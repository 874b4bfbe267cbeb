"""The probes of the hunt, and what each costs and does not see."""

from collections.abc import Callable
from typing import NamedTuple

from models.check import one_of
from models.hunt.run import Heard, Ran, of_seed, unheard
from models.hunt.scenes import Scene, case_of
from models.hunt.tools import (
    arcstat,
    heat_text,
    histogram,
    iostat,
    kept,
    kstat,
    listed,
    mounts,
    nfsstat,
    sar,
    status,
    trace,
    zilstat,
    zpool_iostat,
)
from models.units import us

POINT = 2 * us
"""Time of a core for one point of a request that is traced. Taken: no source; a kprobe and a map of BPF, 1 to 5 us."""


class Probe(NamedTuple):
    """A tool that can be asked."""

    command: str
    seconds: float  # what a person waits for it, to read it as well
    shows: str
    blind: str  # what it does not see
    text: Callable[[Ran, Scene], str]
    points: int = 0  # of each request, that it traces
    now: bool = True  # whether it asks the server now, or what was kept of the day before

    def load(self, ran: Ran) -> float:
        """Return what the probe takes of one core (0-1 or more)."""
        requests = sum([len(ops) for one in ran.seconds for ops in one.ops.values()])
        return self.points * POINT * requests / len(ran.seconds)


PROBES = {
    "status": Probe(
        "zpool status -D",
        3,
        "which devices are there, what is repaired, how much of the dedup table is in memory",
        "A slow device is ONLINE as the others are. It says nothing of clients.",
        status,
    ),
    "list": Probe(
        "zpool list",
        2,
        "how full the pool is, and in what pieces its free space lies",
        "That a pool is full does not say that somebody waits for it.",
        listed,
    ),
    "zpool iostat": Probe(
        "zpool iostat -vlqy 1 3",
        6,
        "operations, waits and queues of each device, by class",
        "The waits are means of a second. It ends at the pool: no memory, no log's rule, no network.",
        zpool_iostat,
    ),
    "histogram": Probe(
        "zpool iostat -wy 3 1",
        6,
        "how long the pool's I/Os waited, in powers of two",
        "All disks are one, and the log device is among them.",
        histogram,
    ),
    "iostat": Probe(
        "iostat -dxzy 1 3",
        6,
        "waits and use of each device, as the kernel below ZFS sees it",
        "It knows no classes: a resilver's reads look as those of clients. 100 % of an SSD is not its limit.",
        iostat,
    ),
    "arcstat": Probe(
        "arcstat 1 3",
        5,
        "reads of records, and how many memory had",
        "Whose reads they are. Writes that read first count as reads.",
        arcstat,
    ),
    "zilstat": Probe(
        "zilstat -p tank -i 1",
        5,
        "commits and bytes of the log of each dataset, and where they went",
        "How long a commit took, and who asked for it.",
        zilstat,
    ),
    "kstat": Probe(
        "head -n 99 /proc/spl/kstat/zfs/tank/objset-* (twice)",
        8,
        "reads and writes of each dataset, as totals: a difference over a time is a rate",
        "No latency. What lies below the datasets.",
        kstat,
    ),
    "sar": Probe(
        "sar -u -n DEV,NFSD 1 3",
        5,
        "cores, packets and bytes on the link, NFS calls",
        "Who calls. %ifutil is a share of the speed that the link has now, not of the one it should have.",
        sar,
    ),
    "yesterday": Probe(
        "sar -u -n DEV,NFSD -f /var/log/sa/sa23 -s 10:17:00 -e 10:17:03; cat /var/log/arcstat-23",
        5,
        "what sar and arcstat kept of the day before, when all was well",
        "What nobody kept: the pool, its devices and the log.",
        kept,
        now=False,
    ),
    "nfsstat": Probe(
        "timeout -s INT 3 nfsstat -s -3 -Z3",
        5,
        "NFS calls by procedure",
        "How long they took, who made them, and how safe a write was asked to be.",
        nfsstat,
    ),
    "mounts": Probe(
        "nfsstat -m (on each client)",
        20,
        "the options with which clients have mounted their datasets",
        "What programs ask for beside the options, and what was mounted yesterday.",
        mounts,
    ),
    "heat map": Probe(
        "a heat map of what programs wait",
        20,
        "the latency of each load, as its programs see it",
        "Why. It begins at the program, and a request is one time.",
        heat_text,
        points=2,
    ),
    "trace": Probe(
        "bpftrace requests.bt",
        30,
        "a median and a slow request of each load, step by step, with offset and size",
        "Some requests of a moment: what is rare is not among them. It loads the server.",
        trace,
        points=20,
    ),
}
"""The probes by name."""


def ask(seed: int, name: str, heard: Heard = unheard) -> str:
    """Return what a probe prints on the server of a seed. The same seed gives the same text. Raise ValueError for
    an unknown probe. `heard` is told how far the run is that it needs."""
    one_of("probe", name, PROBES)
    case, probe = case_of(seed), PROBES[name]
    return probe.text(of_seed(seed, probe.now, heard), case.scene if probe.now else case.before)
