"""An enterprise disk alone in a machine; and a device that is asked for one thing after the other."""
from models.catalogue.machines import values
from models.devices.device import Device
from models.machine.order import FREEBSD_BOX, Order
from models.sim.answer import known
from models.sim.stats import mean

DISK = values("enterprise-disk")
ENTERPRISE = FREEBSD_BOX.order(filesystem="raw", disk_model="enterprise-disk").bare()
"""It serves in order of arrival, and nothing is before it."""
REPEATS = 8


def one_disk(seek: float = DISK["seek_average"], speed: float = DISK["speed"], **otherwise: float) -> Order:
    """ENTERPRISE with an average seek (s; all moves in proportion), a speed (turns a second), other fields of DriveSpec."""
    longer = seek / DISK["seek_average"]
    return ENTERPRISE.order(disk_spec={"speed": speed, "seek_average": seek, "seek_track": DISK["seek_track"] * longer,
                                       "seek_full": DISK["seek_full"] * longer, **otherwise})


def time_of_a_safe_write(device: Device, size: int, turnaround: float) -> float:
    """The mean time (s) of writes and flushes of `size` bytes, one behind the other, after the first."""
    now, times = 0.0, list[float]()
    for number in range(REPEATS):
        asked = now + turnaround
        now = known(device.flush(known(device.write(asked, number * size, size))))
        times.append(now - asked)
    return mean(times[1:])
