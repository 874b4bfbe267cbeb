"""Traces in the forms of other tools: read where an option says how, else refused in a line that
names them."""

import gzip
import json

import pytest

from models.__main__ import main

BIOSNOOP = "TIME(s)  COMM  PID  DISK  T SECTOR  BYTES  LAT(ms)\n0.1 prog 42 sda W 7 4096 0.5\n0.2 prog 42 sda R 7 4096 5\n"
MSR = "128200000000000100,web,0,Write,4096,512,2500\n128200000000002600,web,0,Read,4096,512,2700\n"
SPC = "0,4711,4096,w,0.0\n1,4711,2048,r,0.02\n"
TWITTER = "0,key1,4,100,9,get,0\n1,key1,4,100,7,get,0\n"
REPLAY = "time,op,offset,size\n0,read,4096,512\n1,read,4096,512\n"
KEYS = {  # a trace, what is said of it, and the options with which it has 1 hit in 2
    "the ARC paper": (
        "100 1 0 0\n100 1 0 1\n",
        "line 1: a key must be one field, got 4: the line looks like the form of the ARC paper: use --format arc",
        "--format arc",
    ),
    "libCacheSim": (
        "version,time,op,size,lbn\n1,10,2a,4096,8\n1,11,28,4096,8\n",
        "libCacheSim: use --column",
        "--column lbn",
    ),
    "Twitter": (TWITTER, "Twitter's caches: use --column 2", "--column 2"),
    "MSR": (MSR, "MSR server", "--column 5"),
    "SPC": (SPC, "an SPC trace: use --column 2", "--column 2"),
    "replay": (REPLAY, "for `replay`: use", "--column offset"),
    "biosnoop": (BIOSNOOP, "biosnoop's output: use --column SECTOR", "--column sector"),
    "Systor": (
        "Timestamp,Response,IOType,LUN,Offset,Size\n1.5,0.01,R,2,512,512\n1.6,0.01,W,2,512,512\n",
        "Systor '17: use --column Offset",
        "--column offset",
    ),
    "FIU": (
        "0 42 prog 512 8 W 6 0 0a\n9 42 prog 512 8 W 6 0 0b\n",
        "a trace of FIU: use --column 4",
        "--column 4",
    ),
    "MQSim": ("100 0 512 8 1\n900 0 512 8 0\n", "a trace of MQSim: use --column 3", "--column 3"),
    "MSR's header": (
        f"Timestamp,Hostname,DiskNumber,Type,Offset,Size,ResponseTime\n{MSR}",
        "an MSR server: use --column 5",
        "--column 5",
    ),
    "JSON lines": (
        '{"k":1}\n{"k":1}\n',
        "the line looks like JSON: write its keys",
        "--format keys",
    ),
    "a title with signs": ("obj-id\n7\n7\n", "begins with 'obj-id' above numbers", "--column 1"),
    "a title after a comment": ("# mine\nkey\n0x7\n0x7\n", "begins with 'key'", "--column 1"),
    "semicolons": (
        "a;b\n1;x\n2;x\n",
        "line 1: a key must be one field, got 2: use --column",
        "--column b",
    ),
    "tabs": ("1\tx\n2\tx\n", "line 1: a key must be one field", "--format csv --column 2"),
    "a title": (
        "key\n7\n7\n",
        "begins with 'key' above numbers, probably a title: --column 1",
        "--column key",
    ),
    "a title by number": ("key\n7\n7\n", "begins with 'key'", "--column 1"),
    "thousands": (
        "1,048,576\n1,048,576\n",
        "line 1: a key must have no thousands separators",
        "--format keys",
    ),
    "blanks in keys": (
        "a b\na b\n",
        "line 1: a key must be one field, got 2",
        "--format keys",
    ),
}


def cached(capsys, file, *options):
    """The exit code, output and error of `cache`."""
    code = main(["cache", "--policy", "lru", "--size", "9", *options, str(file)])
    return code, *capsys.readouterr()


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("form", KEYS)
def test_a_line_of_several_fields_is_refused_with_the_option_that_reads_it(
    capsys, tmp_path, form, end
):
    text, said, options = KEYS[form]
    content = text.replace("\n", end).encode("utf-8-sig")
    for name, packed in (("trace", content), ("trace.gz", gzip.compress(content))):
        file = tmp_path / name
        file.write_bytes(packed)
        code, out, err = cached(capsys, file)
        assert (code, out, err.count("\n")) == (2, "", 1) and said in err
        code, out, err = cached(capsys, file, *options.split())
        assert (code, json.loads(out), err) == (0, {"requests": 2, "hits": 1}, "")


