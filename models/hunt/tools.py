"""The tools of the hunt as they print, each from the counters of a run."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import fsum
from typing import Any

from models.hunt.run import Ran, Second
from models.hunt.scenes import DATASETS, OTHERS, WARM, Scene
from models.lab.iostat import BUCKETS, CLASSES, PASSED, Leaf, disks_text, nicenum, taken, zpool_text
from models.lab.run import EDGES, FINE
from models.machine.machine import Machine
from models.protocols.nfs.server import FILE_SYNC
from models.units import KiB, hour, minute, us
from models.zfs.allocator.allocator import Holes
from models.zfs.pool.pool import LABEL

DATE, BEGIN = "Tue Nov 24", 10 * hour + 17 * minute
"""Day of all runs, and its time (s) at which a run begins."""
POOL = "tank"
FAILED = 3
"""Failed writes of a log device that has died. Taken: ZFS gives up after a few."""


def clock(second: float) -> str:
    """Return a time of a run (s) on the clock of its day."""
    whole = int(BEGIN + second)
    return f"{whole // 3600:02}:{whole // 60 % 60:02}:{whole % 60:02}"


def times(ran: Ran) -> list[str]:
    """Return the ends of the seconds of a run, on the clock."""
    return [clock(WARM + number + 1) for number in range(len(ran.seconds))]


# --- zpool


def status(ran: Ran, scene: Scene) -> str:
    """Return what `zpool status -D` prints. Source: OpenZFS 2.3, zpool_main.c."""
    machine = ran.machine
    dead = [vdev for vdev in machine.log_vdevs if vdev not in machine.pool.logs]
    scans = [one for one in machine.resilvers if one.new]
    new = {machine.pool.vdevs[one.vdev].devices[0] for one in scans}
    lines = [f"  pool: {POOL}", f" state: {'DEGRADED' if dead else 'ONLINE'}"]
    if dead:
        lines += [
            "status: One or more devices are faulted in response to persistent errors.",
            "\tSufficient replicas exist for the pool to continue functioning in a",
            "\tdegraded state.",
            "action: Replace the faulted device, or use 'zpool clear' to mark the device",
            "\trepaired.",
        ]
    if scans:
        lines += [
            "status: One or more devices is currently being resilvered.  The pool will",
            "\tcontinue to function, possibly in a degraded state.",
            "action: Wait for the resilver to complete.",
        ]
    lines += scan_lines(machine)
    lines += ["config:", "", f"\t{'NAME':12}  {'STATE':8}  {'READ':>5} {'WRITE':>5} {'CKSUM':>5}"]
    for branch in ran.tools.branches:
        gone = bool(branch.vdevs) and branch.vdevs[0] in dead
        state = (
            "FAULTED"
            if gone
            else "DEGRADED"
            if dead and not branch.depth and branch.leaves
            else "ONLINE"
        )
        name = " " * branch.depth + branch.name
        if not branch.leaves:
            lines.append(f"\t{branch.name}")
            continue
        line = f"\t{name:12}  {state:8}  {0:5} {FAILED * gone:5} {0:5}" + "  too many errors" * gone
        renewed = len(branch.leaves) == 1 and holds(branch.leaves[0], new)
        lines.append(line + "  (resilvering)" * renewed)
    return "\n".join([*lines, "", "errors: No known data errors", "", *table_lines(machine)])


def holds(leaf: Leaf, devices: Iterable[object]) -> bool:
    """Return whether a leaf is one of some devices."""
    return any(leaf.device in (one, getattr(one, "device", None)) for one in devices)


def scan_lines(machine: Machine) -> list[str]:
    """Return the lines of `zpool status` about the last scan."""
    scans = [one for one in machine.resilvers if one.new]
    if not scans:
        return ["  scan: none requested"]
    one, now = scans[0], machine.loop.now
    vdev = machine.pool.vdevs[one.vdev]
    total = sum([taken(machine, each) or 0 for each in machine.pool.vdevs])
    issued = one.written * vdev.capacity // vdev.devices[-1].capacity
    rate = issued / max(1.0, now)
    left = max(0.0, total - issued) / rate if rate else 0.0
    ready = f", {dhms(left)} to go" if rate >= 10 * 1024 * KiB else ", no estimated completion time"
    return [
        f"  scan: resilver in progress since {DATE} {clock(0)} 2026",
        f"\t{nicenum(issued)} / {nicenum(total)} scanned at {nicenum(int(rate))}/s, "
        f"{nicenum(issued)} / {nicenum(total)} issued at {nicenum(int(rate))}/s",
        f"\t{nicenum(one.written)} resilvered, {100 * issued / max(1, total):.2f}% done{ready}",
    ]


def dhms(seconds: float) -> str:
    """Return a time (s) as OpenZFS writes it: days, hours, minutes and seconds."""
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    days, hours = divmod(hours, 24)
    text = f"{hours:02}:{minutes:02}:{rest:02}"
    return f"{days} days {text}" if days else text


def table_lines(machine: Machine) -> list[str]:
    """Return the line of `zpool status -D` about the dedup table."""
    if not (table := machine.table):
        return [" dedup: no DDT entries"]
    spec = table.spec
    whole, held = spec.table, min(spec.memory, spec.table)
    on_disk = spec.blocks * spec.on_disk * spec.copies
    return [
        f" dedup: DDT entries {int(spec.entries)}, size {nicenum(int(on_disk))} on disk, "
        f"{nicenum(int(whole))} in core, {nicenum(int(held))} cached ({100 * held / whole:.2f}%)"
    ]


def listed(ran: Ran, scene: Scene) -> str:
    """Return what `zpool list` prints. Source: OpenZFS 2.3, zpool_main.c, print_list_stats."""
    machine = ran.machine
    size = sum([vdev.capacity - LABEL for vdev in machine.pool.vdevs])
    alloc = sum([taken(machine, vdev) or 0 for vdev in machine.pool.vdevs])
    table = machine.table
    ratio = table.spec.ratio if table else 1.0
    names = ["NAME", "SIZE", "ALLOC", "FREE", "CKPOINT", "EXPANDSZ", "FRAG", "CAP", "DEDUP"]
    health = "DEGRADED" if machine.log_vdevs != machine.pool.logs else "ONLINE"
    row = [POOL, *map(nicenum, (size, alloc, size - alloc)), "-", "-", fragments(scene)]
    row += [f"{100 * alloc // size}%", f"{ratio:.2f}x"]
    form = "{:4}  {:>5}  {:>5}  {:>5}  {:>7}  {:>8}  {:>4}  {:>4}  {:>5}    {:8}  {}"
    return "\n".join([form.format(*names, "HEALTH", "ALTROOT"), form.format(*row, health, "-")])


FRAGMENTS = (100, 99, 97, 93, 88, 83, 77, 71, 64, 57, 50, 43, 36, 29, 23)
"""Fragmentation (%) of free space in pieces of 512 bytes, 1 KiB, 2 KiB, and so on. Source: OpenZFS 2.3, metaslab.c,
zfs_frag_table."""


def fragments(scene: Scene) -> str:
    """Return the fragmentation of the free space; "-", as of a pool without histograms, if the machine does not know
    its pieces."""
    holes = scene.order.pool.allocator
    if not isinstance(holes, Holes):
        return "-"
    return f"{FRAGMENTS[(holes.size // 512).bit_length() - 1]}%"


def zpool_iostat(ran: Ran, scene: Scene) -> str:
    """Return what `zpool iostat -vlqy 1 3` prints."""
    return "\n".join([zpool_text(one.zpool) for one in ran.seconds])


HISTOGRAMS = {
    "total_wait": ("total read", "total write"),
    "disk_wait": ("disk read", "disk write"),
    "syncq_wait": CLASSES[:2],
    "asyncq_wait": CLASSES[2:4],
}
NONE = Counter[int]()


def histogram(ran: Ran, scene: Scene) -> str:
    """Return what `zpool iostat -wy 3 1` prints for the pool: how many a second, cut to whole numbers. Source: OpenZFS
    2.3, zpool_main.c, print_iostat_histo."""
    names = [*[name for pair in HISTOGRAMS.values() for name in pair], *CLASSES[4:]]
    width, top = 10, f"{POOL:10}"
    for title in HISTOGRAMS:
        top += "  " + (" " * max(0, 6 - len(title) // 2) + title).ljust(12)
    heads = ["read", "write"] * 4 + ["scrub", "trim", "rebuild"]
    form = f"{{:{width}}}" + "  {:>5}" * len(names)
    lines = [
        top.rstrip(),
        form.format("latency", *heads),
        form.format("-" * 10, *["-" * 5] * len(names)),
    ]
    for bucket in range(BUCKETS):
        bits = (0, PASSED) if bucket + 1 == PASSED else (bucket + 1,)
        counts = [
            sum(ran.histogram.get(name, NONE)[each] for each in bits) // len(ran.seconds)
            for name in names
        ]
        label = nicenum((1 << bucket + 1) - 1, time=True)
        lines.append(form.format(label, *map(nicenum, counts)))
    return "\n".join([*lines, "-" * (width + 7 * len(names))])


def iostat(ran: Ran, scene: Scene) -> str:
    """Return what `iostat -dxzy 1 3` prints."""
    return "\n\n".join([disks_text(one.disks) for one in ran.seconds])


# --- ZFS's own counters


def pretty(width: int, scale: int, number: float) -> str:
    """Return a number as arcstat and zilstat of OpenZFS 2.3 print it: in thousands, or by 1,024."""
    index = 0
    while scale != 100 and abs(number) > scale and index < 5:
        number, index = number / scale, index + 1
    width -= index > 0
    exact = number == int(number)
    digits = 0 if exact or width < len(f"{number:.0f}") + 2 else 1
    return f"{number:{width}.{digits}f}{'_KMGTP'[index] if index else ''}"


def columns(rows: Sequence[Sequence[str]], widths: Sequence[int]) -> str:
    """Return rows of texts, right-justified and two spaces apart."""
    return "\n".join(
        ["  ".join([f"{one:>{w}}" for one, w in zip(row, widths, strict=True)]) for row in rows]
    )


ARCSTAT = {
    "time": 8,
    "read": 4,
    "ddread": 6,
    "ddh%": 4,
    "dmread": 6,
    "dmh%": 4,
    "pread": 5,
    "ph%": 3,
}
ARCSTAT |= {"size": 5, "c": 5, "avail": 5}


def arcstat(ran: Ran, scene: Scene) -> str:
    """Return what `arcstat 1 3` prints. Source: OpenZFS 2.3, arcstat. The model's memory holds all metadata, and
    NFS reads nothing ahead: those columns are 0."""
    order = scene.order
    free = order.head.memory - OTHERS - order.cache.arc
    table = ran.machine.table  # it lies in the ARC
    held = min(table.spec.memory, table.spec.table) if table else 0
    rows = [[*ARCSTAT]]
    for time, one in zip(times(ran), ran.seconds, strict=True):
        total = sum(one.reads.values())
        share = 100 * one.reads["memory"] / total if total else 0.0
        rows.append(
            [time, pretty(4, 1000, total), pretty(6, 1000, total), pretty(4, 100, round(share))]
        )
        rows[-1] += [*"0000"]
        rows[-1] += [pretty(5, 1024, value) for value in (one.cached + held, order.cache.arc, free)]
    return columns(rows, [*ARCSTAT.values()])


ZILSTAT = {"time": 8, "ds": 12, "cc": 5, "ic": 5, "idc": 5, "idb": 5, "iic": 5, "iib": 5}
ZILSTAT |= {"imnc": 6, "imnw": 6, "imsc": 6, "imsw": 6}


def zilstat(ran: Ran, scene: Scene) -> str:
    """Return what `zilstat -p tank -i 1` prints in three seconds. Source: OpenZFS 2.3, zilstat."""
    heads = [*ZILSTAT]
    rows = [[*heads[:2], *[f"{head}/s" for head in heads[2:]]]]
    for time, one in zip(times(ran), ran.seconds, strict=True):
        for name, log in zip(DATASETS, one.logs, strict=True):
            number, size, pointed, main, device = log
            direct = size if not pointed else 0
            values = [(number, 1000), (number, 1000), (number - pointed, 1000), (direct, 1024)]
            values += [(pointed, 1000), (size - direct, 1024), (main[0], 1000), (main[1], 1024)]
            values += [(device[0], 1000), (device[1], 1024)]
            texts = [
                pretty(ZILSTAT[head], k, n) for head, (n, k) in zip(heads[2:], values, strict=True)
            ]
            rows.append([time, f"{POOL}/{name}", *texts])
    return columns(rows, [*ZILSTAT.values()])


def kstat(ran: Ran, scene: Scene) -> str:
    """Return two readings of `/proc/spl/kstat/zfs/tank/objset-*`, after the first second and after the last: totals since
    the tools began to look. Source: OpenZFS 2.3, dataset_kstats.c and spl-kstat.c."""
    sums, texts = {name: Counter[str]() for name in DATASETS}, list[str]()
    for number, one in enumerate(ran.seconds, 1):
        for (load, op), latencies in one.ops.items():
            if op in ("read", "write"):
                done = "nread" if op == "read" else "nwritten"
                sums[load].update({f"{op}s": len(latencies), done: one.bytes[load, op]})
        for name, log in zip(DATASETS, one.logs, strict=True):
            sums[name]["zil_commit_count"] += log[0]
        if number in (1, len(ran.seconds)):
            texts.append(objsets(sums, WARM + number))
    return "\n".join(texts)


def objsets(sums: Mapping[str, Mapping[str, int]], now: float) -> str:
    """Return a reading of the counters of all datasets at a time of a run (s)."""
    lines = list[str]()
    for number, (name, counts) in enumerate(sums.items()):
        place = f"objset-0x{0x36 + number:x}"
        lines += [f"==> /proc/spl/kstat/zfs/{POOL}/{place} <=="]
        lines += [f"{28 + number} 1 0x01 7 2160 {10**9} {int((BEGIN + now) * 10**9)}"]
        lines += [f"{'name':31} {'type':4} data", f"{'dataset_name':31} 7    {POOL}/{name}"]
        for each in ("writes", "nwritten", "reads", "nread", "zil_commit_count"):
            lines.append(f"{each:31} 4    {counts.get(each, 0)}")
    return "\n".join(lines)


# --- the network and NFS

SAR = {
    "%user": 0,
    "%nice": 0,
    "%system": 0,
    "%iowait": 0,
    "%steal": 0,
    "%idle": 0,
}
DEV = "rxpck/s txpck/s rxkB/s txkB/s rxcmp/s txcmp/s rxmcst/s %ifutil".split()
NFSD = "scall/s badcall/s packet/s udp/s tcp/s hit/s miss/s sread/s swrite/s saccess/s sgetatt/s".split()


def sar(ran: Ran, scene: Scene, date: str = "11/24/2026") -> str:
    """Return what `sar -u -n DEV,NFSD 1 3` prints, with its averages. Source: sysstat 12.7, pr_stats.c."""
    port = scene.order.network.port_rate
    rows = [sar_of(one, port) for one in ran.seconds]
    blocks = list[str]()
    ends = times(ran)
    for begin, end, row in zip([clock(WARM), *ends], ends, rows, strict=False):
        blocks += sar_text(end, row, begin)
    means = [
        [fsum(each) / len(rows) for each in zip(*kind, strict=True)]
        for kind in zip(*rows, strict=True)
    ]
    head = f"Linux 6.12.0 (server) \t{date} \t_x86_64_\t({scene.order.head.cores} CPU)\n"
    return "\n".join([head, *blocks, *sar_text("Average:", means, "Average:")])


def kept(ran: Ran, scene: Scene) -> str:
    """Return what was kept of a day: by sar, and by `arcstat -o`."""
    return f"{sar(ran, scene, '11/23/2026')}\n{arcstat(ran, scene)}\n"


def sar_of(one: Second, port: float) -> tuple[list[float], list[float], list[float]]:
    """Return the values of a second: of the cores, the card and the NFS server."""
    reads, writes, commits = (
        sum([len(ops) for (_, name), ops in one.ops.items() if name == op])
        for op in ("read", "write", "commit")
    )
    calls = reads + writes + commits
    busiest = max(one.come.bytes, one.out.bytes)
    card = [one.come.packets, one.out.packets, one.come.bytes / KiB, one.out.bytes / KiB, 0, 0, 0]
    card += [100 * busiest / port]
    packets = [float(n) for n in (calls, 0, calls, 0, calls, 0, calls, reads, writes, 0, 0)]
    return [0, 0, 100 * one.cores, 0, 0, 100 * (1 - one.cores)], card, packets


def sar_text(time: str, values: Sequence[Sequence[float]], head: str) -> list[str]:
    """Return the lines of a reading of `sar`."""
    heads = (("     CPU", [*SAR]), ("     IFACE", DEV), ("", NFSD))
    lines = list[str]()
    for (first, names), row, own in zip(heads, values, ("     all", "      eth0", ""), strict=True):
        lines.append(f"{head:11}{first}" + "".join([f" {name:>9}" for name in names]))
        lines.append(f"{time:11}{own}" + "".join([f" {value:9.2f}" for value in row]) + "\n")
    return lines


OPERATIONS = (
    "null getattr setattr lookup access readlink read write create mkdir symlink mknod remove rmdir rename link "
    "readdir readdirplus fsstat fsinfo pathconf commit"
).split()


def nfsstat(ran: Ran, scene: Scene) -> str:
    """Return what `nfsstat -s -3 -Z3` prints for the seconds of the run. Source: nfs-utils 2.6, nfsstat.c."""
    counts: Counter[str] = Counter()
    for one in ran.seconds:
        for (_, op), latencies in one.ops.items():
            counts[op] += len(latencies)
    total = max(1, sum(counts.values()))
    lines = ["Server rpc stats:", "calls      badcalls   badfmt     badauth    badclnt"]
    lines += [
        "   ".join([f"{value:<8}" for value in (sum(counts.values()), 0, 0, 0, 0)]),
        "",
        "Server nfs v3:",
    ]
    for first in range(0, len(OPERATIONS), 5):
        names = OPERATIONS[first : first + 5]
        lines.append("".join([f"{name:<17}" for name in names]))
        lines.append(
            "".join([f"{counts[name]:<8}{100 * counts[name] // total:3}%     " for name in names])
        )
    return "\n".join([*lines, ""])


def mounts(ran: Ran, scene: Scene) -> str:
    """Return what `nfsstat -m` prints on the clients, one for each load. Source: nfs-utils 2.6, nfsstat.c."""
    lines = list[str]()
    for one in scene.loads:
        safe = "sync," if not one.reads and one.stable == FILE_SYNC else ""
        mode = "ro" if one.reads else "rw"
        size = 1024 * KiB
        lines += [
            f"/{one.named} from server:/{POOL}/{one.named}",
            f" Flags:\t{mode},{safe}relatime,vers={one.version},rsize={size},wsize={size},namlen=255,hard,"
            "proto=tcp,timeo=600,retrans=2,sec=sys",
            "",
        ]
    return "\n".join(lines)


# --- latencies


def heat(ran: Ran) -> Iterator[dict[str, Any]]:
    """Yield the cells of a heat map, as programs see their requests: load, second, from and to (s), count."""
    for number, one in enumerate(ran.seconds):
        for load, bins in one.clients.items():
            cells: Counter[int] = Counter()
            for at, count in bins.items():
                cells[at // FINE] += count
            for at, count in sorted(cells.items()):
                low, high = EDGES[at * FINE], EDGES[min(len(EDGES) - 1, (at + 1) * FINE)]
                yield {"load": load, "second": number, "from": low, "to": high, "count": count}


def heat_text(ran: Ran, scene: Scene) -> str:
    """Return the heat map in characters: for each load a row for each bin, a column for each second."""
    shades, cells = " .:*#@", defaultdict[str, dict[float, list[int]]](dict)
    for one in heat(ran):
        row = cells[one["load"]].setdefault(one["from"], [0] * len(ran.seconds))
        row[one["second"]] = one["count"]
    lines = list[str]()
    for load, rows in cells.items():
        lines.append(
            f"{load}:  ms" + "".join([f"{number + 1:7} s" for number in range(len(ran.seconds))])
        )
        most = max([max(row) for row in rows.values()])
        for low in sorted(rows, reverse=True):
            counts = "".join([f"{n:7} {shades[-(-5 * n // most)]}" for n in rows[low]])
            lines.append(f"{low * 1000:10.3f} {counts}")
    return "\n".join([*lines, ""])


def trace(ran: Ran, scene: Scene) -> str:
    """Return requests step by step, two of each kind of load: the median one and the slowest one of those that
    were traced."""
    lines = list[str]()
    by_load = defaultdict[str, list[dict[str, Any]]](list)
    for one in ran.traced:
        by_load[one["load"]].append(one)
    for load, ones in by_load.items():
        ones.sort(key=lambda one: (one["latency"], one["begun"]))
        for title, one in (("median", ones[len(ones) // 2]), ("slowest", ones[-1])):
            stable = (" FILE_SYNC" if one["stable"] else " UNSTABLE") * (one["op"] == "write")
            lines.append(
                f"{clock(one['begun'])} {title:7} {POOL}/{load} {one['op']} offset {one['offset']} count "
                f"{one['size']}{stable}: {one['latency'] / us:.0f} us"
            )
            for step in one["steps"]:
                took = (step["to"] - step["from"]) / us
                if took >= 0.5:
                    lines.append(
                        f"  {took:9.0f} us {'waits' if step['waits'] else '     '} {step['what']}"
                    )
    return "\n".join([*lines, ""])
