"""What holds of every command: its streams, the signals that end it, odd arguments, and what nobody
foresaw."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import exercises.__main__
import figures.__main__
import models.__main__
from tests.conftest import sample

ROOT = Path(__file__).resolve().parents[3]
QUICK = ("models --help", "figures run one-writer", "exercises show missed-revolution")


def ran(command, shell="", **environment):
    """The exit code, standard output and error of a command in a shell."""
    done = subprocess.run(
        ["bash", "-c", f'"{sys.executable}" -m {command} {shell}'],
        cwd=ROOT,
        capture_output=True,
        timeout=60,
        env={**os.environ, **environment},
        check=False,
    )
    return done.returncode, done.stdout, done.stderr.decode()


@pytest.mark.alike("an output that cannot be written is code 2 and a line")
@pytest.mark.parametrize("command", QUICK)
def test_an_output_that_cannot_be_written_is_code_2_and_a_line(command):
    name = command.split()[0]
    for shell, why in (
        ("> /dev/full", "No space left on device"),
        (">&-", "standard output is closed"),
    ):
        assert ran(command, shell) == (2, b"", f"{name}: cannot write the output: {why}\n")


@pytest.mark.alike("has another encoding")
@pytest.mark.parametrize("command", QUICK)
def test_standard_error_and_the_encoding_change_neither_output_nor_code(command):
    code, out, err = ran(command)
    assert (code, err) == (0, "") and out
    assert (
        ran(command, "2>&-")[:2]
        == ran(command, "2> /dev/full")[:2]
        == ran(command, "<&-")[:2]
        == (code, out)
    )
    code, plain, err = ran(command, PYTHONIOENCODING="ascii")
    assert (code, err) == (0, "") and plain.isascii() and len(plain) >= len(out)


@pytest.mark.parametrize("shell", ["2>&-", "2> /dev/full"])
def test_wrong_use_whose_line_nobody_can_read_is_still_code_2(shell):
    assert ran("models describe vax", shell)[:2] == (2, b"")


WORKS = {  # a function that each calls while it works
    "models run 7410 nfs --seconds 1h": "loop.py:run",
    "figures report": "loop.py:run",
    "figures evidence": "_base.py:result",
    "exercises prove --all --jobs 2": "_base.py:result",
    "bench": "engines.py:measure",
}
SIGNALLED = """
import os, runpy, sys
_, moment, number, package, *rest = sys.argv
file, name = moment.split(":")

def stop(*_):
    sys.settrace(None)
    os.killpg(0, int(number))

def trace(at, event, _):
    if at.f_code.co_name == name and at.f_code.co_filename.endswith("/" + file):
        if name != "begin":
            stop()
        return lambda at, event, _: stop() if event == "return" else None

sys.argv = [package, *rest]
sys.path.insert(0, "")
sys.settrace(trace)
runpy.run_module(package, run_name="__main__", alter_sys=True)
"""


@pytest.mark.alike("ends by a signal")
@pytest.mark.parametrize("command", sample(list(WORKS), 1, lambda command: command.split()[0]))
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_a_command_with_one_line_and_its_code(command, number):
    for moment in ("frame.py:begin", WORKS[command]):  # before other imports, and at work
        done = subprocess.run(
            [sys.executable, "-c", SIGNALLED, moment, str(int(number)), *command.split()],
            cwd=ROOT,
            start_new_session=True,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert (done.returncode, done.stderr) == (
            128 + number,
            f"{command.split()[0]}: interrupted\n",
        )


def test_what_nobody_foresaw_is_a_line_that_says_how_to_see_more():
    code = (
        "from models.cli import frame; frame.begin('test', '__main__')\n"
        "def go(): raise ZeroDivisionError('so\\nmuch')\ngo()"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert "ZeroDivisionError at line 2 of <string>: so much (WTG_TRACEBACK=1 shows" in done.stderr
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "WTG_TRACEBACK": "1"},
    )
    assert done.returncode == 2 and done.stderr.startswith("Traceback")


ODD = [
    "",
    "x" * 4000,
    "a\0b",
    "\udce9x",
    "folder",
    "loop",
    "pipe",
    "garbage",
    "nobody",
    "/dev/full",
    "\u0663",
]
PLACES = {
    models.__main__: [
        "describe ?",
        "run ? nfs",
        "run 7410 ?",
        "run 7410 nfs --set ?",
        "run 7410 nfs --seconds ?",
        "run ?.json nfs",
        "run 7410 ?.json",
        "replay --machine 7410 ?",
        "replay --machine ? x.csv",
        "replay --machine ?.json x.csv",
        "cache --policy lru --size 3 ?",
        "cache --policy lru --size ? x",
        "cache --policy ? --size 3 x",
        "?",
    ],
    figures.__main__: [
        "run ?",
        "run one-writer --preset ?",
        "run one-writer --set ?",
        "run one-writer --seed ?",
        "?",
    ],
    exercises.__main__: [
        "show ?",
        "check ?",
        "check missed-revolution --answer ?.json",
        "check missed-revolution --variant ?",
        "grade ?.zip --out out",
        "grade folder --out out --class ?",
        "class ?.csv",
        "class roster.csv --class ?",
        "class roster.csv --new --url ?",
        "class roster.csv --new --url https://h.example/ --out ?",
        "export ? x",
        "export ci x --class ?",
        "export nbgrader other ?",
        "new good_name --chapter ?",
        "?",
    ],
}


@pytest.mark.parametrize(
    ("module", "place"), [(module, place) for module, places in PLACES.items() for place in places]
)
def test_odd_arguments_are_one_line_and_code_2(monkeypatch, tmp_path, capsys, module, place):
    monkeypatch.chdir(tmp_path)
    Path("roster.csv").write_text("id,name\ns1,Ada\n")
    for end in ("", ".json", ".csv", ".zip"):
        Path(f"folder{end}").mkdir()
        Path(f"loop{end}").symlink_to(f"loop{end}")
        os.mkfifo(f"pipe{end}")
        Path(f"garbage{end}").write_bytes(b"\x93\0\xff{" * 9)
    for odd in ODD:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(sys, "stdin", None)
            code = module.main([part.replace("?", odd) for part in place.split()])
        out, err = capsys.readouterr()
        assert (code, out, err.count("\n")) == (2, "", 1), ascii((odd[:20], out, err))
        assert len(err) < 500
    assert not Path("class.toml").exists()


def test_a_class_sheet_that_cannot_be_written_leaves_no_class_file(monkeypatch, tmp_path, capsys):
    monkeypatch.chdir(tmp_path)
    Path("roster.csv").write_text("id,name\ns1,Ada\n")
    Path("taken.html").mkdir()
    for outs in (
        ["new/sheet.csv"],
        ["sheet.csv", "--out", "taken.html"],
        ["sheet.csv", "--out", "x" * 300 + ".csv"],
    ):
        arguments = [
            "class",
            "roster.csv",
            "--new",
            "--url",
            "https://h.example/",
            "--force",
            "--out",
            *outs,
        ]
        assert exercises.__main__.main(arguments) == 2
        assert capsys.readouterr().err.count("\n") == 1
        assert sorted(path.name for path in tmp_path.iterdir()) == ["roster.csv", "taken.html"]
