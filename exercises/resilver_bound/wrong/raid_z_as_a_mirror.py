"""Counts the blocks of a RAID-Z as if each disk held whole blocks.

fails:
    test_disks_that_share_each_block_copy_more_of_them
    test_with_shared_blocks_more_are_copied_but_no_more_bytes
advice: held only a piece of each block
"""

THROTTLE = 0.020


def blocks_to_copy(disk, block, parts):
    return disk["used"] / block


def least_seconds(disk, block, parts, at_work):
    blocks = blocks_to_copy(disk, block, parts)
    return max(disk["used"] / disk["stream"], blocks / disk["movements"], THROTTLE * blocks if at_work else 0.0)
