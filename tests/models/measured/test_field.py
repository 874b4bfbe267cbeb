"""What files of the field taught the readers: tables of several tools in one document, old versions, tables of other tools.
The numbers are made up."""

import gzip
import json

import pytest

from models.measured import Source, read
from models.measured.kit.source import Refused

ZPOOL = """\
               capacity     operations    bandwidth
pool        alloc   free   read  write   read  write
----------  -----  -----  -----  -----  -----  -----
"""
FIO_1 = "  read: IOPS=100, BW=400KiB/s (410kB/s)(4000KiB/10000msec)\n    clat (usec): min=1, max=90, avg=50.00, stdev= 1.00\n"
FIO_2 = (
    "  write: io=4000KB, bw=400KB/s, iops=1.5K, runt= 10000msec\n"
    "    clat (usec): min=7, max=2.5K, avg=1.2K, stdev= 1.00\n"
)
TABLE = "    clat percentiles (usec):\n     | 50.00th=[{0}], 99.00th=[{1}]\n"


def said(text, name="a file"):
    return read(Source.of_text(text, name)).to_json()


def notes(text, name="a file"):
    return " ".join(said(text, name).get("notes", []))


def test_a_table_of_iostat_below_histograms_or_requests_does_not_hide_them():
    below = "Device  r/s  w/s  rkB/s  wkB/s\nsda  1.0  2.0  3.0  4.0\n"
    trace = "TIME(s) COMM PID DISK T SECTOR BYTES LAT(ms)\n0.1 dd 1 sda R 8 512 2.50\n\n"
    histogram = "     usecs     : count     distribution\n   4 -> 7  : 5  |****|\n\n"
    assert said(trace + below)["data_io"]["mean_s"] == 0.0025
    assert said(histogram + below)["n"] == 5


def test_histograms_of_sizes_are_none_of_latencies():
    with pytest.raises(Refused):
        said("     Kbytes     : count     distribution\n   4 -> 7  : 5  |****|\n")
    with pytest.raises(Refused):
        said("I/O size (bytes) histogram, by program\n@[dd]:\n[4K, 8K)  5 |@@@@|\n")
    found = said("@bytes:\n[4K, 8K)  5 |@@@@|\n\n@us[dd]:\n[4, 8)  3 |@@@@|\n")
    assert found["n"] == 3
    assert "something else than times" in " ".join(found["notes"])


def test_what_is_traced_is_said_if_it_is_no_disk():
    table = "     usecs     : count     distribution\n   4 -> 7  : 5  |****|\n"
    assert "Tracing run queues" in notes(f"Tracing run queues... Hit Ctrl-C to end.\n{table}")
    assert "Tracing" not in notes(f"Tracing block device I/O... Hit Ctrl-C to end.\n{table}")


def test_a_latency_of_years_is_an_error_of_a_counter():
    row = "   {0} -> {1}  : {2}  |****|\n"
    head = "     usecs     : count     distribution\n"
    found = said(
        head + row.format(4, 7, 5) + row.format(2**63, 2**64 - 1, 2) + row.format(2**50, 2**51, 0)
    )
    assert (found["n"], found["max_bin_s"]) == (5, [4e-6, 8e-6])
    assert "errors of a counter" in " ".join(found["notes"])


def test_fio_2_writes_a_latency_or_a_rate_with_a_capital_k():
    found = said(FIO_2)["write"]
    assert (found["iops"], found["max_s"], found["mean_s"]) == (1500.0, 0.0025, 0.0012)


def test_a_second_table_of_percentiles_is_of_something_else():
    found = said(FIO_1 + TABLE.format(40, 80) + "Another disk:\n" + TABLE.format(400, 800))
    assert (found["read"]["p50_s"], found["read"]["p99_s"]) == (40e-6, 80e-6)
    assert "a second table" in " ".join(found["notes"])


