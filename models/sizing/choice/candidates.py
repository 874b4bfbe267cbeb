"""The candidates: pools of what is sold that hold what is wanted, with heads, logs, flash and spares."""

from collections.abc import Iterator
from itertools import zip_longest
from math import ceil
from typing import NamedTuple

from models.check import a_number
from models.sizing.goods.cost import Shop
from models.sizing.goods.goods import DRIVES, Goods, Part
from models.sizing.pools.build import DRAID, Build
from models.sizing.pools.capacity import capacity
from models.sizing.pools.wants import Wants

MOST = 5000
"""Most candidates."""
MOST_POOLS = 700
"""Most pools, so that each is a candidate with several of what it may have beside."""
MOST_OF = {"disk": 7, "ssd": 4, "nvme": 3}
"""Most drives of each kind and place (bay, slot of M.2) that pools are made of: the cheapest per byte, one of each
capacity."""
MOST_DISKS = 360
"""Most disks of a candidate."""
SHAPES = (
    *(("mirror", width) for width in (2, 3)),
    *(("raidz1", width) for width in (4, 5, 7, 9)),
    *(("raidz2", width) for width in (4, 6, 8, 10, 12, 14)),
    *(("raidz3", width) for width in (8, 11, 14)),
)
"""Layouts and widths of vdevs."""
DRAIDS = (("draid1", 4, 1), ("draid2", 4, 1), ("draid2", 8, 2), ("draid3", 8, 2))
"""Layouts of a dRAID, the data disks of its groups, and its distributed spares."""
WIDEST_DRAID = 60
"""Most children of a dRAID here; above them the pool has more than one."""
MORE = (1, 0.7, 1.5, 2, 3, 0.4, 4, 6, 8, 12, 16, 24, 32, 48)
"""Multiples of the fewest vdevs: more for speed, and fewer to see what the capacity costs."""
SLOWEST = {"disk": 40.0, "ssd": 5000.0, "nvme": 50_000.0}
"""Requests a second for each drive, below which more of them are not worth a look."""
PROTECTED = ("sata-server", "nvme-server", "optane")
"""Kinds of SSD that keep what they have answered when the power fails."""


class Extra(NamedTuple):
    """What a candidate has beside its pool."""

    head: int = 0  # which of the heads that hold it, in order of cost
    log: str = ""
    logs: int = 0
    flash: str = ""
    flashes: int = 0
    special: str = ""
    spares: int = 0


class Candidates:
    """The candidates of a purchase, before they are judged."""

    def __init__(self, wants: Wants, sold: Goods):
        self.wants, self.shop = wants, Shop(sold, wants.years)
        self.builds = candidates(self.shop, wants)

    def part(self, number: int, of: int) -> list[int]:
        """Return the places of the candidates of part `number` (from 0), where all are dealt into `of` parts, an even
        number. The first half of the parts has about each pool once, the second half the same pools with other devices.
        Pools of one shape share a part in each half, because most of their numbers are computed only once. Raise
        ValueError if there is no such part."""
        a_number("part", number, 0, of - 1, whole=True)
        half = of // 2
        shapes = dict[tuple[str, int], int]()
        return [
            place
            for place, build in enumerate(self.builds)
            if shapes.setdefault((build.layout, build.width), len(shapes)) % half == number % half
            and (place < MOST_POOLS) == (number < half)
        ]


def drives_sold(shop: Shop) -> list[Part]:
    """Return the drives that pools are made of."""
    found = list[Part]()
    for kind in DRIVES:
        best = dict[tuple[float, str, str], Part]()
        for part in shop.goods.of(kind):
            sheet = shop.goods.drives[part.part]
            key = part.capacity, part.place, sheet.sheet
            known = best.get(key)
            if known is None or rank(shop, part) < rank(shop, known):
                best[key] = part
        per_byte = sorted(best.values(), key=lambda part: (part.dollars / part.capacity, part.part))
        for place in dict.fromkeys(part.place for part in per_byte):
            found += [part for part in per_byte if part.place == place][: MOST_OF[kind]]
    return found


def rank(shop: Shop, part: Part) -> tuple[float, float, str]:
    """Return the order in which drives of one capacity are taken: the cheaper, then the faster."""
    sheet = shop.goods.drives[part.part]
    return part.dollars, -max(sheet.media_rate, sheet.read_rate), part.part


