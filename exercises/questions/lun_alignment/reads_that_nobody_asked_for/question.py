"""The disks read more than the clients do, or as much: what is wrong with the LUN, if anything?"""

from functools import cache

from exercises.kit.form import Choice, Number
from figures.lun_alignment.experiments.lun_load import LunRun
from models.protocols.alignment import Partition
from models.units import GiB, KiB, percent, sector

KIND = "read"
FORM = {
    "block": Number("Block size of the volume", unit="KiB", low=0.5 * KiB, high=1 * GiB),
    "needless": Number(
        "Of the bytes that the disks read nobody asked for",
        unit="%",
        low=0,
        high=100 * percent,
        help="0 if the disks read no more than the clients.",
    ),
    "cause": Choice(
        "Which fault must be mended?",
        {
            "start": "its partition begins inside a block",
            "block": "its blocks are larger than the requests",
            "log": "it lacks a fast log device",
            "well": "nothing: the disks read what the clients read, and no more",
        },
    ),
}
ODD = (34, 63, 16065)
SITUATIONS = {  # starts, (block, request) in KiB, share of reads, threads
    "a stream into large blocks": ((2048,), [(128, 32), (64, 16), (128, 64)], 0.0, 1),
    "a database off its blocks": (ODD, [(8, 16), (16, 32), (8, 32)], 0.7, 16),
    "a stream off its blocks": (ODD, [(8, 64), (16, 64), (8, 32)], 0.0, 1),
    "a database as it should be": ((2048,), [(8, 16), (8, 32), (16, 32)], 0.7, 16),
    "a database on large blocks": ((2048,), [(32, 8), (64, 8), (32, 16)], 0.7, 16),
}
SECONDS = 1.5
LISTING = """\
        reads   each writes   each
clients {client_reads:5.0f} {client_read:>6} {client_writes:6.0f} {client_write:>6}
disks   {disk_reads:5.0f} {disk_read:>6} {disk_writes:6.0f} {disk_write:>6}"""


@cache
def counted(start, block, request, reads, threads, seed):
    """What clients asked and disks did: operations and bytes a second of reads and writes, in the model."""
    run = LunRun(
        Partition(start * sector, block, 400 * GiB),
        threads,
        request,
        reads,
        in_order=threads == 1,
        interval=SECONDS,
        seed=seed,
        commands=True,
    )
    run.measure(SECONDS)
    done = [each for disk in run.machine.disks for each in disk.trace if each.finish <= SECONDS]
    asked = [one.reads for thread in run.target.done for one in thread]
    found = {
        "client_reads": asked.count(True) / SECONDS,
        "client_writes": asked.count(False) / SECONDS,
    }
    for op in ("read", "write"):
        sizes = [each.size for each in done if each.op == op]
        found |= {f"disk_{op}s": len(sizes) / SECONDS, f"disk_{op}_bytes": sum(sizes) / SECONDS}
    return found


def kib(size):
    """Bytes as a listing shows them."""
    return f"{size / KiB:.1f}K" if size else "-"


def case(rng):
    seed, name = rng.randint(1, 999), rng.choice(list(SITUATIONS))
    starts, sizes, reads, threads = SITUATIONS[name]
    block, request = rng.choice(sizes)
    given = {
        "start": rng.choice(starts),
        "block": block * KiB,
        "request": request * KiB,
        "reads": reads,
        "threads": threads,
        "seed": seed,
    }
    found = counted(**given)
    listing = LISTING.format(
        **found,
        client_read=kib(found["client_reads"] and given["request"]),
        client_write=kib(given["request"]),
        disk_read=kib(found["disk_read_bytes"] / found["disk_reads"]),
        disk_write=kib(found["disk_write_bytes"] / found["disk_writes"]),
    )
    return given | {
        "listing": listing,
        "situation": name,
        "asked": found["client_reads"] * given["request"],
        "read": found["disk_read_bytes"],
        "client_reads": found["client_reads"],
        "disk_reads": found["disk_reads"],
        "disk_write": found["disk_write_bytes"] / found["disk_writes"],
        "load": "A backup writes to it, one write after the other."
        if threads == 1
        else "A database with many threads reads and writes anywhere on it.",
        "why": WHY[name],
    }


def cause(case):
    """What is wrong, as one knows who has made the LUN."""
    share = Partition(case["start"] * sector, case["block"]).share(case["request"])
    return "well" if not share.partial else "block" if case["block"] > case["request"] else "start"


WHY = {
    "a stream off its blocks": "The clients read nothing, so all that the disks read is read first, before a write. It is about one block for each "
    "write, and each write is larger than a block. Whole blocks would not have to be read. So the writes begin inside a "
    "block and end inside one: the partition is off.",
    "a stream into large blocks": "The clients read nothing, so all that the disks read is read first, before a write. But these reads are larger than "
    "the writes: the blocks are. Several writes share one read, which is no comfort, as the bytes show. No partition "
    "helps; a LUN with smaller blocks does.",
    "a database off its blocks": "A page is a whole number of blocks, so all could be well, and the disks would read just what the clients read. They "
    "read far more bytes: a block more for each read, and two for each write. The pages begin inside blocks.",
    "a database on large blocks": "The disks read in larger pieces than the clients ask for, as they can only read whole blocks. So a block holds "
    "several pages. Each read fetches too much, and each write reads a block first. No partition helps.",
    "a database as it should be": "The disks make more reads than the clients, but of smaller pieces: a page lies in several blocks, each at a place "
    "of its own. The bytes are the same, but for what was on its way when the counting ended. Nothing is read before a "
    "write. It is the bytes that must be compared, not the operations.",
}
