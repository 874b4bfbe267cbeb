"""Whatever a program does in the sandbox, it earns nothing by it, leaves nothing behind, and harms
no other."""

import os
import select
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from exercises.checker.check import check
from exercises.checker.limits import Limits
from exercises.contents import get
from exercises.kit.answer import Answer, AnswerError, Ended, RunnerFailed
from exercises.sandbox import deno, own_time
from exercises.sandbox.deno import NoSandbox, Sandbox
from tests.conftest import sample
from tests.exercises.attacks import ATTACKS

pytestmark = pytest.mark.slow  # each test starts processes of its own

ROOT = Path(__file__).resolve().parents[2]
MINE = get("missed-revolution")
HASTY = Limits(load=2.0, call=1.0, total=6.0)  # what is ended too early fails, as it does anyway
PATIENT = Limits(load=60.0, call=60.0, total=200.0)


@pytest.fixture
def box():
    with Sandbox(PATIENT) as sandbox:
        yield sandbox


@pytest.fixture(autouse=True)
def traces(tmp_path, monkeypatch):
    """The folder that a program would write into if it could."""
    monkeypatch.chdir(tmp_path)
    yield
    assert not [*tmp_path.iterdir()]
    assert not Path("/pwned").exists()


@pytest.mark.parametrize("name", sample(list(ATTACKS), 1, lambda name: name.partition(":")[0]))
def test_an_attack_scores_zero_and_ends_with_its_process(name):
    with Sandbox(HASTY) as box:
        verdict = check(MINE, ATTACKS[name], box.runner)
        process = box._process
    assert verdict.points == 0
    assert not verdict.passed
    if process is not None:
        with pytest.raises(ProcessLookupError):
            os.killpg(process.pid, 0)


@pytest.mark.skipif(not deno._with_us(), reason="the system cannot let a process end with another")
def test_a_program_that_spins_ends_with_a_grader_that_is_killed():
    code = (
        "from exercises.sandbox.deno import Sandbox\n"
        "box = Sandbox()\nrunner = box.runner()\nbox.start()\nprint(box._process.pid, flush=True)\n"
        "runner.load('while True: pass')"
    )
    with subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, stdout=subprocess.PIPE) as grader:
        spinning = os.pidfd_open(int(grader.stdout.readline()))
        grader.kill()
    assert select.select([spinning], [], [], 60)[0]
    os.close(spinning)


def test_the_one_who_is_checked_after_all_of_them_gets_what_is_due():
    patching = [
        program for name, program in ATTACKS.items() if name.startswith(("patches", "forges"))
    ]
    for program in patching[:4]:
        with Sandbox(HASTY) as box:
            check(MINE, program, box.runner)
    with Sandbox(PATIENT) as box:
        right, start = (
            check(MINE, answer, box.runner) for answer in (MINE.solution(1), MINE.start(1))
        )
    assert right.passed
    assert not start.passed


def test_the_memory_that_it_starts_from_holds_no_solution():
    memory = (deno.BUILT / "snapshot.bin").read_bytes()
    assert b"class Namespace" in memory or b"Namespace" in memory
    for id in ("missed-revolution", "log-blocks"):
        line = max(get(id).solution_code.splitlines(), key=len)
        assert line.strip().encode() not in memory


def test_a_program_sees_no_file_but_the_books_own(box):
    answer = Answer(
        """
import os
def f():
    return sorted({name for _, folders, _ in os.walk("/") for name in folders if "revolution" in name})
""",
        box.runner(),
    )
    assert answer.f() == []


def test_a_program_does_not_see_our_environment(monkeypatch):
    monkeypatch.setenv("A_SECRET", "x")
    with Sandbox(PATIENT) as box:
        assert (
            Answer("import os\ndef f():\n    return 'A_SECRET' in os.environ", box.runner()).f()
            is False
        )


def test_a_program_may_use_the_models(box):
    assert (
        Answer("from models.units import KiB\ndef f():\n    return KiB", box.runner()).f() == 1024
    )


def test_each_program_has_names_of_its_own(box):
    assert Answer("x = 1\ndef f():\n    return x", box.runner()).f() == 1
    with pytest.raises(AnswerError, match="no function named f"):
        Answer("y = 1", box.runner()).f()


def test_a_call_that_takes_too_long_ends_the_process_and_the_next_program_has_another():
    with Sandbox(Limits(call=0.5)) as box:
        answer = Answer("def f():\n    while True: pass\ndef g():\n    return 1", box.runner())
        with pytest.raises(Ended, match=r"^f gave no value in 0\.5 s: is there an endless loop\?$"):
            answer.f()
        with pytest.raises(AnswerError, match="no longer runs"):
            answer.g()
        assert Answer("def g():\n    return 1", box.runner()).g() == 1


