"""Capacity to the byte: what others published, the laws of each step, and bad input in one line."""

from math import ceil, inf

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from models.devices.drive_spec import DriveSpec
from models.devices.hdd import HardDisk
from models.sizing.pools.build import Build
from models.sizing.pools.capacity import (
    RELEASES,
    allocatable,
    allocated,
    capacity,
    metaslab_shift,
    metaslabs,
    partition,
    slop,
)
from models.units import GiB, KiB, MiB, TiB
from models.zfs.pool.draid import Draid, draid_capacity
from models.zfs.pool.vdev import Raidz

EXOS = 18_000_207_937_536
"""Bytes of the 18 TB drives of openzfs/zfs#13727 (ST18000NM000J)."""
EMPTY = 96
"""Blocks of the smallest size that an empty pool's USED counts: 2,095,104 bytes in #15467."""


def build(layout: str, width: int, vdevs: int = 1, **more: int | str) -> Build:
    return Build(layout, vdevs, width, "a drive", **more)  # type: ignore[arg-type]


# Published


def test_draid_of_24_disks_is_exact():
    """`zfs list -p` of draid2:6d:24c:0s, OpenZFS 2.2 (openzfs/zfs#15467): USED and AVAIL."""
    pool = build("draid2", 24, data=6)
    assert capacity(pool, 10**12).usable == 2_095_104 + 15_835_676_542_976 == 15_835_678_638_080
    assert capacity(pool, 10**12).size == 1396 * 16 * GiB  # ms_count, ms_size
    assert capacity(pool, 10**12, recordsize=4 * KiB).record * EMPTY == 2_095_104


def test_draid_with_spares_is_exact():
    """`zfs get -p available` of draid1:16d:36c:2s, OpenZFS 2.1.5 (openzfs/zfs#13727)."""
    empty = capacity(build("draid1", 36, data=16, spares=2), EXOS, recordsize=4 * KiB)
    assert empty.usable - EMPTY * empty.record == 574_804_246_033_080


@pytest.mark.parametrize(("layout", "shown"), [("raidz1", 523), ("raidz2", 457)])
def test_two_raidz_of_17_disks(layout, shown):
    """`df -h` of the same disks (openzfs/zfs#13727), which rounds up."""
    assert ceil(capacity(build(layout, 17, 2), EXOS).usable / TiB) == shown


@pytest.mark.parametrize(
    ("layout", "width", "disk", "size"),
    [
        ("stripe", 1, 1 * GiB, 960 * MiB),
        ("mirror", 2, 2 * GiB, 1920 * MiB),  # 1.88G
        ("raidz1", 3, 4 * GiB, 23 * 512 * MiB),  # 11.5G
    ],
)
def test_sizes_of_small_files(layout, width, disk, size):
    """`zpool list -v` of pools on files (openzfs/zfs#13106)."""
    assert capacity(build(layout, width), disk, scheme="whole").size == size


def test_a_mirror_of_small_disks():
    """`zpool list` of two whole disks of 512 MiB: 480M (NikPuskov/ZFS, README.md)."""
    assert capacity(build("mirror", 2), 512 * MiB).size == 480 * MiB


@pytest.mark.parametrize(
    ("sectors", "given_to_zfs"), [(1_953_525_168, 1_953_505_280), (7_814_037_168, 7_814_017_024)]
)
def test_partitions_of_zfs_on_linux(sectors, given_to_zfs):
    """The tables that fdisk prints for disks of 1 and 4 TB; partition 9 begins 2,048 after this."""
    assert partition(sectors * 512) == given_to_zfs * 512


def test_available_falls_with_ashift_as_measured():
    """AVAIL in TiB of 11 disks of 4 TB in raidz2 by ashift, release 0.7.9 (openzfs/zfs#8163)."""
    measured = [31.5, 31.2, 30.6, 29.5, 29.5, 25.8, 25.8, 12.9]
    found = [
        capacity(build("raidz2", 11), 4_000_787_030_016, ashift, release="0.7").usable
        for ashift in range(9, 17)
    ]
    assert [usable / TiB for usable in found] == pytest.approx(measured, abs=0.05)


