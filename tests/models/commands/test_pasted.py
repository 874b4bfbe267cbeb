"""Texts as people paste them, and what they set."""

import re

import pytest

from models.commands.pasted import commands, order_of, pasted
from models.lab.study import study_of
from models.units import GB, TB, GiB, KiB

LINUX = """root@store:~# zpool status
  pool: rpool
 state: ONLINE
config:

\tNAME         STATE     READ WRITE CKSUM
\trpool        ONLINE       0     0     0
\t  nvme9n1p3  ONLINE       0     0     0

errors: No known data errors

  pool: data
 state: DEGRADED
status: One or more devices is being replaced.
action: Wait.
  scan: resilver in progress since Sun Mar  3 10:00:00 2024
\t1.10T / 40.1T scanned at 1.1G/s, 300G / 30.2T issued at 300M/s
\t30G resilvered, 1.00% done, 1 days 02:00:00 to go
config:

\tNAME                                    STATE     READ WRITE CKSUM
\tdata                                    DEGRADED     0     0     0
\t  raidz2-0                              DEGRADED     0     0     0
\t    ata-WDC_WUH721818ALE6L4_2JG00001    ONLINE       0     0     0
\t    ata-WDC_WUH721818ALE6L4_2JG00002    ONLINE       0     0     0
\t    replacing-2                         DEGRADED     0     0     0
\t      ata-WDC_WUH721818ALE6L4_2JG00003  FAULTED     12     3     0  too many errors
\t      ata-WDC_WUH721818ALE6L4_2JG00009  ONLINE       0     0     0  (resilvering)
\t    ata-WDC_WUH721818ALE6L4_2JG00004    ONLINE       0     0     0
\t    ata-WDC_WUH721818ALE6L4_2JG00005    OFFLINE      0     0     0
\t    ata-WDC_WUH721818ALE6L4_2JG00006    ONLINE       0     0     0
\tspecial
\t  mirror-1                              ONLINE       0     0     0
\t    nvme-Micron_7450_MTFDKCC7T6TFR_1    ONLINE       0     0     0
\t    nvme-Micron_7450_MTFDKCC7T6TFR_2    ONLINE       0     0     0
\tlogs
\t  mirror-2                              ONLINE       0     0     0
\t    nvme-INTEL_SSDPE21D480GA_PHM001     ONLINE       0     0     0
\t    nvme-INTEL_SSDPE21D480GA_PHM002     ONLINE       0     0     0
\tcache
\t  nvme-Samsung_SSD_990_PRO_2TB_S7D001   ONLINE       0     0     0
\tspares
\t  ata-WDC_WUH721818ALE6L4_2JG00010      AVAIL

errors: No known data errors
"""
FREEBSD = """  pool: zroot
 state: ONLINE
  scan: scrub repaired 0B in 00:00:34 with 0 errors on Sun Feb 12 20:05:31 2023
config:

        NAME        STATE     READ WRITE CKSUM
        zroot       ONLINE       0     0     0
          mirror-0  ONLINE       0     0     0
            ada0p3  ONLINE       0     0     0
            ada1p3  ONLINE       0     0     0
            ada2p3  ONLINE       0     0     0
        cache
          nda0      ONLINE       0     0     0

errors: No known data errors
"""
ILLUMOS = """  pool: tank
 state: ONLINE
 scrub: none requested
config:

        NAME          STATE     READ WRITE CKSUM
        tank          ONLINE       0     0     0
          mirror      ONLINE       0     0     0
            c0t0d0    ONLINE       0     0     0
            c0t1d0    ONLINE       0     0     0
          mirror      ONLINE       0     0     0
            c0t2d0    ONLINE       0     0     0
            c0t3d0    ONLINE       0     0     0
        logs          ONLINE       0     0     0
          c1t0d0      ONLINE       0     0     0
"""
TRUENAS = """pool: vault
state: ONLINE
config:

NAME STATE READ WRITE CKSUM
vault ONLINE 0 0 0
raidz1-0 ONLINE 0 0 0
gptid/1b5f0f5c-aaaa-11eb-b1ad-000000000001 ONLINE 0 0 0
gptid/1b5f0f5c-aaaa-11eb-b1ad-000000000002 ONLINE 0 0 0
gptid/1b5f0f5c-aaaa-11eb-b1ad-000000000003 ONLINE 0 0 0
raidz1-1 ONLINE 0 0 0
gptid/1b5f0f5c-aaaa-11eb-b1ad-000000000004 ONLINE 0 0 0
gptid/1b5f0f5c-aaaa-11eb-b1ad-000000000005 ONLINE 0 0 0
gptid/1b5f0f5c-aaaa-11eb-b1ad-000000000006 ONLINE 0 0 0
logs
gptid/1b5f0f5c-aaaa-11eb-b1ad-000000000007 ONLINE 0 0 0

errors: No known data errors
"""
LIST = """$ zpool list -v
NAME                 SIZE  ALLOC   FREE  CKPOINT  EXPANDSZ   FRAG    CAP  DEDUP    HEALTH  ALTROOT
tank                 131T  59.0T  72.0T        -         -    10%    45%  1.00x    ONLINE  -
  raidz2-0           131T  59.0T  72.0T        -         -    10%  45.0%      -    ONLINE
    sda             16.4T      -      -        -         -      -      -      -    ONLINE
    sdb             16.4T      -      -        -         -      -      -      -    ONLINE
    sdc             16.4T      -      -        -         -      -      -      -    ONLINE
    sdd             16.4T      -      -        -         -      -      -      -    ONLINE
    sde             16.4T      -      -        -         -      -      -      -    ONLINE
    sdf             16.4T      -      -        -         -      -      -      -    ONLINE
    sdg             16.4T      -      -        -         -      -      -      -    ONLINE
    sdh             16.4T      -      -        -         -      -      -      -    ONLINE
"""
DRAID = """  pool: big
 state: ONLINE
config:

\tNAME                 STATE     READ WRITE CKSUM
\tbig                  ONLINE       0     0     0
\t  draid2:4d:8c:1s-0  ONLINE       0     0     0
\t    da0              ONLINE       0     0     0
\t    da1              ONLINE       0     0     0
\t    da2              ONLINE       0     0     0
\t    da3              ONLINE       0     0     0
\t    da4              ONLINE       0     0     0
\t    da5              ONLINE       0     0     0
\t    da6              ONLINE       0     0     0
\t    da7              ONLINE       0     0     0
\tspares
\t  draid2-0-0         AVAIL
"""
CREATE = """# the new box
sudo zpool create -f -o ashift=12 -o autotrim=on \\
    -O compression=lz4 -O atime=off -O recordsize=16K \\
    -m /mnt/pool pool \\
    mirror /dev/disk/by-id/ata-ST18000NM000J-2TV103_ZR50001 /dev/disk/by-id/ata-ST18000NM000J-2TV103_ZR50002 \\
    mirror "/dev/disk/by-id/ata-ST18000NM000J-2TV103_ZR50003" '/dev/disk/by-id/ata-ST18000NM000J-2TV103_ZR50004'
# later
sudo zpool add pool log mirror nvme0n1 nvme1n1 && sudo zfs set sync=always pool
zfs set primarycache=metadata pool
"""
FLASH = "zpool create fast raidz nvme{0..4}n1"
GET = """admin@nas:~$ zfs get all tank/vm
NAME     PROPERTY              VALUE                  SOURCE
tank/vm  type                  filesystem             -
tank/vm  creation              Sat Jan  1 10:00 2022  -
tank/vm  used                  1.02T                  -
tank/vm  compressratio         1.52x                  -
tank/vm  recordsize            64K                    local
tank/vm  checksum              on                     default
tank/vm  compression           zstd-3                 inherited from tank
tank/vm  atime                 on                     default
tank/vm  copies                1                      default
tank/vm  dedup                 off                    default
tank/vm  logbias               throughput             local
tank/vm  sync                  standard               default
tank/vm  encryption            off                    default
"""
JOB = """; a database and its log
[global]
ioengine=io_uring
direct=1
time_based
runtime=5m
filesize=100g
filename=/tank/db

[db]
rw=randrw
rwmixread=75
bs=16k
iodepth=8
numjobs=4
random_distribution=zipf:1.1
[log writer]
rw=write
bs=4k
fdatasync=1
ioengine=psync
direct=0
"""
COMMAND = (
    "fio --name=open --ioengine=libaio --rw=randwrite --bs 32k --sync=1 --rate_iops=500 --size=1g"
)
CAPACITY = 18 * TB

