"""A sweep gives the same bytes wherever it runs, and whatever stops it, each point is there once."""

import csv
import json
import os
import resource
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest
from pebble.pool.base_pool import PoolStatus

from models.__main__ import main
from models.cli.command_line import WrongUse
from models.jobs.here import cores
from models.jobs.workers import Processes
from models.sweep.cache import Cache
from models.sweep.files import Out
from models.sweep.point import same_models, works
from models.sweep.spec import read
from models.sweep.sweep import Sweep, result

ROOT = Path(__file__).resolve().parents[3]
SPEC = """machine = "server-today"
load = "nfs"
seconds = "5ms"
warm = 0
seeds = [1, 2]
record = ["rate", "p99", "used.disks", "count", "limit"]
[product]
"log.devices" = [1, 0]
"nfs.threads" = [1, 2, 3]
"filesystem.sync" = ["standard", "always"]
"""
REFUSED = SPEC.replace('"log.devices" = [1, 0]', '"pool.width" = [10, 1]')


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "s.toml").write_text(SPEC)
    return tmp_path


def start(folder, *words, **options):
    return subprocess.Popen(
        [sys.executable, "-m", "models", "sweep", "s.toml", *words],
        cwd=folder,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={
            **os.environ,
            "PYTHONPATH": f"{folder}:{ROOT}",
            "XDG_CACHE_HOME": str(folder / "caches"),
        },
        **options,
    )


def ended(process):
    out, err = process.communicate(timeout=120)
    return process.returncode, out, err


class Here:
    """This process. `fails` says for which jobs a worker dies, and how often."""

    def __init__(self, fails=lambda job: 0):
        self.ran, self.fails = [], fails

    def ready(self):
        return same_models()()

    def outcomes(self, jobs, work):
        for job in jobs:
            self.ran.append(job["key"])
            if self.ran.count(job["key"]) <= self.fails(job):
                yield job, {"failure": "the process that ran it ended"}
            else:
                yield job, work(job)


def swept(folder, workers=None, cache=None, out=None, **more):
    one = Sweep(
        read(folder / "s.toml"),
        workers or Here(),
        Cache(cache),
        Out(folder / out) if out else None,
        **more,
    )
    one.run()
    return one


def test_rows_are_in_order_and_in_si_units_and_a_file_is_read_back(folder):
    parquet = pytest.importorskip("pyarrow.parquet")
    one = swept(folder, out="a.csv")
    assert result(one, False).code == 0
    rows = one.rows()
    assert [row["point"] for row in rows] == [*range(1, 25)]
    assert [(row["log.devices"], row["nfs.threads"], row["seed"]) for row in rows[:5]] == [
        (1, 1, 1),
        (1, 1, 2),
        (1, 1, 1),
        (1, 1, 2),
        (1, 2, 1),
    ]
    result(swept(folder, out="a.parquet"), False)
    table, content = parquet.read_table(folder / "a.parquet"), (folder / "a.parquet").read_bytes()
    assert table.to_pylist() == [{"refused": None, **row} for row in rows]
    result(swept(folder, out="a.parquet"), False)
    assert (folder / "a.parquet").read_bytes() == content
    with (folder / "a.csv").open(newline="") as file:
        read_back = list(csv.DictReader(file))
    assert [*read_back[0]] == table.column_names
    assert [float(row["rate"]) for row in read_back] == [row["rate"] for row in rows]
    assert [str(table.schema.field(name).type) for name in ("seed", "rate", "limit")] == [
        "int64",
        "double",
        "string",
    ]


def test_a_point_is_what_run_prints(folder):
    from models import __main__ as command

    one = swept(folder)
    words = "run server-today nfs --set log.devices=1 --set nfs.threads=2 --set sync=always"
    args = command.parser().parse_args(
        [*words.split(), "--seconds", "5ms", "--warm", "0", "--json"]
    )
    ran = json.loads(args.run(args).text)
    (row,) = (
        row
        for row in one.rows()
        if (row["log.devices"], row["nfs.threads"], row["seed"]) == (1, 2, 1)
        and row["filesystem.sync"] == "always"
    )
    assert row["rate"] == ran["rate"] and row["used.disks"] == ran["used"]["disks"]
    assert row["p99"] == ran["answers"]["within"]["0.99"] == ran["writes"]["within"]["0.99"]


