"""`zpool iostat` and `iostat` of a machine: they add up, obey Little's law, and read as the tools print."""

import json
from math import fsum

import pytest

from models.lab.iostat import (
    COLUMNS,
    DISKS,
    Iostat,
    binned,
    disks_text,
    middles,
    nicenum,
    zpool_text,
)
from models.lab.run import watched
from models.lab.study import study_of
from models.machine.machine import Machine

READS = {"threads": 48, "reads": 1, "data": "1TiB", "size": "4KiB"}
MIXED = {"threads": 8, "reads": 0.5, "data": "1TiB", "size": "8KiB"}


def study(settings, load, events=(), seconds=4.0):
    a = {"machine": "server-today", "settings": {"log.devices": 1, **settings}}
    loads = [{"load": "local", "settings": load}]
    return study_of({"a": a, "loads": loads, "events": [*events], "seconds": seconds})


def machine(load=MIXED, **settings):
    one = study(settings, load)
    return Machine(one.machines["a"]), one.loads[0]


def of(rows, name, *columns):
    (row,) = [row for row in rows if row["name"] == name]
    return fsum([row["values"][COLUMNS.index(column)] or 0 for column in columns])


def test_devices_add_up_to_vdevs_and_vdevs_to_the_pool():
    box, load = machine(**{"pool": "raidz1:2", "pool.width": 4})
    tool = Iostat(box)
    box.start(load)
    box.loop.run(until=2.0)
    rows = tool.row(2.0)["zpool"]
    vdevs = ["raidz1-0", "raidz1-1", "nvme0n1"]
    for column in COLUMNS[2:6] + COLUMNS[-14:]:
        for whole, parts in {"tank": vdevs, "raidz1-0": ["sda", "sdb", "sdc", "sdd"]}.items():
            total = fsum([of(rows, part, column) for part in parts])
            assert of(rows, whole, column) == pytest.approx(total)
    assert of(rows, "tank", "operations read") > 0 < of(rows, "tank", "operations write")
    both = [of(rows, "tank", f"capacity {name}") for name in ("alloc", "free")]
    assert both[0] == pytest.approx(both[1]) and sum(both) == pytest.approx(8 * 22e12, rel=0.01)


def test_totals_are_those_of_a_run_beside_what_is_in_the_devices():
    box, load = machine(pool="mirror:2")
    tool = Iostat(box)
    ran = box.run(load, seconds=3.0)
    rows = tool.row(3.0)["zpool"]
    found = {
        "disks": [
            fsum(both) for both in zip(*[values(rows, f"mirror-{n}") for n in (0, 1)], strict=True)
        ],
        "log devices": values(rows, "nvme0n1"),
    }
    for kind, numbers in found.items():
        for at, (rate, wanted) in enumerate(zip(numbers, ran.iostat[kind], strict=True)):
            within = 8 * (1 if at < 2 else 128 * 1024) / 3
            assert wanted - within - 1e-6 <= rate <= wanted + 1e-6
    assert found["disks"][0] > 50 and found["log devices"][1] > 50


def test_what_zfs_joined_is_one_command():
    box, _ = machine(pool="mirror:1")
    tool, disk = Iostat(box), box.pool.vdevs[0].devices[0]
    for n in range(10):  # as many as may be in the drive
        disk.issue("read", n << 30, 4096)
    for n in range(4):
        disk.issue("read", (50 << 30) + n * 4096, 4096)
    assert of(tool.row(1e-6)["zpool"], "sda", "syncq_read pend") == 4
    box.loop.run(until=1.0)
    rows = tool.row(1.000001)["zpool"]
    assert box.boxes.moved("disks") == (11, 0, 14 * 4096, 0)
    assert values(rows, "sda") == pytest.approx([11, 0, 14 * 4096, 0])


def values(rows, name):
    columns = [f"{what} {op}" for what in ("operations", "bandwidth") for op in ("read", "write")]
    return [of(rows, name, column) for column in columns]


def test_what_waits_and_is_in_the_devices_is_rate_times_time():
    box, load = machine(READS, pool="mirror:1", without="cache")
    tool, seen = Iostat(box), []
    box.start(load)
    for n in range(1, 3001):
        box.loop.run(until=n / 500)
        seen.append(tool.row(n / 500)["zpool"][0]["values"])
    at = COLUMNS.index

    def times(wait):
        one = [row[at("operations read")] * (row[at(f"{wait} read")] or 0) for row in seen[500:]]
        return fsum(one) / len(one)

    def mean(column):
        return fsum([row[at(column)] for row in seen[500:]]) / 2500

    pend, active = mean("syncq_read pend"), mean("syncq_read activ")
    assert pend > 5 and active > 15
    assert times("disk_wait") == pytest.approx(active, rel=0.02)
    assert times("total_wait") == pytest.approx(pend + active, rel=0.02)
    assert times("syncq_wait") == pytest.approx(pend, rel=0.05)


