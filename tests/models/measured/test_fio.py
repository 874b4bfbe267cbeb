"""fio's traps: units and bins by version, jobs that are sums, documents that count on, logs that do not say what they have."""

import gzip
import json
from itertools import pairwise
from math import fsum
from pathlib import Path

import pytest

from models.measured import Source, read
from models.measured.forms.fio_bins import BINS, bounds_of_middle, low_of
from models.measured.kit.source import PIECE, Refused

REAL = Path(__file__).parent / "real"
SHARES = {"p50_s": 0.5, "p90_s": 0.9, "p99_s": 0.99, "p999_s": 0.999}


def of(text, name="the text", **told):
    return read(Source.of_text(text, name), told)


def real(name):
    return read(Source.of_path(REAL / name))


def parts(found):
    return {part.name: part for part in found.parts}


def job(name="a", group=0, ios=10, mean=1000.0, way="read", runtime=1000, **more):
    latency = {"min": 1, "max": 5000, "mean": mean, "N": ios}
    said = {"total_ios": ios, "io_bytes": 4096 * ios, "iops": ios * 1.0, "runtime": runtime}
    return {"jobname": name, "groupid": group, way: {**said, "clat_ns": latency, **more}}


def run(*jobs, at=1_700_000_000):
    return json.dumps({"fio version": "fio-3.36", "timestamp": at, "jobs": jobs}, indent=1)


def test_percentiles_of_the_json_are_those_of_its_bins_and_of_the_log():
    said, logged = parts(real("fio-3.33-jsonplus.json")), parts(real("mix_clat.1.log"))
    for way in ("read", "write"):
        values, bins = said[way].to_json(), said[way].latencies
        logs = logged[way].latencies.percentiles(SHARES.values())
        for (name, share), log in zip(SHARES.items(), logs, strict=True):
            low, high = bins.at(share * bins.number)
            assert low <= values[name] < high
            assert values[name] == pytest.approx(log, rel=0.01)
        assert values["n"] == values["bins_n"] == len(logged[way].latencies)
        assert values["bins_mean_s"] == pytest.approx(values["mean_s"], rel=0.01)


def test_the_histogram_log_has_the_intervals_and_not_the_tail():
    said, hist = parts(real("fio-3.33-jsonplus.json")), real("mix_clat_hist.1.log")
    assert sum(len(part.latencies) for part in hist.parts) == 1685  # of 2,048
    for part in hist.parts:
        times = [0.201, 0.401, 0.601, 0.801]
        assert [time for time, _ in part.rates] == times
        lengths = [after - before for before, after in pairwise([0, *times])]
        counts = [rate * length for length, (_, rate) in zip(lengths, part.rates, strict=True)]
        assert fsum(counts) == pytest.approx(len(part.latencies))
        assert {each[:2] for each in part.latencies.counts} <= {
            each[:2] for each in said[part.name].latencies.counts
        }


