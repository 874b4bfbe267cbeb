"""Takes the least of the three times, as the fewest seconds are asked for.

fails:
    test_with_large_blocks_the_stream_decides
    test_with_small_blocks_the_arm_decides
    test_the_throttle_lets_so_many_blocks_a_second_pass
    test_a_throttle_that_is_faster_than_the_disk_does_not_count
    test_with_shared_blocks_more_are_copied_but_no_more_bytes
advice: which one says when all of them are done
"""

THROTTLE = {{throttle.delay:.3f}}


def {{function.blocks}}(disk, block, {{parts.name}}):
    return {{use.code}} * {{parts.code}} / block


def {{function.least}}(disk, block, {{parts.name}}, at_work):
    blocks = {{function.blocks}}(disk, block, {{parts.name}})
    stream = {{use.code}} / disk["stream"]
    arm = blocks {{arm.code}}
    times = [stream, arm, THROTTLE * blocks] if at_work else [stream, arm]
    return min(times){{unit.code}}
