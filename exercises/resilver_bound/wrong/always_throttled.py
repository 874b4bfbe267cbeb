"""Lets the throttle hold when nobody is at work, too.

fails:
    test_with_small_blocks_the_arm_decides
    test_with_shared_blocks_more_are_copied_but_no_more_bytes
advice: only while an application is at work
"""

THROTTLE = 0.020


def blocks_to_copy(disk, block, parts):
    return disk["used"] * parts / block


def least_seconds(disk, block, parts, at_work):
    blocks = blocks_to_copy(disk, block, parts)
    return max(disk["used"] / disk["stream"], blocks / disk["movements"], THROTTLE * blocks)