TEXTS = [
    (
        LINUX,
        {
            "pool.vdevs": 1,
            "pool.width": 6,
            "pool.disks.capacity": CAPACITY,
            "pool.special.devices": 2,
            "log.devices": 2,
            "log.mirrored": True,
            "log.device.kind": "optane",
            "log.device.capacity": 480 * GB,
            "cache.flash.devices": 1,
            "cache.flash.kind": "nvme-consumer",
            "cache.flash.capacity": 2 * TB,
        },
    ),
    (
        FREEBSD,
        {"pool.layout": "mirror", "pool.vdevs": 1, "pool.width": 3, "cache.flash.devices": 1},
    ),
    (
        ILLUMOS,
        {
            "pool.layout": "mirror",
            "pool.width": 2,
            "log.devices": 1,
            "log.device.kind": "sata-server",
        },
    ),
    (TRUENAS, {"pool.layout": "raidz1", "pool.width": 3, "log.devices": 1}),
    (
        LIST,
        {"pool.vdevs": 1, "pool.width": 8, "pool.disks.capacity": CAPACITY, "pool.filled": 0.45},
    ),
    (
        DRAID,
        {
            "pool.layout": "draid2",
            "pool.vdevs": 1,
            "pool.width": 8,
            "pool.draid_data": 4,
            "pool.draid_spares": 1,
        },
    ),
    (
        CREATE,
        {
            "pool.layout": "mirror",
            "pool.width": 2,
            "pool.disks.capacity": CAPACITY,
            "log.devices": 2,
            "log.mirrored": True,
            "filesystem.recordsize": 16 * KiB,
            "filesystem.compression": "lz4",
            "filesystem.sync": "always",
        },
    ),
    (
        FLASH,
        {"pool.layout": "raidz1", "pool.vdevs": 1, "pool.width": 5, "pool.disks.kind": "ssd"},
    ),
    (
        GET,
        {
            "filesystem.recordsize": 64 * KiB,
            "filesystem.compression": "zstd",
            "filesystem.ratio": 1.52,
            "log.bias": "throughput",
        },
    ),
    ("# zpool add tank log nvme0n1", {"log.devices": 1}),
    ("zpool attach tank raidz2-0 sdu\nzpool attach tank raidz2-1 sdv", {"pool.width": 11}),
    (
        "$ zpool add -f tank special mirror nvme{3,5}n1; zfs set special_small_blocks=32K tank",
        {"pool.special.devices": 2, "pool.special.small": 32 * KiB},
    ),
    (JOB, {}),
    (COMMAND, {}),
]
SIDE = {"machine": "server-today"}