def test_what_the_cache_has_does_not_run_again_and_other_settings_and_models_do(
    folder, monkeypatch
):
    cache, again, more, other = folder / "c.sqlite", Here(), Here(), Here()
    first = swept(folder, cache=cache)
    assert swept(folder, again, cache).rows() == first.rows() and again.ran == []
    (folder / "s.toml").write_text(SPEC.replace("[1, 2, 3]", "[1, 2, 3, 4]"))
    swept(folder, more, cache)
    assert len(more.ran) == 8
    (folder / "s.toml").write_text(SPEC.replace('"5ms"', '"6ms"'))
    swept(folder, other, cache)
    assert len(other.ran) == 24
    monkeypatch.setattr("models.sweep.point.edition", lambda: "of other models")
    changed = Here()
    swept(folder, changed, cache)
    assert len(changed.ran) == 24


def test_the_same_point_by_another_name_or_by_its_default_is_the_same(folder):
    one, two = Here(), Here()
    head = SPEC[: SPEC.index("[product]")]
    (folder / "s.toml").write_text(head + '[product]\nthreads = [1]\nwsize = ["8KiB"]\n')
    rows = swept(folder, one).rows()
    (folder / "s.toml").write_text(head + "[product]\nnfs.threads = [1]\n")
    assert [row["key"] for row in swept(folder, two).rows()] == [row["key"] for row in rows]


def test_a_point_that_the_machine_refuses_is_a_row_with_the_reason(folder):
    (folder / "s.toml").write_text(REFUSED)
    workers = Here()
    one = swept(folder, workers)
    text, code = result(one, False)
    assert code == 0 and "12 refused by the machine" in text and len(workers.ran) == 12
    assert "point 13 was refused: pool.width must be" in text
    (folder / "s.toml").write_text(REFUSED.replace("[10, 1]", "[1]"))
    assert result(swept(folder), True).code == 1


def test_a_worker_that_dies_loses_no_point_and_one_that_always_dies_is_named(folder):
    whole = swept(folder).rows()
    assert swept(folder, Here(lambda job: 2 * (job["seed"] == 2))).rows() == whole
    cache = folder / "c.sqlite"
    one = swept(folder, Here(lambda job: 9 * (job["set"][1:2] == ["nfs.threads=3"])), cache)
    text, code = result(one, False)
    assert code == 1 and "point 9 failed: the process that ran it ended" in text
    assert len([row for row in one.rows() if "refused" in row]) == 8
    again = Here()
    assert swept(folder, again, cache).rows() == whole and len(again.ran) == 8


def test_what_is_to_be_resumed_must_be_of_this_sweep(folder):
    result(swept(folder, out="a.csv"), False)
    part = (folder / "a.csv").read_text().splitlines(keepends=True)
    (folder / "a.csv").write_text("".join(part[:9]))
    result(swept(folder, out="a.csv", resume=True), False)
    assert (folder / "a.csv").read_text() == "".join(part)
    workers = Here()
    (folder / "a.csv").write_text("".join(part[:9])[:-30])
    with pytest.raises(WrongUse, match=r"whose row 8 is cut off: name another"):
        swept(folder, workers, out="a.csv", resume=True)
    (folder / "a.csv").write_text("".join(part))
    (folder / "s.toml").write_text(SPEC.replace("[1, 2, 3]", "[4, 1]"))
    with pytest.raises(WrongUse, match=r"--resume needs .*a\.csv, whose row 5 has other settings"):
        swept(folder, workers, out="a.csv", resume=True)
    (folder / "a.csv").write_text("".join(part).replace("nfs.threads", "nfs.clients"))
    with pytest.raises(WrongUse, match=r"another sweep, without the column nfs\.threads"):
        swept(folder, workers, out="a.csv", resume=True)
    (folder / "a.csv").write_text("".join(part))
    assert workers.ran == [] and (folder / "a.csv").read_text() == "".join(part)
    result(swept(folder, out="a.csv"), False)
    assert len((folder / "a.csv").read_text().splitlines()) == 17


@pytest.mark.parametrize("name", ["a.csv", "a.parquet"])
@pytest.mark.parametrize("content", [b"drive,price\nx,3\n", b"\xff\xfe\x00", b""])
def test_another_file_is_not_replaced(tmp_path, name, content):
    pytest.importorskip("pyarrow")
    (tmp_path / name).write_bytes(content)
    with pytest.raises(WrongUse, match=r"new file or one of a sweep, got .*, which is another"):
        Out(tmp_path / name)
    assert (tmp_path / name).read_bytes() == content


