"""Counts the log twice, as mirrors keep it, whatever the pool.

fails:
    test_the_log_is_kept_as_safely_as_the_data
    test_it_agrees_with_the_pool_of_the_book
advice: Not every pool is a mirror
"""

BLOCK = 128 * 1024  # bytes of a log block
HEADER = 192  # bytes: of the block, and of each write in it
LARGEST = 32 * 1024  # bytes of a write that is copied into the log


def at_risk(rate, clients, committed, group):
    """The share of what clients send that a COMMIT finds in memory only."""
    held = 1.5 * group * rate / clients
    return min(1.0, held / committed)


def logged(size):
    """Bytes of log blocks for a byte that is logged, in writes of `size` bytes."""
    if size > LARGEST:
        return 0.0
    writes = (BLOCK - HEADER) // (size + HEADER)
    return BLOCK / (writes * size)


def on_disks(rate, clients, size, committed, group, copies, log_devices):
    """Bytes that reach the disks for a byte that clients write."""
    log = 0.0 if log_devices else logged(size) * at_risk(rate, clients, committed, group)
    return copies + 2 * log
