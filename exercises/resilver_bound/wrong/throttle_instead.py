"""Takes the throttle for the whole truth while an application is at work.

fails:
    test_a_throttle_that_is_faster_than_the_disk_does_not_count
    test_with_shared_blocks_more_are_copied_but_no_more_bytes
advice: A throttle can only make things slower
"""

THROTTLE = {{throttle.delay:.3f}}


def {{function.blocks}}(disk, block, {{parts.name}}):
    return {{use.code}} * {{parts.code}} / block


def {{function.least}}(disk, block, {{parts.name}}, at_work):
    blocks = {{function.blocks}}(disk, block, {{parts.name}})
    stream = {{use.code}} / disk["stream"]
    arm = blocks {{arm.code}}
    throttle = THROTTLE * blocks if at_work else 0.0
    return (throttle if at_work else max(stream, arm)){{unit.code}}
