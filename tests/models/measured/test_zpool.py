"""Outputs of zpool and arcstat as people paste them. The numbers in each are made up so that what is wrong can be told by
the value: sums, means by requests, edges of buckets."""

import json
from functools import reduce

import pytest

from models.measured import Source, read

HEAD = """\
              capacity     operations     bandwidth
pool        alloc   free   read  write   read  write
----------  -----  -----  -----  -----  -----  -----
"""
TANK = """\
tank        2.00T  17.1T     {0}    275  11.2M  27.5M
  mirror-0  2.00T  17.1T     {0}    200  11.2M  27.5M
    sda         -      -     10    100  5.60M  13.7M
    sdb         -      -     10    100  5.60M  13.7M
logs            -      -      -      -      -      -
  nvme0n1      8M  7.99G      0     75      0   900K
----------  -----  -----  -----  -----  -----  -----
"""
RPOOL = "rpool        100G   200G      1      2   100K   200K\n  sdc        100G   200G      1      2   100K   200K\n"
WAITS = """\
              capacity     operations     bandwidth    total_wait     disk_wait    syncq_wait    asyncq_wait  scrub{0}
pool        alloc   free   read  write   read  write   read  write   read  write   read  write   read  write   wait{1}
tank        2.06T  17.1T      1      1   402K  3.17M    5ms   31ms    3ms   12ms  655us    1us    2ms   26ms   45ms{2}
tank        2.06T  17.1T    100      1  11.2M  27.5M    1ms    1ms  500us    7us    1us    2us      -  104ms      -{2}
tank        2.06T  17.1T    300      1  11.2M  27.5M    5ms    3ms  500us    7us    1us    2us      -      -      -{2}
"""
NEW = WAITS.format("   trim", "   wait", "      -")
OLD = WAITS.format("", "", "")
BUCKETS = """\
{0}         total_wait     disk_wait    sync_queue    async_queue
latency      read  write   read  write   read  write   read  write  scrub
----------  -----  -----  -----  -----  -----  -----  -----  -----  -----
131us         {1}     10     40      0     30      0      0      0      0
262us         300     10     40      0     30      0      0      0      7
-------------------------------------------------------------------------
"""
COUNTS = "\ntank\n{0}\t100\t0\t0\t0\t0\t0\t0\t0\t0\t0\n{1}\t{2}\t0\t0\t0\t0\t0\t0\t0\t0\t0\n"
ARC = """\
time,read,hit%,ioh%,miss%,size,later
23:59:55,1,100,0,0,1.0G,7
00:00:00,1.0K,90,5,5,2.0G,7
00:00:05,3.0K,50,10,40,1.5G,7
"""
KSTAT = (
    "9 1 0x01 2 96 5012345678 {0}\nname  type data\nhits  4  {1}\nmisses  4  100\nc_max  4  4096\n"
)
TXGS = """\
23 0 0x01 3 336 12345 12345
txg      birth        state ndirty  nread  nwritten  reads  writes  otime       qtime  wtime  stime
1002     9000000000   C     4096    0      1048576   0      42      5000000000  4000   60000  120000000
1003     14000000000  C     4096    4096   1048576   1      84      5000000000  4000   60000  480000000
1004     19000000000  O     0       0      0         0      0       0           0      0      0
"""
STATUS = """\
  pool: rpool
 state: ONLINE
config:

        NAME                      STATE     READ WRITE CKSUM  SLOW
        rpool                     ONLINE       0     0     0     -
          sdx                     ONLINE       0     0     0     0

  pool: data
 state: ONLINE
config:
        NAME                      STATE     READ WRITE CKSUM  SLOW
        data                      ONLINE       0     0     0     -
          draid2:4d:8c:1s-0       ONLINE       0     0     0     -
"""
STATUS += "".join(
    f"            sd{c}                   ONLINE       0     0     0  1.50K  (trimmed)\n"
    for c in "abcdefgh"
)
LIST = "NAME           SIZE  ALLOC   FREE   CAP  DEDUP  HEALTH\ntank          43,7T  21,1T  22,6T   48%  1.00x  ONLINE\n  mirror-0    7,27T  1,00T  6,27T   48%      -  ONLINE\n    sda       7,28T      -      -     -      -  ONLINE\n    sdb       7,28T      -      -     -      -  ONLINE\n"
JSON = json.dumps(
    {
        "pools": {
            "tank": {
                "name": "tank",
                "vdevs": {
                    "tank": {
                        "state": "ONLINE",
                        "vdevs": {
                            "raidz1-0": {"vdevs": {name: {"vdev_type": "disk"} for name in "abc"}}
                        },
                    }
                },
                "logs": {"nvme0n1": {"checksum_errors": "2"}},
            }
        }
    }
)
SAYS = {
    "pools and logs, the booted one aside": (
        HEAD + (RPOOL + TANK.format(20)) * 2,
        {
            "rows": 14,
            "interval.pool": "tank",
            "interval.mirror_leaf_writes_per_s": 200,
            "interval.write_ops_of_the_data_before_mirroring_per_s": 100,
            "interval.log_writes_per_s": 75,
            "sda.alloc_bytes": None,
            "rpool sdc.w_per_s": 2,
        },
    ),
    "the same, with a decimal comma and blanks lost": (
        "\n".join(" ".join(line.replace(".", ",").split()) for line in (HEAD + TANK.format(20) * 2).split("\n")),
        {"rows": 10, "interval.alloc_bytes": 2.0 * 2**40, "interval.mirror_leaf_writes_per_s": 200},
    ),
    "times of -T, and a mean of intervals": (
        HEAD
        + "".join(
            f"Thu Oct  9 08:53:{n}0 2025\ntank  2T  17T  {n}0  1  1K  1K\n" for n in range(1, 4)
        ),
        {"interval_s": 10, "interval.r_per_s": 25, "boot.r_per_s": 10},
    ),
    "a counter that ran backwards": (
        HEAD + "tank  2T  17T  5  1  1K  1K\ntank  2T  17T  16.0E  1  1K  1K\ntank  2T  17T  7  1  1K  1K\n",
        {"interval.r_per_s": 7, "left_out.lines": 1},
    ),
    "without the first report": (
        "# zpool iostat -y tank 5\n" + HEAD + "tank  2T  17T  5  1  1K  1K\ntank  2T  17T  7  1  1K  1K\n",
        {"interval.r_per_s": 6, "interval_s": 5, "boot": None},
    ),
    "waits by requests": (
        NEW,
        {"interval.total_wait_r_s": 0.004, "interval.total_wait_w_s": 0.002, "interval.asyncq_wait_r_s": None},
    ),
    "a row broken in two": (
        NEW.replace("    1ms    1ms  500us", "    1ms\n    1ms  500us"),
        {"interval.total_wait_r_s": 0.004, "rows": 3, "left_out": None},
    ),
    "waits of 0.7, divided by the interval": (
        OLD,
        {"interval.r_per_s": 200, "interval.total_wait_r_s": None},
    ),
    "waits of 0.7 without a header": (
        "\n".join("\t".join(line.split()) for line in OLD.split("\n")[2:]),
        {"interval.r_per_s": 200, "interval.total_wait_r_s": None},
    ),
    "buckets of 0.7, and of a vdev": (
        BUCKETS.format("tank", 100) + "\n" + BUCKETS.format("mirror-0", 500),
        {
            "total_wait_read.n": 400,
            "total_wait_read.p50_bin_s": [131072e-9, 262144e-9],
            "syncq_wait_read.n": 60,
            "scrub.n": 7,
            "mirror-0.total_wait_read.p50_bin_s": [65536e-9, 131072e-9],
        },
    ),
    "counts that only grow": (
        COUNTS.format(131071, 262143, 50) + COUNTS.format(131071, 262143, 90),
        {"blocks": 2, "since_boot.total_wait_read_n": 150, "interval.total_wait_read.n": 40},
    ),
    "rates": (
        COUNTS.format(131071, 262143, 50) * 2 + COUNTS.format(131071, 262143, 20) + "68719476735\t" + "0\t" * 10,
        {"interval.total_wait_read_per_s": 135, "interval.total_wait_read.n": None},
    ),
    "sizes without a header": (
        (COUNTS + "16777216\t0\t0\t0\t0\t0\t0\t0\t0\t0\t3\n").format(512, 131072, 7),
        {"sync_read_ind.128K": 7, "sync_read_ind.512": 100, "scrub_agg.16M": 3},
    ),
    "ARC with commas, over midnight": (
        ARC,
        {
            "interval_s": 5,
            "intervals.reads": 20000,
            "intervals.hit_ratio": 0.6,
            "intervals.arc_size_bytes": 1.5 * 2**30,
            "first_row_is_since_boot": False,
        },
    ),
    "ARC in two copies": (
        KSTAT.format(10**9, 900) + KSTAT.format(6 * 10**9, 1000),
        {"interval_s": 5, "arcstats.reads": 100, "arcstats.hit_ratio": 1, "arcstats.arc_most_bytes": 4096},
    ),
    "transaction groups": (
        TXGS,
        {"txgs": 2, "span_s": 5, "sync.max_s": 0.48, "quiesce.p50_s": 4e-6, "write_bytes": 2 * 2**20},
    ),
    "dRAID and slow disks": (
        STATUS,
        {
            "pool": "data",
            "layout.data": [{"type": "draid2", "disks": 8, "parity": 2, "data_disks": 4, "spares": 1}],
            "pools.rpool.layout": None,
            "errors.sdh.slow": 1536,
            "machine.pool.draid_spares": 1,
        },
    ),
    "sizes with a comma": (LIST, {"machine.pool.disks.capacity": 8 * 10**12, "machine.pool.layout": "mirror"}),
    "status as JSON": (
        JSON,
        {"layout.data": [{"type": "raidz1", "disks": 3, "parity": 1, "data_disks": 2}], "machine.log.devices": 1, "errors.nvme0n1.cksum": 2},
    ),
    "a pool beside its rates": (
        STATUS + HEAD + "data  2T  17T  5  1  1K  1K\n",
        {"boot.pool": "data", "machine.pool.layout": "draid2"},
    ),
}  # fmt: skip


