"""NFS: what is counted as latency, what must be safe before the answer, and what a client adds."""

from itertools import pairwise
from random import Random

import pytest

from models.head.cpu import Cpu
from models.head.nic import Nic
from models.protocols.nfs.server import (
    CHANGE,
    FILE_SYNC,
    HEADERS,
    TRANSFER,
    UNSTABLE,
    Client,
    NfsCosts,
    NfsServer,
    Unpack,
)
from models.sim.loop import Loop
from models.sim.path import RequestPath
from models.units import GB, KiB, ms, us
from models.zfs.dataset import Zfs
from models.zfs.pool.pool import Pool
from models.zfs.pool.vdev import Single
from models.zfs.txg.txg_spec import TxgSpec
from models.zfs.zil.log_spec import LogSpec
from tests.models.nvram import Nvram

ACCESS, RATE = 100 * us, 1e9
NETWORK, WRITE = 30 * us, 85 * us


class Setting:
    """A server before a device that takes 100 us a write, and what it has counted."""

    def __init__(self, nic=None, spread=0.0, cores=4, sync="standard", threads=None):
        self.loop, self.seen = Loop(), []
        self.device = Nvram(64 * GB, access=ACCESS, rate=RATE)
        self.zfs = Zfs(
            self.loop,
            Pool([Single(self.device)]),
            log=LogSpec(),
            txg=TxgSpec(interval=1000.0, limit=8 * 10**9),
            host=0.0,
            copy=0.0,
            random=Random(1),
            recording=False,
            sync=sync,
        )
        self.server = NfsServer(
            self.loop,
            Cpu(cores),
            self.zfs,
            NfsCosts(network=NETWORK, write=WRITE, spread=spread),
            random=Random(1),
            seen=lambda t, latency: self.seen.append((t, latency)),
            nic=nic,
            threads=threads,
        )

    def client(self, turnaround=300 * us, spread=0.0):
        return Client(
            self.loop, self.server, turnaround=turnaround, random=Random(2), spread=spread
        )

    def write(self, stable, path=None):
        """Serve one write of 8 KiB; its latency."""
        self.loop.spawn(self.server.write(8 * KiB, stable, path=path))
        self.loop.run(until=1.0)
        return self.seen[-1][1]


LOGGED = ACCESS + 12 * KiB / RATE


def test_a_stable_write_waits_for_the_log_and_an_unstable_one_does_not():
    assert Setting().write(FILE_SYNC) == pytest.approx(WRITE + LOGGED)
    assert Setting().write(UNSTABLE) == pytest.approx(WRITE)


def test_the_server_counts_neither_the_network_nor_the_client():
    setting = Setting(nic=Nic(125e6))
    assert setting.write(FILE_SYNC) == pytest.approx(WRITE + LOGGED)
    wire = setting.server.nic.wire(8 * KiB + HEADERS) / 125e6
    assert setting.seen[-1][0] == pytest.approx(wire + NETWORK + WRITE + LOGGED)


def test_with_sync_disabled_a_stable_write_is_answered_from_memory():
    assert Setting(sync="disabled").write(FILE_SYNC) == pytest.approx(WRITE)


def test_a_commit_makes_safe_what_was_written_before_and_dirties_nothing_more():
    setting = Setting()
    setting.write(UNSTABLE)
    dirty = setting.zfs.groups.dirty
    setting.loop.spawn(setting.server.commit(8 * KiB))
    setting.loop.run(until=2.0)
    assert setting.seen[-1][1] == pytest.approx(WRITE + LOGGED)
    assert setting.zfs.groups.dirty == dirty == 8 * KiB


def test_an_operation_without_storage_takes_the_server_a_quarter_of_a_write():
    setting = Setting()
    setting.loop.spawn(setting.server.answer())
    setting.loop.run(until=1.0)
    assert setting.seen == [(pytest.approx(NETWORK + WRITE / 4), pytest.approx(WRITE / 4))]


def test_one_thread_writes_once_a_turnaround_and_a_latency():
    setting = Setting()
    setting.loop.spawn(setting.client().thread(8 * KiB))
    setting.loop.run(until=1.0)
    cycle = 300 * us + NETWORK + WRITE + LOGGED
    assert setting.server.count == pytest.approx(1.0 / cycle, abs=1)


