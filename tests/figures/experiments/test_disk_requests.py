"""A device that is asked for one thing after the other."""

import pytest

from figures.crowds.log_device import time_of_a_safe_write
from models.devices.ssd import Logzilla
from models.units import GB, MB, MiB, us


def test_a_safe_write_to_a_log_device_takes_its_access_and_its_transfer():
    log = Logzilla(50 * us, 100 * MB, int(18 * GB))
    assert time_of_a_safe_write(log, MiB, 0.0) == pytest.approx(
        50 * us + MiB / (100 * MB), rel=0.05
    )