def pools(shop: Shop, wants: Wants) -> list[Build]:
    """Return at most MOST_POOLS pools that hold what is wanted and can be housed, without a head: each
    shape of each drive with the fewest vdevs, then each with more."""
    rows = list[Iterator[Build]]()
    for part in drives_sold(shop):
        shapes = [
            *(Build(layout, 1, width, part.part) for layout, width in SHAPES),
            *(
                Build(layout, 1, 0, part.part, data=data, spares=spares)
                for layout, data, spares in DRAIDS
            ),
        ]
        for shape in shapes:
            fewest = holding(shape, part, wants)
            if fewest is not None:
                rows.append(grown(shop, wants, part, fewest))
    return turns(rows, MOST_POOLS)


def grown(shop: Shop, wants: Wants, part: Part, fewest: Build) -> Iterator[Build]:
    """Yield a pool and then larger ones, while they can be housed and may be worth their money."""
    worth = max(2 * fewest.disks, 2 * wants.asked.rate / SLOWEST[part.kind])
    seen, larger = set[int](), True
    for factor in MORE:
        build = times(fewest, factor)
        if factor > 1 and larger:
            dear = build.disks * part.dollars > 2 * wants.budget
            larger = not dear and build.disks <= min(worth, MOST_DISKS)
        if (factor > 1 and not larger) or build.disks in seen:
            continue
        if shop.heads(shop.needs(build)):
            seen.add(build.disks)
            yield build


