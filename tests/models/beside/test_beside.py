"""The machine beside a measurement: it finds the machine that made the files, and says where another one differs."""

import json

import pytest

import models.beside.nearest as finder
from models.beside.example import MACHINE, example, fio_log, histogram, made_by, status
from models.beside.known import at_once, known_of
from models.beside.levels import DEVICE, POOL, PROGRAM, Level
from models.beside.nearest import NEAR, beside, compared
from models.beside.run import Run, load_of, run
from models.beside.stalls import stalls
from models.beside.words import next_of, said
from models.commands.pasted import USUAL, order_of
from models.measured import Source, read
from models.measured.kit.measured import Samples


def files_of(texts):
    """What is read of texts by name."""
    return {
        name: read(
            Source(name, len(data), lambda start, size, data=data: data[start : start + size])
        )
        for name, data in ((name, text.encode()) for name, text in texts.items())
    }


@pytest.fixture(scope="module", autouse=True)
def short():
    """Shorter runs: the tests have no need of the pictures."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(finder, "TRIED", 400)
        patch.setattr(finder, "SHOWN", 3_000)
        yield


@pytest.fixture(scope="module")
def broken():
    """The files of a machine with one slow disk, and the machine beside them."""
    files = files_of(example())
    return files, beside(files)


def test_the_machine_that_made_the_files_is_found_and_its_slow_disk_is_in_the_tail_alone(broken):
    files, found = broken
    assert found.tries[0].options[0].machine == {"pool.disks.kind": "disk"}
    top = found.held[0]
    assert (top.level, top.op) == (PROGRAM, "read")
    assert top.p50 == pytest.approx(1, abs=0.2)
    assert top.p99 > 3
    text = " ".join(said(found, files))
    assert "The model fits" in text
    assert "Slow ones come all the time" in text
    assert "the cause is in them, not above them" in text
    assert next_of(found, files)[0][0] == "zpool iostat -vl tank 10"


def test_what_fits_whole_is_not_blamed_and_what_fits_nothing_is_said_to():
    made = made_by(3_000)
    whole = files_of({"x_lat.1.log": fio_log(made), "status": status(), "w": histogram(made)})
    text = " ".join(said(beside(whole), whole))
    assert "the model's median is right, and its p99 too" in text
    assert "times as long" not in text
    slow = "\n".join(f"{k}, {10**9}, 0, 8192, 0" for k in range(1000, 3000))
    lost = files_of({"x_lat.1.log": slow, "status": status()})
    found = beside(lost)
    assert not found.fits
    assert found.tries[0].off > NEAR
    assert "No machine that the files allow fits" in " ".join(said(found, lost))


def test_drives_are_told_apart_by_how_they_behave_and_alike_ones_are_said_to_be():
    made = made_by(3_000, kind="ssd", ssd__kind="sata-server")
    files = files_of({"x_lat.1.log": fio_log(made), "status": status()})
    found = beside(files)
    assert found.tries[0].options[0].machine["pool.disks.ssd.kind"] == "sata-server"
    assert found.fits
    alone = files_of({"status": status()})
    assert beside(alone).held == []
    assert next_of(beside(alone), alone)[0][0].startswith("fio")


def test_logs_of_one_job_are_one_and_their_requests_are_under_way_together():
    rows = "\n".join(f"{k}, {10**7}, 0, 8192, 0" for k in range(10, 2000, 10))
    files = files_of({f"x_lat.{k}.log": rows for k in (1, 2, 3)})
    found = beside(files)
    assert found.settings["local.threads"] == 3
    assert found.held[0].yours.number == 3 * 199


JOBS = {
    "reader": {"rw": "randread", "bs": "16k", "direct": "1", "numjobs": "2"},
    "writer": {"rw": "randwrite", "bs": "4k", "sync": "1"},
}


def fio_json(made, groups):
    """What fio prints of two jobs that read and write, with the latencies that a machine had."""
    jobs = []
    for group, (name, options), op in zip(groups, JOBS.items(), ("read", "write"), strict=True):
        its = made.levels[PROGRAM, op]
        half, most = (1e9 * each for each in its.percentiles((0.5, 0.99)))
        clat = {
            "N": len(its),
            "mean": its.mean * 1e9,
            "percentile": {"50.000000": half, "99.000000": most},
        }
        direction = {"total_ios": len(its), "runtime": 10_000, "clat_ns": clat}
        jobs.append({"jobname": name, "groupid": group, op: direction, "job options": options})
    return json.dumps({"fio version": "fio-3.36", "jobs": jobs})


def test_jobs_side_by_side_are_run_side_by_side_and_jobs_in_turn_are_not():
    loads = [{"local.size": 16384, "local.reads": 1.0, "local.o_direct": True, "local.threads": 2}]
    loads += [{"local.size": 4096, "local.over": True, "local.o_sync": True}]
    order = order_of(USUAL, MACHINE)
    made = run(order, [load_of(load, order) for load in loads], 3_000)
    files = files_of({"status": status(), "fio.json": fio_json(made, (0, 0))})
    found = beside(files)
    assert found.settings["load 1: local.threads"] == 2
    assert found.settings["load 2: local.size"] == 4096
    held = {one.op: one.p50 for one in found.held if one.level == PROGRAM}
    assert held == {"read": pytest.approx(1, abs=0.1), "write": pytest.approx(1, abs=0.1)}
    in_turn = files_of({"status": status(), "fio.json": fio_json(made, (0, 1))})
    alone = beside(in_turn)
    assert not alone.held
    assert "one after the other" in " ".join(said(alone, in_turn))
    assert next_of(alone, in_turn)[0][0] == "fio JOB.fio --section=NAME"


@pytest.mark.parametrize("every", [5.0, 30.0])
def test_slow_requests_that_come_in_time_with_something_name_it(every):
    times = [0.01 * k for k in range(1, 20_000)]
    seconds = [1.0 if t % every < 0.3 else 0.001 for t in times]
    found = stalls(Samples(seconds, times))
    assert found.every == pytest.approx(every, rel=0.01)
    uneven = stalls(
        Samples([1.0 if int(t) in (3, 4, 29, 120, 131) else 0.001 for t in times], times)
    )
    assert uneven.every == 0.0
    assert stalls(Samples([0.001] * len(times), times)) is None


def test_the_devices_of_a_mean_are_held_against_the_mean(broken):
    files, _ = broken
    iostat = (
        "Device  r/s  rkB/s  rrqm/s  %rrqm  r_await  rareq-sz  w/s  wkB/s  wrqm/s  %wrqm  w_await  wareq-sz  aqu-sz  %util\n"
        "sda  100.00  800.00  0.00  0.00  8.00  8.00  0.00  0.00  0.00  0.00  0.00  0.00  0.80  80.00\n\n"
    )
    both = {"db_lat.1.log": files["db_lat.1.log"], **files_of({"iostat": iostat * 2})}
    held = {(one.level, one.op): one for one in beside(both).held}
    assert held[DEVICE, "read"].yours.mean == pytest.approx(8e-3)
    assert held[DEVICE, "read"].p50 is None


def test_a_stall_counts_no_requests_as_under_way_and_is_told_with_its_period():
    rows = [(k / 100, 1e-4 if k % 500 > 40 else 0.4 - (k % 500) / 100) for k in range(1, 6000)]
    text = "".join(f"{t * 1000:.0f}, {s * 1e9:.0f}, 1, 8192, 0\n" for t, s in rows)
    files = files_of({"x_lat.1.log": text, "status": status()})
    found = beside(files)
    assert "local.threads" not in found.settings  # mostly none is under way
    assert found.settings["local.rate"] == pytest.approx(100, rel=0.02)
    assert "Slow ones come every 5 s: a transaction group ends as often" in " ".join(
        said(found, files)
    )


def test_latencies_of_no_time_and_pools_that_are_not_well_are_said_and_not_divided_by():
    rows = "".join(f"{k}, 0, 0, 4096, 0\n" for k in range(200))
    files = files_of(
        {"x_lat.1.log": rows, "status": status().replace("state: ONLINE", "state: DEGRADED")}
    )
    text = " ".join(said(beside(files), files))
    assert "% of the model's" in text and "none is near" in text
    assert "status: the pool is DEGRADED" in text


def test_times_of_whole_milliseconds_do_not_hide_what_was_under_way():
    answers = [(k // 40 / 1000, 1e-4) for k in range(40_000)]  # 40,000 a second for 0.1 ms each
    assert at_once(answers) == 4


def test_rows_that_repeat_a_drive_s_requests_do_not_hide_it():
    head = "              capacity     operations     bandwidth    total_wait     disk_wait\n"
    head += "pool        alloc   free   read  write   read  write   read  write   read  write\n"
    rows = {
        "tank": 160,
        "mirror-0": 11,
        "sda": 11,
        "sdb": 11,
        "mirror-1": 178,
        "sdc": 11,
        "sdd": 456,
    }
    text = head + "".join(
        f"{name}  1T  1T  100  0  800K  0  {wait}ms  -  {wait}ms  -\n"
        for name, wait in rows.items()
    )
    files = files_of({"l": text * 2})
    assert "456 ms in sdd" in " ".join(said(beside(files), files))


def test_a_rare_stall_of_the_devices_is_found_in_their_longest_waits():
    whole = made_by(4_000).levels[PROGRAM, "read"]
    seconds = [0.5 if k % 400 == 0 else each for k, each in enumerate(whole.seconds)]
    made = Run(dict.fromkeys(made_by(400).levels, Samples(seconds, whole.times)), True)
    files = files_of({"x_lat.1.log": fio_log(made), "status": status(), "w": histogram(made)})
    text = " ".join(said(beside(files), files))
    assert "The devices are as late" in text
    assert "the cause is above them" not in text


@pytest.mark.parametrize("groups", [True, False])
def test_the_writes_of_a_pool_are_held_against_a_run_with_a_group_only(groups):
    one = Samples([1e-3] * 200, [0.01 * k for k in range(200)])
    levels = dict.fromkeys([(PROGRAM, "write"), (POOL, "write"), (DEVICE, "read")], one)
    yours = {key: Level("f", one, 1e-3, 1e-3, 1e-3, 200) for key in levels}
    held = [(each.level, each.op) for each in compared(yours, Run(levels, groups))]
    assert held == [(PROGRAM, "write"), *[(POOL, "write")] * groups, (DEVICE, "read")]


def test_reads_that_a_cache_has_answered_are_told():
    whole = made_by(2_000).levels[PROGRAM, "read"]
    seconds = [9e-6 if k % 3 == 0 else each for k, each in enumerate(whole.seconds)]

    def text(answers):
        """What is said of a log with these latencies."""
        made = Run({(PROGRAM, "read"): Samples(answers, whole.times)}, True)
        files = files_of({"x_lat.1.log": fio_log(made), "s": status()})
        return " ".join(said(beside(files), files))

    assert "30 % of your reads or more are answered sooner" in text(seconds)
    assert "answered sooner" not in text(whole.seconds)


def test_a_list_of_the_drives_settles_which_they_are():
    rows = "NAME ROTA MODEL\nsda 0 Some Solid 1TB\nnvme0n1 0 INTEL SSDPEL1D380GA\n"
    files = files_of({"x_lat.1.log": fio_log(made_by(400)), "s": status(), "l": rows})
    options = known_of(files).open["which drives the pool has"]
    assert [one.words for one in options] == ["server SATA SSDs", "consumer SATA SSDs"]


def test_a_second_job_is_said_to_be_left_out():
    files = files_of({"a.json": synced(9e-6, 5e-3), "b.json": synced(9e-6, 9e-3), "s": status()})
    assert "b.json names a load, too: that of a.json is run." in known_of(files).notes


def test_a_single_read_is_said_to_be_too_little():
    one = files_of({"x_lat.1.log": "1, 9000000, 0, 8192, 0\n", "status": status()})
    assert "x_lat.1.log has 1 read: too few to say much." in said(beside(one), one)


def synced(writes, syncs):
    """fio's JSON of 8 KiB writes by one program, each with its sync: medians (s)."""

    def way(seconds):
        """A direction whose latencies are alike."""
        bins = {str(round(seconds * 1e9)): 1000}
        return {"N": 1000, "mean": seconds * 1e9, "bins": bins}

    options = {"rw": "write", "bs": "8k", "fdatasync": "1"}
    write = {"total_ios": 1000, "clat_ns": way(writes)}
    job = {"jobname": "redo", "job options": options, "write": write}
    return json.dumps({"jobs": [job | {"sync": {"total_ios": 1000, "lat_ns": way(syncs)}}]})