@pytest.mark.parametrize("number", range(len(TEXTS)))
def test_a_text_gives_settings(number):
    text, settings = TEXTS[number]
    assert pasted(text, SIDE)["settings"] == settings


def test_what_cannot_be_had_is_said():
    notes = "\n".join(pasted(LINUX, SIDE)["notes"])
    for said in ("taken: the pool data; left out: rpool", "2JG00005 is OFFLINE", "is resilvered"):
        assert said in notes
    assert "hot spares" in notes and "FAULTED" not in notes
    assert "primarycache=metadata: the contents of the ARC" in "\n".join(
        pasted(CREATE, SIDE)["notes"]
    )
    assert "size of ada0p3 not known, taken: 22 TB" in pasted(FREEBSD, SIDE)["notes"]


def test_the_named_pool_is_taken():
    named = LINUX.replace("zpool status", "zpool status rpool", 1)
    assert pasted(named, SIDE)["settings"]["pool.layout"] == "stripe"


def test_jobs_give_loads():
    db, log = pasted(JOB, SIDE)["loads"]
    assert (db["load"], db["name"], log["name"]) == ("local", "db", "log writer")
    assert db["settings"] == {
        "size": 16 * KiB,
        "reads": 0.75,
        "over": True,
        "o_sync": False,
        "threads": 32,
        "o_direct": True,
        "data": 100 * GiB,
        "skew": 1.1,
    }
    assert log["settings"] == {"size": 4096}
    (one,) = pasted(COMMAND, SIDE)["loads"]
    assert one["settings"] == {"size": 32 * KiB, "over": True, "rate": 500.0, "data": 1 * GiB}


