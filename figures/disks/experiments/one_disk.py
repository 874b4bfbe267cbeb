"""An enterprise disk alone in a machine."""

from models.catalogue.machines import values
from models.machine.order import FREEBSD_BOX, Order

DISK = values("enterprise-disk")
ENTERPRISE = FREEBSD_BOX.order(filesystem="raw", disks={"model": "enterprise-disk"}).bare()
"""It serves in order of arrival, and nothing is before it."""


def one_disk(
    seek: float = DISK["pool.disks.seek_average"],
    speed: float = DISK["pool.disks.speed"],
    model: str = "enterprise-disk",
    **otherwise: float,
) -> Order:
    """ENTERPRISE with an average seek (s; all moves in proportion), a speed (turns a second), other
    fields of DriveSpec. model: of the catalogue, whose disk it is instead."""
    disk = values(model)
    longer = seek / disk["pool.disks.seek_average"]
    return ENTERPRISE.order(
        disks={
            "model": model,
            "speed": speed,
            "seek_average": seek,
            "seek_track": disk["pool.disks.seek_track"] * longer,
            "seek_full": disk["pool.disks.seek_full"] * longer,
            **otherwise,
        }
    )
