"""A child is held to its limits, and nothing that it does is taken for a value."""

import subprocess
import sys
import time

import pytest

from exercises.checker.child_process import ChildProcess, Limits
from exercises.kit.answer import Answer, AnswerError, RunnerFailed

pytestmark = pytest.mark.slow   # each check starts processes of its own

QUICK = Limits(load=60.0, call=0.4, total=60.0, memory=256 * 2**20)


@pytest.fixture
def answer_of():
    runners = []

    def start(code, limits=QUICK):
        runners.append(ChildProcess(limits))
        return Answer(code, runners[-1])

    yield start
    for runner in runners:
        runner.close()


def gone(pid, seconds=60.0):
    """Whether the process ends within so many seconds (a zombie has ended)."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        state = subprocess.run(
            ["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True, check=False
        ).stdout
        if state.strip()[:1] in ("", "Z"):
            return True
        time.sleep(0.02)
    return False


@pytest.mark.parametrize(
    "loop",
    [
        "while True: pass",
        "while True:\n        try:\n            while True: pass\n        except BaseException: pass",
        "while True:\n        try: print('flood')\n        except BaseException: pass",
        "import time; time.sleep(60)",
    ],
)
def test_a_loop_without_end_is_ended_at_the_time_limit_of_a_call(answer_of, loop):
    answer = answer_of(f"def f():\n    {loop}")
    start = time.monotonic()
    with pytest.raises(AnswerError, match=r"^f gave no value in 0\.4 s: a loop without end\?$"):
        answer.f()
    assert time.monotonic() - start > 0.3
    with pytest.raises(AnswerError, match="no longer runs"):
        answer.f()


def test_the_calls_of_a_test_share_a_total_of_time(answer_of, monkeypatch):
    answer = answer_of("def f():\n    return 1", Limits(load=60.0, call=600.0, total=500.0))
    assert answer.f() == 1
    later = time.monotonic() + 501
    monkeypatch.setattr(time, "monotonic", lambda: later)
    with pytest.raises(AnswerError, match="a loop without end"):
        answer.f()


def test_what_the_answer_started_ends_with_it(answer_of):
    code = """
import subprocess, sys, time
def f():
    return subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"]).pid
def g():
    time.sleep(60)
"""
    answer = answer_of(code)
    grandchild = answer.f()
    with pytest.raises(AnswerError):
        answer.g()
    assert gone(grandchild)


@pytest.mark.parametrize("code", [0, 1, 3])
def test_an_exit_is_no_value(answer_of, code):
    answer = answer_of(f"import os\ndef f():\n    os._exit({code})")
    with pytest.raises(AnswerError, match=rf"ended the Python process \(exit code {code}\)"):
        answer.f()


def test_a_crash_is_told_by_its_signal(answer_of):
    answer = answer_of("import os, signal\ndef f():\n    os.kill(os.getpid(), signal.SIGSEGV)")
    with pytest.raises(AnswerError, match="SIGSEGV"):
        answer.f()


@pytest.mark.skipif(sys.platform == "darwin", reason="macOS does not limit a process's memory")
def test_a_memory_bomb_stops_at_the_limit_with_its_line(answer_of):
    answer = answer_of("def f():\n    return len(bytearray(2**30))\ndef g():\n    return 1")
    with pytest.raises(AnswerError, match="more memory than it may have") as error:
        answer.f()
    assert error.value.line == 2
    assert answer.g() == 1


@pytest.mark.parametrize(
    "forged",
    [
        '{"value": NaN, "args": [], "kwargs": {}}\\n""\\n',
        '{"value": 1}\\n""\\n',
        "[]\\n[]\\n",
        "\\\\xff\\n\\n",
        '{"error": {"message": ["no"], "line": "x"}}\\n""\\n',
    ],
)
def test_a_forged_reply_that_is_not_of_our_form_is_no_value(answer_of, forged):
    code = f"""
import os
def f():
    for pipe in range(3, 20):
        try: os.write(pipe, b'''{forged}''')
        except OSError: pass
    return 2
"""
    with pytest.raises(AnswerError):
        answer_of(code).f()


def test_a_flood_into_our_pipe_is_cut_off(answer_of):
    code = """
import os
def f():
    while True:
        for pipe in range(3, 20):
            try: os.write(pipe, b"x" * 65536)
            except OSError: pass
"""
    with pytest.raises(AnswerError, match="bytes into our pipe"):
        answer_of(code, Limits(call=5.0)).f()


def test_prints_and_raw_writes_do_not_reach_the_tests(answer_of, capfd):
    answer = answer_of("import os\ndef f():\n    os.write(1, b'raw'); os.write(2, b'raw'); print('p')\n    return 5")
    assert answer.f() == 5
    assert capfd.readouterr() == ("", "")


def test_an_answer_runs_in_an_empty_folder_without_our_environment(answer_of, monkeypatch):
    monkeypatch.setenv("A_SECRET", "x")
    answer = answer_of("import os\ndef f():\n    return [os.listdir(), 'A_SECRET' in os.environ]")
    assert answer.f() == [[], False]


def test_a_python_that_cannot_start_is_our_failure_and_not_the_answers(monkeypatch):
    monkeypatch.setattr(sys, "executable", "/bin/false")
    with pytest.raises(RunnerFailed, match="cannot run an answer with /bin/false"):
        ChildProcess(QUICK).load("x = 1")
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    with pytest.raises(RunnerFailed, match="cannot run an answer with /nowhere/python"):
        ChildProcess(QUICK).load("x = 1")


def test_an_answer_does_not_find_the_books_solutions(answer_of):
    with pytest.raises(AnswerError, match=r"No module named 'exercises\.missed_revolution'"):
        answer_of("from exercises.missed_revolution.solution import *")