@pytest.mark.parametrize(
    ("pool", "disk", "release", "size", "usable"),
    [
        (build("raidz2", 6), 3_000_592_982_016, "0.6.4", 16.2, 10.7),  # openzfs/zfs#1089
        (build("raidz2", 10), 3_000_592_982_016, "0.6.4", 27.2, 20.4),
        (build("raidz2", 12), 3_000_592_982_016, "0.6.4", 32.5, 24.4),
        # serveraide.com/zfs-about-7-2-disk-space-is-lost-153821
        (build("raidz2", 15, 3), 3_000_592_982_016, "0.6.4", 122.2, 98.7),
        # equivariant.org/zpool-vs-zfs-size.html: USED + AVAIL
        (build("raidz1", 3), 4_000_787_030_016, "0.8", 10.9, 7.04),
    ],
)
def test_pools_of_older_releases(pool, disk, release, size, usable):
    """SIZE of `zpool list` and AVAIL of `zfs list`, in TiB, of whole disks on Linux."""
    found = capacity(pool, disk, release=release)
    assert found.size / TiB == pytest.approx(size, abs=0.051)
    assert found.usable / TiB == pytest.approx(usable, abs=0.05)


def test_a_disk_of_1000_gib_is_exact():
    """`zpool get -p size` of a whole disk, release 0.6.5 (wintelguy.com/2017/zfs-storage-overhead.html)."""
    found = capacity(build("stripe", 1), 1000 * GiB, 9, release="0.6.5")
    assert found.size == 1_065_151_889_408


def test_three_memory_disks():
    """SIZE and AVAIL of raidz1 on three of 1 GiB
    (zedfs.com/all-you-have-to-know-about-reading-zfs-disk-usage)."""
    found = capacity(build("raidz1", 3), 1 * GiB, scheme="whole", release="0.8")
    assert found.size == 2.75 * GiB
    assert found.usable / GiB == pytest.approx(1.71, abs=0.005)


@pytest.mark.parametrize(
    ("disk", "settings", "width", "asize", "release", "shift"),
    [
        (14_000_519_643_136, {}, 1, 14_000_504_438_784, "2.1", 34),
        (1_000_204_886_016, {}, 1, 1_000_189_984_768, "2.1", 33),
        (
            6_001_175_126_016,
            {"scheme": "truenas", "swap": 2 * GiB},
            1,
            5_999_022_833_664,
            "2.0",
            34,
        ),
        (3_000_592_982_016, {"scheme": "whole"}, 1, 3_000_588_042_240, "0.7", 34),
        (3_000_592_982_016, {}, 4, 12_002_313_371_648, "0.7", 36),
        (500_107_862_016, {}, 1, 500_093_681_664, "0.7", 32),
        (320_072_933_376, {}, 1, 320_058_425_344, "0.7", 31),
        (512_110_190_592, {"scheme": "whole"}, 1, 512_105_381_888, "0.7", 32),  # openzfs/zfs#8592
        (400 * MiB, {"scheme": "whole"}, 1, 414_711_808, "0.6.5", 24),
    ],
)
def test_labels_say_the_same(disk, settings, width, asize, release, shift):
    """`asize` and `metaslab_shift` that people had from `zdb`, of disks, mirrors and raidz1."""
    assert allocatable(partition(disk, **settings)) * width == asize
    assert metaslab_shift(asize, release) == shift


def test_raidz2_of_three_shows_a_third():
    """`zpool list` about 60 GB, `zfs list` about 20 GB (openzfs/zfs#12225)."""
    pool = capacity(build("raidz2", 3), 20 * GiB)
    assert pool.size / GiB == pytest.approx(60, abs=1)
    assert pool.usable / GiB == pytest.approx(20, abs=1)


def test_swap_and_two_raidz2_of_seven():
    """The steps of jro.io/capacity: 18 TB less 2 GiB of swap, 7,333 metaslabs of 16 GiB a vdev; 128 KiB
    are 32 sectors of data, 14 of parity, 2 of padding."""
    found = capacity(build("raidz2", 7, 2), 18 * 10**12, scheme="truenas", swap=2 * GiB)
    given_to_zfs = partition(18 * 10**12, "truenas", 2 * GiB)
    assert 0 < 17_997_852_516_352 - given_to_zfs < 256 * KiB
    assert found.size == 2 * 7333 * 16 * GiB
    assert found.usable == found.size // 512 * (512 * 32 // 48) - 128 * GiB


