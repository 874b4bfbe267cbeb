"""How writes reach the intent log."""

import pytest

from models.experiments.iscsi.under_load import UnderLoad, server
from models.machine import Iscsi
from models.protocols.iscsi.comstar import pieces
from models.protocols.iscsi.pdu import IscsiSession
from models.units import KiB, us

PLAIN = IscsiSession(immediate=False)


def written(target, size, *, threads=1, count=10, session=None, **how):
    load = Iscsi(
        count,
        threads,
        size,
        0.0,
        target=target,
        session=session or IscsiSession(),
        spread=0.15,
        **how,
    )
    return UnderLoad(server(log={"devices": 2}, datasets=count), load).writes(200)


def test_what_comes_with_the_command_is_a_write_of_its_own():
    assert pieces(IscsiSession(), 8 * KiB) == [8 * KiB]
    assert pieces(IscsiSession(), 32 * KiB) == [8 * KiB, 24 * KiB]
    assert pieces(PLAIN, 32 * KiB) == [32 * KiB]
    assert pieces(PLAIN, 300 * KiB) == [128 * KiB, 128 * KiB, 44 * KiB]


@pytest.mark.parametrize("size", [512, 8 * KiB, 100_000])
def test_pieces_are_all_of_a_write(size):
    assert sum(pieces(IscsiSession(), size)) == size


@pytest.mark.parametrize(("size", "log"), [(32 * KiB, 28 + 28), (64 * KiB, 60 + 60)])
def test_a_block_for_the_small_piece_is_as_large_as_for_the_large_one(size, log):
    assert written("kernel", size).inflation == pytest.approx(log * KiB / size, rel=0.02)


@pytest.mark.parametrize(
    ("size", "log"), [(8 * KiB, 12), (32 * KiB, 36), (64 * KiB, 68), (128 * KiB, 256)]
)
def test_in_one_piece_only_the_header_is_added_unless_it_spills_into_another_block(size, log):
    found = written("kernel", size, session=PLAIN)
    assert found.inflation == pytest.approx(log * KiB / size, rel=0.02)


def test_with_the_devices_full_throughput_is_what_the_log_blocks_leave():
    for session in (IscsiSession(), PLAIN):
        found = written("kernel", 64 * KiB, session=session)
        assert found.log > 0.97
        block = found.inflation * 64 * KiB / found.blocks
        assert found.rate == pytest.approx(
            2 * 64 * KiB / found.blocks / (63 * us + block / 110e6), rel=0.03
        )


def test_the_daemon_writes_no_faster_with_larger_writes_or_more_threads():
    small = written("daemon", 8 * KiB)
    assert written("daemon", 64 * KiB).rate == pytest.approx(small.rate, rel=0.03)
    assert written("daemon", 8 * KiB, threads=8).rate == pytest.approx(small.rate, rel=0.03)
    assert written("kernel", 8 * KiB, threads=8).rate > 1.2 * small.rate


def test_one_lun_keeps_one_device_busy_at_a_time():
    assert written("kernel", 8 * KiB, count=1, threads=10).log < 0.55