def test_a_direction_that_comes_again_is_another_run():
    other = FIO_1.replace("IOPS=100", "IOPS=300").replace("avg=50", "avg=70")
    found = said(FIO_1 + TABLE.format(40, 80) + other + TABLE.format(60, 90))
    assert [job["iops"] for job in found["jobs"]] == [100.0, 300.0]
    assert [job["p50_s"] for job in found["jobs"]] == [40e-6, 60e-6]
    assert "last" not in found


def test_the_last_bin_of_fio_is_marked_in_its_report_too():
    text = FIO_1 + TABLE.replace("usec", "msec").format(40, 17113)
    assert "bins end at 17.18 s" in notes(text)
    assert "bins end" not in notes(FIO_1 + TABLE.format(40, 80))


def test_syncs_that_are_not_counted_are_not_none():
    run = (
        "{0}: (groupid=0, jobs=1): err= 0: pid=1\n"
        + FIO_1
        + "  fsync/fdatasync/sync_file_range:\n    sync (usec): min=10, max=900, avg=200.00, stdev=1.0\n"
        + "     issued rwts: total=1000,0,0 short=0,0,0\n"
    )
    found = said(run.format("a") + run.format("b"))
    assert found["read"]["n"] == 2000
    assert found["sync"].get("n") is None
    assert found["sync"]["max_s"] == 900e-6


def test_a_log_of_fio_may_be_indented():
    found = said("  10, 2000000, 0, 4096\n  20, 4000000, 0, 4096\n", "x_clat.1.log")
    assert found["read"]["n"] == 2
    assert found["read"]["mean_s"] == pytest.approx(0.003)


def test_a_log_of_iops_with_a_row_for_each_request_has_no_rate():
    found = said("10, 1, 0, 4096\n20, 1, 0, 4096\n30, 1, 1, 4096\n", "x_iops.1.log")
    assert (found["read"]["n"], found["write"]["n"]) == (2, 1)
    assert "mean_iops" not in found["read"]


def test_mirrors_of_zfs_0_6_have_the_same_name():
    report = "tank  1T  1T  0  40  0  400K\n" + "".join(
        f"  mirror  512G  512G  0  {writes}  0  200K\n    sd{a}  -  -  0  {writes}  0  200K\n"
        f"    sd{b}  -  -  0  {writes}  0  200K\n"
        for writes, a, b in ((10, "a", "b"), (30, "c", "d"))
    )
    found = said(ZPOOL + report + report)
    assert (found["mirror"]["w_per_s"], found["mirror-1"]["w_per_s"]) == (10.0, 30.0)
    assert found["interval"]["write_ops_of_the_data_before_mirroring_per_s"] == 40.0
    assert found["interval"]["mirror_leaf_writes_per_s"] == 80.0


def test_a_size_below_0_leaves_the_rates_of_its_row():
    found = said(ZPOOL + "tank  1T  1T  7  9  0  400K\n  sda  1T  16.0E  7  9  0  400K\n")
    assert found["sda"]["free_bytes"] is None
    assert (found["sda"]["alloc_bytes"], found["sda"]["w_per_s"]) == (2.0**40, 9.0)
    assert "16.0E" in " ".join(found["notes"])


def test_rows_of_another_table_below_are_no_pools():
    found = said(
        ZPOOL + "tank  1T  1T  7  9  0  400K\n\n 1.0 2.0 3.0 4.0 0.0 0.0 0.1 0.2 0 1 sd0\n"
    )
    assert found["rows"] == 1
    assert found["left_out"]["lines"] == 1


def test_the_time_that_a_scrub_took_is_not_that_of_a_report():
    status = "  scan: scrub repaired 0B in 01:02:03 with 0 errors on Sun Jan  4 02:03:04 2026\n"
    found = said(status + ZPOOL + "tank  1T  1T  7  9  0  400K\n")
    assert "interval_s" not in found