def test_iostat_leaves_out_what_is_idle_and_its_numbers_agree():
    box, load = machine(READS, pool="mirror:1")
    tool = Iostat(box)
    box.start(load)
    box.loop.run(until=1.0)
    tool.row(1.0)
    box.loop.run(until=2.0)
    rows = tool.row(2.0)["disks"]
    assert [row["name"] for row in rows] == ["sda", "sdb"]
    for row in rows:
        one = dict(zip(DISKS, row["values"], strict=True))
        assert one["aqu-sz"] == pytest.approx(one["r/s"] * one["r_await"] / 1000)
        assert one["rareq-sz"] == pytest.approx(one["rkB/s"] / one["r/s"])
        assert 99 < one["%util"] <= 100 and one["w/s"] == one["f/s"] == 0
    head, *lines = disks_text(rows).splitlines()
    assert head.split()[:4] == ["Device", "r/s", "rkB/s", "rrqm/s"] and len(lines) == 2
    assert len({len(line) for line in (head, *lines)}) == 1


def test_the_lines_of_a_pool_stand_in_the_order_of_the_tool():
    parts = {"log.devices": 2, "log.mirrored": True, "special.devices": 2, "cache.flash.devices": 1}
    box, load = machine(**{"pool": "mirror:1", **parts})
    tool = Iostat(box)
    box.start(load)
    box.loop.run(until=3.0)
    rows = tool.row(3.0)["zpool"]
    names = [" " * row["depth"] + row["name"] for row in rows]
    assert names == [
        *("tank", "  mirror-0", "    sda", "    sdb"),
        *("special", "  mirror-2", "    nvme3n1", "    nvme4n1"),
        *("logs", "  mirror-1", "    nvme0n1", "    nvme1n1"),
        *("cache", "  nvme2n1"),
    ]
    assert of(rows, "nvme2n1", "operations write") > 0  # of the cache, which the pool leaves out
    parts = [of(rows, name, "operations write") for name in ("mirror-0", "mirror-2", "mirror-1")]
    assert of(rows, "tank", "operations write") == pytest.approx(fsum(parts))
    top, low, rule, *lines, end = zpool_text(rows).splitlines()
    assert top.startswith("               capacity     operations     bandwidth    total_wait ")
    assert low.startswith("pool         alloc   free   read  write   read  write   read  write ")
    assert rule == end and len(lines) == len(rows) and {len(line) for line in lines} == {len(rule)}
    assert lines[4].split() == ["special", *["-"] * len(COLUMNS)]
    assert lines[2].split()[1:3] == ["-", "-"]  # a disk of a vdev has no space of its own


@pytest.mark.parametrize(
    ("settings", "name"),
    [
        ({"pool": "stripe:2"}, "sda"),
        ({"pool": "raidz3:1", "pool.width": 8}, "raidz3-0"),
        ({"pool": "draid2:8d:24c:1s"}, "draid2:8d:24c:1s-0"),
        ({"pool": "mirror:1", "disks": "ssd"}, "nvme0n1"),
    ],
)
def test_vdevs_and_devices_have_the_names_of_openzfs(settings, name):
    box, _ = machine(**settings)
    assert name in [row["name"] for row in Iostat(box).row(1.0)["zpool"]]


def test_a_rebuild_of_draid_and_a_scrub_wait_in_columns_of_their_own():
    for settings, kind, column in [
        ({"pool": "draid2:8d:24c:1s"}, "resilver", "rebuildq_write activ"),
        ({"pool": "raidz2:1"}, "scrub", "scrubq_read activ"),
    ]:
        one = study(settings, MIXED, [{"at": 0.1, "kind": kind}], 1.0)
        *_, last = watched(one.machines["a"], one.loads, one.events, 1.0, iostat=True)
        assert of(last["iostat"]["zpool"], "tank", column) > 0


def test_a_watched_machine_gives_its_lines_each_second_and_runs_as_without():
    one = study({"pool": "mirror:2"}, MIXED, [{"at": 2.5, "kind": "power fails"}])
    given = (one.machines["a"], one.loads, one.events, one.seconds)
    without, samples = list(watched(*given)), list(watched(*given, iostat=True))
    assert samples == json.loads(json.dumps(samples))
    lines = [sample.pop("iostat", None) for sample in samples]
    assert samples == without
    assert [bool(line) for line in lines] == [False, True, False, True, False, False, False, False]


@pytest.mark.parametrize(
    ("number", "text"),
    [
        *((0, "0"), (1023, "1023"), (1024, "1K"), (1157, "1.13K"), (10239, "10.0K")),
        *((102349, "100K"), (1048575, "1024K"), (655 << 20, "655M"), (200 << 40, "200T")),
    ],
)
def test_numbers_have_five_characters(number, text):
    assert nicenum(number) == text


@pytest.mark.parametrize(
    ("ns", "text"),
    [
        *((0, "-"), (999, "999ns"), (24_000, "24us"), (999_999, "999us")),
        *((12_582_912, "12ms"), (1_999_999_999, "1s"), (50_000_000_000, "50s")),
    ],
)
def test_times_are_cut_not_rounded(ns, text):
    assert nicenum(ns, time=True) == text


def test_a_time_counts_as_the_middle_of_its_power_of_two():
    assert [middles(binned([ns * 1e-9])) for ns in (0, 1.5, 9, 15.5, 12e6)] == [
        1536,  # the queue takes 1 to 2 µs where nothing waits
        1,
        12,
        12,
        12_582_912,
    ]
    assert middles(binned([9e-9, 9e-9, 1.5e-9])) == 25
