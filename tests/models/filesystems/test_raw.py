"""No file system: the drive's own time, and the host's where there is one."""

import pytest

from models.devices.hdd import DriveSpec
from models.filesystems.raw import Raw
from models.sim.loop import Loop
from models.units import KiB
from tests.models.drives import drive


@pytest.mark.parametrize("host", [0.0, 0.0005])
def test_a_cached_write_costs_the_host_the_command_and_the_cable(host):
    loop, spec = Loop(), DriveSpec()
    raw = Raw(loop, drive(cache=True), host=host)

    def program():
        for n in range(10):
            yield from raw.write(n * 8 * KiB, 8 * KiB)

    loop.spawn(program())
    loop.run()
    assert loop.now == pytest.approx(10 * (host + spec.command + 8 * KiB / spec.interface_rate))
