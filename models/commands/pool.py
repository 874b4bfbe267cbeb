"""A pool as commands describe it: named devices in vdevs, properties; and the settings that it gives."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from math import ceil
from typing import Any, NamedTuple

from models.cli.typed import KINDS
from models.commands.disks import Disk, disk_of, nvme
from models.machine.order import Order
from models.machine.order.parts import LARGEST_JBOD
from models.units import TB

Settings = dict[str, Any]
"""Values by dotted name, in SI units, as in a study."""
FLASH = {"log": "log.device", "cache": "cache.flash", "special": "pool.special"}
"""The parts that describe the SSDs of a section."""
NUMBER = {"log": "log.devices", "cache": "cache.flash.devices", "special": "pool.special.devices"}
MAIN = ("data", *FLASH)
DEVICES = {
    "data": "pool.disks.",
    "log": "log.device.",
    "cache": "cache.flash.",
    "special": "pool.special.",
}
"""What the names of settings of a section's devices begin with."""
VDEVS = """pool.layout pool.vdevs pool.width pool.jbods pool.draid_data pool.draid_spares pool.filled
log.devices log.mirrored""".split()
"""Settings that a text which describes all of a pool replaces, with those of devices."""
PROPERTIES = """pool.ashift filesystem.recordsize filesystem.sync filesystem.checksum filesystem.compression
filesystem.ratio filesystem.dedup.on log.bias""".split()
"""Settings that `zpool create` replaces besides."""
UNNUMBERED = ("cache", "spare")
"""Sections whose vdevs zpool does not count."""


@dataclass
class Vdev:
    """A vdev: where it is, its layout (a word of zpool's), and the names of its devices."""

    section: str  # "data", "log", "cache", "special", "spare" or "dedup"; "": removed
    layout: str
    disks: list[str]

    @property
    def kind(self) -> str:
        """Return the layout as a setting has it."""
        word = self.layout.partition(":")[0]
        return {"raidz": "raidz1", "draid": "draid1"}.get(word, word)


class Shape(NamedTuple):
    """The vdevs of one section of an order, which are all alike."""

    layout: str
    width: int
    number: int
    kind: str  # of their devices