def test_units_are_those_of_fio():
    for bs, size in (("4kib", 4000), ("4k", 4096), ("4KB", 4096), ("4096", 4096)):
        (one,) = pasted(f"fio --name=a --rw=write --sync=1 --bs={bs}", SIDE)["loads"]
        assert one["settings"].get("size", 8192) == size
    (one,) = pasted("fio --name=a --kb_base=1000 --bs=4k --rw=write --sync=1", SIDE)["loads"]
    assert one["settings"]["size"] == 4000


def test_options_of_fio_are_silent_said_or_refused():
    """What changes nothing here is silent, what the machine cannot do is said."""
    silent = "--group_reporting --time_based --runtime=60 --randrepeat=0 --output-format=json"
    assert pasted(f"fio --name=a --rw=randread {silent}", SIDE)["notes"] == []
    notes = pasted("fio --name=a --rw=write --verify=md5 --ioengine=rbd --bssplit=4k/50:8k", SIDE)
    assert notes["notes"] == [
        "requests of several sizes: all are taken as 4k",
        "ioengine=rbd: taken as programs on the machine itself",
        "verify=md5: the machine cannot do it; left out",
    ]
    (one,) = pasted("fio --name=a --rw=randread --buffered=0", SIDE)["loads"]
    assert one["settings"]["o_direct"] is True


def test_the_largest_record_is_said():
    found = pasted("zfs set recordsize=4M tank", SIDE)
    assert found["settings"]["filesystem.recordsize"] == 1024 * KiB
    assert "OpenZFS allows 16M; the machine's largest is 1M" in found["notes"][0]


