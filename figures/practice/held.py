"""How near the machine was to published measurements, by kind of machine and load (models.cli.held_against)."""

import json
import re
from collections.abc import Sequence
from importlib.resources import files
from statistics import median, quantiles
from typing import Any

from figures.practice.report import CLOSE
from models.sizing.speed.held import REBUILDS

LOCAL, NFS, READ = "local safe writes to", "NFS safe writes to", "random reads from"
DISKS, RAIDZ, SATA, NVME = "disks", "disks in RAID-Z", "SATA SSD", "NVMe SSD"
SYSTEMS = {"7410": DISKS, "7310": DISKS, "7210": DISKS, "7110": RAIDZ}
CACHED = dict.fromkeys(("7410", "7310"), f"{DISKS}, L2ARC on readzilla")
LOGGED = dict.fromkeys(("7410", "7310", "7210"), f"{DISKS}, log on logzilla")


def each(what: str, pools: dict[str, str]) -> dict[str, str]:
    """Return the kind of an NFS load on each system of 2009, some of whose `pools` differ."""
    return {name: f"NFS {what} {pool}" for name, pool in {**SYSTEMS, **pools}.items()}


def raw(device: str, what: str = "safe writes to") -> str:
    """Return the kind of a local load on a device without a file system."""
    return f"local {what} one {device}, raw"


ROWS: dict[str, str | dict[str, str]] = {
    **dict.fromkeys(("K1-F1-randread", "K1-7K100-randread", "K1-WD740GD-10k"), raw("disk", READ)),
    "K1-F1-randwrite": raw("disk", "writes to"),
    "K1-860PRO-HBA": raw(SATA, READ),
    "K2-SH-S3700-400": raw(SATA),
    "K2-SH-PM863-1920": raw(SATA),
    "K2-SH-850PRO-256": raw(SATA),
    "K2-SH-520-60": raw(SATA),
    "K2-SH-MX200": raw(SATA),
    "K2-anarazel-table": raw(NVME),
    "K2-980-igene": raw(NVME),
    "K2-DU-raw-consumer": {
        **dict.fromkeys(("TM8FPL500G", "970EVO-1T"), raw(NVME)),
        **dict.fromkeys(("T253X2512G", "AS340-480", "T253480GB", "PX-128M5S"), raw(SATA)),
    },
    "K2-540s-iozone": f"{LOCAL} {DISKS}, log on {SATA}",
    "K2-DU-optaneM10-slog": f"{LOCAL} {RAIDZ}, log on Optane SSD",
    "K2-DU-noslog": f"{LOCAL} {RAIDZ}",
    "K2-DU-optane-pool": f"{LOCAL} Optane SSDs",
    "K2-DU-sata-pool": f"{LOCAL} {SATA}s",
    "K3-nway-mirror": f"local {READ} {DISKS}",
    "K3-md5-8x2TB": f"local {READ} {DISKS}",
    "K3-calomel-24x4TB": {
        **{f"write-{name}": f"local writes to {DISKS}" for name in ("1-stripe", "24-stripe")},
        **{f"write-{n}-mirror": f"local writes to {DISKS}" for n in (2, 12, 24)},
        **{f"write-{n}-raidz2": f"local writes to {RAIDZ}" for n in (6, 12, 24)},
        **{f"write-24-raidz{n}": f"local writes to {RAIDZ}" for n in (1, 3)},
        **{f"read-{n}": f"local reads in order from {DISKS}" for n in ("1-stripe", "24-stripe")},
        **{f"read-{n}-mirror": f"local reads in order from {DISKS}" for n in (2, 12, 24)},
        **{f"read-{n}-raidz2": f"local reads in order from {RAIDZ}" for n in (6, 12, 24)},
    },
    "K4-zio-pipe-8k": f"local {READ} {NVME}s",
    "K4-randwrite-12x100G": f"local overwrites to {NVME}s",
    "K4-arc-hit-32proc": f"local {READ} {NVME}s",
    "K4-arc-evict-36": f"local {READ} {NVME}s",
    "K8-iscsi-zvol-taskq": f"{LOCAL} {NVME}s",
    "K4-blockrate-zvol": f"local writes to {NVME}s",
    "K6-6040-recordsize": f"local overwrites to {DISKS}",
    "K6-opensolaris-128K": "local overwrites to arrays",
    "K7-L2ARC-7410": f"NFS {READ} {DISKS}, L2ARC on readzilla",
    "K8-cifs-7410": f"CIFS {READ} {DISKS}",
    "K8-esxi-nfs-3diskz": {
        "no-log": f"{NFS} {RAIDZ}",
        "ssd-log": f"{NFS} {RAIDZ}, log on {SATA}",
    },
    "cmp-cold-random": each(READ, CACHED),
    "cmp-random": each(READ, CACHED),
    "cmp-sync": each("safe overwrites to", LOGGED),
    "cmp-filecreate": each("creations of files on", LOGGED),
    **{
        row: each("reads in order from", {})
        for row in ("cmp-cold-stream-light", "cmp-stream-light", "cmp-cold-stream", "cmp-stream")
    },
    **{row: each("writes to", {}) for row in ("cmp-write-light", "cmp-write")},
}
"""Row -> the kind of its machine and load, or that of each cell."""
TEXTS = {
    raw("disk", "writes to"): "fbsd-raw-wc-on-iops",
    raw("disk", READ): "fbsd-raw-randread",
    "local safe writes to one disk, ufs": "fbsd-ufs-sync-app",
    "local writes to one disk, ufs": "fbsd-ufs-async-app",
    f"local writes to {DISKS}": "fbsd-zfs-async-r1-mbs",
    f"{LOCAL} {DISKS}": "fbsd-zfs-sync-app",
    f"{LOCAL} {DISKS}, log on ram disk": "fbsd-ramdisk-app",
    f"{NFS} {DISKS}": "slog-before-iops",
    f"{NFS} {DISKS}, log on logzilla": "slog-after-iops",
    f"NFS {READ} {DISKS}": "hsp-without-ssd-latency",
    f"NFS {READ} {DISKS}, L2ARC on readzilla": "hsp-best-case-latency",
    f"NFS creations of files on {DISKS}": "slog-tar-without",
    f"NFS creations of files on {DISKS}, log on logzilla": "slog-tar-with",
    f"iSCSI {READ} {DISKS}": "iscsi-new-iops-max",
    f"iSCSI safe writes to {DISKS}, log on logzilla": "comstar-write-new",
}
"""Kind -> a claim of the texts with such a machine and load."""