def test_a_file_that_cannot_be_written_is_told_before_the_work(tmp_path):
    for name, said in (
        ("none/a.csv", "cannot write .*none/a.csv: No such file or directory"),
        ("a.txt", r"--out must end in \.csv or \.parquet, got .*a\.txt"),
    ):
        with pytest.raises(WrongUse, match=said):
            Out(tmp_path / name)
    (tmp_path / "b.csv").mkdir()
    with pytest.raises(WrongUse, match="must be a file, got the folder"):
        Out(tmp_path / "b.csv")


def test_a_cache_that_is_damaged_or_cannot_be_written_is_one_line(tmp_path):
    (tmp_path / "c").write_text("no database, but long enough to be read as one" * 100)
    with pytest.raises(
        WrongUse, match=r"the cache .*/c is damaged, or a file that no sweep wrote \("
    ):
        Cache(tmp_path / "c")
    with pytest.raises(WrongUse, match=r"cannot use the cache .*/c/d: no folder .*--no-cache"):
        Cache(tmp_path / "c" / "d")
    with pytest.raises(WrongUse, match=r"cannot use the cache .*/c/d: .*--no-cache"):
        Cache(tmp_path / "c" / "d", make=True)
    other = sqlite3.connect(tmp_path / "mine")
    other.execute("CREATE TABLE letters (text)")
    other.close()
    before = (tmp_path / "mine").read_bytes()
    with pytest.raises(WrongUse, match="a file that no sweep wrote"):
        Cache(tmp_path / "mine")
    assert (tmp_path / "mine").read_bytes() == before


def test_jobs_and_a_cluster_exclude_each_other_on_any_number_of_cores(capsys):
    assert main(["sweep", "s.toml", "--jobs", f"{cores()}", "--dask", "tcp://host:1"]) == 2
    assert "--dask: not allowed with argument --jobs" in capsys.readouterr().err


def test_a_sobol_sample_runs_and_says_what_to_measure_next(folder):
    pytest.importorskip("scipy")
    (folder / "s.toml").write_text(
        SPEC[: SPEC.index("seeds")]
        + 'record = ["rate", "limit"]\n[settings]\nlog.devices = 1\n[sobol]\nn = 8\n'
        'sync = ["standard", "always"]\nthreads = {from = 1, to = 4}\n'
    )
    plain, both = swept(folder), swept(folder, sensitivity=True)
    assert len(plain.points) == 8 and len(both.points) == 8 * 4
    assert [row["key"] for row in both.rows()][:8] == [row["key"] for row in plain.rows()]
    found = json.loads(result(both, True).text)["sensitivity"]
    assert found == json.loads(json.dumps(both.analysis()))
    assert {one["command"][:3] for one in found["measure"]} == {"zfs", "cat"}
    assert f"Measure this next, for rate: {found['next']}" in result(both, False).text


slow = pytest.mark.slow


@slow
def test_one_process_two_and_a_cluster_that_loses_a_worker_write_the_same_bytes(folder):
    distributed = pytest.importorskip("distributed")
    for jobs in ("1", "2"):
        words = "--jobs", jobs, "--no-cache", "--out", f"{jobs}.csv"
        assert ended(start(folder, *words)) == (0, f"24 points, in {jobs}.csv\n", "")
    assert (folder / "1.csv").read_bytes() == (folder / "2.csv").read_bytes()
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0"
    ) as cluster:
        words = "--dask", cluster.scheduler_address, "--out", "3.csv", "--cache", "c.sqlite"
        running = start(folder, *words)
        held_after(folder / "c.sqlite", 5, running).close()
        os.kill(cluster.workers[0].pid, signal.SIGKILL)
        assert ended(running) == (0, "24 points, in 3.csv\n", "")
    assert (folder / "3.csv").read_bytes() == (folder / "1.csv").read_bytes()
    code, out, err = ended(start(folder, "--dask", "tcp://127.0.0.1:1", "--no-cache"))
    assert (code, out) == (2, "") and len(err.splitlines()) == 1
    assert err.startswith("models: no Dask scheduler answers at tcp://127.0.0.1:1: ")