def value(said, path):
    """The value of a dotted path, a setting's name being one step; None if there is none."""
    if path.startswith("machine."):
        return said.get("machine", {}).get(path.removeprefix("machine."))
    return reduce(lambda found, step: found.get(step) if found else None, path.split("."), said)


@pytest.mark.parametrize("name", SAYS)
def test_an_output_says(name):
    text, wanted = SAYS[name]
    said = json.loads(json.dumps(read(Source.of_text(text)).to_json(), allow_nan=False))
    found = {path: value(said, path) for path in wanted}
    close = {path: each for path, each in wanted.items() if isinstance(each, (int, float))}
    assert {path: found[path] for path in close} == pytest.approx(close)
    assert {path: found[path] for path in wanted.keys() - close} == {
        path: pytest.approx(wanted[path]) if path.endswith("bin_s") else wanted[path]
        for path in wanted.keys() - close
    }


@pytest.mark.parametrize(
    ("text", "told", "path", "wanted"),
    [
        (OLD, {"zfs": "0.7.12 or 0.7.13"}, "interval.total_wait_r_s", 0.004),
        (HEAD + TANK.format(20) * 2, {"first": "an interval"}, "boot", None),
        (COUNTS.format(131071, 262143, 50) + COUNTS.format(131071, 262143, 90), {"blocks": "rates", "interval": "2"}, "interval.total_wait_read.n", 380),
    ],
)  # fmt: skip
def test_an_answer_changes_what_is_taken(text, told, path, wanted):
    assert value(read(Source.of_text(text), told).to_json(), path) == pytest.approx(wanted)