def test_the_syncs_of_a_job_are_held_against_safe_writes():
    files = files_of({"redo.json": synced(9e-6, 5e-3), "status": status()})
    found = beside(files)
    [top] = found.held
    assert (top.level, top.op, top.yours.mean) == (PROGRAM, "write", pytest.approx(5e-3, rel=0.01))
    text = " ".join(said(found, files))
    assert "each write is followed by a sync" in text and "before they are safe" not in text


def test_counts_since_the_import_are_said_to_be_of_all_that_was_done():
    made = made_by(3_000)
    files = files_of({"x_lat.1.log": fio_log(made), "status": status(), "w": histogram(made)})
    found = beside(files)
    assert "w counts all since the pool's import" in " ".join(said(found, files))
    assert next_of(found, files)[0][0] == "zpool iostat -wp tank; sleep 10; zpool iostat -wp tank"


def test_latencies_of_reads_and_writes_together_are_not_called_missing():
    table = "     usecs     : count     distribution\n   4 -> 7  : 500  |****|\n"
    [line, *_] = said(beside(files_of({"b": table})), files_of({"b": table}))
    assert "not of reads and writes apart" in line


def test_a_slow_drive_is_told_from_one_of_which_more_is_asked():
    head = "Device  r/s  rkB/s  r_await  w/s  wkB/s  w_await\n"
    quick, row = (
        "sda  90.0  900.0  9.0  0.0  0.0  0.0\n",
        "sdb  {0}.0  900.0  40.0  0.0  0.0  0.0\n",
    )

    def text(rate):
        """What is said of a drive with that many reads a second."""
        files = files_of({"i": (head + quick + row.format(rate) + "\n") * 3})
        return " ".join(said(beside(files), files))

    assert "That drive is slow" in text(88) and "It gets more requests" in text(400)


