"""Streams the data of the whole group onto the one new disk.

fails:
    test_with_shared_blocks_more_are_copied_but_no_more_bytes
advice: each disk still holds the same bytes
"""

THROTTLE = {{throttle.delay:.3f}}


def {{function.blocks}}(disk, block, {{parts.name}}):
    return {{use.code}} * {{parts.code}} / block


def {{function.least}}(disk, block, {{parts.name}}, at_work):
    blocks = {{function.blocks}}(disk, block, {{parts.name}})
    stream = {{use.code}} * {{parts.code}} / disk["stream"]
    arm = blocks {{arm.code}}
    throttle = THROTTLE * blocks if at_work else 0.0
    return max(stream, arm, throttle){{unit.code}}