def test_json_of_a_pool_may_stand_below_its_prompt():
    pool = {
        "name": "tank",
        "state": "ONLINE",
        "vdevs": {
            "tank": {
                "name": "tank",
                "vdev_type": "root",
                "state": "ONLINE",
                "vdevs": {"sda": {"name": "sda", "vdev_type": "disk", "state": "ONLINE"}},
            }
        },
    }
    text = json.dumps({"pools": {"tank": pool}}, indent=1)
    found = said(f"root@host:~# zpool status -j\n{text}\nroot@host:~#\n")
    assert found["layout"]["data"] == [{"type": "disk", "disks": 1}]


def test_a_list_of_pools_is_not_one_of_disks():
    with pytest.raises(Refused):
        said("one\tONLINE\t100\t50\t50\t-\t6\t1.00x\ntwo\tONLINE\t100\t50\t50\t8%\t12\t1.83x\n")


def test_freebsd_8_calls_its_queue_wait():
    head = "                        extended device statistics\n"
    found = said(
        head
        + "device     r/s   w/s    kr/s    kw/s wait svc_t  %b\nada0  1.0 2.0 4.0 8.0 3 2.5 6\n"
    )
    assert "FreeBSD" in found["format"]
    solaris = said(
        head
        + "device  r/s  w/s  kr/s  kw/s wait actv svc_t  %w  %b\nsd0  1.0 2.0 4.0 8.0 3.0 0.1 2.5 1 6\n"
    )
    assert "FreeBSD" not in solaris["format"]


def test_sysstat_wrote_sectors_as_megabytes():
    disk = {
        "disk_device": "sda",
        "r/s": 0.0,
        "w/s": 10.0,
        "rMB/s": 0.0,
        "wMB/s": 80.0,
        "wareq-sz": 4.0,
    }
    reports = [{"disk": [disk]}, {"disk": [disk]}]
    found = said(json.dumps({"sysstat": {"hosts": [{"statistics": reports}]}}))
    assert found["sda"]["write_bytes_per_s"] == pytest.approx(40960.0)
    assert "sectors/s" in " ".join(found["notes"])


def test_txgs_of_zfs_0_6_1_have_the_state_before_the_birth():
    found = said(
        "txg state birth nread nwritten reads writes otime qtime stime\n"
        "7 C 1000000000 0 4096 0 1 5000000000 4000 60000\n"
        "8 C 6000000000 0 8192 0 2 5000000000 4000 60000\n"
    )
    assert (found["txgs"], found["span_s"], found["write_bytes"]) == (2, 5.0, 12288)


def test_a_counter_may_have_a_name_of_two_words():
    found = said(
        "name                            type data\n1 ms                            4    3\n2 ms    4    5\n"
    )
    assert found["kstat"] == {"1 ms": 3, "2 ms": 5}


def test_requests_of_which_each_is_left_out_are_refused():
    with pytest.raises(Refused):
        said("TIME(s) COMM PID DISK T SECTOR BYTES LAT(ms)\n0.1 dd\n0.2 dd\n")


def test_latencies_of_other_tools_are_no_requests_of_disks():
    for text in (
        "TIME(s) COMM TID D BYTES LAT(ms) FILENAME\n0.1 dd 1 R 512 2.50 data\n",
        "COMM PID LAT(ms) PAGES\ndd 1 2.50 12\n",
    ):
        with pytest.raises(Refused):
            said(text)


@pytest.mark.parametrize(
    "text",
    [
        "s 0x1f 1\nl 0x2f 4\ns 0x1f 1\n",
        "nr_free 12\nnr_dirty 3\nnr_free 12\nflushed\n",
        "time: 12\n0\ntime: 13\n0\n",
        "#if one\n * two\n * three\n#endif\nint\nint\n",
    ],
)
def test_words_of_another_table_or_a_program_are_no_keys(text):
    with pytest.raises(Refused):
        said(text)