@pytest.mark.parametrize(
    ("others", "last", "is_told"),
    [
        ("sda sdb sdc", "sdd  90  900  24.5  0  0  0", True),
        ("sda sdb sdc", "sdd  90  900  16.0  0  0  0", False),  # less than twice as long as they
        ("sda sdb sdc", "sdd  90  9000  24.5  0  0  0", False),  # ten times as large
        ("nvme0n1 nvme1n1", "sdd  90  900  24.5  0  0  0", False),  # a disk is no slow flash drive
    ],
)
def test_a_drive_is_held_against_those_of_its_kind_with_requests_as_large(others, last, is_told):
    head = "Device  r/s  rkB/s  r_await  w/s  wkB/s  w_await"
    rows = [f"{name}  90  900  9  0  0  0" for name in others.split()]
    files = files_of({"i": "\n".join([head, *rows, last, ""]) * 3})
    assert ("That drive is slow" in " ".join(said(beside(files), files))) == is_told


def test_no_mean_is_known_of_waits_without_an_end_nor_a_program_behind_a_group():
    rows = [
        "tank  total_wait  disk_wait  syncq_wait  asyncq_wait",
        "latency  read write read write read write read write scrub trim rebuild",
        "33ms  50 50 0 0 0 0 0 0 0 0 0",
        "1ms  50 50 99 99 0 0 0 0 0 0 0",
        "137s  {0} 0 0 0 0 0 0 0 0 0 0",
    ]

    def text(late):
        """What is said if some reads took longer than any bucket."""
        files = files_of({"w": "\n".join(rows).format(late)})
        return " ".join(said(beside(files), files))

    assert "A read takes, on average" in text(0) and "A read takes, on average" not in text(1)
    assert "No program waits for those of a transaction group" in text(0)


def test_a_report_that_does_not_say_whether_writes_are_safe_leaves_it_open():
    plan = "a: (g=0): rw={0}, bs=(W) 8192B-8192B, ioengine=psync, iodepth=1\n"
    job = (
        "a: (groupid=0, jobs=1): err= 0: pid=11: Mon Sep 14 06:08:38 2026\n"
        "  {0}: IOPS=100, BW=800KiB/s (819kB/s)(8000KiB/10000msec)\n"
        "    clat (usec): min=9000, max=11000, avg=10000.00, stdev= 1.00\n"
        "     issued rwts: total={1},0,0 short=0\n"
    )
    writes = beside(files_of({"r": plan.format("randwrite") + job.format("write", "0,1000")}))
    assert {option.words for one in writes.tries for option in one.options} >= {
        "writes are answered once safe"
    }
    assert [one.op for one in writes.held] == ["write"]
    reads = beside(files_of({"r": plan.format("randread") + job.format("read", "1000,0")}))
    assert reads.held and "writes" not in str(reads.tries)