def shape(order: Order, section: str) -> Shape:
    """Return the vdevs of one section of an order."""
    pool, log, flash, extra = order.pool, order.log, order.cache.flash, order.pool.special
    if section == "data":
        kind = pool.disks.ssd.kind if pool.disks.kind == "ssd" else pool.disks.kind
        parts = zip((pool.draid_data, pool.width, pool.draid_spares), "dcs", strict=True)
        draid = "".join(f":{one}{letter}" for one, letter in parts if one)
        layout = pool.layout + draid * pool.layout.startswith("draid")
        return Shape(layout, pool.width, pool.vdevs, kind)
    if section == "log":
        width = 1 + log.mirrored
        layout = "mirror" if log.mirrored else "stripe"
        return Shape(layout, width, log.devices // width, log.device.kind)
    if section == "cache":
        return Shape("stripe", 1, flash.devices, flash.kind)
    layout = "mirror" if extra.devices > 1 else "stripe"
    return Shape(layout, extra.devices, min(extra.devices, 1), extra.kind)


@dataclass
class Pool:
    """A pool, its properties as settings, and what has to be said about it in words."""

    name: str = "tank"
    vdevs: list[Vdev] = field(default_factory=list)
    told: Settings = field(default_factory=dict)  # what properties and comments say
    notes: list[str] = field(default_factory=list)
    events: list[tuple[dict[str, Any], str]] = field(default_factory=list)  # at the start, and why
    whole: bool = False  # whether the text described all of the pool
    created: bool = False  # whether by zpool create, with all properties
    same: bool = True  # whether devices of the names that are there are those that are there
    size: int = 0  # of a disk, if it was said (bytes)
    named: set[str] = field(default_factory=set)  # devices that the text adds
    used: Counter[str] = field(default_factory=Counter)  # names given to devices so far

    @classmethod
    def of(cls, order: Order) -> "Pool":
        """Return the pool of an order, with names for its devices."""
        made = cls()
        for section in MAIN:
            one = shape(order, section)
            made.add(section, one, one.number)
        return made

    def add(self, section: str, like: Shape, number: int) -> list[Vdev]:
        """Add vdevs of new devices, and return them."""
        new = [
            Vdev(section, like.layout, [self.new(like.kind) for _ in range(like.width)])
            for _ in range(number)
        ]
        self.vdevs += new
        return new

    def new(self, kind: str) -> str:
        """Return the name of one more device."""
        kind = "nvme" if nvme(kind) else "sd"
        number, letters = self.used[kind], ""
        self.used[kind] += 1
        if kind == "nvme":
            return f"nvme{number}n1"
        while number >= 0:
            letters, number = chr(ord("a") + number % 26) + letters, number // 26 - 1
        return f"sd{letters}"

    def within(self, section: str) -> list[Vdev]:
        """Return the vdevs of one section."""
        return [vdev for vdev in self.vdevs if vdev.section == section]

    def label(self, vdev: Vdev) -> str:
        """Return the name of a vdev: mirror-0, or that of its only device."""
        counted = [id(one) for one in self.vdevs if one.section not in UNNUMBERED]
        single = vdev.layout == "stripe"
        return vdev.disks[0] if single else f"{vdev.layout}-{counted.index(id(vdev))}"

    def found(self, name: str) -> Vdev | None:
        """Return the vdev with a device or label, such as `sda` or `mirror-0`; None if none has."""
        number = 0
        for vdev in self.vdevs:
            if vdev.section and (name in vdev.disks or name == f"{vdev.layout}-{number}"):
                return vdev
            number += vdev.section not in UNNUMBERED
        return None

    def remove(self, vdev: Vdev) -> None:
        """Remove a vdev; the numbers of others stay as they are."""
        if vdev.section in UNNUMBERED:
            self.vdevs.remove(vdev)
        else:
            vdev.section, vdev.disks = "", []

    def note(self, text: str) -> None:
        """Say something once."""
        if text not in self.notes:
            self.notes.append(text)

    def settings(self, order: Order) -> Settings:
        """Return the settings that turn an order into one with this pool."""
        found = self.of_vdevs(self.within("data")) | self.of_disks(order)
        for section in FLASH:
            found |= self.of_flash(section, order)
        for section, what in (("spare", "hot spares"), ("dedup", "dedup vdevs")):
            if self.within(section):
                self.note(f"{what}: the machine has none; they are left out")
        disks = found["pool.vdevs"] * found["pool.width"]
        disks += found["log.devices"] * (order.log.place == "jbod")
        boxes = 0 if nvme(found.get("pool.disks.ssd.kind", "")) else order.pool.jbods
        if 0 < boxes * LARGEST_JBOD < disks:
            found["pool.jbods"] = ceil(disks / LARGEST_JBOD)
            self.note(f"{disks} disks do not fit: taken {found['pool.jbods']} JBODs")
        return found | self.told

    def of_vdevs(self, data: list[Vdev]) -> Settings:
        """Return the settings of the vdevs with data; those unlike most others are taken as alike."""
        kinds = Counter((vdev.kind, len(vdev.disks), vdev.layout) for vdev in data)
        (kind, width, layout), number = kinds.most_common(1)[0]
        if number < len(data):
            self.note(
                f"{len(data) - number} of {len(data)} vdevs are unlike the others: all are taken as "
                f"{kind} of {width}"
            )
        found: Settings = {"pool.layout": kind, "pool.vdevs": len(data), "pool.width": width}
        if kind.startswith("draid"):
            parts = {part[-1]: int(part[:-1]) for part in layout.split(":")[1:]}
            found |= {"pool.draid_data": parts.get("d"), "pool.draid_spares": parts.get("s", 0)}
        return found

    def of_disks(self, order: Order) -> Settings:
        """Return the settings of the disks with data."""
        disks, present = self.disks("data"), shape(order, "data").kind
        seen = self.common("data", "disks of the pool")
        kind = taken(seen.kind, present, "disk")
        ssd = kind not in ("disk", "array")
        path = "pool.disks.ssd.capacity" if ssd else "pool.disks.capacity"
        found: Settings = {"pool.disks.kind": "ssd", "pool.disks.ssd.kind": kind}
        found = found if ssd else {"pool.disks.kind": kind}
        if size := self.size or seen.capacity:
            found[path] = size
        elif (
            self.whole
            and path not in order.settings
            and path not in self.told
            and not (self.same and {*disks} <= {*Pool.of(order).disks("data")})
        ):
            own = order if kind == present else order.order({**found})
            name = disks[0].rpartition("/")[2]
            self.note(f"size of {name:.60} not known, taken: {own.value(path) / TB:g} TB")
        return found

    def of_flash(self, section: str, order: Order) -> Settings:
        """Return the settings of the devices of the log, the L2ARC, or the special vdev."""
        vdevs, number, path = self.within(section), len(self.disks(section)), FLASH[section]
        found: Settings = {NUMBER[section]: number}
        if not number:
            return found
        if section == "special" and (len(vdevs) > 1 or vdevs[0].kind not in ("mirror", "stripe")):
            self.note("special vdevs: the machine has one mirror; taken: that of the first vdev")
            found[NUMBER[section]] = len(vdevs[0].disks)
        if section == "log":
            found["log.mirrored"] = any(vdev.kind == "mirror" for vdev in vdevs)
            if found["log.mirrored"] and number != 2 * len(vdevs):
                self.note("log devices in unlike mirrors: each vdev is taken as a pair")
                found[NUMBER[section]] = 2 * len(vdevs)
        seen = self.common(section, f"{section} devices")
        if seen.kind == "disk":
            self.note(f"{section} devices are hard disks: the machine has SSDs there")
        elif seen.capacity and section != "special":
            found[f"{path}.capacity"] = seen.capacity
        found[f"{path}.kind"] = taken(seen.kind, shape(order, section).kind, "sata-server")
        return found

    def disks(self, section: str) -> list[str]:
        """Return the names of the devices of one section."""
        return [name for vdev in self.within(section) for name in vdev.disks]

    def common(self, section: str, what: str) -> Disk:
        """Return the commonest kind among devices, and the smallest capacity of it."""
        disks = [disk_of(name) for name in self.disks(section)]
        kinds = Counter(disk.kind for disk in disks if disk.kind)
        kind = kinds.most_common(1)[0][0] if kinds else ""
        sizes = {disk.capacity for disk in disks if disk.kind == kind and disk.capacity}
        if len(kinds) > 1 or len(sizes) > 1:
            size = f" of {min(sizes) / TB:g} TB" if sizes else ""
            self.note(f"{what} are not all alike: all are taken as {kind}{size}")
        return Disk(kind, min(sizes, default=0))


def replaced(pool: Pool, present: Pool | None = None) -> Callable[[str], bool]:
    """Return a function that says of a setting, by its name, whether a text replaces it.

    present: the pool that is there; devices of the same names as in it are the same."""
    paths = {*VDEVS, *PROPERTIES * pool.created} if pool.whole else set[str]()
    starts = [
        DEVICES[section]
        for section in MAIN
        if pool.whole and not (present and {*pool.disks(section)} <= {*present.disks(section)})
    ]
    return lambda path: path in paths or path.startswith(tuple(starts))


def settings_on(order: Order, base: Order, pool: Pool) -> Settings:
    """Return the settings that turn an order into one with a pool. base: the catalogue's order, whose
    settings count where a whole pool says nothing."""
    gone = replaced(pool, Pool.of(order) if pool.same else None)
    kept = {path: value for path, value in order.settings.items() if not gone(path)}
    usual = {path: value for path, value in base.settings.items() if gone(path)}
    start = replace(order, settings={**usual, **kept})
    new = pool.settings(start)
    made = start.order(new)
    back = {path: made.value(path) for path in order.settings if path in KINDS}
    return made_of(order, {**back, **new})


def taken(seen: str, present: str, plain: str) -> str:
    """Return the kind of devices whose names say `seen`, where `present` were. plain: what `sd` is if
    that was NVMe."""
    if seen == "nvme":
        return present if nvme(present) else "nvme-server"
    if seen == "sd" or (seen == "disk" and plain != "disk"):
        return plain if nvme(present) else present
    return seen or present


def made_of(order: Order, settings: Settings) -> Settings:
    """Return those settings that differ from an order's, and those that others would reset."""
    new = {path: value for path, value in settings.items() if order.value(path) != value}
    made = order.order(new)
    return new | {path: value for path, value in settings.items() if made.value(path) != value}


def difference(a: Order, b: Order) -> Settings:
    """Return the settings in which b differs from a, as far as they can be written."""
    return {
        path: b.value(path)
        for path in sorted({*a.settings, *b.settings} & {*KINDS})
        if a.value(path) != b.value(path)
    }