SAR = (
    "Linux 6.1 (host)  01/02/26  _x86_64_  (2 CPU)\n\n{0}"
    "10:00:01  DEV  tps  rkB/s  wkB/s  await\n10:00:11  sda  5.0  8.0  4.0  2.5\n10:00:21  sda  7.0  8.0  4.0  2.5\n"
)
KSTAT = "sd:1:sd1:reads\t1000\nsd:1:sd1:writes\t500\n"
BPFTRACE = "@us:\n[4, 8)  3 |@@@@|\n[1K, 2K)  1 |@|\n"


@pytest.mark.parametrize("text", [SAR.format(""), KSTAT, BPFTRACE])
@pytest.mark.parametrize("mark", ["    ", "> "])
def test_lines_may_be_indented_or_quoted(text, mark):
    moved = "".join(f"{mark}{line}".rstrip() + "\n" for line in text.splitlines())
    assert said(moved) == said(text)


def test_reports_of_an_indented_table_may_be_equal():
    table = "Device  r/s  w/s  rkB/s  wkB/s\n" + "sda  1.0  2.0  3.0  4.0\n" * 3
    moved = "".join(f"  {line}\n" for line in table.splitlines())
    assert said(table)["reports"] == said(moved)["reports"] == 3


def test_a_table_of_devices_may_stand_far_behind_those_of_processors():
    processors = "10:00:01  CPU  %user  %idle\n" + "10:00:11  1  2.00  98.00\n" * 4000
    found = said(SAR.format(processors))
    assert found["sda"]["iops"] == 6.0


def test_counters_may_stand_in_a_text():
    assert said("Some words\n" * 60 + KSTAT)["sd1"]["reads"] == 1000


def test_a_header_of_a_trace_may_stand_below_its_command():
    trace = (
        "Timestamp,Response,IOType,LUN,Offset,Size\n"
        "1456135201.000,0.001,R,4,4096,512\n1456135202.000,0.002,W,4,8192,512\n"
    )
    assert said(f"$ head day.csv\n{trace}")["n"] == said(trace)["n"] == 2


def test_a_part_of_a_text_may_be_quoted():
    quoted = "".join(f"> {line}\n" for line in SAR.format("").splitlines())
    assert said(f"He wrote:\n{quoted}So far.\n")["sda"] == said(SAR.format(""))["sda"]
    table = (
        "     >=(ms) .. <(ms)   : I/O      |Distribution|\n       0 -> 1       : 5        |##|\n"
    )
    assert said(table)["n"] == 5


def test_json_that_is_not_whole_does_not_hide_the_text_of_a_pool():
    text = "  pool: tank\n state: ONLINE\nconfig:\n\n\tNAME   STATE  READ WRITE CKSUM\n\ttank   ONLINE 0 0 0\n\t  sda  ONLINE 0 0 0\n"
    found = said(text + '\nerrors: none\n\n{"pools": {"tank": {"vdevs": {\n')
    assert found["layout"]["data"] == [{"type": "disk", "disks": 1}]


def test_a_report_of_fio_may_stand_in_a_log():
    text = FIO_1 + TABLE.format(40, 80)
    for mark in ("2026-01-02T03:04:05.1234567Z ", "03:04:05 DEBUG| [stdout] "):
        logged = "".join(f"{mark}{line}\n" for line in text.splitlines())
        assert said(logged) == said(text)


def test_a_trace_of_mqsim_has_1_for_a_read():
    found = said("100 0 512 8 1\n1000000100 2 512 16 0\n2000000100 0 512 8 1\n")
    assert (found["reads"], found["writes"], found["bytes"]) == (2, 1, 32 * 512)
    assert (found["span_s"], found["volumes"]) == (2.0, [0, 2])


def test_bytes_that_are_no_text_are_refused():
    content = b"P5\n2 2\n255\n" + bytes(range(128, 255)) * 20
    with pytest.raises(Refused):
        read(Source("a file", len(content), lambda start, size: content[start : start + size]))


