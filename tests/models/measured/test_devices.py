"""Reports of iostat and counters of kstat, with what goes wrong in files that people have."""

import re
import textwrap
from pathlib import Path

import pytest
from pytest import approx

from models.measured import Source, read
from models.measured.kit.clock import time_in
from models.observed import listings

HERE = Path(__file__).parent
LINUX = (HERE / "real/iostat-12.6.1-x.txt").read_text()
JSON = (HERE / "real/iostat-12.6.1-x.json").read_text()
BSD = (HERE / "samples/iostat-x-freebsd.txt").read_text()
ILLUMOS = (HERE / "samples/iostat-xn-illumos.txt").read_text()
KSTAT = (HERE / "samples/kstat-p.txt").read_text()
LATER = re.sub(
    r"1071\.4|\t1000\n|\t250\n|12\.5",
    lambda found: {
        "1071.4": "1081.4",
        "\t1000\n": "\t1100\n",
        "\t250\n": "\t275\n",
        "12.5": "13.0",
    }[found[0]],
    KSTAT,
)


def said(text, **told):
    """Return what a text says."""
    return read(Source.of_text(text), told)


def wrapped(text, width):
    """Return a text as a terminal of this many columns would leave it."""
    return "\n".join(
        part for line in text.split("\n") for part in textwrap.wrap(line, width) or [""]
    )


@pytest.mark.parametrize(
    "name, reads",
    [("x", 2000.5), ("x-de", 2000), ("xh", 2000), ("xh-de", 1999), ("x.json", 2000)],
)
def test_our_own_output_of_iostat_agrees_in_each_form(name, reads):
    file = f"iostat-12.6.1-{name}" if "." in name else f"iostat-12.6.1-{name}.txt"
    found = read(Source.of_path(HERE / "real" / file)).to_json()["vda"]
    assert found["r_per_s"] == reads
    assert found["mean_read_bytes"] == 8192
    assert found["read_bytes_per_s"] == pytest.approx(reads * 8192, rel=0.01)
    in_flight = found["r_per_s"] * found["r_await_s"] + found["w_per_s"] * found["w_await_s"]
    assert in_flight == pytest.approx(found["queue"], abs=0.02)


@pytest.mark.parametrize(
    "text",
    [
        "$ iostat -x 1 3\n" + LINUX.replace("\n", "\r\n") + "^C\n",
        wrapped(LINUX, 80),
        LINUX + LINUX,
        re.sub(r"(\nvda .*)", r"\1 odd", LINUX.replace("%util", "%util  later")),
    ],
)
def test_prompts_wrapped_lines_a_second_run_and_a_later_column_change_nothing(text):
    found = said(text)
    assert found.parts[0].values["r_per_s"] == 2000.5
    assert found.parts[0].values["util"] == 0
    assert not found.left_count


def test_a_report_since_boot_is_left_out_unless_the_reader_or_the_command_says_otherwise():
    for found in (said(LINUX, first="interval"), said("$ iostat -xy 1 3\n" + LINUX)):
        assert found.parts[0].values["r_per_s"] == pytest.approx((50.80 + 2001 + 2000) / 3)
    alone = said(LINUX[: LINUX.index("\n\n\n")])
    assert alone.parts[0].values["r_per_s"] == 50.8
    assert "since boot" in alone.notes[0]


def test_lines_that_cannot_be_are_left_out_with_their_number():
    lines = LINUX.split("\n")
    at = next(at for at, line in enumerate(lines) if line.startswith("vda") and "2001" in line)
    for odd in ("-2001.00", "2,001.00", "9" * 400, "nan"):
        wrong = [*lines[:at], lines[at].replace("2001.00", odd), *lines[at + 1 :]]
        found = said("\n".join(wrong))
        assert found.parts[0].values["r_per_s"] == 2000
        assert found.left[0].startswith(f"line {at + 1}:")


def test_a_disk_is_drawn_and_what_repeats_its_requests_is_not():
    row = next(line for line in LINUX.split("\n") if line.startswith("vda") and "2001" in line)
    text = LINUX.replace(
        row, f"{row.replace('vda ', 'dm-0')}\n{row}\n{row.replace('vda ', 'vda1')}"
    )
    found = said(text)
    assert [part.name for part in found.parts if part.rates] == ["vda"]
    assert [part.name for part in said(text, device="dm-0").parts if part.rates] == ["dm-0"]
    assert any("dm-0, vda1 may repeat" in note for note in found.notes)


def test_a_device_that_comes_again_begins_a_report_unless_it_is_in_two_groups():
    heading, row, *_ = LINUX[LINUX.index("Device") :].split("\n")
    assert said("\n".join([heading, row, row, row])).values["reports"] == 3
    group, other = (row.replace("vda ", name) for name in (" ALL", " ONE"))
    grouped = said("\n".join([heading, row, group, row, other]))
    assert grouped.values["reports"] == 1
    assert grouped.values["device"] == "vda"


def test_json_that_a_bug_of_its_version_spoilt_is_mended():
    large = re.sub(
        r'"wkB/s": ([\d.]+), "dkB/s"', r'"wMB/s": \1, "dMB/s"', JSON.replace('"rkB', '"rMB')
    )
    assert said(large).parts[0].values["write_bytes_per_s"] == 6400 * 1024
    assert said("notes\n" + JSON[:1500]).parts[0].values["r_per_s"] == 2000
    assert said(JSON + JSON).values["since_boot"] == [1, 3]


