"""Adds up what goes on at the same time.

fails:
    test_with_large_blocks_the_stream_decides
    test_with_small_blocks_the_arm_decides
    test_the_throttle_lets_fifty_blocks_a_second_pass
    test_a_throttle_that_is_faster_than_the_disk_does_not_count
    test_with_shared_blocks_more_are_copied_but_no_more_bytes
advice: do not add the two
"""

THROTTLE = 0.020


def blocks_to_copy(disk, block, parts):
    return disk["used"] * parts / block


def least_seconds(disk, block, parts, at_work):
    blocks = blocks_to_copy(disk, block, parts)
    return disk["used"] / disk["stream"] + blocks / disk["movements"] + (THROTTLE * blocks if at_work else 0.0)
