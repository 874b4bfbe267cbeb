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


def {{function.risk}}({{rate.args}}, committed, group):
    """{{risk.doc}}"""
    held = 1.5 * group * {{rate.one}}
    return {{risk.endless}}


def {{function.log}}(size):
    """Bytes of log blocks for a byte that is logged, in writes of `size` bytes."""
    if size > LARGEST:
        return 0.0
    writes = (BLOCK - HEADER) // (size + HEADER)
    return BLOCK / (writes * size)


def {{function.disks}}({{rate.name}}, clients, size, committed, group, copies, {{log.name}}):
    """{{result.doc}}"""
    share = {{function.risk}}({{rate.args}}, committed, group){{risk.share}}
    log = {{function.log}}(size) * share
    return copies * (1 + log){{result.code}}
