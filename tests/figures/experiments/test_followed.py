"""One write of many: which one is shown, and that it is whole."""

import itertools
from math import fsum
from statistics import fmean

import pytest

from figures.intent_log.write_path import ORDERS, follow
from models.sim.path import WAITING
from models.units import KiB


@pytest.mark.parametrize("threads", [1, 24])
@pytest.mark.parametrize("setup", ORDERS)
def test_a_followed_write_is_whole_and_one_of_many(setup, threads):
    found = follow(setup, threads=threads, size=8 * KiB)
    steps = found.path.steps
    assert found.many >= 10
    assert all(one.finish == other.start for one, other in itertools.pairwise(steps))
    assert fsum(step.length for step in steps) == pytest.approx(found.path.total())
    assert 0.3 * found.mean < found.path.total() < 3 * found.mean


def test_a_quick_one_is_no_slower_than_the_usual_and_that_no_slower_than_a_slow_one():
    quick, usual, slow = (
        follow("disk", threads=16, size=8 * KiB, share=share).path.total()
        for share in (0.1, 0.5, 0.9)
    )
    assert quick <= usual <= slow
    assert quick < slow


def test_what_turns_keeps_a_lone_writer_waiting_and_what_does_not_turn_does_not():
    assert (
        follow("disk", size=8 * KiB).path.total(WAITING)
        > 0.9 * follow("disk", size=8 * KiB).path.total()
    )
    for setup in ("flash", "nvram", "7410-logs"):
        assert follow(setup, size=8 * KiB).path.total(WAITING) == 0.0


def test_in_a_crowd_one_commit_at_a_time_leaves_more_log_devices_idle_and_trains_do_not():
    two, many, trains = (
        fmean(follow(setup, threads=64, size=8 * KiB, seed=seed).mean for seed in range(1, 5))
        for setup in ("7410-logs", "7410-many", "7410-trains")
    )
    assert many == pytest.approx(two, rel=0.2)
    assert trains < 0.5 * many
