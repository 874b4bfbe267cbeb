"""Adds up what goes on at the same time.

fails:
    test_with_large_blocks_the_stream_decides
    test_with_small_blocks_the_arm_decides
    test_the_throttle_lets_so_many_blocks_a_second_pass
    test_a_throttle_that_is_faster_than_the_disk_does_not_count
    test_with_shared_blocks_more_are_copied_but_no_more_bytes
advice: do not add the two
"""

THROTTLE = {{throttle.delay:.3f}}


def {{function.blocks}}(disk, block, {{parts.name}}):
    return {{use.code}} * {{parts.code}} / block


def {{function.least}}(disk, block, {{parts.name}}, at_work):
    blocks = {{function.blocks}}(disk, block, {{parts.name}})
    stream = {{use.code}} / disk["stream"]
    arm = blocks {{arm.code}}
    throttle = THROTTLE * blocks if at_work else 0.0
    return (stream + arm + throttle){{unit.code}}
