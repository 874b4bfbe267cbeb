"""Reads the comparison with at_risk the wrong way, and forgets the log devices while it is at it.

fails:
    test_no_more_is_at_risk_than_was_sent
    test_log_devices_take_the_log_away
advice: never more than everything that was sent
advice: the log goes elsewhere
"""

BLOCK = 128 * 1024  # bytes of a log block
HEADER = 192  # bytes: of the block, and of each write in it
LARGEST = 32 * 1024  # bytes of a write that is copied into the log


def at_risk(rate, clients, committed, group):
    """The share of what clients send that a COMMIT finds in memory only."""
    held = 1.5 * group * rate / clients
    return held / committed


def logged(size):
    """Bytes of log blocks for a byte that is logged, in writes of `size` bytes."""
    if size > LARGEST:
        return 0.0
    writes = (BLOCK - HEADER) // (size + HEADER)
    return BLOCK / (writes * size)


def on_disks(rate, clients, size, committed, group, copies, log_devices):
    """Bytes that reach the disks for a byte that clients write."""
    log = logged(size) * at_risk(rate, clients, committed, group)
    return copies * (1 + log)
