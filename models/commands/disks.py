"""Devices by the names that systems give them: what they are, and how large."""

import re
from typing import NamedTuple

from models.units import GB, TB


class Disk(NamedTuple):
    """What the name of a device says; "" and 0 where it says nothing."""

    kind: str  # "disk", a kind of SSD, "nvme", "sd" (a disk or SSD on SATA or SAS), or ""
    capacity: int  # bytes


ROUND = {
    "1T9": 1.92,
    "3T8": 3.84,
    "7T6": 7.68,
    "15T": 15.36,
    "15T3": 15.36,
    "30T": 30.72,
    "30T7": 30.72,
}
ROUND |= {"019T": 1.92, "038T": 3.84, "076T": 7.68, "153T": 15.36, "307T": 30.72, "614T": 61.44}
"""Capacities (TB) of codes that leave out the last digits."""
SMART = "linuxhw, SMART: models of drives with their capacities (github.com/linuxhw/SMART)"
DRIVEDB = "smartmontools, drivedb.h: names of drives by family"
MODELS = (
    (r"[WH]U[HS]72\d\d(\d\d)", "disk", "TB", SMART),
    (r"WD(\d{2,3})(?:[EFKP]|\d\dF)[A-Z]{3}", "disk", "WD", SMART),
    (r"ST(\d{3,5})(?:NM|NE|VN|NT|DM|VX)", "disk", "GB", SMART),
    (r"MG\d\d[ASF]C[AP](\d{2})T", "disk", "TB", SMART),
    (r"MG\d\d[AS]CA(\d)00[EN]", "disk", "TB", SMART),
    (r"HDW[A-Z]1(\d)0", "disk", "TB", SMART),
    (r"SSD_9[5-9]0_\w*?(\d+[GT])B", "nvme-consumer", "code", SMART),
    (r"SSD_8[4-9]0_\w*?(\d+[GT])B", "sata-consumer", "code", SMART),
    (r"MZ7[LK][A-Z0-9]{1,2}?(\d{3}|\dT\d|\d\dT)[A-Z]", "sata-server", "code", DRIVEDB),
    (r"MZ(?:QL|WL|PL|1L|XL)[A-Z0-9]{1,2}?(\d{3}|\dT\d|\d\dT)[A-Z]", "nvme-server", "code", SMART),
    (r"SSDPE(?:21[DKM]|D1[DK]|L1[DK])(\d{3}[GT])", "optane", "code", SMART),
    (r"(?:SSDP[EF]|SBFPF)\w{3,5}?(\d{3}[GT])", "nvme-server", "code", SMART),
    (r"SSDSC2[BK][A-Z](\d{3}[GT])", "sata-server", "code", SMART),
    (r"MTFDDA[KV](\d{3}|\dT\d|\d\dT\d?)", "sata-server", "code", DRIVEDB),
    (r"MTFD(?:KB|KC|HA|HB|LB)[A-Z](\d{3}|\dT\d|\d\dT\d?)", "nvme-server", "code", SMART),
    (r"CT(\d{3,4})(?:MX|BX)", "sata-consumer", "GB", SMART),
)  # fmt: skip
"""Model numbers, the kind of drive, what their digits mean, and where drives of such names are listed."""
PATTERNS = [(re.compile(pattern, re.ASCII), kind, digits) for pattern, kind, digits, _ in MODELS]
DIGITS = {"TB": 1.0 * TB, "GB": 1.0 * GB}


def disk_of(name: str) -> Disk:
    """Return what is known of a device by its name: `sda`, `nvme0n1`, `da0`, `c0t0d0`, or one of
    /dev/disk/by-id with the drive's model."""
    last = name.rpartition("/")[2][:200]
    for pattern, kind, digits in PATTERNS:
        if match := pattern.search(last):
            return Disk(kind, capacity(match[1], digits))
    if re.match(r"nvme|nvd\d|nda\d", last):
        return Disk("nvme", 0)
    if re.match(r"sd[a-z]+\d*$|a?da\d|vd[a-z]|xvd|hd[a-z]|c\d+t|c\d+d|ata-|scsi-", last):
        return Disk("sd", 0)
    return Disk("", 0)


def capacity(number: str, digits: str) -> int:
    """Return the capacity (bytes) that a part of a model number stands for."""
    if digits in DIGITS:
        return round(int(number) * DIGITS[digits])
    if digits == "WD":  # WD40 is 4.0 TB, WD101 is 10 TB
        return round(int(number) * 0.1 * TB) if len(number) == 2 else int(number[:2]) * TB
    if number in ROUND:
        return round(ROUND[number] * TB)
    tens = re.fullmatch(r"(\d{3})T", number)  # 040T is 4.0 TB
    if tens:
        return round(int(tens[1]) * 0.1 * TB)
    if "T" in number:
        return round(float(number.replace("T", ".").rstrip(".")) * TB)
    return int(number.rstrip("G")) * GB


def solid(kind: str) -> bool:
    """Return whether a kind is an SSD's."""
    return kind not in ("", "disk")


def nvme(kind: str) -> bool:
    """Return whether a kind of SSD is attached as an NVMe drive."""
    return kind.startswith("nvme") or kind == "optane"
