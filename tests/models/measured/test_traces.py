"""Traces of requests: each test is a trap of their tools, by what a reader must not take for a number."""

import random
import struct
from pathlib import Path

import pytest

from models.measured import Source, read
from models.measured.kit.source import Refused
from models.measured.kit.stack import hits_of
from models.zfs.arc.replacement import Lru

SAMPLES = Path(__file__).parent / "samples"
BIOSNOOP = "TIME(s)     COMM           PID     DISK      T SECTOR     BYTES  P QUE(ms) LAT(ms)\n"


def said(text):
    return read(Source.of_text(text)).to_json()


def test_a_size_of_seven_digits_touches_the_pattern():
    found = said(
        BIOSNOOP
        + "0.1   Web Content    900     sda       R 512        1048576S    3.00    8.00\n"
        + "0.2   fio            901     sda       W 512        4096   R    1.00    2.00\n"
    )
    assert found["bytes"] == 1048576 + 4096
    assert found["with_queue"]["mean_s"] == pytest.approx(0.007)


def test_a_row_that_is_cut_off_is_left_out_and_not_read_from_the_wrong_columns():
    text = (SAMPLES / "biosnoop-bcc.txt").read_text()
    found = said(
        text + "0.000195    Web Content    900     sda       R 512        8192       3.10\n"
    )
    assert found["rows"] == 6
    assert found["left_out"]["lines"] == 1


def test_a_negative_latency_is_left_out_and_an_unknown_queue_time_not_counted():
    found = said(
        BIOSNOOP.replace(" P ", " ")
        + "0.1  a  1  sda  R 512  4096  -1.000  2.00\n0.2  b  1  sda  R 512  4096  1.000  -2.00\n"
        + "0.3  c  1  sda  R 512  4096  1.000  3.00\n"
    )
    assert (found["data_io"]["n"], found["with_queue"]["n"]) == (2, 1)
    assert found["left_out"]["lines"] == 1


def test_a_column_of_a_later_version_is_named_and_passed_over():
    found = said(
        "TIME(s) COMM PID CPU DISK T SECTOR BYTES LAT(ms)\n0.1 fio 1 3 sda R 512 4096 2.5\n"
    )
    assert found["data_io"]["mean_s"] == 0.0025
    assert any("CPU" in note for note in found["notes"])


def test_old_biosnoop_of_bpftrace_names_the_disk():
    found = said(
        "TIME(ms)     DISK    COMM             PID    LAT(ms)\n611  nvme0n1 bash 4179  10\n"
    )
    assert (found["n"], found["max_s"]) == (1, 0.01)


def test_iosnoop_without_times_has_latencies():
    text = "COMM PID TYPE DEV BLOCK BYTES LATms\nsuper vise 1809 W 202,1 17039968 4096 1.32\n"
    found = said(text)
    assert found["write"]["max_s"] == 0.00132
    assert "span_s" not in found


def test_the_true_mean_of_biolatency_is_taken_and_its_ends_are_inside():
    found = said(
        "     usecs               : count     distribution\n       512 -> 1023       : 25       |****|\n\n"
        "avg = 663 usecs, total: 16575 usecs, count: 25\n"
    )
    assert found["mean_s"] == 0.000663
    assert found["p50_bin_s"] == [0.000512, 0.001024]


def test_iolatency_does_not_hold_its_upper_end():
    found = said(
        "  >=(ms) .. <(ms)   : I/O      |Distribution |\n       4 -> 8       : 3   |####|\n"
    )
    assert found["p50_bin_s"] == [0.004, 0.008]


def test_the_unit_of_a_histogram_is_in_the_name_of_its_map_or_asked_for():
    row = "[1K, 2K)             400 |@@@@|\n"
    assert said("@ms:\n" + row)["p50_bin_s"] == [1.024, 2.048]
    assert said("@:\n" + row)["asks"]["unit"][1][0] == "us"


def test_a_merge_has_no_completion_of_its_own_and_a_partial_row_no_latency():
    def row(time, action, flags, rest):
        return f"  8,0    1        1     {time:.9f}   697  {action}   {flags} {rest}\n"

    found = said(
        row(0.1, "Q", "W", "800 + 8 [a]")
        + row(0.2, "Q", "W", "808 + 8 [a]")
        + row(0.2, "M", "W", "808 + 8 [a]")
        + row(0.3, "D", "WS", "800 + 16 [a]")
        + row(0.4, "C", "WS", "800 + 16 [0]")
        + row(0.5, "D", "FN", "[a]")
        + row(0.7, "C", "FN", "0 [0]")
        + row(0.7, "C", "NS", "0 [0]")
        + row(0.8, "D", "R", "16 + 8 [b]")
    )
    assert (found["merges"], found["flushes"], found["unmatched_d"]) == (1, 1, 1)
    assert (found["q2c"]["n"], found["q2c"]["max_s"]) == (1, 0.3)
    assert (found["flush"]["max_s"], found["bytes"]) == (0.2, 8192)


def test_filetimes_are_subtracted_before_they_are_rounded():
    found = said("".join(f"13404473600000000{i},a,0,Read,0,512,7\n" for i in range(4)))
    assert found["span_s"] == 3e-7


def test_a_csv_file_is_read_by_its_header_and_asked_for_units():
    rows = "1000,W,0,4096,250\n1500,R,4096,512,350\n"
    found = said("time(ms),op,offset,size,latency\n" + rows)
    assert (found["span_s"], found["bytes"], found["reads"]) == (0.5, 4608, 1)
    assert found["asks"]["latency_unit"][1][0] == "us"
    told = read(Source.of_text("time(ms),op,offset,size,latency\n" + rows), {"latency_unit": "ms"})
    assert told.to_json()["read"]["max_s"] == 0.35


def test_a_table_may_be_saved_with_decimal_commas_and_quotes():
    found = said('time;op;offset;size;latency\n0,5;"R";0;512;0,25\n1,5;W;0;512;0,75\n')
    assert (found["span_s"], found["mean_s"], found["reads"]) == (1, 0.5, 1)


def test_records_of_24_bytes_are_told_from_other_binaries():
    records = [(0, 7, 4096, 3), (1, 2**64 - 1, 512, -1), (1, 7, 4096, -1)]
    content = b"".join(struct.pack("<IQIq", *each) for each in records)

    def source(content):
        return Source("a", len(content), lambda start, size: content[start : start + size])

    found = read(source(content + b"\1\2")).to_json()
    assert (found["n"], found["distinct"], found["bytes"]) == (3, 2, 8704)
    assert found["lru2"] == {"hits": 1, "misses": 2}
    assert found["left_out"]["lines"] == 1
    with pytest.raises(Refused, match="binary"):
        read(source(content[1:]))


@pytest.mark.parametrize(
    "text",
    [
        "To be or not.\nTo be or not.\n",
        "0.25\n0.5\n0.25\n",
        "a = 1\na = 1\n",
        "one\ntwo\nthree\n",
        "a,1\na,1\n",
    ],
)
def test_what_does_not_look_like_keys_is_none(text):
    with pytest.raises(Refused, match="known form"):
        said(text)


def test_hits_for_all_sizes_are_those_of_the_caches_one_by_one():
    draw = random.Random(7)
    keys = [int(draw.paretovariate(0.6)) % 100 for _ in range(1500)]
    numbers = {key: place for place, key in enumerate(dict.fromkeys(keys))}
    for size, hits in hits_of([numbers[key] for key in keys]).items():
        cache = Lru(size)
        assert sum(cache.access(key) for key in keys) == hits
