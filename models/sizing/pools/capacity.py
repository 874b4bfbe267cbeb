"""Capacity to the byte as OpenZFS says it, from the disk that is bought to `zpool list`, `zfs list` and
the data that fits.

Followed: OpenZFS 2.1 to 2.3, the same in each step; where 2.4 or an older one differs (ZFS on Linux
before 2.0), `release` says so. In order: `partition` (of a whole disk), `allocatable` (labels), `group_size` (a top-level vdev),
`metaslab_shift` and `metaslabs`, `deflate` (128 KiB), `slop`.

Not counted: block pointers and other metadata (two copies of 128 bytes for each record, before their
compression), and what a pool holds of its own when empty (about 100 of the smallest allocations).
"""

from functools import lru_cache
from math import ceil, gcd
from typing import NamedTuple

from models.check import MANY, a_number, counted, one_of, shown
from models.machine.order.parts import LAYOUTS
from models.sizing.pools.build import DRAID, Build
from models.units import GiB, KiB, MiB
from models.zfs.pool.draid import draid_allocated, draid_capacity
from models.zfs.pool.vdev import raidz_allocated

LINUX, TRUENAS, WHOLE = SCHEMES = ("linux", "truenas", "whole")
"""Who divides the disk: ZFS on Linux; TrueNAS, with swap first; nobody (a partition, a file, or a whole
disk on FreeBSD)."""
RELEASES = ("0.6.4", "0.6.5", "0.7", "0.8", "2.0", "2.1", "2.2", "2.3", "2.4")
"""Oldest first, in the order of text, too. 0.6.4 stands for all before it."""
UNIT = 512
"""Bytes in which OpenZFS counts space (SPA_MINBLOCKSIZE); a deflate ratio of 512 is one."""
LABEL = 256 * KiB
FRONT, BACK = 2 * LABEL + 3584 * KiB, 2 * LABEL
"""Bytes of a device before its data, with the boot block, and after (vdev_impl.h:
VDEV_LABEL_START_SIZE, VDEV_LABEL_END_SIZE)."""
LEAST_DEVICE = 64 * MiB
"""Smallest device (SPA_MINDEVSIZE)."""
TYPICAL = 128 * KiB
"""Size of the block that `zfs list` has in mind, whatever the recordsize (vdev_set_deflate_ratio)."""
LEAST_SLOP, MOST_SLOP = 128 * MiB, 128 * GiB
"""Limits of what is held back (spa_misc.c: spa_min_slop, spa_max_slop; the latter since 2.0.6)."""
FEW = 64
"""Metaslabs up to which none of them is kept for the log (vdev.c: zfs_embedded_slog_min_ms)."""
WIDEST = 255
"""Most disks of a RAID-Z or dRAID vdev (zpool_vdev.c: is_grouping; VDEV_DRAID_MAX_CHILDREN)."""
MOST_SPARES = 100
"""Most distributed spares of a dRAID (zpool_vdev.c: draid_config_by_type)."""


class Capacity(NamedTuple):
    """What a pool holds, in bytes."""

    raw: int  # all disks with hot spares, as sold
    size: (
        int  # SIZE of `zpool list`: parity is in it, log, cache, hot and distributed spares are not
    )
    usable: int  # AVAIL + USED of the pool in `zfs list`
    room: int  # data that fits in records of the given size, up to the given fill
    record: int  # what `zfs list` adds to USED for one such record


class Space(NamedTuple):
    """A top-level vdev."""

    size: int  # bytes of its metaslabs
    log: int  # bytes of the one that is kept for the log; 0 with few metaslabs
    ratio: int  # 512ths of an allocated byte that `zfs list` counts