def test_partitions_with_swap_are_those_that_gpart_makes():
    """Sectors 40 to 1,953,525,127 of a 1 TB disk are free for gpart; swap of 2 GiB begins at 128, data
    at 4,194,432. The table of a disk with sectors of 4 KiB is 5 of them."""
    assert partition(1_953_525_168 * 512, "truenas", 2 * GiB) == (1_953_525_128 - 4_194_432) * 512
    assert partition(10**6 * 4096, "truenas", 0, 4096) == (10**6 - 5 - 128) * 4096
    less = [partition(10**12, "truenas", 128 * 512 + extra) for extra in (0, 1)]
    assert less[0] - less[1] == 128 * 512


# The disk


@given(st.integers(128 * MiB, 40 * 10**12), st.sampled_from([512, 4096]))
def test_a_partition_ends_before_the_table_and_is_aligned(disk, sector):
    table = sector + 16 * KiB
    linux = partition(disk, sector=sector)
    assert linux % (2048 * sector) == 0
    left = disk // sector * sector - linux - (2048 + 16384) * sector - table
    assert 0 <= left < 2048 * sector
    swapped = partition(disk, "truenas", 2 * GiB, sector)
    assert 0 <= disk - table - 128 * sector - 2 * GiB - swapped < 4 * KiB + sector
    assert partition(disk, "truenas", 1, sector) == partition(disk, "truenas", 128 * sector, sector)
    assert partition(disk, "whole", sector=sector) == disk // sector * sector


@pytest.mark.parametrize(("sector", "table"), [(512, 33), (4096, 5)])
def test_a_sector_too_few_costs_2048(sector, table):
    least = 2048 + 10 * 2048 + 16384 + table
    assert partition(least * sector, sector=sector) == 10 * 2048 * sector
    assert partition((least - 1) * sector, sector=sector) == 9 * 2048 * sector


def test_labels_take_four_and_a_half_mib():
    assert allocatable(1 * GiB) == 1 * GiB - 4 * MiB - 512 * KiB
    assert allocatable(1 * GiB + 256 * KiB - 1) == allocatable(1 * GiB)


def test_the_smallest_device_is_64_mib():
    pool = build("mirror", 2)
    assert capacity(pool, 64 * MiB, scheme="whole").size == 3 * 16 * MiB
    with pytest.raises(ValueError, match=r"got 67,108,352, which leave 67,108,352$"):
        capacity(pool, 64 * MiB - 512, scheme="whole")


# The vdev


@given(st.integers(64 * MiB, 2**56))
def test_metaslabs_are_as_many_as_the_table_says(size):
    """The comment of vdev_metaslab_set_size."""
    shift = metaslab_shift(size)
    count = size >> shift
    if size < 256 * MiB:
        assert shift == 24
    elif size < 8 * GiB:
        assert 8 <= count < 16
    elif size <= 100 * GiB:
        assert shift == 29
    elif size < 200 * 16 * GiB:
        assert 100 <= count <= 200
    elif size < 2**51:
        assert shift == 34
    else:
        assert shift == 34 or 1 << 16 <= count <= 1 << 17


@pytest.mark.parametrize(
    ("size", "shift"),
    [
        (4 * GiB, 29),
        (8 * GiB - 1, 29),
        (8 * GiB, 29),
        (201 * 512 * MiB - 1, 29),
        (201 * 512 * MiB, 30),
        (200 * GiB - 1, 30),
        (200 * GiB, 31),
        (200 * 16 * GiB, 34),
        ((1 << 51) + (1 << 34) - 1, 34),
        ((1 << 51) + (1 << 34), 35),
    ],
)
def test_metaslabs_change_size_where_the_code_does(size, shift):
    assert metaslab_shift(size) == shift


