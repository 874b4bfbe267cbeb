"""What an NFS client sends: every byte once, and safe when it was promised."""

import itertools
from collections import Counter

import pytest

from figures.synchronous_writes.experiments.caching_client import (
    CachingClient,
    Mount,
    NfsRequest,
    SystemCall,
)
from figures.synchronous_writes.experiments.nfs_program import MEMORY, PROGRAMS, NfsProgram, program
from models.machine import SUN_7410, Machine
from models.protocols.nfs.server import FILE_SYNC, TRANSFER, UNSTABLE, Client
from models.units import KiB, us

MOUNTS = [Mount(), Mount(sync=True), Mount(nocto=True), Mount(most=100 * KiB)]


def sent(kind, mount, writes=40, size=8 * KiB, every=8):
    """The requests of a program, and the calls with whether they waited."""
    client, asks, calls = CachingClient(mount), [], []
    for call in program(kind, writes, size, every):
        more, waits = client.requests(call)
        asks += more
        calls.append((call, waits))
    return asks, calls


def written(asks):
    return [ask for ask in asks if ask.op == "WRITE"]


@pytest.mark.parametrize("size", [512, 3000, 8 * KiB, 32 * KiB, 100 * KiB])
@pytest.mark.parametrize("mount", MOUNTS)
@pytest.mark.parametrize("kind", PROGRAMS)
def test_every_byte_goes_to_the_server_once_and_in_order(kind, mount, size):
    asks, _ = sent(kind, mount, size=size)
    writes = written(asks)
    assert sum(ask.size for ask in writes) == 40 * size
    assert max(ask.size for ask in writes) <= TRANSFER
    for one, other in itertools.pairwise(writes):
        assert other.offset in (one.offset + one.size, 0)


@pytest.mark.parametrize("size", [512, 8 * KiB, 100 * KiB])
@pytest.mark.parametrize("mount", MOUNTS)
@pytest.mark.parametrize("kind", PROGRAMS)
def test_what_was_sent_unstable_is_committed_before_an_fsync_or_a_close_returns(kind, mount, size):
    client, open_bytes = CachingClient(mount), 0
    for call in program(kind, 40, size, 8):
        asks, waits = client.requests(call)
        for ask in asks:
            open_bytes += (
                ask.size if ask.stable == UNSTABLE else -ask.size if ask.op == "COMMIT" else 0
            )
        if call.name == "fsync" or (call.name == "close" and not mount.nocto):
            assert open_bytes == 0 and waits
        if mount.most is not None:
            assert open_bytes <= mount.most
        assert open_bytes >= 0


@pytest.mark.parametrize(
    ("kind", "mount"),
    [("odsync", Mount()), ("plain", Mount(sync=True)), ("odsync", Mount(nocto=True))],
)
def test_a_synchronous_file_sends_each_write_at_once_and_needs_no_commit(kind, mount):
    asks, calls = sent(kind, mount)
    assert [ask.stable for ask in written(asks)] == [FILE_SYNC] * 40
    assert not any(ask.op == "COMMIT" for ask in asks)
    assert all(waits for call, waits in calls if call.name == "write")


def test_a_plain_program_gathers_sends_unstable_and_commits_once_at_the_close():
    asks, calls = sent("plain", Mount())
    assert Counter(ask.op for ask in asks) == {"LOOKUP": 1, "CREATE": 1, "WRITE": 10, "COMMIT": 1}
    assert {ask.stable for ask in written(asks)} == {UNSTABLE}
    assert asks[-1] == NfsRequest("COMMIT", 0, 40 * 8 * KiB)
    assert not any(waits for call, waits in calls if call.name == "write")


def test_without_close_to_open_a_close_waits_for_nothing():
    asks, calls = sent("plain", Mount(nocto=True))
    assert not any(ask.op == "COMMIT" for ask in asks)
    assert calls[-1] == (SystemCall("close"), False)


@pytest.mark.parametrize("every", [1, 7, 8, 64])
def test_an_fsync_is_a_commit(every):
    asks, _ = sent("fsync", Mount(), every=every)
    assert sum(ask.op == "COMMIT" for ask in asks) == -(-40 // every)


def test_an_unpacked_file_costs_three_answers_from_stable_storage():
    asks, _ = sent("files", Mount())
    assert Counter(ask.op for ask in asks if ask.safe) == {
        "CREATE": 40,
        "SETATTR": 40,
        "COMMIT": 40,
    }


def played(kind, mount=None, logs=0, writes=24):
    machine = Machine(SUN_7410.order(log={"devices": logs}).bare())
    client = Client(machine.loop, machine.server, turnaround=300 * us, random=machine.random)
    session = NfsProgram(client, mount or Mount())
    machine.loop.spawn(session.run(program(kind, writes, 8 * KiB)))
    machine.loop.run(until=30.0)
    return session


@pytest.mark.parametrize("mount", MOUNTS)
@pytest.mark.parametrize("kind", PROGRAMS)
def test_calls_follow_each_other_and_so_do_requests(kind, mount):
    session = played(kind, mount)
    asks, _ = sent(kind, mount, writes=24)
    assert [each.what for each in session.asks] == asks
    for seen in (session.calls, session.asks):
        assert all(one.finish <= other.start + 1e-12 for one, other in itertools.pairwise(seen))
        assert all(each.finish > each.start for each in seen)


@pytest.mark.parametrize("kind", PROGRAMS)
def test_what_must_be_safe_is_a_record_of_the_log_and_nothing_else_is(kind):
    session = played(kind)
    assert (
        session.client.server.filesystem.log.number
        == sum(seen.what.safe for seen in session.asks)
        > 0
    )
    assert not any(seen.what.safe for seen in session.asks if seen.what.op == "LOOKUP")


def test_a_call_that_waits_returns_when_all_before_it_is_answered_and_a_plain_write_at_once():
    session = played("fsync")
    for call in session.calls:
        if call.what.name in ("fsync", "close"):
            before = [ask.finish for ask in session.asks if ask.start <= call.start]
            assert call.finish >= max(before)
        if call.what.name == "write":
            assert call.finish - call.start == pytest.approx(MEMORY)


def test_who_asks_for_safety_with_each_write_waits_longest_and_log_devices_help():
    ends = {kind: played(kind).calls[-1].finish for kind in ("plain", "fsync", "odsync", "files")}
    assert ends["plain"] < ends["fsync"] < ends["odsync"] < ends["files"]
    assert played("odsync", logs=2).calls[-1].finish < ends["odsync"] / 5