def test_a_status_that_is_cut_off_or_has_unlike_devices_says_so():
    rows = "\tNAME  STATE  READ WRITE CKSUM\n\ttank  ONLINE  0 0 0\n\t  mirror-0  ONLINE  0 0 0\n"
    rows += "".join(f"\t    {name}  ONLINE  0 0 0\n" for name in ("ada0", "nda1"))
    head, end = "  pool: tank\n state: ONLINE\nconfig:\n\n", "\nerrors: No known data errors\n"
    whole, cut = (
        " ".join(read(Source.of_text(text)).notes) for text in (head + rows + end, head + rows)
    )
    assert "data: the devices are of several kinds" in whole
    assert "more devices may follow" not in whole
    assert "more devices may follow" in cut


TABLE = """  pool: tank
 state: DEGRADED
config:
\tNAME        STATE     READ WRITE CKSUM
\ttank        DEGRADED     0     0     0
\t  mirror-0  DEGRADED     0     0     0
\t    sda     ONLINE       0     0     0
\t    sdb     FAULTED      3     7     0  too many errors
\t  mirror-1  ONLINE       0     0     0
\t    sdc     ONLINE       0     0     0
\t    sdd     ONLINE       0     0     0

errors: 2 data errors, use '-v' for a list
"""


def test_what_is_wrong_with_a_pool_is_told_first():
    found = read(Source.of_text(TABLE))
    assert found.notes[:2] == [
        "mend the pool before you measure it: sdb is FAULTED",
        "data is lost: 2 data errors, use '-v' for a list",
    ]
    assert "errors were counted on sdb" in found.notes


@pytest.mark.parametrize(
    ("first", "is_whole"), [(0, True), (4, True), (5, True), (6, False), (8, False)]
)
def test_no_machine_is_taken_from_a_table_without_its_top(first, is_whole):
    """From its pool, and from the first vdev, all of the pool is there."""
    found = read(Source.of_text("\n".join(TABLE.split("\n")[first:])))
    assert bool(found.machine) is is_whole
    assert any("the beginning is missing" in note for note in found.notes) is not is_whole
