"""Outputs as people paste them, in the shapes that public reports have, and the machines they set."""

import pytest

from models.commands.pasted import order_of, pasted
from models.units import TB

SIDE = {"machine": "server-today"}
HEAD = "\tNAME        STATE     READ WRITE CKSUM\n"


def table(*rows, pool="tank", state="ONLINE", scan="none requested", head=HEAD):
    """The output of `zpool status`. rows: depth, then name and state."""
    lines = "".join(f"\t{'  ' * depth}{text}     0     0     0\n" for depth, text in rows)
    above = f"  pool: {pool}\n state: {state}\n  scan: {scan}\nconfig:\n\n"
    return (
        f"{above}{head}\t{pool}  {state}     0     0     0\n{lines}\nerrors: No known data errors\n"
    )


def vdev(name, *disks, state="ONLINE", depth=1):
    """The rows of a vdev."""
    return [
        (depth, f"{name}  {state}"),
        *[(depth + 1, one if " " in one else f"{one}  ONLINE") for one in disks],
    ]


def disks(count, first=0):
    """Names of hard disks."""
    return [f"wwn-0x5000cca2b4cb{number:04x}" for number in range(first, first + count)]


RESILVER = "resilver in progress since Thu Feb 19 18:24:38 2026\n\t68.8T / 104T scanned at 2.81G/s\n\t2.80T resilvered, 46.64% done, 07:58:49 to go"
TEXTS = {
    "a pool that is resilvered, by vdev (openzfs 840)": (
        table(*vdev("raidz2-0", *disks(13)), *vdev("raidz2-1", *disks(12, 13), "sdbz  ONLINE  0  0  0  (resilvering)"), state="DEGRADED", scan=RESILVER),
        {"pool.layout": "raidz2", "pool.width": 13},
        [{"at": 0, "kind": "resilver", "vdev": 1}],
    ),
    "a replaced disk in a mirror (openzfs 7537)": (
        table((1, "mirror-0  DEGRADED"), (2, "replacing-0  DEGRADED"), (3, "ata-WDC_WD4003FFSX_A  OFFLINE"), (3, "sdh  ONLINE 0 0 0  (resilvering)"), (2, "ata-WDC_WD40EFRX_B  DEGRADED"), *vdev("mirror-1", *disks(2)), state="DEGRADED", scan=RESILVER),
        {"pool.layout": "mirror", "pool.vdevs": 2, "pool.width": 2},
        [{"at": 0, "kind": "resilver", "vdev": 0}],
    ),
    "a disk that is away, as its number (openzfs 4070)": (
        table(*vdev("raidz2-0", *disks(7), "127286639182292558  UNAVAIL      0     0     0  was /dev/disk/by-id/ata-X-part1"), state="DEGRADED"),
        {"pool.width": 8, "pool.vdevs": 1},
        [{"at": 0, "kind": "disk pulled", "disk": 7}],
    ),
    "disks taken offline in each vdev (openzfs 1754)": (
        table(*vdev("raidz1-0", "A0", "A1", "B2  OFFLINE"), *vdev("raidz1-1", "A4", "B6  OFFLINE", "B7"), state="DEGRADED"),
        {"pool.layout": "raidz1", "pool.vdevs": 2, "pool.width": 3},
        [{"at": 0, "kind": "disk pulled", "disk": 2}, {"at": 0, "kind": "disk pulled", "disk": 4}],
    ),
    "a spare that stands for a disk that is replaced (openzfs 18916)": (
        table((1, "raidz2-0  DEGRADED"), (2, "spare-0  DEGRADED"), (3, "replacing-0  DEGRADED"), (4, "01234567890  UNAVAIL"), (4, "slot-10  ONLINE  0 0 0 (resilvering)"), (3, "slot-19  FAULTED"), (2, "slot-2  ONLINE"), (2, "slot-3  ONLINE"), (2, "slot-4  ONLINE"), (0, "spares"), (1, "slot-19  INUSE     currently in use"), state="DEGRADED", scan=RESILVER),
        {"pool.width": 4, "pool.vdevs": 1},
        [{"at": 0, "kind": "resilver", "vdev": 0}],
    ),
    "logs in a mirror and two caches (openzfs 3267)": (
        table(*vdev("mirror-0", "sdc", "sdd"), (0, "logs"), *vdev("mirror-1", "sda3", "sdb3"), (0, "cache"), (1, "sda4  ONLINE"), (1, "sdb4  ONLINE")),
        {"log.devices": 2, "log.mirrored": True, "cache.flash.devices": 2, "pool.width": 2},
        [],
    ),
    "dRAID with spares (openzfs 12090)": (
        table((1, "draid2:11d:15c:2s-0  DEGRADED"), *[(2, f"/mnt/test/files/file{n}  ONLINE") for n in range(15)], (0, "spares"), (1, "draid2-0-0  AVAIL"), (1, "draid2-0-1  AVAIL"), state="DEGRADED"),
        {"pool.layout": "draid2", "pool.width": 15, "pool.draid_data": 11, "pool.draid_spares": 2},
        [],
    ),
    "a scrub, and a vdev that was removed (openzfs 13706)": (
        table((1, "indirect-0  ONLINE"), *vdev("mirror-1", *disks(2)), *vdev("mirror-2", *disks(2, 2)), (0, "special"), *vdev("mirror-9", "nvme0n1p5", "nvme1n1p5"), pool="z", scan="scrub in progress since Fri Jul 29 19:30:18 2022\n        817G scanned at 51.1G/s\nremove: Removal of vdev 7 copied 38.6G in 0h7m\n\t2.11M memory used for removed device mappings"),
        {"pool.layout": "mirror", "pool.vdevs": 2, "pool.special.devices": 2},
        [{"at": 0, "kind": "scrub", "vdev": 0}],
    ),
    "more columns, by a script (openzfs 15932)": (
        table(*vdev("raidz2-0", *[f"scsi-35000c50094ba{n:04x}  ONLINE  0  0  0  /dev/sd{n}  825  2862  OK" for n in range(8)]), head="\tNAME   STATE   READ WRITE CKSUM   upath  defect  nonmed  health\n"),
        {"pool.width": 8, "pool.vdevs": 1},
        [],
    ),
    "vdevs that were left out (openzfs 15932)": (
        table((1, "<skipping unrelated vdevs here>"), *vdev("raidz2-3", *disks(6))),
        {"pool.width": 6, "pool.vdevs": 1},
        [],
    ),
    "numbers for names, an SSD among disks (openzfs 12677)": (
        table(*vdev("raidz3-0", *[f"35000cca25313{n:04x}" for n in range(10)], "nvme-Micron_9300_MTFDHAL12T8TDR_2")),
        {"pool.layout": "raidz3", "pool.width": 11, "pool.vdevs": 1},
        [],
    ),
    "models of several makers (openzfs 16993)": (
        table(*vdev("raidz1-0", "ata-ST4000NM000B-2TF100_W1", "ata-MB4000GCWDC_Z1", "ata-MB4000GCWLV_P1"), *vdev("raidz1-1", "ata-WDC_WD4003FFBX-68_V", "ata-ST4000NM000B-2TF100_W2", "ata-MB4000GCWLV_P2"), pool="HDD-SATA"),
        {"pool.layout": "raidz1", "pool.width": 3, "pool.disks.capacity": 4 * TB},
        [],
    ),
    "a log that failed": (
        table(*vdev("mirror-0", *disks(2)), (0, "logs"), (1, "nvme0n1  FAULTED"), state="DEGRADED"),
        {"log.devices": 1},
        [{"at": 0, "kind": "log device dies"}],
    ),
    "a single disk that failed cannot be": (
        table((1, "sda  UNAVAIL"), state="UNAVAIL"),
        {"pool.layout": "stripe", "pool.vdevs": 1},
        [],
    ),
    "spares, on Solaris": (
        table(*vdev("mirror-0", "c1t0d0", "c1t1d0"), *vdev("mirror-1", "c1t2d0", "c1t3d0  REMOVED"), (0, "spares"), (1, "c1t9d0  AVAIL"), state="DEGRADED"),
        {"pool.layout": "mirror", "pool.vdevs": 2},
        [{"at": 0, "kind": "disk pulled", "disk": 3}],
    ),
    "two pools, the second named": (
        "root@nas:~# zpool status data\n" + table(*vdev("mirror-0", "sda1", "sdb1"), pool="bpool", scan=RESILVER) + "\n" + table(*vdev("raidz2-0", *disks(5)), pool="data"),
        {"pool.layout": "raidz2", "pool.width": 5, "pool.vdevs": 1},
        [],
    ),
    "zpool import, which has no head": (
        "   pool: tank\n     id: 15451357997522795478\n  state: ONLINE\n action: The pool can be imported.\n config:\n\n\ttank        ONLINE\n\t  raidz1-0  ONLINE\n\t    ada1    ONLINE\n\t    ada2    ONLINE\n\t    ada3    ONLINE\n",
        {"pool.layout": "raidz1", "pool.width": 3, "pool.vdevs": 1},
        [],
    ),
    "only the vdevs": (
        "\t  raidz2-0  ONLINE       0     0     0\n" + "".join(f"\t    sd{c}  ONLINE  0 0 0\n" for c in "abcdef"),
        {"pool.layout": "raidz2", "pool.width": 6, "pool.vdevs": 1},
        [],
    ),
}  # fmt: skip
PLAIN = table(
    *vdev("raidz2-0", *disks(8)),
    *vdev("raidz2-1", *disks(7, 8), "sdq  UNAVAIL"),
    (0, "special"),
    *vdev("mirror-2", "nvme0n1", "nvme1n1"),
    (0, "cache"),
    (1, "nvme2n1  ONLINE"),
)
COPIES = {
    "with a prompt": f"root@host:~# zpool status\n{PLAIN}root@host:~# ",
    "with line numbers": "".join(f"{n:4}  {row}\n" for n, row in enumerate(PLAIN.splitlines(), 1)),
    "with an editor's numbers": "".join(f"{n}: {row}\n" for n, row in enumerate(PLAIN.splitlines(), 11)),
    "indented": "".join(f"        {row}\n" for row in PLAIN.splitlines()),
    "without tabs": PLAIN.expandtabs(8),
    "quoted": "".join(f"> {row}\n" for row in PLAIN.splitlines()),
    "as code": f"```\n{PLAIN}```\n",
    "in colours": PLAIN.replace("ONLINE", "\x1b[32mONLINE\x1b[0m").replace("UNAVAIL", "\x1b[31mUNAVAIL\x1b[m"),
    "from Windows": PLAIN.replace("\n", "\r\n"),
    "with hard spaces": PLAIN.expandtabs(8).replace(" ", "\xa0"),
    "broken by a narrow terminal": PLAIN.replace("0000  ONLINE", "0000\n\tONLINE"),
    "without its last columns": PLAIN.replace("     0     0     0", ""),
    "without its text": PLAIN[PLAIN.index("\tNAME") : PLAIN.index("\nerrors")],
}  # fmt: skip


