"""CIFS clients: the copies of what they read, and writes that need not be safe."""

import pytest

from models.machine import SUN_7410, Cifs, Machine, Nfs, Reads
from models.machine.loads.cifs import COPIES, LARGEST_SMB
from models.units import GB, KiB

IN_MEMORY = SUN_7410.order(recordsize=128 * KiB, cache={"held": (1.0, 0.0)}, network={"ports": 4})
READS = {"reads": 1.0, "blocks": Reads(20 * GB)}


def test_reads_from_memory_are_slower_by_the_copies_until_the_cores_are_full():
    """Gregg 2009, CIFS at 1 Gbyte/sec: 1.03 GB/s from memory, and 1.9 with NFS. Nothing is fitted to
    either here: the copies come from the code."""
    cifs, nfs = (
        Machine(IN_MEMORY).run(load, seconds=0.2, warm=0.05)
        for load in (Cifs(20, 4, LARGEST_SMB, **READS), Nfs(20, 4, LARGEST_SMB, **READS))
    )
    assert cifs.used["cores"] == pytest.approx(1.0, abs=0.01)
    assert cifs.bytes == pytest.approx(1.03e9, rel=0.25)
    assert nfs.bytes == pytest.approx(1.9e9, rel=0.1)


def test_an_idle_server_takes_as_long_as_for_nfs_and_the_copies():
    cifs, nfs = (
        Machine(IN_MEMORY.order(cpu_read_spread=0)).run(load, seconds=0.1).reads.mean
        for load in (Cifs(1, 1, 8 * KiB, **READS), Nfs(1, 1, 8 * KiB, **READS))
    )
    prices = Machine(IN_MEMORY).prices
    copies = prices.kind(8 * KiB, copies=COPIES).rest - prices.kind(8 * KiB).rest
    assert 0 < cifs - nfs < 2 * copies


def test_only_writes_that_are_written_through_wait_for_the_log():
    order = SUN_7410.order(log={"devices": 1})
    through, behind = (
        Machine(order).run(Cifs(1, 1, 8 * KiB, o_sync=sync), seconds=0.1).writes.mean
        for sync in (True, False)
    )
    assert through > behind + order.log.device.access


def test_a_request_carries_60_kib_at_most():
    with pytest.raises(ValueError, match="size must be 1-61440 bytes, got 61441"):
        Cifs(size=61_441)
