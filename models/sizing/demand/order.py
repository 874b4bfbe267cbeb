"""The machine of a candidate: the server of today with what was bought."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from models.machine.order import SERVER_TODAY, Order
from models.machine.order.parts import LARGEST_JBOD
from models.sizing.pools.build import DRAID, Build
from models.sizing.pools.drive import Drive, Head
from models.sizing.pools.wants import Wants

SEEKS = SERVER_TODAY.drive.seek_full / SERVER_TODAY.drive.seek_average
"""Full seek of a disk over its average seek, where a data sheet has only this one."""
FLASH = {
    "read_access": "read_access",
    "write_access": "write_access",
    "read_rate": "interface_read",
    "write_rate": "interface_write",
    "program_rate": "program_rate",
    "channels": "dies",
}
"""Numbers of a `Drive` that are settings of an SSD, and their names there."""


def order_of(
    build: Build, drives: Mapping[str, Drive], wants: Wants, heads: Mapping[str, Head] = {}
) -> Order:
    """Return the machine of a candidate, as full as wanted, after its records were overwritten at random.

    drives, heads: the price list by name; a head that is not there is that of the server of today.
    Raise ValueError for a candidate that cannot be built, and KeyError for a drive that is not there."""
    disk, head = drives[build.disk], heads.get(build.head, Head(""))
    bays = head.bays or LARGEST_JBOD
    pool: dict[str, Any] = {
        "layout": build.layout,
        "vdevs": build.vdevs,
        "width": build.width,
        "ashift": wants.ashift,
        "filled": wants.fill,
        "scattered": True,
        "jbods": 0 if disk.kind == "nvme" else -(-build.vdevs * build.width // bays),
    }
    if build.layout.startswith(DRAID):
        pool |= {"draid_data": build.data or None, "draid_spares": build.spares}
    changed: dict[str, Any] = {
        "pool": pool,
        "pool.disks": disk_settings(disk),
        "head": {"memory": build.memory},
        "filesystem": {"recordsize": wants.recordsize},
        "log.devices": build.logs,
        "log.mirrored": build.logs > 0 and build.logs % 2 == 0,
        "cache.flash.devices": build.flashes,
        "pool.special.devices": build.specials,
    }
    if disk.kind != "disk":
        changed["pool.disks.ssd"] = flash_settings(disk)
    if build.logs:
        log = flash_settings(drives[build.log])
        changed["log.device"] = kept(
            kind=log["kind"],
            access=log.get("write_access"),
            rate=log.get("interface_write"),
            capacity=log["capacity"],
        )
    if build.flashes:
        flash = flash_settings(drives[build.flash])
        changed["cache.flash"] = kept(
            devices=build.flashes,
            kind=flash["kind"],
            access=flash.get("read_access"),
            rate=flash.get("interface_read"),
            capacity=flash["capacity"],
            channels=flash.get("dies"),
        )
    if build.specials:
        changed["pool.special.kind"] = drives[build.special].sheet
    if wants.compression > 1:
        changed["filesystem"] |= {"compression": "lz4", "ratio": wants.compression}
    changed["head"] |= kept(cores=head.cores)
    changed["network"] = kept(ports=head.ports, port_rate=head.port_rate)
    return SERVER_TODAY.order(changed)


def kept(**settings: Any) -> dict[str, Any]:
    """Return the settings that are not 0 or None."""
    return {name: value for name, value in settings.items() if value}


@cache
def disk_settings(drive: Drive) -> dict[str, Any]:
    """Return the settings of a disk of the pool."""
    if drive.kind != "disk":
        return {"kind": "ssd"}
    found = kept(
        capacity=int(drive.capacity),
        speed=drive.speed,
        media_rate=drive.media_rate,
        seek_average=drive.seek_average,
    )
    if drive.seek_average:
        found["seek_full"] = drive.seek_average * SEEKS
    return found


@cache
def flash_settings(drive: Drive) -> dict[str, Any]:
    """Return the settings of an SSD."""
    own = {there: getattr(drive, here) for here, there in FLASH.items()}
    return {"kind": drive.sheet, "capacity": int(drive.capacity), **kept(**own)}
