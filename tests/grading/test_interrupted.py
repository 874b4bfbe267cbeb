"""A grading that is killed, stopped, or finds no room loses nothing, and the same command goes on."""

import os
import resource
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.grading.classes import FORM, page, put, right, roster, wrong

pytestmark = pytest.mark.slow  # each starts the command

ROOT = Path(__file__).resolve().parents[2]
COMMAND = [sys.executable, "-m", "exercises", "grade", "handed-in", "--out", "grades"]
FORTY = [f"s{number:02}" for number in range(40)]


def command(folder, *more, **options):
    return subprocess.Popen(
        ["nice", *COMMAND, *more],  # who waits for a result must not be slower than who makes it
        cwd=folder,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        **options,
    )


@pytest.fixture
def forty(tmp_path):
    roster(tmp_path, *((id, f"Student {id}") for id in FORTY))
    put(tmp_path / "class.toml", f'name = "Forty"\nroster = "roster.csv"\nexercises = ["{FORM}"]\n')
    for number, id in enumerate(FORTY):
        put(
            tmp_path / "handed-in" / f"{id}.json",
            page("", four_lines_of_iostat=right() if number % 2 else wrong()),
        )
    return tmp_path


def held_after(base: Path, count: int, running):
    """The base, so that nobody can write, as soon as it has so many results."""
    while running.poll() is None:
        if base.exists():
            own = sqlite3.connect(base, timeout=0, isolation_level=None)
            try:
                if own.execute("SELECT count(*) FROM results").fetchone()[0] >= count:
                    own.execute("BEGIN IMMEDIATE")
                    return own
            except sqlite3.OperationalError:  # it is being made, or written
                pass
            own.close()
        time.sleep(0.001)
    raise AssertionError(f"it ended before: {running.communicate()}")


def graded_by(folder):
    base = sqlite3.connect(folder / "grades" / "grades.sqlite")
    try:
        return sorted(student for (student,) in base.execute("SELECT student FROM results"))
    finally:
        base.close()


def test_forty_submissions_killed_halfway_are_each_graded_exactly_once(forty):
    running = command(forty, "--jobs", "2")
    base = held_after(forty / "grades" / "grades.sqlite", 10, running)
    running.send_signal(signal.SIGKILL)
    running.communicate()
    base.close()
    before = graded_by(forty)
    assert 10 <= len(before) < 40
    again = command(forty, "--jobs", "2")
    out, err = again.communicate()
    assert (again.returncode, err) == (0, "")
    assert f"40 answers graded, {40 - len(before)} of them now" in out
    assert graded_by(forty) == FORTY
    assert len((forty / "grades" / "grades.csv").read_text().splitlines()) == 41


def test_who_stops_it_is_told_that_nothing_is_lost(forty):
    running = command(forty, "--jobs", "1", start_new_session=True)
    base = held_after(forty / "grades" / "grades.sqlite", 3, running)
    os.killpg(running.pid, signal.SIGINT)
    base.close()
    _, err = running.communicate(timeout=60)
    assert running.returncode == 130
    assert err == "exercises: stopped: results so far are kept; run the same command to continue\n"
    assert 3 <= len(graded_by(forty)) < 40


def no_file_above(room):
    return {"preexec_fn": lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))}


def one_line_about(process):
    out, err = process.communicate()
    assert (process.returncode, out, len(err.splitlines())) == (2, "", 1)
    return err


def test_no_room_for_the_results_is_one_line_and_those_that_are_there_are_kept(forty):
    said = one_line_about(command(forty, "--jobs", "1", **no_file_above(50_000)))
    assert said.startswith("exercises: cannot write grades/grades.sqlite: ")
    assert said.endswith("; results so far are kept; run the same command to continue\n")
    kept = graded_by(forty)
    assert 0 < len(kept) < 40
    again = command(forty)
    out, _ = again.communicate()
    assert f"40 answers graded, {40 - len(kept)} of them now" in out
    assert graded_by(forty) == FORTY


def test_no_room_for_a_report_is_one_line_and_it_is_not_half_written(tmp_path):
    put(tmp_path / "handed-in" / "ada" / "missed_revolution.py", f"x = 1  # {'<' * 60_000}")
    said = one_line_about(command(tmp_path, **no_file_above(200_000)))
    assert said.startswith("exercises: cannot write grades/students/ada.html: ")
    assert said.endswith(
        "results are kept in grades.sqlite; run the same command to write the missing files\n"
    )
    assert list((tmp_path / "grades" / "students").iterdir()) == []
    again = command(tmp_path)
    out, err = again.communicate()
    assert (again.returncode, err) == (0, "")
    assert "1 answer graded, 0 of them now" in out
    assert (tmp_path / "grades" / "students" / "ada.html").stat().st_size > 200_000
