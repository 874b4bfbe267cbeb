"""An enterprise disk alone in a machine."""

from models.catalogue.machines import values
from models.machine.order import FREEBSD_BOX, Order

DISK = values("enterprise-disk")
ENTERPRISE = FREEBSD_BOX.order(filesystem="raw", disks={"model": "enterprise-disk"}).bare()
"""The order of a disk that serves requests as they arrive, with no other part before it."""


def one_disk(
    seek: float = DISK["pool.disks.seek_average"],
    speed: float = DISK["pool.disks.speed"],
    model: str = "enterprise-disk",
    **otherwise: float,
) -> Order:
    """Return the order ENTERPRISE with another average seek (s; all seek times change in
    proportion), speed (turns a second) or other fields of DriveSpec. model: another disk of the
    catalogue."""
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
