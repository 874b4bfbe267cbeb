"""Streams the data of the whole group onto the one new disk.

fails:
    test_on_a_raid_z_the_blocks_count_and_the_bytes_stay
advice: each disk still holds the same bytes
"""

THROTTLE = 0.020


def blocks_to_copy(disk, block, parts):
    return disk["used"] * parts / block


def least_seconds(disk, block, parts, at_work):
    blocks = blocks_to_copy(disk, block, parts)
    stream = disk["used"] * parts / disk["stream"]
    return max(stream, blocks / disk["movements"], THROTTLE * blocks if at_work else 0.0)
