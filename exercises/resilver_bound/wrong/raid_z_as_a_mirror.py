"""Counts the blocks of a RAID-Z as if each disk held whole blocks.

fails:
    test_a_raid_z_copies_more_blocks_for_the_same_bytes
    test_on_a_raid_z_the_blocks_count_and_the_bytes_stay
advice: held only a part of each block
"""

THROTTLE = 0.020


def blocks_to_copy(disk, block, parts):
    return disk["used"] / block


def least_seconds(disk, block, parts, at_work):
    blocks = blocks_to_copy(disk, block, parts)
    return max(disk["used"] / disk["stream"], blocks / disk["movements"], THROTTLE * blocks if at_work else 0.0)
