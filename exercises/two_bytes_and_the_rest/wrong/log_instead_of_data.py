"""Takes what is logged for written: it does not go to its place any more.

fails:
    test_the_log_is_kept_as_safely_as_the_data
    test_log_devices_take_the_log_away
    test_it_agrees_with_the_pool_of_the_book
advice: goes to its place as well, later
"""

BLOCK = 128 * 1024  # bytes of a log block
HEADER = 192  # bytes: of the block, and of each write in it
LARGEST = 32 * 1024  # bytes of a write that is copied into the log


def {{function.risk}}({{rate.args}}, committed, group):
    """{{risk.doc}}"""
    held = 1.5 * group * {{rate.one}}
    return {{risk.code}}


def {{function.log}}(size):
    """Bytes of log blocks for a byte that is logged, in writes of `size` bytes."""
    if size > LARGEST:
        return 0.0
    writes = (BLOCK - HEADER) // (size + HEADER)
    return BLOCK / (writes * size)


def {{function.disks}}({{rate.name}}, clients, size, committed, group, copies, {{log.name}}):
    """{{result.doc}}"""
    share = {{function.risk}}({{rate.args}}, committed, group){{risk.share}} if {{function.log}}(size) else 0.0
    log = 0.0 if {{log.away}} else {{function.log}}(size) * share
    return (copies * (1 - share) + log){{result.code}}