def kind_of(row: str, key: str) -> str:
    """Return the kind of the machine and the load of a cell; "": none that a reader could run."""
    found = ROWS.get(row, "")
    return found if isinstance(found, str) else found.get(key, "")


def held(rows: Sequence[dict[str, Any]]) -> dict[str, str]:
    """Return how near the machine was, by kind. rows: as `report.results` returns them. What is known
    through a constant or a claim does not count."""
    errors: dict[str, list[float]] = {}
    for row in rows:
        if row["error"] is not None and not row["known"]:
            id, _, key = row["id"].partition("/")
            errors.setdefault(kind_of(id, key), []).append(abs(row["error"]))
    words = {}
    for kind in sorted({*errors, *TEXTS} - {""}):
        own = errors.get(kind, [])
        near = f"within 25 % in {sum(error <= CLOSE for error in own)} of {len(own)}" if own else ""
        words[kind] = "; ".join(filter(None, ("in the texts" * (kind in TEXTS), near)))
    return words


SIZING = {
    "random reads from disks": "random reads from disks( in RAID-Z)?$",
    "random reads from SSDs": "random reads from (one )?(NVMe|SATA) SSD",
    "writes to disks": "(local|NFS) (over)?writes to (disks|arrays)",
    "writes to SSDs": "local (over)?writes to (NVMe|SATA) SSD",
    "safe writes to disks": "safe (over)?writes to disks( in RAID-Z)?$",
    "safe writes to disks, with a log device": "safe (over)?writes to disks( in RAID-Z)?, log on",
    "safe writes to SSDs": "safe writes to (one )?(NVMe|SATA) SSD",
    "reads in order from disks": "reads in order from disks",
}
"""Kind of requests of a purchase -> the kinds of machine and load that are held against it."""
TIMES = ("us", "s", "min", "h")
"""Units of cells that are times, and not rates."""


def held_for_sizing(rows: Sequence[dict[str, Any]]) -> dict[str, list[float]]:
    """Return the numbers of cells, the median of the absolute errors, and the quartiles of the published
    rate over the machine's, by kind of requests, for kinds with two cells or more."""
    found: dict[str, list[tuple[float, float]]] = {}
    for row in rows:
        if row["error"] is None or row["known"]:
            continue
        id, _, key = row["id"].partition("/")
        own = kind_of(id, key)
        kinds = [name for name, pattern in SIZING.items() if re.search(pattern, own)]
        if row["kind"] == "scans":
            kinds.append(REBUILDS)
        factor = 1 + row["error"]
        over = factor if row["unit"] in TIMES else 1 / factor
        for name in kinds:
            found.setdefault(name, []).append((abs(row["error"]), over))
    return {
        name: [
            len(own),
            *[
                round(value, 3)
                for value in (
                    median([error for error, _ in own]),
                    *quantiles([over for _, over in own], n=4, method="inclusive")[::2],
                )
            ],
        ]
        for name, own in sorted(found.items())
        if len(own) > 1
    }


def modules(rows: Sequence[dict[str, Any]]) -> dict[str, str]:
    """Return the paths of models/cli/held_against.py and models/sizing/speed/held.py, and their texts with new
    results."""
    words = {kind: json.dumps(one) for kind, one in held(rows).items()}
    sizing = {
        kind: f"({', '.join(map(str, numbers))})" for kind, numbers in held_for_sizing(rows).items()
    }
    found = {}
    for package, name, values, lines in (
        ("models.cli", "held_against.py", "HELD", words),
        ("models.sizing.speed", "held.py", "NUMBERS", sizing),
    ):
        path = files(package) / name
        head, begin, rest = path.read_text(encoding="utf-8").partition(f"\n{values}: dict")
        title, _, rest = rest.partition("{\n")
        written = [f"    {json.dumps(kind)}: {one}," for kind, one in lines.items()]
        after = "}\n" + rest.partition("}\n")[2]
        found[str(path)] = "\n".join([f"{head}{begin}{title}{{", *written, after])
    return found
