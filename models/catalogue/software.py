"""The core time of ZFS's own work, in cycles, as programs of 2009 and of today need it.

A constant that ends in `_byte` is for each byte of data. The rates behind the bytes were measured on one core, and are
divided by its clock, or by the clock that it is taken to have had.
"""

from models.catalogue.provenance import Constant, datasheet, physics
from models.catalogue.zfs_2010 import ZFS_2010

ONE_CORE = (
    "gist 87429658 (ZFS on Linux 0.6.4.2): 14.1 us for an overwrite of 4 KiB by one program that keeps a core of 2.6 GHz "
    "(Opteron 2435) busy"
)
SHA2 = "OpenZFS pull request 13741, on a core of 4.7 GHz (Ryzen 5800X)"
SKYLAKE = "OpenZFS pull request 9517, fletcher_4_bench on a core of 3.7 GHz (Xeon Platinum 8170)"
PARITY = (
    "OpenZFS pull request 4860, vdev_raidz_bench; the clock is not published and taken as 3.5 GHz"
)
CORPUS = "the Silesia corpus on a core of 4.0 GHz (Core i7-6700K): LZ4's own page of benchmarks"
ILLUMOS = "illumos wiki, LZ4 Compression: LZ4 is half as fast again, and unpacks 1.8 times as fast"


def per_byte(gigahertz: float, rate: float, source: str) -> Constant:
    """Return the cycles for a byte on a core of this clock (GHz) that does `rate` bytes a second."""
    return datasheet(gigahertz * 1e9 / rate, "", source)


SOFTWARE: dict[str, Constant] = {
    "read": physics(
        24_000,
        "",
        "a program's read that memory answers, beside the copy. Openzfs/zfs issue 3752: 19.1 us for 4 KiB with 32 programs "
        "on four sockets, 42,000 cycles at 2.2 GHz, of which removing one atomic saved a part; alone some 13,000. "
        "13,000 to 42,000",
    ),
    "write": datasheet(
        36_660 - 4096 * 1.3,
        "",
        f"{ONE_CORE}: a program's write into its group, without the copy (1.3 cycles a byte)",
    ),
    "block": physics(
        60_000,
        "",
        "a block on its way to or from disk: its zio and those of the vdev, issue, interrupt, and the thread that ends it. "
        "OpenZFS pull request 12289: 649,000 reads of 4 KiB from disk fill 80 threads, 123 us of a thread each, half of "
        "it a core's; with less contention less. 30,000 to 120,000",
    ),
    "commit": physics(
        20_000, "", "a record copied into a log block, and the block's zio. 10,000 to 40,000"
    ),
    "sync_block": datasheet(
        7_600,
        "",
        "OpenZFS commit 3bd4df3841: some 330,000 blocks a second were the most that the thread of a pool could start, "
        "at 2.5 GHz (taken)",
    ),
    "copy_byte": physics(
        0.325,
        "",
        "a copy from memory to memory on one core, 10 GB/s at 3.25 GHz. 6 to 15 GB/s",
    ),
    "checksum.off_byte": physics(0.0, "", "nothing is added up"),
    "checksum.fletcher4_byte": per_byte(3.7, 22.38e9, f"{SKYLAKE}: avx2, 22.4 GB/s"),
    "checksum.sha256_byte": per_byte(4.7, 2280 * 2**20, f"{SHA2}: sha-ni, 2,280 MiB/s"),
    "checksum.skein_byte": per_byte(4.7, 1026 * 2**20, f"{SHA2}: skein, 1,026 MiB/s"),
    "checksum.edonr_byte": per_byte(4.7, 2772 * 2**20, f"{SHA2}: edonr, 2,772 MiB/s"),
    "compress.off_byte": physics(0.0, "", "nothing is packed"),
    "compress.lzjb_byte": per_byte(4.0, 730e6 / 1.5, f"{ILLUMOS}; {CORPUS}"),
    "compress.lz4_byte": per_byte(4.0, 730e6, f"{CORPUS}: lz4 1.8.2, 730 MB/s"),
    "compress.zstd_byte": per_byte(
        4.5, 200e6, "LZ4's page, Core i7-3930K at 4.5 GHz: zstd 1.1.1 -3, 200 MB/s"
    ),
    "compress.gzip_byte": per_byte(4.0, 34e6, f"{CORPUS}: zlib 1.2.11 -6, 34 MB/s"),
    "unpack.off_byte": physics(0.0, "", "nothing is unpacked"),
    "unpack.lzjb_byte": per_byte(4.0, 3900e6 / 1.8, f"{ILLUMOS}; {CORPUS}"),
    "unpack.lz4_byte": per_byte(4.0, 3900e6, f"{CORPUS}: 3,900 MB/s"),
    "unpack.zstd_byte": per_byte(4.5, 810e6, "LZ4's page, Core i7-3930K at 4.5 GHz: 810 MB/s"),
    "unpack.gzip_byte": per_byte(4.0, 410e6, f"{CORPUS}: 410 MB/s"),
    "ratio.off": physics(1.0, "", "records lie on disk as they are"),
    "ratio.lzjb": physics(2.1 / 1.1, "", "illumos wiki: up to a tenth less than LZ4"),
    "ratio.lz4": datasheet(2.101, "", CORPUS),
    "ratio.zstd": datasheet(3.164, "", "LZ4's page: zstd 1.1.1 -3, the Silesia corpus"),
    "ratio.gzip": datasheet(3.099, "", CORPUS),
    "parity.0_byte": physics(0.0, "", "a layout without parity"),
    "parity.1_byte": per_byte(3.5, 4.79e9, f"{PARITY}: avx2, 4.79 GB/s of data"),
    "parity.2_byte": per_byte(3.5, 3.30e9, f"{PARITY}: avx2, 3.30 GB/s"),
    "parity.3_byte": per_byte(3.5, 1.48e9, f"{PARITY}: avx2, 1.48 GB/s"),
}
"""OpenZFS of today on a processor with AVX2 and SHA instructions."""

SOFTWARE_2009: dict[str, Constant] = {
    **SOFTWARE,
    "sync_block": physics(0.0, "", "the streams' own price of this thread (streaming) is charged"),
    "copy_byte": physics(
        1.3,
        "",
        "the copy of the head nodes: two instructions for 8 bytes, and a wait for each line",
    ),
    "checksum.fletcher4_byte": physics(
        float(ZFS_2010["fletcher_cycles"].value) / 4, "", ZFS_2010["fletcher_cycles"].source
    ),
    "checksum.sha256_byte": per_byte(
        float(ZFS_2010["clock"].value) / 1e9,
        float(ZFS_2010["sha256_rate"].value),
        ZFS_2010["sha256_rate"].source,
    ),
    "parity.1_byte": per_byte(3.5, 0.725e9, f"{PARITY}: the code of 2009, 0.725 GB/s of data"),
    "parity.2_byte": per_byte(3.5, 0.308e9, f"{PARITY}: the code of 2009, 0.308 GB/s"),
    "parity.3_byte": per_byte(3.5, 0.120e9, f"{PARITY}: the code of 2009, 0.120 GB/s"),
}
"""ZFS of 2009, without vector instructions; other work needs as many cycles."""
