"""Lets the throttle hold when nobody is at work, too.

fails:
    test_with_small_blocks_the_arm_decides
    test_with_shared_blocks_more_are_copied_but_no_more_bytes
advice: only while an application is at work
"""

THROTTLE = {{throttle.delay:.3f}}


def {{function.blocks}}(disk, block, {{parts.name}}):
    return {{use.code}} * {{parts.code}} / block


def {{function.least}}(disk, block, {{parts.name}}, at_work):
    blocks = {{function.blocks}}(disk, block, {{parts.name}})
    stream = {{use.code}} / disk["stream"]
    arm = blocks {{arm.code}}
    throttle = THROTTLE * blocks
    return max(stream, arm, throttle){{unit.code}}