def test_times_are_drawn_within_their_spread():
    setting = Setting(spread=0.15)
    setting.loop.spawn(setting.client(spread=0.5).thread(8 * KiB))
    setting.loop.run(until=1.0)
    latencies = [latency for _, latency in setting.seen]
    assert min(latencies) >= 0.85 * WRITE + LOGGED - 1e-9
    assert max(latencies) <= 1.15 * WRITE + LOGGED + 1e-9
    assert max(latencies) - min(latencies) > 0.2 * WRITE


@pytest.mark.parametrize(("threads", "seconds"), [(1, 2.0), (8, 1.0), (40, 0.5)])
def test_little_threads_are_rate_times_latency_and_turnaround(threads, seconds):
    setting, turnaround = Setting(spread=0.15, cores=64), 500 * us
    client = setting.client(turnaround, spread=0.15)
    for _ in range(threads):
        setting.loop.spawn(client.thread(8 * KiB))
    setting.loop.run(until=seconds)
    rate = len(setting.seen) / seconds
    mean = sum(latency for _, latency in setting.seen) / len(setting.seen)
    assert rate * (mean + turnaround + NETWORK) == pytest.approx(threads, rel=0.01)


@pytest.mark.parametrize("threads", [1, 3, 8])
def test_little_the_server_has_as_many_requests_in_service_as_threads_if_more_wait(threads):
    setting = Setting(cores=64, threads=threads)
    client = setting.client()
    for _ in range(40):
        setting.loop.spawn(client.thread(8 * KiB))
    setting.loop.run(until=0.5)
    rate, (_, latency) = len(setting.seen) / 0.5, setting.seen[-1]
    assert rate * latency == pytest.approx(threads, rel=0.01)
    on_their_way = rate * (300 * us + NETWORK)
    assert setting.server.waiting + on_their_way == pytest.approx(40, abs=threads)


def test_the_wait_for_a_thread_is_a_step_of_the_path():
    setting, path = Setting(threads=1), RequestPath(0.0)
    setting.loop.spawn(setting.server.write(8 * KiB, UNSTABLE))
    setting.loop.spawn(setting.server.write(8 * KiB, UNSTABLE, path=path))
    setting.loop.run(until=1.0)
    waits = [step for step in path.steps if step.what == "no thread of the server is free"]
    assert [step.length for step in waits] == [pytest.approx(WRITE)]


def test_the_steps_of_a_write_follow_each_other_from_the_client_to_the_answer():
    setting, paths = Setting(nic=Nic(125e6)), []

    def trace():
        paths.append(RequestPath(setting.loop.now))
        return paths[-1]

    for _ in range(3):
        setting.loop.spawn(setting.client().thread(8 * KiB, trace=trace))
    setting.loop.run(until=20 * ms)
    answered = {round(t, 9): latency for t, latency in setting.seen}
    done = [path for path in paths if path.steps and round(path.end, 9) in answered]
    assert len(done) > 20
    for path in done:
        assert path.steps[0].start == path.begun
        assert all(a.finish == b.start for a, b in pairwise(path.steps))
        assert all(step.length > 0 for step in path.steps)
        counted = [
            step
            for step in path.steps
            if step.component not in ("client", "network") and step.what != "interrupt and TCP"
        ]
        assert sum(step.length for step in counted) == pytest.approx(
            answered[round(path.end, 9)], rel=1e-6
        )


def test_an_archive_is_unpacked_file_by_file_with_one_safe_operation_for_each_change_and_one_for_the_data():
    setting, finished = Setting(), []
    each = Unpack(size=40 * KiB, changes=3, asks=2, work=1 * ms)
    setting.loop.spawn(setting.client().unpack(5, each, finished.append))
    setting.loop.run(until=10.0)
    operations = 2 + 3 + -(-40 * KiB // TRANSFER) + 1
    assert len(finished) == 5
    assert setting.server.count == 5 * operations
    assert setting.zfs.log.number == 5 * 4
    assert setting.zfs.groups.dirty == 5 * (40 * KiB + 3 * CHANGE)
    safe = ACCESS + 4 * KiB / RATE
    data = ACCESS + 44 * KiB / RATE
    a_file = (
        1 * ms + operations * (300 * us + NETWORK) + 2 * WRITE / 4 + 6 * WRITE + 3 * safe + data
    )
    assert finished[-1] == pytest.approx(5 * a_file, rel=1e-6)


def test_an_empty_file_is_neither_written_nor_committed():
    setting = Setting()
    setting.loop.spawn(setting.client().unpack(4, Unpack(size=0, changes=1, asks=1)))
    setting.loop.run(until=1.0)
    assert setting.server.count == 8
