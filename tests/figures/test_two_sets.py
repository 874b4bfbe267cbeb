"""The film of two sets of threads that take turns on one log."""

from itertools import pairwise

import pytest

from figures.crowds.two_sets import run, values, watch


@pytest.mark.parametrize("threads", [2, 8])
def test_a_thread_that_has_just_been_told_waits_for_two_commits(threads: int) -> None:
    _, writes, blocks = watch(threads, seed=1)
    end = {block.left: block.safe for block in blocks}
    for own in writes:
        for before, this in pairwise(own):
            if this.left in end:
                assert this.left == end[before.safe], "a whole commit lies between"
                assert this.safe == end[this.left]


def test_a_commit_ends_when_its_last_byte_has_passed_the_head() -> None:
    machine, _, blocks = watch(8, seed=1)
    for block in blocks:
        beyond = machine.disk.angle(block.safe) - block.angle - block.length
        assert (beyond + 0.5) % 1 - 0.5 == pytest.approx(0, abs=1e-6)


def test_threads_that_begin_evenly_make_two_equal_sets() -> None:
    for threads in (2, 4, 6, 8, 10, 12):
        v = values([row for rows in run(threads, seed=1) for row in rows])
        assert v["first"] == v["second"] == threads / 2