def test_comments_are_no_keys_and_the_counts_of_the_arc_paper_are_blocks(capsys, tmp_path):
    file = tmp_path / "trace"
    file.write_text("# LIRS\n5\n*\n6\n*\n5\n")
    assert json.loads(cached(capsys, file)[1]) == {"requests": 3, "hits": 1}
    file.write_text("100 4 0 0\n104 1 0 1\n102 2 0 2\n")
    assert json.loads(cached(capsys, file, "--format", "arc")[1]) == {"requests": 7, "hits": 2}


WRONG = {
    "iolog": (b"fio version 2 iolog\n/dev/sda add\n", "", "an iolog of fio: use its offsets"),
    "perf": (
        b"x 1 [0] 5.1: block:block_rq_issue: 8,0 R 9 () 1 + 8 [x]\n",
        "",
        "looks like perf's output",
    ),
    "strace": (b'pread64(3, "x", 4096, 8192) = 4096\n', "", "looks like strace's output"),
    "mixed": (b"5\n6 7\n", "", "line 2: a key must be one field"),
    "utf-16": ("5\n".encode("utf-16"), "", "it is UTF-16"),
    "oracleGeneral": (b"\0\0\0\0\xe9\x03\0\0" * 9, "", "the file looks like oracleGeneral"),
    "zstd": (b"\x28\xb5\x2f\xfd123", "", "must be plain or gzip, got zstd"),
    "zip": (b"PK\x03\x04 1", "", "must be plain or gzip, got a zip"),
    "half a gzip": (gzip.compress(b"5\n")[:12], "", "cannot read"),
    "no count": (
        b"5 x\n",
        "--format arc",
        "a line must begin with two whole numbers, start and count",
    ),
    "a huge count": (b"5 99999999\n", "--format arc", "start and count (1 to 1,000,000 blocks)"),
    "no such column": (b"5 6\n", "--column 3", "1 to 2"),
    "no such name": (b"5 6\n", "--column lbn", "or a name in the first line"),
    "which column": (b"5 6\n", "--format csv", "2 columns"),
    "fewer fields": (b"5 6\n7\n", "--column 1", "line 2: a line must have 2 fields"),
    "no key": (b"5,6\n,7\n", "--column 1", "line 2: column 1 must hold a key"),
    "an option too many": (
        b"5 1\n",
        "--format arc --column 1",
        "--column works only with --format csv or without --format",
    ),
}


@pytest.mark.parametrize("what", WRONG)
def test_what_cannot_be_read_is_refused_in_a_line(capsys, tmp_path, what):
    content, options, said = WRONG[what]
    (tmp_path / "trace").write_bytes(content)
    code, out, err = cached(capsys, tmp_path / "trace", *options.split())
    assert (code, out, err.count("\n")) == (2, "", 1) and said in err


def replayed(capsys, tmp_path, text, *options):
    """What a replay says as JSON, or its one line."""
    file = tmp_path / "trace"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    code = main(["replay", "--machine", "freebsd-box", "--json", *options, str(file)])
    out, err = capsys.readouterr()
    assert (code, err.count("\n"), out == "") in ((0, 0, False), (2, 1, True))
    return err if code else json.loads(out)["requests"]


PLAIN = "time,op,offset,size,latency\n0,write,0,8192,0.0005\n0.004,read,8192,8192,0.005\n"
ALIKE = {
    "letters": PLAIN.replace("write", "W").replace("read", "Read"),
    "semicolons": PLAIN.replace(",", ";").replace("0.0", "0,0"),
    "tabs": PLAIN.replace(",", "\t"),
    "blanks": PLAIN.replace(",", "  "),
    "quotes": PLAIN.replace("time,op", '"time" , "op"'),
    "hexadecimal": PLAIN.replace("8192,8192", "0x2000,8192"),
    "comments": "# of today\n" + PLAIN,
    "Excel": "sep=,\n" + PLAIN,
    "utf-16": PLAIN.encode("utf-16"),
    "gzip": gzip.compress(PLAIN.encode()),
    "mark": PLAIN.encode("utf-8-sig"),
    "ms": "time(ms),op,offset,size,latency_us\n0,write,0,8192,500\n4,read,8192,8192,5000\n",
    "sectors": "time,op,offset(sectors),size [sectors],latency\n0,write,0,16,0.0005\n0.004,read,16,16,0.005\n",
    "100 ns": "time(100ns),op,offset,size,latency(100ns)\n128200000000000100,write,0,8192,5000\n"
    "128200000000040100,read,8192,8192,50000\n",
}