def test_rows_of_biosnoop_may_have_no_header():
    found = said("0.1000 a b 900 sda R 512 4096 8.00\n0.2000 fio 901 sda W 512 512 2.00\n")
    assert (found["read"]["mean_s"], found["bytes"]) == (0.008, 4608)
    assert "no header" in " ".join(found["notes"])
    found = said("0.1000 a 900 sda R 512 4096 1.00 8.00\n0.2000 b 901 sda R 512 512 3.00 2.00\n")
    assert found["with_queue"]["mean_s"] == pytest.approx(0.007)


def test_each_day_of_sar_begins_with_an_interval():
    found = said(SAR.format("") + SAR.format("").replace("5.0", "9.0").replace("7.0", "11.0"))
    assert (found["reports"], found["sda"]["iops"]) == (4, 8.0)
    assert "since boot" not in " ".join(found.get("notes", []))


def test_the_interval_may_be_that_of_a_later_command():
    row = "tank  1T  1T  {0}  9  0  400K\n"
    found = said(
        f"$ zpool iostat tank\n{ZPOOL}{row.format(7)}$ zpool iostat tank 5 2\n{ZPOOL}{row.format(1)}{row.format(3)}"
    )
    assert found["interval_s"] == 5.0
    assert found["interval"]["r_per_s"] == 3.0


def test_a_document_that_is_pasted_twice_is_one():
    latency = {"min": 1000, "max": 3000, "mean": 2000.0, "N": 5}
    job = {"jobname": "a", "read": {"total_ios": 5, "runtime": 10, "clat_ns": latency}}
    text = json.dumps({"fio version": "fio-3.36", "timestamp_ms": 1700000000000, "jobs": [job]})
    found = said(f"{text}\n{text}\n")
    assert found["read"] == said(text)["read"]
    assert "first_interval" not in found


def test_times_of_two_clocks_have_no_span():
    row = "  8,0  3  {0}  {1}.000000001  697  C  W  {0} + 8 [0]\n"
    found = said("".join(row.format(place, time) for place, time in ((1, 0), (2, 1300000000))))
    assert (found["writes"], found["span_s"]) == (2, None)
    assert "another clock" in " ".join(found["notes"])


def test_a_text_from_a_web_page_has_other_blanks_and_signs():
    table = "  usecs   : count     distribution\n   4 -> 7  : 5  |****|\n"
    assert said(table.replace(">", "&gt;"))["n"] == said(table)["n"] == 5
    text = json.dumps({"fio version": "fio-3.36", "jobs": [{"jobname": "a"}]}, indent=2)
    assert said(text.replace("  ", "\N{NO-BREAK SPACE} ")) == said(text)


def test_a_wide_table_of_zpool_iostat_may_be_broken_into_two_lines():
    tops = "               capacity     operations    bandwidth   syncq_read  syncq_write{0}asyncq_read asyncq_write scrubq_read\n"
    bottoms = "pool alloc free read write read write pend activ pend activ{0}pend activ pend activ pend activ\n"
    row = "tank 1T 1T {1} 9 0 400K 1 2 3 4{0}5 6 7 8 9 10\n"
    whole, broken = (
        tops.format(sign) + bottoms.format(sign) + row.format(sign, 7) + row.format(sign, 8)
        for sign in (" ", "\n")
    )
    assert said(broken)["interval"] == said(whole)["interval"]
    assert said(broken)["interval"]["scrubq_read_activ"] == 10.0


def test_more_numbers_than_columns_are_no_part_of_a_name():
    row = "tank 1T 1T 7 9 0 400K\n"
    found = said(ZPOOL + row + "tank 1.5T 1T 7 9 0 400K 1.2K 3\n" + "  disk 5 1T 1T 7 9 0 400K\n")
    assert (found["rows"], found["left_out"]["lines"]) == (2, 1)
    assert "disk 5" in found


def test_a_report_of_fio_without_its_first_line_says_no_load():
    job = "a: (groupid=0, jobs=2): err= 0: pid=1\n"
    assert "load" not in said(job + FIO_1)
    plan = "a: (g=0): rw=write, bs=(R) 16.0KiB-16.0KiB, (W) 16.0KiB-16.0KiB, ioengine=libaio, iodepth=1\n"
    assert said(plan + job + FIO_1)["load"]["local.size"] == 16384


