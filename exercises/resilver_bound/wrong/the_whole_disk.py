"""Copies the whole disk, as a controller would that knows nothing of blocks.

fails:
    test_a_mirror_copies_the_blocks_that_are_in_use
    test_disks_that_share_each_block_copy_more_of_them
    test_with_large_blocks_the_stream_decides
    test_with_small_blocks_the_arm_decides
    test_the_throttle_lets_fifty_blocks_a_second_pass
    test_a_throttle_that_is_faster_than_the_disk_does_not_count
    test_with_shared_blocks_more_are_copied_but_no_more_bytes
advice: Only the bytes that were in use
"""

THROTTLE = 0.020


def blocks_to_copy(disk, block, parts):
    return disk["capacity"] * parts / block


def least_seconds(disk, block, parts, at_work):
    blocks = blocks_to_copy(disk, block, parts)
    bounds = [disk["capacity"] / disk["stream"], blocks / disk["movements"]]
    return max([*bounds, THROTTLE * blocks] if at_work else bounds)