@pytest.mark.parametrize("how", ALIKE)
def test_a_trace_is_the_same_however_it_is_written(capsys, tmp_path, how):
    ours, plain = replayed(capsys, tmp_path, ALIKE[how]), replayed(capsys, tmp_path, PLAIN)
    for one, other in zip(ours, plain, strict=True):
        assert {
            **one,
            **{name: pytest.approx(one[name]) for name in ("time", "measured", "latency")},
        } == other


SUSPECT = {
    "file times": (
        "128200000000000100,read,0,512\n",
        "probably in 100ns as Windows counts them since 1601: use --time-unit 100ns",
    ),
    "ms": ("1754000000123,read,0,512\n", "probably in ms since 1970: use --time-unit ms"),
    "us": ("1754000000123456,read,0,512\n", "--time-unit us"),
    "ns": ("1754000000123456789,read,0,512\n", "--time-unit ns"),
    "a long trace": ("0,read,0,512\n2e9,read,0,512\n", "if the unit is not s, use --time-unit"),
    "sectors": (
        "0,read,4711,4096\n1,read,8150,4096\n",
        "probably in sectors: write offset(sectors)",
    ),
    "sizes": ("0,read,0,8\n1,read,4096,16\n", "probably in sectors of 512: write size(sectors)"),
    "trims": ("0,discard,0,512\n", "remove these lines"),
    "thousands": ('0,read,"1,048,576",512\n', "remove the thousands separators"),
    "digits": ("0,read,1_0,512\n", "'1_0'"),
    "others' digits": ("0,read,\u0663,512\n", "offset must be a whole number"),
}


@pytest.mark.parametrize("what", SUSPECT)
def test_numbers_that_are_hardly_seconds_and_bytes_are_refused_with_what_is_likely(
    capsys, tmp_path, what
):
    rows, said = SUSPECT[what]
    assert said in replayed(capsys, tmp_path, f"time,op,offset,size\n{rows}")


@pytest.mark.parametrize(
    ("latencies", "unit"),
    [((2500, 31000), "us"), ((20, 80), "ms"), ((81000, 900000), "ns"), ((1, 9000), "us")],
)
def test_latencies_of_minutes_are_refused_unless_somebody_says_that_they_are_meant(
    capsys, tmp_path, latencies, unit
):
    text = "time,op,offset,size,latency\n" + "".join(
        f"{n},read,0,512,{each}\n" for n, each in enumerate(latencies)
    )
    assert f"probably in {unit}: use --latency-unit {unit}" in replayed(capsys, tmp_path, text)
    assert replayed(capsys, tmp_path, text, "--latency-unit", "s")[0]["measured"] == latencies[0]
    assert replayed(capsys, tmp_path, text, "--latency-unit", "ms")[1]["measured"] == pytest.approx(
        latencies[1] / 1000
    )


@pytest.mark.parametrize("nothing", ["", "-", "NaN", " "])
def test_a_request_that_was_not_measured_is_replayed_and_in_no_sum(capsys, tmp_path, nothing):
    text = f"time,op,offset,size,latency\n0,write,0,8192,{nothing}\n0.001,write,8192,8192,0.0004\n"
    assert ["measured" in one for one in replayed(capsys, tmp_path, text)] == [False, True]
    assert main(["replay", "--machine", "freebsd-box", str(tmp_path / "trace"), "--requests"]) == 0
    out = capsys.readouterr().out
    assert (
        "1 of 2 requests have no measurement and are left out" in out and "times in seconds" in out
    )


@pytest.mark.parametrize(
    ("text", "name"),
    [
        (MSR, "an MSR server"),
        (SPC, "an SPC trace"),
        (BIOSNOOP, "biosnoop"),
        ("  8,0    1        1     0.000000000  1234  Q  WS 2048 + 8 [prog]\n", "blkparse"),
        ("0, 71234, 0, 4096, 0\n", "a log of fio"),
        ('{"fio version":"fio-3.33"}\n', "fio's JSON"),
        (TWITTER, "Twitter"),
        ("3,R,85899345920,4096,1760000000000626\n", "Alibaba"),
    ],
)
def test_the_form_of_another_tool_is_named(capsys, tmp_path, text, name):
    assert name in replayed(capsys, tmp_path, text)


@pytest.mark.parametrize("name", ["size(KB)", "size[pages]", "size_mb"])
def test_a_unit_that_is_unknown_is_said(capsys, tmp_path, name):
    said = replayed(capsys, tmp_path, f"time,op,offset,{name}\n0,read,0,4\n")
    assert f"the unit of size must be one of b, bytes, sectors, sector, kib, got '{name}'" in said