def continued_at(box, looks):
    """Stops the sandbox's process until somebody has looked at it so often."""
    left, pid = [looks], box._process.pid

    def looking(process):
        left[0] -= 1
        if not left[0]:
            os.kill(pid, signal.SIGCONT)
        return own_time.look(process)

    box._time._look = lambda: looking(pid)
    os.kill(pid, signal.SIGSTOP)


def test_a_program_that_was_stopped_longer_than_its_limit_gets_what_is_due():
    with Sandbox(Limits(call=0.4)) as box:
        answer = Answer("def f():\n    return 1", box.runner())
        continued_at(box, 5)
        assert answer.f() == 1


def test_one_that_stays_stopped_is_a_failure_of_ours_and_is_over_at_once():
    with Sandbox() as box:
        box.start()  # with the usual patience: a busy machine holds a start up, too
        box.limits = Limits(held_up=0.5)
        stopped = box._process.pid
        os.kill(stopped, signal.SIGSTOP)
        with pytest.raises(RunnerFailed, match="got no processor"):
            check(MINE, MINE.solution(1), box.runner)
    with pytest.raises(ProcessLookupError):
        os.killpg(stopped, 0)


@pytest.mark.parametrize(
    "sleep",
    [
        "import time\ndef f():\n    time.sleep(1000)",
        "from pyodide.code import run_js\ndef f():\n"
        "    run_js('Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)')",
        "import sys\nfrom pyodide.code import run_js\ndef f():\n    run_js('Deno.stdin.readSync(new Uint8Array(9))')",
    ],
)
def test_a_program_that_only_sleeps_is_ended(sleep):
    with Sandbox(Limits(call=0.4)) as box, pytest.raises(Ended, match="gave no value"):
        Answer(sleep, box.runner()).f()


def test_the_programs_of_a_submission_share_a_total_of_time():
    with Sandbox(Limits(load=60.0, call=60.0, total=0.4)) as box:
        with pytest.raises(Ended):
            Answer("while True: pass", box.runner())
        with pytest.raises(Ended):
            Answer("x = 1", box.runner())


def test_a_memory_bomb_stops_at_the_limit_with_its_line(box):
    code = "def f():\n    all = []\n    while True: all.append(bytearray(2**24))\ndef g():\n    return 1"
    answer = Answer(code, box.runner())
    with pytest.raises(AnswerError, match="more memory than it may") as error:
        answer.f()
    assert error.value.line == 3
    assert answer.g() == 1


@pytest.mark.parametrize(
    "forged",
    [
        "[]\\n[]\\n",
        '{"value": 1}\\n""\\n',
        '{"value": NaN, "args": [], "kwargs": {}}\\n""\\n',
        '{"error": {"message": ["no"], "line": "x"}}\\n""\\n',
        "\\xff\\n\\n",
    ],
)
def test_a_forged_reply_that_is_not_of_our_form_is_no_value(box, forged):
    script = f"Deno.stdout.writeSync(new TextEncoder().encode({forged!r}))"
    code = f"import js\ndef f():\n    js.eval('''{script}''')\n    return 2"
    with pytest.raises(AnswerError):
        Answer(code, box.runner()).f()


def test_what_is_printed_is_kept_apart(box, capfd):
    runner = box.runner()
    answer = Answer(
        "import os, js\ndef f():\n    os.write(1, b'raw'); js.console.log('x'); print('p')\n    return 5",
        runner,
    )
    assert answer.f() == 5
    assert runner.output() == "p\n"
    assert capfd.readouterr() == ("", "")


def test_without_deno_nothing_runs_and_one_line_says_why(monkeypatch):
    monkeypatch.setattr(deno.shutil, "which", lambda name, path: None)
    with pytest.raises(
        NoSandbox, match=r"^programs run in a sandbox that needs Deno, .*: `pip install deno`$"
    ):
        check(MINE, MINE.start(1), Sandbox().runner)


def test_without_the_built_interpreter_nothing_runs_and_one_line_says_why(monkeypatch, tmp_path):
    monkeypatch.setattr(deno, "BUILT", tmp_path / "nowhere")
    with pytest.raises(NoSandbox, match=r"run `make book` first$"):
        check(MINE, MINE.start(1), Sandbox().runner)


def test_a_process_that_does_not_come_up_is_our_failure_and_not_the_answers(monkeypatch):
    monkeypatch.setattr(deno, "_deno", lambda: "/bin/false")
    with pytest.raises(RunnerFailed, match="the sandbox did not start"):
        Sandbox(PATIENT).runner().load("x = 1")