def test_settings_that_a_text_replaces_or_that_then_mean_nothing_go():
    side = {
        "machine": "server-today",
        "settings": {"pool.disks.capacity": "4 TB", "log.devices": 1, "head.memory": "64GiB"},
    }
    found = pasted(FLASH, side)
    assert found["kept"] == {"head.memory": "64GiB"}


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("hello", "line 1: the text must be zpool create or add, zpool status, zfs set or get, or a fio job, got 'hello'"),
        ("\n\nzpool create tank", "line 3: zpool create must name devices, as in zpool create tank mirror sda sdb, got none"),
        ("zpool create t raidz2 sda sdb", "line 1: raidz2 must have 3 devices or more, got 2"),
        ("zpool create t sda cache mirror sdb sdc", "line 1: cache must have single devices, got 'mirror'"),
        ("zpool create t draid:4d:9c sd{a..h}", "line 1: draid:4d:9c must have 9 devices, got 8"),
        ("zpool add tank log 'nvme0n1", "line 1: quotes must be closed, got \"zpool add tank log 'nvme0n1\""),
        ("zfs set recordsize=12K tank", "line 1: recordsize must be a power of two from 512 to 16M, such as 16K, got '12K'"),
        ("zfs set recordsze=16K tank", "line 1: a property must be known, such as recordsize, got 'recordsze'"),
        ("zfs set sync=on tank", "line 1: sync must be one of standard, always, disabled, got 'on'"),
        ("zpool remove tank nvme7n1", "line 1: zpool remove must name one of sd{a..t}, got 'nvme7n1'"),
        ("fio --name=a --rw=random", "line 1: rw must be one of read, write,"),
        ("fio job.fio", "line 1: fio must have options, --NAME=VALUE (paste a job file's text), got 'job.fio'"),
        ("fio --name=a --bs=x", "line 1: bs must be a size, such as 8k, got 'x'"),
        ("# more: head.memory = much", "line 1: head.memory must be"),
        ("[global]\nbs=4k\n\n[x]\nrw=banana", "line 5: rw must be one of read, write, randread, randwrite, rw, readwrite, randrw, got 'banana'"),
        ("[global]\nbs=4y\n[x]\nrw=read", "line 2: bs must be a size, such as 8k, got '4y'"),
        ("fio --name=x \\\n --rw=randread \\\n --numjobs=many", "line 3: numjobs must be a number, got 'many'"),
        ("fio --name=x --rw=write \\\n --numjobs=0", "line 2: local.threads must be"),
        ("fio --name=x --blocksze=4k", "line 1: an option of fio must be known, such as blocksize, got 'blocksze'"),
        ("fio --name=x --foo=3", "line 1: an option of fio must be known, such as rw, got 'foo'"),
        ("fio --name=x --ioengine=libiao", "line 1: ioengine must be an engine of fio, such as libaio, got 'libiao'"),
        ("fio --name=x --direct=maybe", "line 1: direct must be 0 or 1, got 'maybe'"),
        ("fio --name=x --sync=maybe", "line 1: sync must be one of 0, none, dsync, 1, sync, got 'maybe'"),
        ("fio --name=x --rate_iops=9 --rate_process=steady", "line 1: rate_process must be linear or poisson, got 'steady'"),
        ("fio --name=x --random_distribution=zipff:1", "line 1: random_distribution must be one of random, zipf,"),
        ("zpool create t mirror sda sda", "line 1: zpool create must name each device once, got 'sda' again"),
        ("zpool create t mirror sda sdb \\\n mirror sdc sda", "line 2: zpool create must name each device once, got 'sda' again"),
        ("zpool create t sda\nzpool add t log sda", "line 2: zpool add must name each device once, got 'sda' again"),
        ("zpool create t mirror sda sdb \\\n raidz2 sdc sdd", "line 2: raidz2 must have 3 devices or more, got 2"),
    ],
)  # fmt: skip
def test_a_wrong_text_names_its_line(text, error):
    with pytest.raises(ValueError) as raised:
        pasted(text, SIDE)
    assert str(raised.value).startswith(error)


def test_a_study_is_written_as_commands():
    study = {
        "a": {"machine": "server-today", "settings": {"filesystem.recordsize": "8KiB"}},
        "b": {"settings": {"log.devices": 1, "head.memory": "64GiB"}},
        "loads": [
            {
                "load": "local",
                "name": "vm",
                "settings": {"threads": 16, "think": 0.004, "size": 8192},
            }
        ],
    }
    assert commands(study_of(study)) == {
        "a": ["zpool create -o ashift=12 -O recordsize=8K tank raidz2 sd{a..j} raidz2 sd{k..t}"],
        "b": ["zpool add tank log nvme0n1", "# Size of the memory: head.memory = 64 GiB"],
        "loads": ["fio --name=vm --rw=write --bs=8k --sync=1 --numjobs=16 --thinktime=4ms"],
    }


def test_another_machine_is_named():
    study = {
        "a": {"machine": "server-today"},
        "b": {"machine": "7210", "settings": {"pool.vdevs": 10}},
        "loads": [{"load": "nfs"}],
    }
    found = commands(study_of(study))
    assert found["b"][0] == "# another machine: 7210"
    b = pasted("\n".join(found["b"]), study["a"])
    assert (b["machine"], b["settings"]) == ("7210", {"pool.vdevs": 10})


