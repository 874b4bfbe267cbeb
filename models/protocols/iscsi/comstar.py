"""The iSCSI target of 2009, COMSTAR, in the kernel: no lock that all share, and so only processors
and wires to wait for.

It writes each buffer to the volume as it arrives. What comes with the command is a buffer of its
own, and the rest is asked for only then, so that ZFS gets two synchronous writes. Source:
sbd_scsi.c of OpenSolaris, 2009; that this is the trouble that the text speaks of (Bourbonnais 2009,
iSCSI unleashed) is our reading.
"""

from models.protocols.iscsi.pdu import Session
from models.units import KiB

BUFFER = 128 * KiB
"""It takes data into buffers of at most this size."""


def pieces(session: Session, size: int) -> list[int]:
    """The synchronous writes (bytes) that a write becomes: what came with the command, then buffer
    by buffer."""
    now = session.with_command(size)
    return [now] * bool(now) + [min(BUFFER, size - begin) for begin in range(now, size, BUFFER)]
