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
    share = {{function.risk}}({{rate.args}}, committed, group){{risk.share}}
    log = 0.0 if {{log.away}} else {{function.log}}(size) * share
    return copies * (1 + log){{result.code}}
