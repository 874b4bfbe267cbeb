"""Counts bytes: the new disk's stream is all that is to be waited for.

fails:
    test_with_small_blocks_the_arm_decides
    test_the_throttle_lets_so_many_blocks_a_second_pass
    test_a_throttle_that_is_faster_than_the_disk_does_not_count
    test_with_shared_blocks_more_are_copied_but_no_more_bytes
advice: a movement for each block
"""

THROTTLE = {{throttle.delay:.3f}}


def {{function.blocks}}(disk, block, {{parts.name}}):
    return {{use.code}} * {{parts.code}} / block


def {{function.least}}(disk, block, {{parts.name}}, at_work):
    stream = {{use.code}} / disk["stream"]
    return stream{{unit.code}}