@pytest.mark.parametrize(
    ("a", "b", "lines"),
    [
        ({}, {"log.devices": 2, "log.mirrored": True}, ["zpool add tank log mirror nvme0n1 nvme1n1"]),
        ({"log.devices": 1}, {"log.devices": 2, "log.mirrored": True}, ["zpool attach tank nvme0n1 nvme1n1"]),
        ({"log.devices": 2}, {"log.devices": 1}, ["zpool remove tank nvme1n1"]),
        ({"log.devices": 2, "log.mirrored": True}, {"log.devices": 0}, ["zpool remove tank mirror-2"]),
        ({}, {"cache.flash.devices": 4}, ["zpool add tank cache nvme{0..3}n1"]),
        ({}, {"pool.special.devices": 3}, ["zpool add tank special mirror nvme0n1 nvme1n1 nvme2n1"]),
        ({}, {"pool.special.devices": 2}, ["zpool add -f tank special mirror nvme0n1 nvme1n1"]),
        ({}, {"pool.vdevs": 3}, ["zpool add tank raidz2 sd{u..z} sda{a..d}"]),
        ({}, {"pool.width": 11}, ["zpool attach tank raidz2-0 sdu", "zpool attach tank raidz2-1 sdv"]),
        ({}, {"filesystem.recordsize": 16384}, ["zfs set recordsize=16K tank"]),
        ({}, {"head.memory": 64 * GiB}, ["# Size of the memory: head.memory = 64 GiB"]),
        ({}, {"pool.layout": "raidz1"}, ["# no command does this to a pool that is there; after zpool destroy tank:", "zpool create -o ashift=12 tank raidz1 sd{a..f} raidz1 sd{g..l}"]),
    ],
)  # fmt: skip
def test_the_shortest_commands_are_written(a, b, lines):
    side = {"machine": "server-today", "settings": a}
    found = commands(study_of({"a": side, "b": {"settings": b}, "loads": [{"load": "local"}]}))
    assert found["b"] == lines
    read = pasted("\n".join(lines), side)
    assert order_of("server-today", {**a, **read["settings"]}) == order_of(
        "server-today", {**a, **b} | ({"pool.width": 6} if "pool.layout" in b else {})
    )


def test_prompts_are_no_jobs():
    text = "[root@store ~]# zpool add tank log nvme0n1  # log.device.kind = optane\n"
    text += "[root@store ~]# fio --name=a --rw=randread --bs=8k --size=1g"
    found = pasted(text, SIDE)
    assert found["settings"] == {"log.devices": 1, "log.device.kind": "optane"}
    assert [one["name"] for one in found["loads"]] == ["a"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("zpool create tank riadz2 sda sdb sdc sdd", "line 1: 'riadz2' must be a device, or a word of zpool; perhaps raidz2"),
        ("zpool create tank raidz9 sda sdb sdc", "perhaps raidz"),
        ("zpool create tank mirorr sda sdb", "perhaps mirror"),
        ("zpool create tank mirror sda sdb loog nvme0n1", "perhaps log"),
        ("zpool create tank mirror sda sdb log raidz sdc sdd", "log must have devices or mirrors of them, got 'raidz'"),
        ("zpool create tank raidz2 /dev/sd[g-l]", "devices must be written out, or as sd{a..f}, got '/dev/sd[g-l]', which a shell expands"),
        ("zpool create tank raidz2 $DISKS", "which a shell expands"),
    ],
)  # fmt: skip
def test_a_word_that_is_no_device_is_refused(text, words):
    with pytest.raises(ValueError, match=re.escape(words)):
        pasted(text, {"machine": "server-today"})


def test_a_dash_of_a_page_is_a_dash():
    typed = pasted("zpool create -o ashift=13 tank mirror sda sdb", {"machine": "server-today"})
    page = pasted("zpool create \u2013o ashift=13 tank mirror sda sdb", {"machine": "server-today"})
    assert page == typed and page["settings"]["pool.layout"] == "mirror"


@pytest.mark.parametrize(
    ("text", "note"),
    [
        ("zpool create one sda\nzpool create two mirror sdb sdc", "one is left out: a machine here has one pool, two"),
        ("zpool create one sda\nzpool scrub one", "zpool scrub changes no machine here, and is left out"),
    ],
)  # fmt: skip
def test_what_a_text_asks_for_in_vain_is_said(text, note):
    assert note in pasted(text, {"machine": "server-today"})["notes"]