def turns(rows: list[Iterator[Build]], most: int) -> list[Build]:
    """Return at most so many builds: the first of each row, the second of each, and so on; of the last
    turn some, evenly over the rows."""
    found = dict[Build, None]()
    while rows and len(found) < most:
        turn, left = list[Build](), list[Iterator[Build]]()
        for row in rows:
            build = next(row, None)
            if build is not None:
                turn.append(build)
                left.append(row)
        rows, room = left, most - len(found)
        if len(turn) > room:
            turn = [turn[k * len(turn) // room] for k in range(room)]
        found |= dict.fromkeys(turn)
    return list(found)


def times(build: Build, factor: float) -> Build:
    """Return a pool with more vdevs; a dRAID grows to WIDEST_DRAID children first."""
    if not build.layout.startswith(DRAID):
        return build._replace(vdevs=ceil(build.vdevs * factor))
    children = ceil(build.vdevs * build.width * factor)
    vdevs = ceil(children / WIDEST_DRAID)
    least = build.data + build.parity + build.spares
    return build._replace(vdevs=vdevs, width=max(least, ceil(children / vdevs)))


def holding(shape: Build, part: Part, wants: Wants) -> Build | None:
    """Return the smallest pool of a shape that holds what is wanted, or None if it has too many disks."""
    size = int(part.capacity)
    group = shape.data + shape.parity
    draid = shape.layout.startswith(DRAID)
    width = group + shape.spares if draid else shape.width
    one = usable(shape._replace(width=width), size, wants)
    if one <= 0:
        return None
    shape = shape._replace(width=width)
    count = max(1, int(wants.usable / one))
    if count * width > 2 * MOST_DISKS:
        return None
    build = times(shape, count)
    while build.disks <= MOST_DISKS:
        if usable(build, size, wants) >= wants.usable:
            return build
        if draid and build.width < WIDEST_DRAID:
            build = build._replace(width=build.width + 1)
        elif draid:
            build = times(build, (build.vdevs * build.width + 1) / (build.vdevs * build.width))
        else:
            build = build._replace(vdevs=build.vdevs + 1)
    return None


def largest(shop: Shop, wants: Wants) -> int:
    """Return the most bytes that a pool of what is sold and can be housed holds, as `zfs list` says it."""
    most = 0
    for part in drives_sold(shop):
        for layout, width in SHAPES:
            vdevs = MOST_DISKS // width
            while vdevs and not shop.heads(shop.needs(Build(layout, vdevs, width, part.part))):
                vdevs -= 1
            if vdevs:
                build = Build(layout, vdevs, width, part.part)
                most = max(most, usable(build, int(part.capacity), wants))
    return most


def usable(build: Build, size: int, wants: Wants, special_bytes: int = 0) -> int:
    """Return what `zfs list` says of an empty pool, or, if that is less, what records of the wanted size
    leave of it (bytes): `zfs list` counts on records of 128 KiB."""
    found = capacity(build, size, wants.ashift, wants.recordsize, special_bytes=special_bytes)
    return min(found.usable, found.usable * wants.recordsize // found.record)


def extras(shop: Shop, wants: Wants, kind: str, draid: bool) -> list[Extra]:
    """Return what pools of a kind of drive may have beside themselves, the likeliest first."""
    logs = [Extra(log=name, logs=count) for name in logs_for(shop, kind) for count in (2, 1)]
    flash = [Extra(flash=name, flashes=n) for name in flash_for(shop, kind) for n in (1, 2)]
    best = special_for(shop, wants) if kind == "disk" else ""
    special = [Extra(special=best)] if best else []
    spare = [] if draid else [Extra(spares=1), Extra(spares=2)]
    plain = [Extra(head=head) for head in range(6)]
    mixed = [
        *(one._replace(head=1) for one in (*logs[:2], *special, *flash[:1])),
        *(one._replace(special=best) for one in logs[:1] if special),
        *(one._replace(head=2) for one in (*logs[:2], *special, *flash[:1])),
        *(one._replace(special=best, head=2) for one in logs[:1] if special),
        *(one._replace(spares=1) for one in logs[:1] if spare),
    ]
    groups = (
        [plain, logs, special, flash, spare] if wants.asked.sync else [plain, special, flash, spare]
    )
    dealt = [one for turn in zip_longest(*groups) for one in turn if one is not None]
    return [*dealt, *mixed, *([] if wants.asked.sync else logs)]


def logs_for(shop: Shop, kind: str) -> list[str]:
    """Return the drives that serve as a log: protected ones, the cheapest of each kind of SSD."""
    return flash_drives(shop, PROTECTED if kind == "disk" else ("optane", "nvme-server"))


def flash_for(shop: Shop, kind: str) -> list[str]:
    """Return the drives that serve as a cache of reads beside disks."""
    sheets = ("nvme-consumer", "nvme-server", "sata-server") if kind == "disk" else ()
    return flash_drives(shop, sheets)


def flash_drives(shop: Shop, sheets: tuple[str, ...]) -> list[str]:
    """Return the cheapest drive of each of these kinds of SSD."""
    found = list[str]()
    for sheet in sheets:
        parts = [
            p for p in shop.goods.of("ssd", "nvme") if shop.goods.drives[p.part].sheet == sheet
        ]
        if parts:
            found.append(min(parts, key=lambda part: (part.dollars, part.part)).part)
    return found


def special_for(shop: Shop, wants: Wants) -> str:
    """Return the drive of a special vdev beside disks: the cheapest protected SSD that is large enough
    for the metadata, or "" if none is sold. The vdev has as many as may fail in the pool, and one."""
    parts = [
        part
        for part in shop.goods.of("ssd", "nvme")
        if shop.goods.drives[part.part].sheet in PROTECTED[:2]
        and part.capacity >= METADATA * wants.usable
    ]
    return min(parts, key=lambda part: (part.dollars, part.part)).part if parts else ""


METADATA = 0.003
"""Share of the data that metadata takes at most: block pointers of 128 bytes, two copies, for each record
of 128 KiB, with their file systems (0.1 to 0.3 %)."""


def built(shop: Shop, wants: Wants, pool: Build, extra: Extra) -> Build | None:
    """Return a pool with what it has beside, or None if it cannot be housed."""
    build = pool
    if extra.logs:
        build = build._replace(log=extra.log, logs=extra.logs)
    if extra.flashes:
        build = build._replace(flash=extra.flash, flashes=extra.flashes)
    if extra.special:
        build = build._replace(special=extra.special, specials=max(2, pool.parity + 1))
    if extra.spares:
        build = build._replace(spares=extra.spares)
    heads = shop.heads(shop.needs(build))
    if extra.head >= len(heads):
        return None
    head = heads[extra.head]
    return build._replace(head=head.name, memory=head.has[0])


def candidates(shop: Shop, wants: Wants) -> list[Build]:
    """Return at most MOST candidates, in an order that depends only on the price list and the wants: each
    pool once, then each with the next of what it may have beside, until there are enough."""

    known = dict[tuple[str, bool], list[Extra]]()

    def beside(pool: Build) -> Iterator[Build]:
        key = shop.parts[pool.disk].kind, pool.layout.startswith(DRAID)
        if key not in known:
            known[key] = extras(shop, wants, *key)
        for extra in known[key]:
            if build := built(shop, wants, pool, extra):
                yield build

    return turns([beside(pool) for pool in pools(shop, wants)], MOST)
