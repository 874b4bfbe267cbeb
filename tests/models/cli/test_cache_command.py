"""`python -m models cache`: hits of a policy on a trace in a file."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from models.__main__ import main
from models.check import shown
from models.cli.cache_trace import LONGEST, keys

TWELVE = Path(__file__).parents[1] / "traces" / "twelve_keys.txt"


def cache(capsys, *arguments):
    """The exit code, standard output, standard error."""
    code = main(["cache", *map(str, arguments)])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


@pytest.mark.parametrize(
    ("policy", "size", "hits"),
    [("fifo", 3, 3), ("fifo", 4, 2), ("lru", 3, 2), ("lru", 4, 4), ("arc", 5, 7)],
)
def test_it_prints_requests_and_hits(capsys, policy, size, hits):
    code, out, err = cache(capsys, "--policy", policy, "--size", size, TWELVE)
    assert (code, json.loads(out), err) == (0, {"requests": 12, "hits": hits}, "")


def test_a_key_is_a_line_without_the_blanks_around_it_and_blank_lines_are_passed_over(tmp_path):
    trace = tmp_path / "trace"
    trace.write_bytes("\ufeffa b\r\n\n  a b\t\n7\n007\n   \nü".encode())
    assert list(keys(trace)) == ["a b", "a b", "7", "007", "ü"]


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r"])
def test_lines_end_as_on_any_system(tmp_path, end):
    trace = tmp_path / "trace"
    wanted = [str(n) * (1 + n % 7) for n in range(3_000)]
    trace.write_bytes(end.join(key.encode() for key in wanted))
    assert list(keys(trace)) == wanted
    trace.write_bytes(b"7" * LONGEST + end + b"8" + end)
    assert [len(key) for key in keys(trace)] == [LONGEST, 1]


def refused(capsys, *arguments):
    code, out, err = cache(capsys, *arguments)
    assert (code, out, len(err.splitlines())) == (2, "", 1)
    return err


@pytest.mark.parametrize("size", [0, -1, -(10**9), 10**30])
def test_a_size_that_no_cache_has_is_refused(capsys, size):
    assert "size must be a whole number of blocks, 1 to" in refused(
        capsys, "--policy", "arc", "--size", size, TWELVE
    )


@pytest.mark.parametrize(
    "size", ["x", "1.5", "nan", "", "1e3", "3_0", "\u0663", "0x3", "- 3", "1" * 5000]
)
def test_a_size_that_is_no_whole_number_is_refused(capsys, size):
    said = refused(capsys, "--policy", "lru", "--size", size, TWELVE)
    assert (
        said
        == f"models: size must be a whole number of blocks, 1 to 1,000,000,000, got {shown(size)}\n"
    )


def test_a_size_may_have_a_sign_and_blanks_around_it(capsys):
    assert cache(capsys, "--policy", "lru", "--size", " +3 ", TWELVE) == cache(
        capsys, "--policy", "lru", "--size", 3, TWELVE
    )


def test_options_are_written_out_and_a_trace_is_named(capsys):
    assert "--policy" in refused(capsys, "--pol", "lru", "--size", 3, TWELVE)
    assert (
        refused(capsys, "--policy", "lru", "--size", 3, "")
        == "models: TRACE must be the name of a file, or - for standard input, got ''\n"
    )


@pytest.mark.parametrize("policy", ["mru", "", "ARC"])
def test_an_unknown_policy_is_refused_with_the_known_ones(capsys, policy):
    err = refused(capsys, "--policy", policy, "--size", 3, TWELVE)
    assert all(word in err for word in ("--policy", "lru", "fifo", "arc"))


@pytest.mark.parametrize("content", [b"", b"\n\n", b" \r\n"])
def test_an_empty_trace_is_refused(capsys, tmp_path, content):
    trace = tmp_path / "trace"
    trace.write_bytes(content)
    assert "must hold one key per line, got no requests" in refused(
        capsys, "--policy", "lru", "--size", 3, trace
    )


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"1\n2\0\n", "line 2 is not"),
        (b"1\n\xff\xfe\n", "line 2 is not"),
        (b"7" * (LONGEST + 1), "line 1: a key must be"),
        ("1\n".encode("utf-16"), "line 1 is not"),
        (b"1\r2\r" + b"7" * 5_000, "line 3: a key must be"),
    ],
)
def test_what_is_no_list_of_keys_is_refused(capsys, tmp_path, content, said):
    trace = tmp_path / "trace"
    trace.write_bytes(content)
    assert said in refused(capsys, "--policy", "fifo", "--size", 3, trace)


def test_a_missing_file_a_folder_and_a_device_are_refused(capsys, tmp_path):
    assert "No such file" in refused(capsys, "--policy", "lru", "--size", 3, tmp_path / "nobody")
    assert "got a folder" in refused(capsys, "--policy", "lru", "--size", 3, tmp_path)
    assert "got a device" in refused(capsys, "--policy", "lru", "--size", 3, "/dev/null")


def test_requests_are_read_as_they_come():
    """From a pipe whose writer waits for an answer to the first key before it sends more."""
    code = (
        "from pathlib import Path; from models.cli.cache_trace import keys; "
        "print(next(keys(Path('/dev/stdin'))), flush=True)"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=Path(__file__).parents[3],
    ) as process:
        process.stdin.write(b"first\n")
        process.stdin.flush()
        assert process.stdout.readline() == b"first\n"
