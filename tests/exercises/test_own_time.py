"""Only what a program does itself counts against it: no pause of its process, of ours, or of the
machine."""

import os
import signal
import subprocess
import sys

import pytest

from exercises.sandbox import own_time
from exercises.sandbox.own_time import TICK, Look, OwnTime, look


def counted(*looks):
    """The own time, and that held up, after looks at (seconds since the last, processor time in
    all, whether it waits)."""
    left, now = list(looks), [0.0]
    seen = {}

    def clock():
        return now[0]

    watch = OwnTime(lambda: Look(*seen["look"]), clock)
    for passed, computed, waits in left:
        now[0] += passed
        seen["look"] = (computed, waits)
        watch.count()
    return watch.own, watch.held_up


def test_a_loop_and_a_sleep_count_in_full():
    assert counted(*((TICK, TICK * n, False) for n in range(1, 26))) == pytest.approx((5.0, 0.0))
    assert counted(*((TICK, 0.0, True) for _ in range(25))) == pytest.approx((5.0, 0.0))


def test_of_a_process_that_is_stopped_or_shares_its_processor_only_its_part_counts():
    assert counted(*((TICK, 0.1, False) for _ in range(11))) == pytest.approx((0.1, 2.1))
    assert counted(*((TICK, TICK * n / 4, False) for n in range(1, 21))) == pytest.approx(
        (1.0, 3.0)
    )


def test_our_own_pause_counts_for_nobody():
    own, held_up = counted((TICK, 0.1, False), (36.0, 0.15, True), (TICK, 0.15, True))
    assert own == pytest.approx(0.1 + 0.05 + TICK)
    assert held_up < 2 * TICK


def test_what_runs_on_while_we_are_paused_counts_and_never_more_than_the_clock():
    assert counted((36.0, 5.5, False))[0] == pytest.approx(5.5)
    assert counted((TICK, 3 * TICK, False))[0] == pytest.approx(TICK)  # several threads


def test_where_the_system_says_nothing_all_time_counts():
    now = iter([0.0, 0.2, 0.4])
    watch = OwnTime(lambda: None, lambda: next(now))
    watch.count()
    watch.count()
    assert watch.own == pytest.approx(0.4)


def test_a_process_that_waits_and_one_that_is_stopped_are_told_apart(monkeypatch):
    with subprocess.Popen(
        [sys.executable, "-c", "input()"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as one:
        os.kill(one.pid, signal.SIGSTOP)
        os.waitid(os.P_PID, one.pid, os.WSTOPPED)
        stopped = look(one.pid)
        monkeypatch.setattr(own_time.Path, "exists", lambda path: False)
        by_ps = look(one.pid)
        monkeypatch.undo()
        one.kill()
    assert stopped is not None
    assert not stopped.waits
    assert by_ps is None or by_ps.waits == stopped.waits  # None: there is no `ps`
    assert look(one.pid) is None


@pytest.mark.parametrize(
    ("text", "seconds"), [("00:00:07", 7), ("3:04.50", 184.5), ("1-02:03:04", 93_784)]
)
def test_times_of_ps_are_understood(text, seconds):
    assert own_time._seconds(text) == seconds
