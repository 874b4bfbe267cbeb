"""Lets the throttle hold when nobody is at work, too.

fails:
    test_with_small_blocks_the_arm_decides
    test_on_a_raid_z_the_blocks_count_and_the_bytes_stay
advice: only while an application is at work
"""

THROTTLE = 0.020


def blocks_to_copy(disk, block, parts):
    return disk["used"] * parts / block


def least_seconds(disk, block, parts, at_work):
    blocks = blocks_to_copy(disk, block, parts)
    return max(disk["used"] / disk["stream"], blocks / disk["movements"], THROTTLE * blocks)