def test_a_blank_line_after_each_is_none_of_zpool_status():
    text = "  pool: tank\n state: ONLINE\nconfig:\n\n\tNAME   STATE  READ WRITE CKSUM\n\ttank   ONLINE 0 0 0\n\t  sda  ONLINE 0 0 0\n"
    assert said(text.replace("\n", "\n\n"))["layout"] == said(text)["layout"]


def fio_job(name, pid, ended="Mon Sep 14 06:08:38 2026", jobs=1, more="", reads=1000):
    """A job of fio's report."""
    return (
        f"{name}: (groupid=0, jobs={jobs}): err= 0: pid={pid}: {ended}\n{FIO_1}{more}"
        f"     issued rwts: total={reads},0,0,0 short=0,0,0,0 dropped=0,0,0,0\n"
    )


PLAN = "a: (g=0): rw=randread, bs=(R) 4096B-4096B, ioengine=libaio, iodepth=8\n"


def test_copies_of_a_job_that_end_together_are_one_run_of_fio():
    found = said(PLAN + fio_job("a", 11) + fio_job("a", 12))
    assert found["total"] == found["read"] | {"n": 2000, "iops": 200}
    assert found["load"]["local.threads"] == 16
    later = said(PLAN + fio_job("a", 11) + fio_job("a", 12, "Mon Sep 14 06:09:38 2026"))
    assert "iops" not in later["total"] and "2 runs in one file" in " ".join(later["notes"])
    again = said(PLAN + fio_job("a", 11) + fio_job("a", 11, reads=1500))
    assert "total" not in again or "iops" not in again["total"]


def test_a_report_of_fio_says_only_by_its_syncs_whether_writes_are_safe():
    plan = "a: (g=0): rw=write, bs=(W) 4096B-4096B, ioengine=psync, iodepth=1\n"
    job = "a: (groupid=0, jobs=1): err= 0: pid=11: Mon Sep 14 06:08:38 2026\n"
    write = FIO_1.replace("read", "write") + "     issued rwts: total=0,1000,0,{0} short=0\n"
    syncs = (
        "  fsync/fdatasync/sync_file_range:\n    sync (usec): min=1, max=9, avg=5.00, stdev= 1.00\n"
    )
    assert "local.o_sync" not in said(plan + job + write.format(0))["load"]
    assert "local.o_sync" not in said(plan + job + write.format(1000) + syncs)["load"]  # safe
    rare = said(plan + job + syncs + write.format(10))
    assert "a sync after several writes" in " ".join(rare["notes"])


def test_a_job_that_is_as_the_book_s_own_is_a_load():
    options = {"rw": "write", "bs": "8k", "fdatasync": "1"}
    job = {"jobname": "a", "job options": options, "write": {"total_ios": 5, "clat_ns": {"N": 5}}}
    assert said(json.dumps({"jobs": [job]}))["load"] == {"local.threads": 1}


def test_latencies_of_fio_2_1_have_no_count():
    way = {"iops": 320, "clat": {"mean": 3118.5, "max": 352697, "percentile": {"50.000000": 3280}}}
    found = said(json.dumps({"jobs": [{"jobname": "a", "read": way}]}))
    assert found["read"]["mean_s"] == pytest.approx(0.0031185)
    assert found["read"]["p50_s"] == pytest.approx(0.00328) and "n" not in found["read"]
    unknown = "how many requests there were is not in the file"
    assert unknown in " ".join(found["notes"])


def test_copies_that_were_cut_off_are_not_added_up():
    job = '{"jobname": "a", "job options": {"rw": "randread", "numjobs": "8"%s}, "read": {"total_ios": 5}}'
    added = "added up (group_reporting)"
    assert added not in notes('{"jobs": [' + job % "" + ', {"jobname": "a", "rea')
    assert added in notes('{"jobs": [' + job % ', "group_reporting": ""' + "]}")


