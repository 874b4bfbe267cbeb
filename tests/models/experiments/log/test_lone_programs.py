"""A lone program that writes synchronously: to a box whose log lies in memory, over NFS, to one place or another."""
import pytest

from models.experiments.log.nfs_program import MOUNTS, nfs_program
from models.experiments.log.ramdisk_box import POOLS, lone_program, ramdisk_box
from models.experiments.log.safe_writes import time_of_safe_writes
from models.units import GB, MB, KiB, MiB, us

BOX = dict(layout="disk", log=1 * GB, command=20 * us, media=100 * MB, record=128 * KiB, interval=5.0, memory=256 * MiB,
           dedup=False, hashing=200 * MB, seed=1)


def rate(file="new", **changes):
    """Writes of 8 KiB a second in the first second."""
    machine = ramdisk_box(**{**BOX, **changes})
    stream = lone_program(machine, 8 * KiB, file, 100 * MiB, 1)
    machine.loop.run(until=1.0)
    return stream.bytes / (8 * KiB)


def test_a_write_to_a_log_in_memory_takes_no_less_than_its_command_and_no_platter():
    quick, slow = rate(), rate(command=1020 * us)
    assert 1 / slow - 1 / quick == pytest.approx(1000 * us, rel=0.02)
    assert quick > 5 * rate(log=0)


@pytest.mark.parametrize("layout", POOLS)
def test_a_pool_has_the_disks_of_its_layout(layout):
    assert len(ramdisk_box(**{**BOX, "layout": layout}).disks) == {"disk": 1}.get(layout, 5)


@pytest.mark.parametrize("mount", MOUNTS)
def test_all_that_an_nfs_program_writes_reaches_the_server_once(mount):
    session = nfs_program("plain", mount, writes=12, size=24 * KiB, every=8, logs=1, seed=1)
    assert sum(ask.what.size for ask in session.asks if ask.what.op == "WRITE") == 12 * 24 * KiB
    assert session.calls[-1].what.name == "close"


@pytest.mark.parametrize("place", ["disk", "flash", "log"])
def test_a_larger_safe_write_takes_longer_wherever_it_goes(place):
    assert time_of_safe_writes(place, 128 * KiB, 60, 1) > time_of_safe_writes(place, 8 * KiB, 60, 1)
