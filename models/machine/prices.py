"""What the file system's work costs on a machine: the cycles of the catalogue at its clock."""

from math import isclose

from models.catalogue.machines import values
from models.head.catalogue_head import head_of
from models.machine.cores import MEASURED, at_rest
from models.machine.order import Order
from models.zfs.io.software import SoftwareCosts

USUAL_CLOCK = 2.4e9
"""Clock of cores that no data sheet names (Hz)."""


def software(order: Order) -> SoftwareCosts:
    """Return the costs of ZFS's own work on a machine.

    With a head of the catalogue, cycles are those of the head on which costs were measured, and
    change with the time of an NFS read, so that they follow clock and memory."""
    head, files, pool = order.head, order.filesystem, order.pool
    cycles = values("software-2009" if head.software == "2009" else "software")
    if head.model:
        clock = values(MEASURED)["clock"]
        scale = at_rest(1.0, head_of(head.model, head.spec))
    else:
        clock, scale = values(order.machine).get("processor.clock", USUAL_CLOCK), 1.0

    def time(name: str) -> float:
        return float(cycles[name] / clock * scale)

    parity = pool.parity
    ratio = files.ratio or cycles[f"ratio.{files.compression}"]
    return SoftwareCosts(
        read=time("read"),
        write=time("write"),
        copy=head.copy or time("copy_byte"),
        block=time("block"),
        sync_block=time("sync_block"),
        commit=time("commit"),
        checksum=time(f"checksum.{files.checksum}_byte"),
        compress=time(f"compress.{files.compression}_byte"),
        unpack=time(f"unpack.{files.compression}_byte"),
        parity=time(f"parity.{parity}_byte"),
        wake=head.wake,
        ratio=1.0 if isclose(ratio, 1.0) else float(ratio),
        sector=1 << pool.ashift,
        whole=head.blocks == "in requests",
    )
