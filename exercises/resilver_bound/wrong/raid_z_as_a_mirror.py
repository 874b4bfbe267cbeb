"""Counts the blocks of a RAID-Z as if each disk held whole blocks.

fails:
    test_disks_that_share_each_block_copy_more_of_them
    test_with_shared_blocks_more_are_copied_but_no_more_bytes
advice: held only a piece of each block
"""

THROTTLE = {{throttle.delay:.3f}}


def {{function.blocks}}(disk, block, {{parts.name}}):
    return {{use.code}} / block


def {{function.least}}(disk, block, {{parts.name}}, at_work):
    blocks = {{function.blocks}}(disk, block, {{parts.name}})
    stream = {{use.code}} / disk["stream"]
    arm = blocks {{arm.code}}
    throttle = THROTTLE * blocks if at_work else 0.0
    return max(stream, arm, throttle){{unit.code}}