@given(st.integers(24, 34), st.integers(0, 300), st.integers(2, 255), st.integers(9, 16))
def test_metaslabs_of_draid_hold_the_whole_rows_between_their_ends(shift, count, width, ashift):
    """One by one, as vdev_draid_metaslab_init does."""
    one, row, total = 1 << shift, width << ashift, 0
    for start in range(0, count * one, one):
        aligned = -(-start // row) * row
        total += (one - (aligned - start)) // row * row
    assert metaslabs(count * one + one // 2, shift, row) == total


def test_a_draid_keeps_two_rows_of_each_disk_for_expansion():
    assert draid_capacity(10 * 16 * MiB, 8, 8) == 8 * 8 * 16 * MiB
    assert draid_capacity(11 * 16 * MiB - 1, 8, 8) == 8 * 8 * 16 * MiB
    assert draid_capacity(10 * 16 * MiB, 7, 5) == 11 * 5 * 16 * MiB


def test_a_spare_in_a_draid_takes_a_disk():
    assert capacity(build("draid1", 2), 10**12) == capacity(build("draid1", 2, data=1), 10**12)
    without, one = (capacity(build("draid2", 24, data=6, spares=n), 10**12) for n in (0, 1))
    assert one.size / without.size == pytest.approx(23 / 24, rel=1e-3)


@pytest.mark.parametrize("ashift", range(9, 17))
@pytest.mark.parametrize("recordsize", [512, 8 * KiB, 128 * KiB, 1 * MiB, 16 * MiB])
def test_blocks_take_what_they_take_in_the_machine(ashift, recordsize):
    disks = [HardDisk(DriveSpec(capacity=10**12)) for _ in range(12)]
    for vdev, pool in (
        (Raidz(disks, 2, 1 << ashift), build("raidz2", 12)),
        (Draid(disks, 3, 7, 1, 1 << ashift), build("draid3", 12, data=7, spares=1)),
    ):
        assert allocated(pool, recordsize, ashift) == vdev.allocated(recordsize)
        columns = vdev.columns(0, recordsize)
        padding = allocated(pool, recordsize, ashift) - sum(column.size for column in columns)
        assert 0 <= padding <= vdev.parity << ashift


def test_the_padding_rule():
    eight = [allocated(build(f"raidz{parity}", 12), 8 * KiB, 12) // KiB for parity in (1, 2, 3)]
    assert eight == [16, 24, 32]
    assert allocated(build("raidz2", 12), 128 * KiB, 12) == 42 * 4 * KiB  # 32 + 8 + 2
    assert allocated(build("draid2", 12, data=8), 8 * KiB, 12) == 10 * 4 * KiB


# What is shown


def test_small_pools_hold_back_128_mib_large_ones_128_gib():
    assert slop(100 * MiB, 0) == 50 * MiB
    assert slop(1 * GiB, 0) == 128 * MiB
    assert slop(1 * TiB, 0) == 32 * GiB
    assert slop(4 * TiB, 0) == slop(400 * TiB, 0) == 128 * GiB
    assert slop(1 * TiB, 8 * GiB) == 24 * GiB
    assert slop(1 * TiB, 31 * GiB) == 16 * GiB


def test_a_metaslab_kept_for_the_log_is_not_held_back_twice():
    """A constant share is lost, whatever the metaslabs (spa_get_slop_space); only 64 or fewer are
    all for data."""
    disk, pool = 200 * GiB, build("mirror", 2)
    before, since = (capacity(pool, disk, release=one) for one in ("2.0", "2.1"))
    log = 1 * GiB
    assert before.size == since.size == 199 * log
    assert before.usable == before.size - before.size // 32
    assert since.usable == since.size - (since.size - log) // 32
    few = 64 * 512 * MiB + 16 * MiB
    of_few = [capacity(pool, few, release=one).usable for one in ("2.0", "2.3")]
    assert of_few[0] == of_few[1]
    more = [capacity(pool, few + 512 * MiB, release=one).usable for one in ("2.0", "2.3")]
    assert more[1] - more[0] == 512 * MiB // 32


@pytest.mark.parametrize("layout", ["raidz1", "raidz2", "raidz3"])
@pytest.mark.parametrize("ashift", [9, 12, 16])
@pytest.mark.parametrize("width", [4, 7, 12, 24])
def test_zfs_list_takes_all_blocks_for_128_kib(layout, ashift, width):
    found = capacity(build(layout, width), 4 * 10**12, ashift)
    assert 128 * KiB * 0.99 < found.record <= 128 * KiB
    assert found.room == found.usable // found.record * 128 * KiB


@given(
    st.sampled_from(["stripe", "mirror", "raidz1", "raidz3", "draid1", "draid3"]),
    st.integers(4, 40),
    st.integers(9, 24),
    st.integers(9, 16),
    st.floats(1, 8),
    st.floats(0, 1),
)
def test_the_room_fits_between_the_labels(layout, width, power, ashift, compression, fill):
    pool = build(layout, width, data=1 if layout[0] == "d" else 0)
    found = capacity(
        pool, 10**12, ashift, 1 << power, compression=compression, fill=fill, release="2.4"
    )
    blocks = found.room >> power
    taken = blocks * allocated(pool, ceil((1 << power) / compression), ashift)
    assert blocks * found.record <= found.usable * fill < (blocks + 1) * found.record + 1
    assert taken <= found.size < found.raw


def test_zvols_of_8_kib_on_raidz_hold_half_of_what_zfs_list_shows():
    pool = build("raidz2", 10)
    wide, small = (capacity(pool, 10**13, recordsize=size * KiB) for size in (128, 8))
    assert wide.usable == small.usable
    # 32 of 42 sectors hold data in 128 KiB, 2 of 6 in 8 KiB
    assert small.room / wide.room == pytest.approx((2 / 6) / (32 / 42), rel=1e-9)
    assert small.record == pytest.approx(8 * KiB * (6 / 2) * (32 / 42), rel=0.01)


@pytest.mark.parametrize(
    ("layout", "ashift", "measured"),
    [
        ("raidz1", 12, [135, 148, 162, 162, 171, 171, 181, 181, 181, 181]),
        ("raidz2", 12, [101, 148, 181, 203, 203, 217, 232, 232, 232, 232]),
        ("raidz1", 9, [101, 104, 101, 105, 108, 110, 101, 102, 103, 104]),
        ("raidz2", 9, [101, 104, 113, 101, 108, 114, 118, 106, 108, 110]),
    ],
)
def test_a_zvol_uses_what_was_measured(layout, ashift, measured):
    """USED as a percentage of volsize, filled in blocks of 8 KiB, of 3 to 12 disks
    (sobrelinux.info/questions/637822); a block has a pointer of 128 bytes."""
    found = [
        capacity(build(layout, width), 10**12, ashift, recordsize=8 * KiB).record / (8 * KiB)
        for width in range(3, 13)
    ]
    assert [100 * share * (1 + 128 / (8 * KiB)) for share in found] == pytest.approx(
        measured, abs=0.75
    )


def test_compression_is_worth_little_in_small_blocks():
    pool = build("raidz1", 5)
    twice = {
        size: capacity(pool, 10**12, recordsize=size * KiB, compression=2).room
        / capacity(pool, 10**12, recordsize=size * KiB).room
        for size in (4, 8, 128)
    }
    assert twice[4] == 1.0
    assert twice[8] == pytest.approx(2.0, rel=1e-6)
    assert twice[128] == pytest.approx(2.0, rel=0.01)
    odd = capacity(pool, 10**12, recordsize=8 * KiB, compression=8192 / 4096.5)
    assert odd.record == capacity(pool, 10**12, recordsize=8 * KiB).record  # a byte more than 4 KiB
    half = capacity(pool, 10**12, fill=0.5)
    assert half.room == pytest.approx(capacity(pool, 10**12).room / 2, rel=1e-6)


def test_what_adds_nothing_and_what_adds_to_size_only():
    pool = build("raidz2", 8, 2)
    bare = capacity(pool, 10**12)
    more = pool._replace(log="an SSD", logs=2, flash="an SSD", flashes=2)
    assert capacity(more, 10**12) == bare
    spared = capacity(pool._replace(spares=2), 10**12)
    assert spared == bare._replace(raw=18 * 10**12)
    fast = pool._replace(special="an SSD", specials=2)
    for release in RELEASES[RELEASES.index("0.8") :]:
        found = capacity(fast, 10**12, special_bytes=480 * 10**9, release=release)
        assert found.size - bare.size == 111 * 4 * GiB
        plain = capacity(pool, 10**12, release=release).usable
        assert found.usable - plain == (4 * GiB if release == "2.4" else 0)
    assert capacity(build("stripe", 3, 2), 10**12) == capacity(build("stripe", 1, 6), 10**12)
    assert capacity(build("draid2", 12), 10**12) == capacity(build("draid2", 12, data=8), 10**12)
    few, named = build("draid2", 8, spares=1), build("draid2", 8, data=5, spares=1)
    assert capacity(few, 10**12) == capacity(named, 10**12)


@given(st.integers(200, 4000), st.integers(1, 400))
def test_a_larger_disk_holds_no_less(gigabytes, more):
    assume(metaslab_shift(gigabytes * 10**9) == metaslab_shift((gigabytes + more) * 10**9))
    small, large = (
        capacity(build("mirror", 2), size * 10**9) for size in (gigabytes, gigabytes + more)
    )
    assert small.size <= large.size
    assert small.usable <= large.usable


# Refused


@pytest.mark.parametrize(
    ("pool", "settings", "wanted"),
    [
        (
            build("raidz2", 2),
            {},
            r"width of a raidz2 must be from 3 to 255, got 2|3 or more, got 2",
        ),
        (build("mirror", 1), {}, r"width of a mirror must be 2 or more, got 1"),
        (build("raidz1", 256), {}, r"width of a raidz1 must be .*255.*, got 256"),
        (build("draid2", 9, data=8), {}, r"width must be 10 or more in a draid2 .*, got 9"),
        (build("draid1", 9, data=8, spares=1), {}, r"width must be 10 or more .* got 9"),
        (build("draid2", 4, spares=2), {}, r"width must be 5 or more in a draid2 with 1 of data"),
        (build("draid1", 256), {}, r"width of a draid1 must be .*255.*, got 256"),
        (build("draid1", 200, spares=101), {}, r"spares must be .*100.*, got 101"),
        (build("draid2", 12), {"release": "2.0"}, r"release must be 2.1 or later for draid2"),
        (build("raid6", 8), {}, r"layout must be one of stripe, .*, got 'raid6'"),
        (build("mirror", 2, 0), {}, r"vdevs must be 1 or more, got 0"),
        (build("mirror", 2), {"disk_bytes": 70 * MiB}, r"disk_bytes must leave 67,108,864 bytes"),
        (build("mirror", 2), {"disk_bytes": -1}, r"disk_bytes must leave .* which leave 0$"),
        (build("mirror", 2), {"disk_bytes": 1e12}, r"disk_bytes must be a whole number, got"),
        (
            build("mirror", 2),
            {"recordsize": 100_000},
            r"recordsize must be a power of two .*100000",
        ),
        (build("mirror", 2), {"recordsize": 256}, r"recordsize must be a power of two .* got 256"),
        (build("mirror", 2), {"recordsize": 32 * MiB}, r"recordsize must be .* 16 MiB"),
        (build("mirror", 2), {"ashift": 8}, r"ashift must be 9 or more, got 8"),
        (build("mirror", 2), {"ashift": 17}, r"ashift must be .*16.*, got 17"),
        (build("mirror", 2), {"ashift": 9, "sector": 4096}, r"ashift must be 12 or more, got 9"),
        (build("mirror", 2), {"sector": 520}, r"sector must be 512 or 4096 bytes, got 520"),
        (build("mirror", 2), {"compression": 0.5}, r"compression must be 1 or more, got 0.5"),
        (build("mirror", 2), {"compression": inf}, r"compression must be a finite number"),
        (build("mirror", 2), {"fill": 1.2}, r"fill must be .*1.*, got 1.2"),
        (build("mirror", 2), {"scheme": "mbr"}, r"scheme must be one of linux, truenas, whole"),
        (build("mirror", 2), {"swap": GiB}, r"swap must be 0 unless scheme is truenas"),
        (build("mirror", 2), {"release": "1.9"}, r"release must be one of 0.6.4, "),
        (
            build("mirror", 2, specials=2),
            {"release": "0.7"},
            r"release must be 0.8 or later for spec",
        ),
        (build("mirror", 2, specials=2), {}, r"special_bytes must leave 67,108,864 bytes"),
        (build("mirror", 2, specials=-1), {}, r"specials must be 0 or more, got -1"),
    ],
)
def test_bad_input_in_one_line(pool, settings, wanted):
    with pytest.raises(ValueError, match=wanted) as refused:
        capacity(pool, **{"disk_bytes": 10**12, **settings})
    assert "\n" not in str(refused.value)
