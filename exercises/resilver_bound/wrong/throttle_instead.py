"""Takes the throttle for the whole truth while an application is at work.

fails:
    test_a_throttle_that_is_faster_than_the_disk_does_not_count
    test_with_shared_blocks_more_are_copied_but_no_more_bytes
advice: A throttle can only make things slower
"""

THROTTLE = 0.020


def blocks_to_copy(disk, block, parts):
    return disk["used"] * parts / block


def least_seconds(disk, block, parts, at_work):
    blocks = blocks_to_copy(disk, block, parts)
    return THROTTLE * blocks if at_work else max(disk["used"] / disk["stream"], blocks / disk["movements"])
