"""A lone program that writes synchronously: to a box whose log lies in memory, over NFS, to one
place or another."""

import pytest

from figures.crowds.log_device import time_of_a_safe_write
from figures.intent_log.ramdisk_log import LoneStream
from figures.synchronous_writes.experiments.nfs_program import MOUNTS, nfs_program
from models.devices.ssd import Logzilla
from models.machine import FREEBSD_BOX, Machine, ram_disk
from models.units import GB, MB, KiB, MiB, us


def rate(file="new", logs=1, command=20 * us):
    """Writes of 8 KiB a second in the first second."""
    device = ram_disk(1 * GB, command) if logs else None
    machine = Machine(
        FREEBSD_BOX.order(log={"devices": logs, "device": device}, recordsize=128 * KiB).bare()
    )
    stream = LoneStream(machine, 8 * KiB, file, 100 * MiB)
    machine.loop.run(until=1.0)
    return stream.bytes / (8 * KiB)


def test_a_write_to_a_log_in_memory_takes_no_less_than_its_command_and_no_platter():
    quick, slow = rate(), rate(command=1020 * us)
    assert 1 / slow - 1 / quick == pytest.approx(1000 * us, rel=0.02)
    assert quick > 5 * rate(logs=0)


def test_who_writes_over_an_old_file_waits_for_what_has_to_be_read_and_anywhere_most_of_all():
    assert rate() > rate("again") > 2 * rate("anywhere")


@pytest.mark.parametrize("mount", MOUNTS)
def test_all_that_an_nfs_program_writes_reaches_the_server_once(mount):
    session = nfs_program("plain", mount, writes=12, size=24 * KiB, every=8, logs=1, seed=1)
    assert sum(ask.what.size for ask in session.asks if ask.what.op == "WRITE") == 12 * 24 * KiB
    assert session.calls[-1].what.name == "close"


# A device that is asked for one thing after the other.


def test_a_safe_write_to_a_log_device_takes_its_access_and_its_transfer():
    log = Logzilla(50 * us, 100 * MB, int(18 * GB))
    assert time_of_a_safe_write(log, MiB, 0.0) == pytest.approx(
        50 * us + MiB / (100 * MB), rel=0.05
    )
