"""Takes the throttle for the whole truth while an application is at work.

fails:
    test_a_throttle_that_is_faster_than_the_disk_does_not_count
    test_on_a_raid_z_the_blocks_count_and_the_bytes_stay
advice: A throttle can only make things slower
"""

THROTTLE = 0.020


def blocks_to_copy(disk, block, parts):
    return disk["used"] * parts / block


def least_seconds(disk, block, parts, at_work):
    blocks = blocks_to_copy(disk, block, parts)
    return THROTTLE * blocks if at_work else max(disk["used"] / disk["stream"], blocks / disk["movements"])