@pytest.mark.parametrize("name", TEXTS)
def test_a_status_sets_the_machine_and_what_it_suffers_from(name):
    text, settings, events = TEXTS[name]
    found = pasted(text, SIDE)
    made = order_of("server-today", found["settings"])
    assert {path: made.value(path) for path in settings} == settings
    assert found["events"] == events


@pytest.mark.parametrize("name", COPIES)
def test_however_it_was_copied_it_is_the_same_pool(name):
    found, right = pasted(COPIES[name], SIDE), pasted(PLAIN, SIDE)
    assert found["settings"] == right["settings"]
    assert right["settings"]["pool.width"] == 8 and right["settings"]["pool.special.devices"] == 2
    assert found["events"] == right["events"] == [{"at": 0, "kind": "disk pulled", "disk": 15}]


@pytest.mark.parametrize(
    ("text", "got"),
    [
        ("NAME   MAJ:MIN RM  SIZE RO TYPE MOUNTPOINTS\nsda      8:0    0 16.4T  0 disk", "lsblk, which does not say the vdevs"),
        ("               capacity     operations\npool        alloc   free   read  write\ntank   1T 2T 3 4", "zpool iostat, which"),
        ("NAME   SIZE  ALLOC   FREE  CKPOINT  EXPANDSZ   FRAG    CAP  DEDUP    HEALTH  ALTROOT\ntank   131T  59.0T  72.0T  -  -  10%  45%  1.00x  ONLINE  -", "zpool list; with -v"),
        ("NAME        USED  AVAIL  REFER  MOUNTPOINT\ntank       1.02T  2.5T    96K  /tank", "zfs list, which"),
        ("Filesystem      Size  Used Avail Use% Mounted on\n/dev/sda1  1T 2G 3G 1% /", "df, which"),
        ("Personalities : [raid1]\nmd0 : active raid1 sda1[0] sdb1[1]", "mdstat: the machine has ZFS"),
    ],
)  # fmt: skip
def test_another_tool_is_named_with_what_would_be_right(text, got):
    with pytest.raises(ValueError, match=r"^line 1: the text must be zpool create") as error:
        pasted(text, SIDE)
    assert f"got {got}" in str(error.value)


def test_what_was_understood_is_said():
    notes = "\n".join(pasted(TEXTS["a single disk that failed cannot be"][0], SIDE)["notes"])
    assert "sda is UNAVAIL: left out, because this must be of a pool with copies" in notes
    notes = "\n".join(pasted(TEXTS["a log that failed"][0], SIDE)["notes"])
    assert 'nvme0n1 is FAULTED: set as "log device dies" at 0:00' in notes
