"""NFS on the wire: the lengths of messages, and the bytes that network cards count."""

from models.head.nic import CountedBytes, exchange
from models.units import KiB, MiB

MARK, HANDLE = (4, 4 + 32)  # length of a message over TCP; a ZFS file handle and its length
CREDENTIALS = 8 + 4 + 12 + 4 + 4 + 8  # AUTH_SYS: kind, length, stamp, name of 8 letters, 3 ids
CALL = MARK + 24 + CREDENTIALS + 8  # number, kind, versions, procedure; credentials; empty verifier
ANSWER = MARK + 24
# attributes of a file after a call, and those from before the call
ATTRIBUTES, BEFORE = (4 + 84, 4 + 24)
CHANGED = BEFORE + ATTRIBUTES
BEFORE_DATA = {
    "READ": (CALL + HANDLE + 12, ANSWER + 4 + ATTRIBUTES + 12),
    "WRITE": (CALL + HANDLE + 20, ANSWER + 4 + CHANGED + 16),
    "COMMIT": (CALL + HANDLE + 12, ANSWER + 4 + CHANGED + 8),
}
"""Bytes of a request and of its answer without data. Source: RFC 1813 (version 3), RFC 5531."""
LARGEST_TRANSFER = 1 * MiB


def message(op: str, size: int = 0) -> tuple[int, int]:
    """Return the bytes of a request and of its answer, with `size` bytes of data in the answer of a
    READ, or in a WRITE."""
    request, answer = BEFORE_DATA[op]
    data = -(-size // 4) * 4
    return request + (data if op == "WRITE" else 0), answer + (data if op == "READ" else 0)


def on_the_wire(
    op: str, size: int, *, transfer: int = 32 * KiB, mtu: int = 1500, committed: int = 0
) -> CountedBytes:
    """Return the bytes that the server's cards count for `size` bytes that a program reads or
    writes. `transfer` is the largest request (rsize, wsize), `committed` the bytes between two
    COMMITs of a writer, 0 for none."""
    whole, rest = divmod(size, transfer)
    parts = [(whole, transfer)] * bool(whole) + [(1, rest)] * bool(rest)
    sent = received = 0.0
    for times, part in parts:
        counted = exchange(*message(op, part), part, mtu)
        sent, received = sent + times * counted.out, received + times * counted.come
    if committed:
        counted = exchange(*message("COMMIT"), 1, mtu)
        sent, received = (
            sent + counted.out * size / committed,
            received + counted.come * size / committed,
        )
    return CountedBytes(sent, received, size)
