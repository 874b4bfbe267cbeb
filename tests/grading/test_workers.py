"""Jobs in processes of their own, and on a cluster: one that goes wrong is told apart, and stops no
other."""

import os
import re
import signal

import pytest

from exercises.contents import get
from exercises.grading.judge import fingerprint, judge, processes, ready
from models.cli.command_line import WrongUse
from models.jobs.workers import TRIES, Cluster, done
from tests.grading import faulty
from tests.grading.classes import FORM, PROGRAM, Here, right, wrong

pytestmark = pytest.mark.slow  # each starts processes of its own


def job(student="ada", answer=None, exercise=FORM, seed="", **more):
    given = right(exercise) if answer is None else answer
    print = fingerprint(get(exercise))
    return {
        "student": student,
        "exercise": exercise,
        "print": print,
        "seed": seed,
        "answer": {"variant": 1, "answer": given},
        **more,
    }


def points(outcomes):
    return {
        job["student"]: outcome["verdict"]["points"] if "verdict" in outcome else outcome["failure"]
        for job, outcome in outcomes
    }


def end(cluster):
    """Ends a cluster at once: its processes, and the half minute for a scheduler to answer."""
    dask = pytest.importorskip("dask")
    for worker in cluster.workers.values():
        os.kill(worker.pid, signal.SIGKILL)
    with dask.config.set({"distributed.comm.timeouts.connect": "1s"}):
        cluster.close()


SIX = [
    job("ada"),
    job("bob", wrong()),
    job("eve", right(PROGRAM), PROGRAM),
    job("hang"),
    job("die"),
    job("zoe", {}),
]
SOME = sum(test.points for test in get(FORM).tests if test.id not in get(FORM).wrong[0].fails)
ALL = {"ada": get(FORM).points, "bob": SOME, "eve": get(PROGRAM).points, "zoe": 0}
assert 0 < SOME < 3


def test_processes_judge_as_this_one_does():
    here, there = (points(done(workers, SIX, judge)) for workers in (Here(), processes(2)))
    assert here == there == {**ALL, "hang": 3, "die": 3}


def test_a_process_that_hangs_or_dies_is_told_and_stops_no_other():
    jobs = [job("ada"), job("hang", seed="600"), job("bob", wrong())]
    assert points(done(processes(2, longest=3.0), jobs, faulty.hangs_on_hang)) == {
        "ada": 3,
        "bob": SOME,
        "hang": "it took too long and was ended",
    }
    said = points(done(processes(2), SIX, faulty.dies_on_die))
    assert said.pop("die").startswith("the process that ran it ended")
    assert said == {**ALL, "hang": 3}


def test_no_program_outlives_the_process_that_judges_it(tmp_path):
    note = tmp_path / "process"
    for longest in (3.0, 60.0):  # on a busy machine the job may start too late for the first
        workers = processes(1, longest=longest)
        said = points(workers.outcomes([job(seed=str(note))], faulty.runs_for_ever))
        assert said == {"ada": "it took too long and was ended"}
        if note.exists():
            break
    with pytest.raises(ProcessLookupError):
        os.kill(int(note.read_text()), 0)


def test_a_failure_of_ours_is_tried_again_and_then_stands(tmp_path):
    workers = Here()
    assert points(
        done(
            workers,
            [job("ada", seed=str(tmp_path)), job("bob", wrong(), seed=str(tmp_path))],
            faulty.fails_once,
        )
    ) == {"ada": 3, "bob": SOME}
    workers = Here()
    assert points(done(workers, [job("ada"), job("bob")], faulty.fails_always)) == {
        "ada": "no room",
        "bob": "no room",
    }
    assert [one["student"] for one in workers.jobs] == ["ada", "bob"] * TRIES
    assert "RuntimeError no room" in points(done(processes(1), [job("ada")], faulty.raises))["ada"]


@pytest.mark.alike("has a cluster of processes")
def test_two_workers_of_a_cluster_give_the_same_results():
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=2, processes=True, dashboard_address=":0"
    ) as cluster:
        workers = Cluster(cluster.scheduler_address, ready)
        assert workers.ready() == ""
        assert points(done(workers, SIX, judge)) == points(done(Here(), SIX, judge))
        jobs = [job("ada"), job("hang", seed="600"), job("bob", wrong())]
        said = points(
            done(Cluster(cluster.scheduler_address, ready, longest=2.5), jobs, faulty.hangs_on_hang)
        )
        end(cluster)
    assert said == {"ada": 3, "bob": SOME, "hang": "the cluster gave no result in 2.5 s"}


@pytest.mark.alike("has a cluster of processes")
def test_a_cluster_that_is_lost_is_one_line_and_says_that_what_is_there_is_kept(capsys):
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=2, processes=True, dashboard_address=":0"
    ) as cluster:
        workers = Cluster(cluster.scheduler_address, ready, patience=2.0)
        outcomes = workers.outcomes([job("ada"), job("hang", seed="600")], faulty.hangs_on_hang)
        assert points([next(outcomes)]) == {"ada": 3}
        cluster.sync(cluster.scheduler.close)
        with pytest.raises(
            WrongUse,
            match=r"scheduler at \S+ was lost \(\w+\): results so far are kept; run the same command",
        ):
            next(outcomes)
        with pytest.raises(WrongUse, match="no Dask scheduler answers"):
            workers.ready()
        end(cluster)
    assert "Traceback" not in capsys.readouterr().err


def test_a_worker_that_lacks_the_book_is_named_with_what_it_says():
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(n_workers=1, processes=False, dashboard_address=":0") as cluster:
        assert re.fullmatch(
            r"\S+: ModuleNotFoundError no book",
            Cluster(cluster.scheduler_address, faulty.lacks).ready(),
        )


def test_a_cluster_that_is_not_there_is_one_line():
    with pytest.raises(WrongUse, match=r"no Dask scheduler answers at tcp://127\.0\.0\.1:1"):
        Cluster("tcp://127.0.0.1:1", patience=0.1).ready()
    with pytest.raises(WrongUse, match="no Dask scheduler answers at nowhere:"):
        Cluster("nowhere:").ready()


def test_an_answer_runs_here():
    assert ready() == ""


def test_a_fault_of_the_answer_is_a_verdict_and_one_of_ours_a_failure():
    assert judge(job(exercise=PROGRAM, answer="import os\nos._exit(0)"))["verdict"]["points"] == 0
    assert judge(job(exercise=PROGRAM, answer="def f("))["verdict"]["error"]["line"] == 1
    assert "no exercise" in judge({**job(), "exercise": "nothing"})["failure"]
    assert "differs on the worker" in judge(job(print="0"))["failure"]


def test_another_seed_asks_for_other_inputs():
    asked = " = ".join(re.findall(r"def (\w+)", right(PROGRAM)))
    code = f"def nothing(*given): return 0\n{asked} = nothing"
    messages = [
        [
            test["message"]
            for test in judge(job(exercise=PROGRAM, answer=code, seed=seed))["verdict"]["tests"]
        ]
        for seed in ("", "a", "a", "b")
    ]
    assert messages[1] == messages[2]
    assert messages[0] != messages[1] != messages[3]