def partition(disk: int, scheme: str = LINUX, swap: int = 0, sector: int = 512) -> int:
    """Return the bytes of a disk of `disk` bytes that are given to ZFS.

    linux: GPT; from sector 2,048 on, in multiples of 2,048, with 16,384 for partition 9 and a table at
    the end (libefi/rdwr_efi.c: efi_alloc_and_init; libzfs_pool_os.c: zpool_label_disk). Up to 2.4
    these are sectors of the disk, of 4 KiB too. truenas: swap from sector 128 on, then data up to the
    table, in 4 KiB (middlewared: disk_/format.py). whole: all.
    """
    sectors, table = disk // sector, 1 + 16 * KiB // sector
    if scheme == LINUX:
        return (sectors - table - 16_384 - 2_048) // 2_048 * 2_048 * sector
    if scheme == TRUENAS:
        begin = 128 + -(-swap // (128 * sector)) * 128
        return (sectors - table) * sector // (4 * KiB) * (4 * KiB) - begin * sector
    return sectors * sector


def allocatable(device: int) -> int:
    """Return the bytes of a device between its labels (vdev.c: vdev_open)."""
    return device // LABEL * LABEL - FRONT - BACK


def group_size(build: Build, child: int) -> int:
    """Return the bytes of a top-level vdev whose disks have `child` bytes each (vdev_mirror_open,
    vdev_raidz_open, vdev_draid_open)."""
    if build.layout.startswith(DRAID):
        return draid_capacity(child, build.width - build.spares, build.group_data + build.parity)
    return child * build.width if build.layout.startswith("raidz") else child


def metaslab_shift(size: int, release: str = "2.3") -> int:
    """Return the power of two that is the size of the metaslabs of a vdev of `size` bytes: 16 or more
    metaslabs, of 512 MiB while they are at most 200, of 16 GiB at most while they are at most 131,072;
    before 0.8 at most 200, none smaller than the largest block (vdev.c: vdev_metaslab_set_size)."""
    if release < "0.8":
        return max((size // 200).bit_length(), 17 if release < "0.6.5" else 24)
    count = size >> 29
    shift = (size // 16).bit_length() if count < 16 else 29
    if count > 200:
        shift = (size // 200).bit_length()
    if shift > 34:
        shift = (size >> 17).bit_length() if size >> 34 > 1 << 17 else 34
    return max(shift, 24)


def metaslabs(size: int, shift: int, row: int = 1) -> int:
    """Return the bytes in the whole metaslabs of a vdev (vdev_metaslab_init), each cut to whole rows of
    `row` bytes of a dRAID (vdev_draid_metaslab_init)."""
    count = size >> shift
    between = max(0, count - 1)  # a row that lies on a boundary is lost
    on_rows = between // (row // gcd(1 << shift, row))
    return ((count << shift) // row - (between - on_rows)) * row


def allocated(build: Build, size: int, ashift: int) -> int:
    """Return the bytes of a vdev that `size` bytes of data take, with parity and padding
    (vdev_default_asize, vdev_raidz_asize, vdev_draid_asize)."""
    sector = 1 << ashift
    if build.layout.startswith(DRAID):
        return draid_allocated(size, build.group_data, build.parity, sector)
    if build.layout.startswith("raidz"):
        return raidz_allocated(size, build.width, build.parity, sector)
    return -(-size // sector) * sector


def deflate(build: Build, ashift: int) -> int:
    """Return the 512ths of an allocated byte that `zfs list` counts: as if every block had 128 KiB
    (vdev_set_deflate_ratio)."""
    return TYPICAL // (allocated(build, TYPICAL, ashift) // UNIT)


def deflated(space: int, ratio: int) -> int:
    """Return the bytes that `zfs list` counts for `space` allocated ones (vdev_deflated_space)."""
    return space // UNIT * ratio


def slop(space: int, log: int, release: str = "2.3") -> int:
    """Return how many bytes of `space` are held back: a 32nd, but at least 128 MiB and at most 128 GiB.
    The `log` bytes that are kept for the log are taken off that, down to half of it (spa_get_slop_space).
    Older releases: no upper limit before 2.0, at least 32 MiB before 0.7, a 64th before 0.6.5
    (dsl_pool_adjustedsize)."""
    if release < "0.7":
        return max(space // (64 if release < "0.6.5" else 32), LEAST_DEVICE // 2)
    held = space // 32 if release < "2.0" else min(space // 32, MOST_SLOP)
    held -= min(log, held // 2)
    return max(held, min(space // 2, LEAST_SLOP))


def given(name: str, disk: int, scheme: str, swap: int, sector: int) -> int:
    """Return the bytes of a disk between the labels of ZFS. Raise ValueError if it is too small."""
    a_number(name, disk, whole=True)
    device = partition(disk, scheme, swap, sector)
    if device < LEAST_DEVICE:
        raise ValueError(
            f"{name} must leave {LEAST_DEVICE:,} bytes or more to ZFS, got {disk:,}, which leave "
            f"{max(0, device):,}"
        )
    return allocatable(device)


def space(vdev: Build, child: int, ashift: int, release: str) -> Space:
    """Return the space of a vdev whose disks have `child` bytes between their labels."""
    size = group_size(vdev, child)
    shift, row = metaslab_shift(size, release), 1
    if vdev.layout.startswith(DRAID):
        row = (vdev.group_data + vdev.parity) << ashift
    kept = release >= "2.1" and size >> shift > FEW  # vdev_metaslab_init
    log = metaslabs(1 << shift, shift, row) if kept else 0
    return Space(metaslabs(size, shift, row), log, deflate(vdev, ashift))


@lru_cache(maxsize=None, typed=True)
def of_one(
    vdev: Build,
    disk: int,
    ashift: int,
    recordsize: int,
    compression: float,
    special: tuple[int, int],
    scheme: str,
    swap: int,
    sector: int,
    release: str,
) -> tuple[Space, int, int, int]:
    """Return the space of one vdev of a pool, what a record adds to USED, and size and log of the
    special vdev. Raise ValueError as `capacity`."""
    check(vdev, ashift, recordsize, compression, scheme, swap, sector, release)
    one = space(vdev, given("disk_bytes", disk, scheme, swap, sector), ashift, release)
    record = deflated(allocated(vdev, ceil(recordsize / compression), ashift), one.ratio)
    count, size = special
    counted(0, specials=count)
    if not count:
        return one, record, 0, 0
    if release < "0.8":
        raise ValueError(f"release must be 0.8 or later for special devices, got {release}")
    child = given("special_bytes", size, scheme, 0, sector)
    other = space(Build("mirror", 1, count, ""), child, ashift, release)
    return one, record, other.size, other.log if release == "2.4" else 0


def capacity(
    build: Build,
    disk_bytes: int,
    ashift: int = 12,
    recordsize: int = 128 * KiB,
    *,
    compression: float = 1.0,
    fill: float = 1.0,
    special_bytes: int = 0,
    scheme: str = LINUX,
    swap: int = 0,
    sector: int = 512,
    release: str = "2.3",
) -> Capacity:
    """Return what the pool of `build` holds on disks of `disk_bytes` bytes.

    `compression` is bytes of data per byte stored (`compressratio`), `special_bytes` the size of a
    special device, `scheme` one of SCHEMES, with `swap` bytes on each disk, `sector` the bytes that a
    disk calls a sector (512 or 4,096), `release` one of RELEASES of OpenZFS. Raise ValueError for a
    build that OpenZFS would not create.
    """
    spares = build.spares if build.layout.startswith(DRAID) else 0
    vdev = Build(build.layout, 1, build.width, "", build.data, spares)
    special = build.specials, special_bytes
    one, record, special_size, special_log = of_one(
        vdev, disk_bytes, ashift, recordsize, compression, special, scheme, swap, sector, release
    )
    counted(vdevs=build.vdevs)
    a_number("fill", fill, 0, 1)
    count = build.vdevs * (build.width if build.layout == "stripe" else 1)
    normal = deflated(count * (one.size - one.log), one.ratio)
    usable = normal - slop(normal, deflated(count * one.log, one.ratio) + special_log, release)
    return Capacity(
        build.disks * disk_bytes,
        count * one.size + special_size,
        usable,
        int(usable * fill) // record * recordsize,
        record,
    )


def check(
    vdev: Build,
    ashift: int,
    recordsize: int,
    compression: float,
    scheme: str,
    swap: int,
    sector: int,
    release: str,
) -> None:
    """Raise ValueError unless OpenZFS would create such a vdev, and these settings are in range."""
    layout, width, spares = vdev.layout, vdev.width, vdev.spares
    one_of("layout", layout, LAYOUTS)
    one_of("scheme", scheme, SCHEMES)
    one_of("release", release, RELEASES)
    most = WIDEST if "raid" in layout else MANY
    counted(LAYOUTS[layout].least, most, **{f"width of a {layout}": width})
    if layout.startswith(DRAID):
        if release < "2.1":
            raise ValueError(f"release must be 2.1 or later for {layout}, got {release}")
        counted(0, MOST_SPARES, spares=spares, data=vdev.data)
        least = vdev.parity + (vdev.data or 1) + spares
        if width < least:
            raise ValueError(
                f"width must be {least} or more in a {layout} with {vdev.data or 1} of data and "
                f"{spares} of spares, got {width}"
            )
    if sector not in (512, 4 * KiB):
        raise ValueError(f"sector must be 512 or 4096 bytes, got {shown(sector)}")
    counted(sector.bit_length() - 1, 16, ashift=ashift)
    if not isinstance(recordsize, int) or recordsize not in {1 << power for power in range(9, 25)}:
        raise ValueError(
            f"recordsize must be a power of two from 512 bytes to 16 MiB, got {shown(recordsize)}"
        )
    a_number("swap", swap, 0, whole=True, unit="bytes")
    if swap and scheme != TRUENAS:
        raise ValueError(f"swap must be 0 unless scheme is {TRUENAS}, got {swap:,}")
    a_number("compression", compression, 1)
