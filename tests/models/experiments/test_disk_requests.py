"""A device that is asked for one thing after the other, and a slab that is followed."""
import pytest

from models.devices.ssd import Logzilla
from models.experiments.allocation.followed_slab import BEST, FIRST, FollowedSlab
from models.experiments.disks.one_at_a_time import time_of_a_safe_write
from models.units import GB, MB, MiB, us
from models.zfs.allocator.metaslabs import RULES
from models.zfs.allocator.overwrites import Overwrites


def test_a_safe_write_to_a_log_device_takes_its_access_and_its_transfer():
    log = Logzilla(50 * us, 100 * MB, int(18 * GB))
    assert time_of_a_safe_write(log, MiB, 0.0) == pytest.approx(50 * us + MiB / (100 * MB), rel=0.05)


def test_a_slab_that_is_followed_is_written_like_any_other():
    settings = dict(slabs=20, blocks=100, capacity=20 * GB, group=32 * MB, seed=4)
    one, other = FollowedSlab(0.8, RULES["2009"], **settings), Overwrites(0.8, RULES["2009"], **settings)
    one.follow()
    for _ in range(40):
        wanted = other.group()
        assert one.group() == wanted
        assert one.fresh() == wanted.runs
    assert {FIRST, BEST} >= set(one.how) - {""} != set()