def held_after(path: Path, count: int, running):
    """The cache, as soon as it has so many points, so that nobody can write."""
    while running.poll() is None:
        if path.exists():
            own = sqlite3.connect(path, timeout=0, isolation_level=None)
            try:
                if own.execute("SELECT count(*) FROM points").fetchone()[0] >= count:
                    own.execute("BEGIN IMMEDIATE")
                    return own
            except sqlite3.OperationalError:  # it is being made, or written
                pass
            own.close()
        time.sleep(0.001)
    raise AssertionError(f"it ended before: {running.communicate()}")


def points_in(path: Path) -> int:
    base = sqlite3.connect(path)
    try:
        return base.execute("SELECT count(*) FROM points").fetchone()[0]
    finally:
        base.close()


class Breaking(Processes):
    """Processes whose pool breaks after the fifth outcome, as when one is killed that takes a job."""

    def __init__(self, count):
        super().__init__(count)
        self.pools = []

    def _pool(self, count):
        self.pools.append(super()._pool(count))
        return self.pools[-1]

    def outcomes(self, jobs, work):
        for number, one in enumerate(super().outcomes(jobs, work)):
            if number == 5:
                self.pools[0]._context.status = PoolStatus.ERROR
            yield one


@slow
def test_processes_that_all_break_are_replaced_and_no_point_is_lost(folder):
    workers = Breaking(2)
    assert swept(folder, workers).rows() == swept(folder).rows()
    assert len(workers.pools) > 1


@slow
def test_a_sweep_that_is_killed_and_resumed_has_each_point_once(folder):
    result(swept(folder, out="whole.csv"), False)
    cache = folder / "caches" / "where-the-time-goes" / "sweep.sqlite"
    running = start(folder, "--jobs", "2", "--out", "a.csv")
    base = held_after(cache, 4, running)
    running.send_signal(signal.SIGKILL)
    running.communicate()
    base.close()
    kept = points_in(cache)
    assert 4 <= kept < 24 and not (folder / "a.csv").exists()
    code, out, err = ended(start(folder, "--jobs", "2", "--out", "a.csv", "--resume"))
    assert (code, err) == (0, "") and f"24 points, {kept} of them from the cache" in out
    assert (folder / "a.csv").read_bytes() == (folder / "whole.csv").read_bytes()
    assert points_in(cache) == 24


@slow
def test_who_stops_it_is_told_that_nothing_is_lost(folder):
    running = start(folder, "--jobs", "1", "--cache", "c.sqlite", start_new_session=True)
    base = held_after(folder / "c.sqlite", 3, running)
    os.killpg(running.pid, signal.SIGINT)
    base.close()
    code, out, err = ended(running)
    assert (code, out) == (130, "") and len(err.splitlines()) == 1
    assert err.startswith("models: stopped: ")
    assert err.endswith(" of 24 points are in the cache; run the same command to continue\n")


@slow
def test_no_room_is_one_line_and_the_cache_goes_on(folder):
    def no_file_above(room):
        return {"preexec_fn": lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))}

    code, out, err = ended(start(folder, "--jobs", "1", **no_file_above(30_000)))
    assert (code, out) == (2, "") and len(err.splitlines()) == 1
    assert err.startswith("models: cannot use the cache ") and "--no-cache" in err
    words = "--no-cache", "--out", "a.csv"
    code, out, err = ended(start(folder, *words, **no_file_above(1000)))
    assert (code, out) == (2, "") and len(err.splitlines()) == 1
    assert err.startswith("models: cannot write a.csv: File too large; ")
    assert [path.name for path in folder.iterdir() if "a.csv" in path.name] == []


@slow
def test_a_package_that_is_missing_and_a_reader_who_leaves_are_no_traceback(folder):
    code, out, err = ended(start(folder, "--jobs", "2"))
    assert code == 0 and out.startswith("point  log.devices") and err == ""
    with start(folder, "--json") as leaving:
        leaving.stdout.close()
        assert (leaving.wait(120), leaving.stderr.read()) == (0, "")
    (folder / "tqdm.py").write_text("raise ModuleNotFoundError('none', name='tqdm')\n")
    code, out, err = ended(start(folder))
    assert (code, out) == (2, "")
    assert err.startswith("models: sweep needs the package tqdm: ")
    assert "pip install pebble tqdm" in err


def test_a_point_of_other_models_is_not_run():
    assert "the models there are others" in works({"print": "0" * 64})["failure"]
