"""Streams the data of the whole group onto the one new disk.

fails:
    test_with_shared_blocks_more_are_copied_but_no_more_bytes
advice: each disk still holds the same bytes
"""

THROTTLE = 0.020


def blocks_to_copy(disk, block, parts):
    return disk["used"] * parts / block


def least_seconds(disk, block, parts, at_work):
    blocks = blocks_to_copy(disk, block, parts)
    stream = disk["used"] * parts / disk["stream"]
    return max(stream, blocks / disk["movements"], THROTTLE * blocks if at_work else 0.0)
