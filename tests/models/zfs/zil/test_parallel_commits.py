"""The intent log of OpenZFS today: several commits in flight, which end in order."""

from itertools import pairwise

import pytest

from models.machine import SERVER_TODAY, Local, Machine, Order
from models.units import KiB, ms


def order(rule: str, **log: object) -> Order:
    return SERVER_TODAY.order(log={"devices": 1, "rule": rule, **log})


def latency(rule: str, threads: int, **log: object) -> float:
    return Machine(order(rule, **log)).run(Local(threads, 8 * KiB), seconds=0.1).writes.mean


def test_one_program_sees_no_difference():
    assert latency("parallel", 1) == pytest.approx(latency("convoy", 1), rel=1e-6)


@pytest.mark.parametrize("threads", [2, 4])
def test_a_few_programs_wait_for_more_records_instead_of_the_commit_before(threads):
    """A record waits for `patience` of a commit at most, where it waited for the rest of one."""
    alone = latency("parallel", 1)
    assert latency("parallel", threads) < 1.2 * alone
    assert latency("convoy", threads) > 1.5 * alone
    assert latency("parallel", threads, patience=0.5) > latency("parallel", threads)


def test_commits_end_in_order_and_a_full_block_leaves_at_once():
    machine = Machine(order("parallel", patience=1.0), writes=True)
    machine.run(Local(8, 60 * KiB), seconds=0.02)
    batches = machine.log.batches
    assert [one.start for one in batches] == sorted(one.start for one in batches)
    assert [one.released for one in batches] == sorted(one.released for one in batches)
    full = [one for one in batches if one.records == 2]  # two of 60 KiB fill a block of 128
    assert len(full) > len(batches) / 2
    assert max(one.records for one in batches) == 2
    overlapping = pairwise(batches)
    assert any(later.start < one.finish for one, later in overlapping)


@pytest.mark.parametrize("threads", [1, 3, 16, 60])
def test_a_record_that_finds_the_log_idle_takes_the_same_time_in_its_own_thread(threads):
    """With `writes` each commit has a process of its own, and its device answers with events."""
    ended = []
    for writes in (False, True):
        machine = Machine(order("parallel"), writes=writes)
        for device in machine.log_devices:
            device.recording = writes
        machine.start(Local(threads, 8 * KiB, think=1 * ms))
        machine.loop.run(until=0.5)
        ended.append([request.finish for request in machine.done])
    assert len(ended[0]) > 300 * threads and ended[0] == ended[1]
