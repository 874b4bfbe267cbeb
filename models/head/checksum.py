"""What a processor takes to check a block of data: ZFS's usual sum, and the hash that dedup needs."""
from models.catalogue.machines import values

ZFS = values("zfs-2010")
SHA256 = ZFS["sha256_rate"]
FLETCHER4 = 4 * ZFS["clock"] / ZFS["fletcher_cycles"]
"""Bytes a second of one core. SHA-256 stirs each 64 bytes in 64 rounds; Fletcher-4 adds up words of 4 bytes."""


def seconds(size: int, rate: float = SHA256) -> float:
    """For a block of `size` bytes on one core that does `rate` bytes a second. It has no part before the first byte."""
    return size / rate