def test_bins_are_those_of_plat_val_to_idx():
    edges = [low_of(number) for number in range(BINS["ns"] + 1)]
    assert edges[:129] == [*range(129)]
    assert edges[128:131] == [128, 130, 132] and edges[-1] == 2**34
    middles = [(low + high) // 2 for low, high in pairwise(edges)]
    assert [bounds_of_middle(one) for one in middles[128:]] == [*pairwise(edges[128:])]
    assert bounds_of_middle(128) is None


@pytest.mark.parametrize(("key", "per"), [("clat_ns", 1e9), ("clat", 1e6)])
def test_bins_by_number_of_old_json(key, per):
    bins = {str(number): 3 * (number == 300) for number in range(1216)} | {"FIO_IO_U_PLAT_NR": 1216}
    way = {"total_ios": 3, key: {"min": 1, "max": 9, "mean": 5.0, "bins": bins}}
    part = of(json.dumps({"jobs": [{"jobname": "a", "read": way}]})).part("read")
    assert part.latencies.counts == [(low_of(300) / per, low_of(301) / per, 3)]


def test_jobs_of_one_group_add_rates_and_those_of_several_do_not():
    both = (
        of(run(job("a", ios=10, mean=1000.0), job("b", ios=30, mean=2000.0))).part("read").to_json()
    )
    assert (both["n"], both["iops"], both["mean_s"]) == (40, 40, pytest.approx(1.75e-6))
    assert of(run(job(bw=3))).part("read").values["bytes_per_s"] == 3072
    apart = of(run(job("a"), job("b", group=1)))
    assert "iops" not in apart.part("read").to_json()
    assert apart.to_json()["jobs"][1]["iops"] == 10


def test_documents_of_one_run_count_on_and_those_of_two_add_up():
    first, second = job(ios=10, runtime=1000), job(ios=30, runtime=2000)
    grows = of(f"Jobs: 1 (f=1)\n{run(first)}\nnote: more {{\n{run(second, at=1_700_000_001)}")
    assert grows.part("read").values["n"] == 30
    assert grows.part("read").rates == [(1.0, 10.0), (2.0, 20.0)]
    less = of(run(second) + run(job(ios=5, runtime=3000), at=1_700_000_001))
    assert less.part("read").values["n"] == 35
    later = of(run(first) + run(second, at=1_700_009_000))
    assert later.part("read").values["n"] == 40


@pytest.mark.parametrize(
    "spoil",
    [
        lambda text: text.replace("1000.0", "nan", 1).replace("5000", "-nan"),
        lambda text: text.replace('"jobs": [', '"jobs": [,'),
        lambda text: text.replace('\n "jobs"', '\nfio: {terminating} on "signal" 2\n "jobs"'),
        lambda text: text[: text.rindex('"write"')],
        lambda text: text[: text.index('"write"')] + '"write',
        lambda text: text[text.index('"read"') :],
        lambda text: "[" + text + "]",
        lambda text: '{"results": ' + text + "}",
        lambda text: text.replace('"min": 1', '"min": ' + "9" * 5000),
    ],
)
def test_json_that_is_not_whole_says_what_it_can(spoil):
    text = run(job("a") | {"write": job(way="write", ios=20)["write"]})
    values = of(spoil(text)).part("read").to_json()
    assert (values["n"], values["bytes"]) == (10, 40960)


def test_what_cannot_be_is_left_out():
    found = of(run(job(mean=-5.0)))
    assert "mean_s" not in found.part("read").to_json() and "got -5: left out" in " ".join(
        found.notes
    )
    full = {"N": 1, "mean": 3e10, "max": 3e10, "percentile": {"99.000000": 17112760320, "0.00": 0}}
    found = of(run(job(ios=1, clat_ns={**full, "bins": {"17112760320": 1}})))
    assert (
        "may have been longer" in " ".join(found.notes) and "p0_s" not in found.part("read").values
    )
    assert found.part("read").latencies.longest.high == 30
    cut = (REAL / "fio-3.33-jsonplus.json").read_text()[:9000]
    found = of(cut)
    assert found.part("read").latencies is None and "got 1,395: they are left out" in " ".join(
        found.notes
    )
    with pytest.raises(Refused, match="jobs in fio's JSON"):
        of('{"fio version": "fio-3.36", "jobs": []}')


def test_mixed_and_priorities():
    mixed = job(way="mixed", ios=7) | {
        "read": job(ios=3)["read"],
        "write": job(way="write", ios=4)["write"],
    }
    assert of(run(mixed, mixed)).to_json()["total"]["n"] == 14
    prio = {
        "prioclass": 1,
        "prio": 4,
        "clat_ns": {"N": 2, "mean": 7000.0, "percentile": {"99.000000": 7040}},
    }
    values = of(run(job(prios=[prio]))).part("read").to_json()
    assert (values["prio_1_4_mean_s"], values["prio_1_4_p99_s"]) == (7e-6, 7.04e-6)
    whole = {"N": 10, "mean": 9000.0, "max": 9500, "percentile": {"50.000000": 8960}}
    values = of(run(job(lat_ns=whole))).part("read").to_json()
    assert (values["mean_s"], values["p50_s"], values["clat_mean_s"]) == (9e-6, 8.96e-6, 1e-6)


def test_options_of_a_job_are_its_load():
    options = {
        "rw": "randread",
        "bs": "16k",
        "numjobs": "4",
        "iodepth": "1",
        "tomorrow": "1",
        "direct": "x",
    }
    found = of(run(job() | {"job options": options}))
    assert found.load["local.size"] == 16384 and found.load["local.threads"] == 4
    assert [
        name for name in ("tomorrow", "direct") if f"option '{name}'" in " ".join(found.notes)
    ] == [
        "tomorrow",
        "direct",
    ]
    two = of(run(job("a") | {"job options": options}, job("b") | {"job options": {"rw": "write"}}))
    assert not two.load and len(two.values["loads"]) == 2
    jobs = [job(name) | {"job options": options} for name in "ab"]
    jobs += [job("c") | {"job options": {"rw": "write"}}]
    three = of(run(*jobs)).values["loads"]
    assert [load.get("local.threads", 1) for load in three] == [8, 1]
    waits = jobs[2] | {"job options": {"rw": "write", "stonewall": "1"}}
    for turns in (
        [each | {"groupid": place} for place, each in enumerate(jobs)],
        [*jobs[:2], waits],
    ):
        in_turn = of(run(*turns))
        assert "loads" not in in_turn.values and len(in_turn.values["loads_in_turn"]) == 2


def test_a_histogram_log_of_fio_2_is_in_microseconds_and_garbage_is_left_out():
    rows = ["500, 0, 4096" + ", 0" * 10 + ", 4" + ", 0" * 8, "1000, 0, 4096" + ", 0" * 19]
    rows += [rows[1]]  # some writers repeat a time
    rows += [rows[0].replace("4,", f"{10**18},"), rows[0].replace(" 4,", " -4,"), rows[0][:30]]
    found = of("\n".join(rows))
    assert found.part("read").latencies.counts == [(low_of(640) / 1e6, low_of(704) / 1e6, 4)]
    assert found.left_count == 3 and found.part("read").rates == [(0.5, 8.0), (1.0, 0.0)]


def test_a_log_asks_what_it_does_not_say():
    rows = "1, 5000, 0, 4096\n2, 7000, 1, 4096\n"
    found = of(rows)
    assert {*found.asks} == {"kind", "unit"} and found.part("read").latencies.longest == 5e-6
    assert of(rows, unit="us").part("read").latencies.longest == 5e-3
    assert [*of(rows, kind="bw").part("read").rates] == [(0.001, 5000 * 1024)]
    assert of(rows, "x_iops.1.log").part("write").values == {"mean_iops": 7000}
    assert not of("1, 5000, 0, 4096, 0\n", "x_clat.1.log").asks
    later = of("1, 5000, 0, 4096, 0, 0, 77, 5\n", "x_clat.1.log")
    assert later.part("read").latencies.longest == 5e-6 and "8 columns" in later.notes[0]
    assert {*of("1, 5000, 0, 4096, 81920\n", "x_clat.1.log").asks} == {"unit"}


def test_rows_of_a_log_that_cannot_be_are_left_out_with_their_line():
    found = of(
        "1, 5000, 0, 4096, 0\n\n2, -7, 0, 4096, 0\nfio: x\n1, 6000, 7, 4096, 0\n0, 7000, 0, 4096, 0\n",
        "x_lat.1.log",
    )
    assert found.left_count == 3 and found.values["bytes"] == 8192
    assert [each.partition(":")[0] for each in found.left] == ["line 4", "line 3", "line 5"]
    assert "times run backwards" in " ".join(found.notes)


def test_a_report_for_people_has_its_units():
    found = real("fio-3.33-report.txt")
    read_part, sync = found.part("read").to_json(), found.part("sync").to_json()
    assert (read_part["n"], read_part["mean_s"], read_part["p99_s"]) == (
        1414,
        2090.98 / 1e6,
        26084 / 1e6,
    )
    assert (read_part["bytes"], read_part["iops"], sync["n"]) == (5656 * 1024, 2031, 119)
    old = of(
        "<node1> t: (groupid=0, jobs=1): err= 0: pid=6122: Mon Sep 29 15:00:00 2014\n"
        "  read : io=3072.0KB, bw=1024.0KB/s, iops=5.6k, runt=  3000msec\n"
        "    clat (msec): min=1, max=9k, avg= 8.50, stdev= 9.00\n    clat percentiles (msec):\n"
        "     |  1.00th=[    3], 99.95th=[  502]\n"
        "     issued    : total=r=786/w=0/d=0, short=r=0/w=0/d=0\n"
    ).part("read")
    assert old.values["n"] == 786 and old.values["bytes"] == 3 << 20 and old.values["iops"] == 5600
    assert (old.values["mean_s"], old.values["max_s"], old.values["p9995_s"]) == (
        0.0085,
        9.0,
        0.502,
    )


def test_a_report_with_percentiles_of_lat_is_of_lat():
    found = of(
        "  read: IOPS=10, BW=40KiB/s (41kB/s)(40KiB/1000msec)\n"
        "    clat (usec): min=1, max=9, avg= 5.00, stdev= 1.00\n"
        "     lat (usec): min=2, max=19, avg=15.00, stdev= 1.00\n"
        "    lat percentiles (usec):\n     | 50.00th=[   14], 99.00th=[   19]\n"
    ).part("read")
    assert (found.values["mean_s"], found.values["p99_s"]) == (15e-6, 19e-6)
    assert found.values["clat_mean_s"] == 5e-6 and "n" not in found.values


def test_a_direction_that_is_cut_off_before_its_numbers_says_none():
    whole = (REAL / "fio-3.33-jsonplus.json").read_text()
    cut = read(Source.of_text(whole[: whole.index('"read"') + 40]))
    assert "read" not in [part.name for part in cut.parts]
    assert "no request was answered" not in cut.notes
    assert cut.notes[0].startswith("line ")


def test_a_latency_of_years_is_left_out():
    found = of(
        "".join(f"{k}, {value}, 0, 4096, 0\n" for k, value in enumerate([5000, 10**27, 6000]))
    )
    assert found.left_count == 1
    assert found.part("read").to_json()["max_s"] == pytest.approx(6e-6)


def test_a_small_gzip_file_that_is_a_large_one_comes_in_pieces():
    packed = gzip.compress(b" " * 3 * PIECE)
    source = Source("x", len(packed), lambda start, size: packed[start : start + size])
    pieces = [*source.unpacked()]
    assert max(map(len, pieces)) == PIECE and sum(map(len, pieces)) == 3 * PIECE


def test_times_that_run_backwards_again_and_again_are_said_once():
    text = (REAL.parent / "samples" / "fio_clat_hist.1.log").read_text()
    assert sum("backwards" in note for note in of(text * 50).notes) == 1


def test_latencies_whose_direction_is_cut_off_are_refused_unless_they_stand_alone():
    whole = run(job(way="write") | {"sync": {"total_ios": 0}})
    cut = whole[whole.index('"clat_ns"') :]
    with pytest.raises(Refused, match="must have fio's JSON from its beginning"):
        of(cut)
    assert of(cut[: cut.index("}") + 1]).part("read").to_json()["n"] == 10