@pytest.mark.parametrize("command", ["-xy /dev/sda 5", "-xdy sda,sdb 5", "-xy /dev/sd[ab] 5"])
def test_a_command_of_iostat_may_name_devices(command):
    rows = "Device  r/s  w/s  rkB/s  wkB/s\nsda  1.0  2.0  3.0  4.0\n\n"
    found = said(f"$ iostat {command}\n\n{rows}{rows}")
    assert found["sda"]["interval_s"] == 5 and found["reports"] == 2
    assert "since boot" not in " ".join(found.get("notes", []))


def test_a_paste_of_iostat_may_begin_below_its_heading():
    row = "sda  1.0  {0}.0  3.0  4.0  5.0  6.0\n\n"
    head = "Device  r/s  w/s  rkB/s  wkB/s  rareq-sz  wareq-sz\n"
    found = said(row.format(9) + head + row.format(2) + head + row.format(4))
    assert found["sda"]["w_per_s"] == 3
    assert "below a heading" in found["left_out"]["first"][0]


def test_a_command_of_arcstat_is_no_heading():
    table = "    time  read  miss  hit%\n09:00:01  100  20  80\n09:00:02  100  40  60\n"
    found = said(f"$ arcstat -f time,read,miss,hit% 1\n{table}")
    assert found["intervals"]["misses"] == 40


def test_a_scan_that_goes_on_is_told_before_one_that_has_ended():
    pool = "  pool: tank\n state: DEGRADED\n{0}config:\n\n\tNAME STATE READ WRITE CKSUM\n\ttank DEGRADED 0 0 0\n\t  sda ONLINE 0 0 0\n\nerrors: No known data errors\n"
    old = "  scan: scrub repaired 0B in 2 days\n"
    now = "  scan: resilver (draid2:4d:8c:1s-0) in progress since Mon Jul 24\n"
    assert "in progress" in said(pool.format(old + now))["scan"]
    assert "in progress" in said(pool.format(now + old))["scan"]


def test_a_histogram_that_was_cut_off_is_said_to_be():
    head = "tank  total_wait  disk_wait  syncq_wait  asyncq_wait\nlatency  read write read write read write read write scrub trim rebuild\n"
    row = "{0}  5  0  5  0  5  0  0  0  0  0  0\n"
    stops = "stop before their last row, 137s"
    assert stops in notes(head + row.format("131us") + row.format("262us"))
    assert stops not in notes(head + row.format("131us") + row.format("137s"))


def test_a_gzip_file_that_ends_early_is_said_to():
    rows = "\n".join(f"{row}, {1000 + row * row % 977}, 0, 4096, 0" for row in range(4000))
    packed = gzip.compress(rows.encode())

    def given(size):
        """The notes of a part of the file."""
        part = packed[:size]
        source = Source("x_clat.1.log.gz", size, lambda start, many: part[start : start + many])
        return " ".join(read(source).to_json().get("notes", []))

    assert "ends early" in given(len(packed) // 2) and "ends early" not in given(len(packed))


def test_of_several_reports_since_import_the_last_is_shown():
    command = "$ zpool iostat -v tank\n"
    first, last = (
        "tank  2.69G  1.81T  0  29  252  14.2M\n",
        "tank  810M  1.81T  0  390  536  32.1M\n",
    )
    found = said(command + ZPOOL + first + command + ZPOOL + last)
    assert found["boot"]["w_per_s"] == 390 and "interval" not in found
    assert "each report is since the pool's import: the last is shown" in found["notes"]


@pytest.mark.parametrize("more", ["demand_data_hits 4 60\n", "c_max 4 1000\n"])
def test_a_part_of_arcstats_has_a_share_of_hits(more):
    rows = f"name type data\nhits 4 80\nmisses 4 20\n{more}"
    assert said(rows)["arcstats"]["hit_ratio"] == 0.8
