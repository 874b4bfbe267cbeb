"""COMSTAR, the iSCSI target of 2009, in the kernel. Without a global lock, requests wait only for
processors and wires.

It writes each buffer to the volume as it arrives. Data that comes with the command is a buffer of
its own and the rest is requested only afterwards, so that ZFS gets two synchronous writes. Source:
sbd_scsi.c of OpenSolaris, 2009; that this is the problem in the text (Bourbonnais 2009, iSCSI
unleashed) is our reading.
"""

from models.protocols.iscsi.pdu import IscsiSession
from models.units import KiB

BUFFER = 128 * KiB
"""Largest buffer for incoming data (bytes)."""


def pieces(session: IscsiSession, size: int) -> list[int]:
    """Return the sizes of the synchronous writes (bytes) that a write of `size` bytes becomes: one
    for the data that comes with the command, and one per further buffer."""
    now = session.with_command(size)
    return [now] * bool(now) + [min(BUFFER, size - begin) for begin in range(now, size, BUFFER)]
