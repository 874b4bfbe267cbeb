"""Drives and heads as a buyer sees them: the numbers of a data sheet that the machine needs."""

from typing import NamedTuple

KINDS = {"disk": "", "ssd": "sata-server", "nvme": "nvme-server"}
"""Kinds of drives, each with the kind of the catalogue from which settings of 0 are taken."""


class Drive(NamedTuple):
    """A drive of the price list. Times in seconds, sizes in bytes, rates in bytes a second.

    A setting of 0 is that of the catalogue: of the disks of the server of today, or of an SSD of the
    kind `like`."""

    name: str
    kind: str  # disk, ssd (SATA or SAS) or nvme
    capacity: float
    speed: float = 0.0  # turns a second, of a disk
    media_rate: float = 0.0  # on the outermost tracks, of a disk
    seek_average: float = 0.0  # of a disk
    read_access: float = 0.0  # of an SSD, before the data is transferred
    write_access: float = 0.0  # of an SSD
    read_rate: float = 0.0  # of the interface of an SSD
    write_rate: float = 0.0  # of the interface of an SSD
    program_rate: float = 0.0  # sustained writes in a row of an SSD
    channels: int = 0  # places of the flash that read at a time
    like: str = ""  # kind of SSD in the catalogue; "": that of `KINDS`

    @property
    def sheet(self) -> str:
        """Return the kind of SSD in the catalogue that this drive starts from; "" for a disk."""
        return self.like or KINDS[self.kind]


class Head(NamedTuple):
    """A head of the price list. A setting of 0 is that of the server of today."""

    name: str
    cores: int = 0
    ports: int = 0
    port_rate: float = 0.0  # bytes a second, each way
    bays: int = 0  # disks on one cable of four SAS lanes; 0: as many as the largest JBOD takes