def test_freebsd_with_cpu_columns_counts_of_an_interval_and_the_older_form():
    cpu = re.sub(r"(%b *)\n(ada0.*)\n", r"\1 us ni sy in id \n\2  1  0  2  0 97\n", BSD)
    assert [part.values for part in said(cpu).parts] == [part.values for part in said(BSD).parts]
    assert said(BSD).parts[1].values["r_await_bin_s"] == [0, 1e-3]
    heading = "device r/i w/i kr/i kw/i qlen tsvc_t/i sb/i\n"
    counts = said(
        f"{heading}ada0 1e9 9 9 9 0 9 9\n{heading}ada0 1000.0 500.0 8.0 4.0 0 1.5 1.2\n",
        interval="5",
    )
    assert counts.parts[0].values["r_per_s"] == 200
    assert counts.parts[0].values["await_s"] == 0.001
    assert counts.parts[0].rates == [(5, 300)]
    older = "device r/s w/s kr/s kw/s qlen svc_t %b\nada0 9.5 4.0 300.2 90.7 0 1.5 3\n"
    assert said(older).parts[0].values["await_s"] == 0.0015


def test_illumos_in_csv_in_mb_wrapped_and_with_mounts():
    rows = [line.split() for line in ILLUMOS.split("\n")]
    csv = "\n".join(
        ",".join(words) if len(words) > 5 else line
        for words, line in zip(rows, ILLUMOS.split("\n"), strict=True)
    )
    mounts = ILLUMOS.replace(" c0t0d0\n", " c0t0d0 (/)\n")
    for text in (csv, wrapped(ILLUMOS, 60), mounts):
        assert said(text).values["since_boot"] == [1, 2]
        assert said(text).parts[0].values["total_s"] == pytest.approx(0.015)
    large = ILLUMOS.replace("  kr/s   kw/s", "  Mr/s   Mw/s")
    assert said(large).parts[0].values["read_bytes_per_s"] == 960 * 2**20


def test_sar_has_times_before_its_rows_and_none_since_boot():
    found = said(
        """12:00:01 AM       DEV       tps     rkB/s     wkB/s   areq-sz    aqu-sz     await     %util
11:50:01 PM       sda    10.00     80.00     10.00      9.00      0.01      1.00      0.50
12:00:01 AM       sda    30.00     80.00     10.00      9.00      0.01      2.00      0.50
Average:          sda    99.00     80.00     10.00      9.00      0.01      1.00      0.50"""
    )
    assert found.parts[0].values["iops"] == 20
    assert not found.left_count
    assert found.parts[0].values["interval_s"] == 600
    assert found.parts[0].values["await_s"] == pytest.approx((10 * 1e-3 + 30 * 2e-3) / 40)
    short = "00:00:01 DEV tps rkB/s dkB/s await\n00:00:06 sda 10.00 80.00 0.00 1.00"
    assert said(short).parts[0].values["iops"] == 10


@pytest.mark.parametrize(
    "line, seconds",
    [
        ("10/09/2025 08:53:20 PM", 75_200),
        ("2025-10-09T20:53:20+0200", 75_200),
        ("09.10.25 20.53.20", 75_200),
        ("2025年10月09日 20時53分20秒", 75_200),
        ("2025年10月09日 午後08時53分20秒", 75_200),
        ("Thu Oct  9 12:00:00 AM 2025", 0),
        ("09.10.2025", None),
    ],
)
def test_the_time_of_any_locale_is_read(line, seconds):
    found = time_in(line)
    assert (found and found[0]) == seconds


def test_two_snapshots_make_rates_and_clocks_that_disagree_none():
    part = said(KSTAT + LATER).parts[0]
    assert part.values["r_per_s"] == 10
    assert part.values["mean_active_s"] == 0.5 / 125
    assert [*part.rates] == [(10, 12.5)]
    assert said(KSTAT.replace("\t", ":")).parts[0].values == said(KSTAT).parts[0].values
    assert said(KSTAT.replace("\t", "   ")).parts[0].values == said(KSTAT).parts[0].values
    again = LATER.replace("crtime\t71.4", "crtime\t99.4")
    stopped = LATER.replace("1081.4", "1071.4")
    for text in (KSTAT + again, KSTAT + stopped, LATER + KSTAT):
        found = said(text)
        assert "r_per_s" not in found.parts[0].values
        assert "no rates" in found.notes[0]
    cut = said(KSTAT + LATER[:150])
    assert cut.parts[0].values == said(KSTAT).parts[0].values
    assert "not whole" in cut.notes[0]


def test_the_first_kstat_in_c_prints_nanoseconds_and_its_published_pair_has_two_clocks():
    first, second = said(listings.KSTAT_C), said(listings.KSTAT_JSON)
    assert first.parts[0].values["mean_active_s"] == approx(68.750036336 / (4043 + 289766))
    for found in (first, second):
        assert "two clocks" in found.notes[0] and len(found.notes) == 1
        assert "w_per_s" not in found.parts[0].values
    perl = said(listings.KSTAT_PERL).parts[0].values
    assert perl["w_per_s"] == approx(103602 / (2371828.77138052 - 1855326.99995062))


def test_kstat_in_json_with_several_arrays_half_of_one_and_decimal_commas():
    text = (HERE / "samples/kstat-j.json").read_text()
    later = text.replace("1071.4", "1091.4").replace("1000,", "1200,")
    assert said(text + later).parts[0].values["r_per_s"] == 10
    commas = re.sub(r"(\d+)\.(\d{9})", r"\1,\2", text)
    assert said(commas).parts[0].values == said(text).parts[0].values
    assert said(text + text[:150]).left_count == 1
