"""A machine of the catalogue as raw disks: no file system, no log, no network."""
from dataclasses import fields
from typing import Any

from models.catalogue.machines import values
from models.check import counted, seeded
from models.cli.raw_disks import Queued, Striped
from models.devices.drive_spec import DriveSpec, drive_of
from models.devices.queued_disk import QueuedDisk, sptf
from models.machine.boxes import Boxes
from models.machine.order import ORDERS
from models.sim.loop import Loop
from models.units import KiB, sector

STRIPE = 128 * KiB
PAIRS = 22
SERVES = {
    "freebsd-box": "one disk, first come, first served",
    "enterprise-disk": "one disk with a queue, the shortest positioning time first",
    "7410": f"{PAIRS} mirrored pairs, {STRIPE // KiB} KiB of the range of bytes on each in turn; no log devices",
    "server-today": "one disk with a queue, the shortest positioning time first",
}
"""The machines that have disks, and how these take requests."""
FIELDS = {field.name: field.type for field in fields(DriveSpec)}
QUEUED = {"depth", "ageing"}
FURTHER = {"enterprise-disk": QUEUED, "server-today": QUEUED, "7410": {"cable_rate", "speed_error"}}
"""Constants that count, besides those of a drive."""
WHOLE = {"depth", *(name for name, type in FIELDS.items() if type is int)}


def raw_machine(name: str, changed: dict[str, Any] | None = None, seed: int = 1) -> Striped | Queued:
    """The disks of a machine, some of its constants `changed` (SI), at angles that `seed` gives; write caches are on.

    A changed speed turns the same tracks faster; a changed `media_rate` holds at the speed given. Constants of other
    parts change nothing.
    """
    if name not in SERVES:
        raise ValueError(f"{name} has no disks; these machines have: {', '.join(SERVES)}")
    changed = {key: checked(key, value) for key, value in (changed or {}).items()
               if key in FIELDS or key in FURTHER.get(name, ())}
    spec = drive_of(name, **{key: value for key, value in changed.items() if key in FIELDS})
    if spec.media_rate * spec.inner_share * (1 / spec.speed + spec.skew) < sector + 1:
        raise ValueError(f"media_rate and inner_share must give inner tracks of a sector or more, "
                         f"got {spec.media_rate:g} and {spec.inner_share:g}")
    if FURTHER.get(name) == QUEUED:
        c = {**values(name), **changed}
        counted(depth=c["depth"])
        return Queued(QueuedDisk(spec, sptf(c["ageing"]), depth=c["depth"], phase=seeded(seed).random()))
    pairs = name == "7410"
    order = ORDERS[name].order(pool=("mirror", PAIRS) if pairs else ("stripe", 1), **changed)
    boxes = Boxes(Loop(), order.bare(), seeded(seed), False)
    return Striped(boxes.loop, boxes.vdevs(), STRIPE if pairs else sector)


def checked(name: str, value: float) -> float:
    """A constant, an int where things are counted."""
    if name not in WHOLE:
        return value
    if value != int(value):
        raise ValueError(f"{name} must be a whole number, got {value:g}")
    return int(value)
