"""Takes the least of the three times, as the fewest seconds are asked for.

fails:
    test_with_large_blocks_the_stream_decides
    test_with_small_blocks_the_arm_decides
    test_the_throttle_lets_fifty_blocks_a_second_pass
    test_a_throttle_that_is_faster_than_the_disk_does_not_count
    test_with_shared_blocks_more_are_copied_but_no_more_bytes
advice: which one says when all of them are done
"""

THROTTLE = 0.020


def blocks_to_copy(disk, block, parts):
    return disk["used"] * parts / block


def least_seconds(disk, block, parts, at_work):
    blocks = blocks_to_copy(disk, block, parts)
    times = [disk["used"] / disk["stream"], blocks / disk["movements"]]
    if at_work:
        times.append(blocks * THROTTLE)
    return min(times)
