"""Gives milliseconds where seconds are asked for.

fails:
    test_a_sector_ahead_comes_after_the_gap
    test_a_sector_that_has_passed_must_come_round
    test_the_platter_goes_on_turning_while_the_arm_moves
advice: That is a thousand times too large, and otherwise right
"""


def {{function.reach}}({{speed.name}}, angle, read):
{{speed.code}}    gap = ({{ahead}} - {{moved}}) % {{angle.full}}
    return 1000 * ({{record.seek}} + gap * turn{{angle.per}})


def {{function.choose}}({{speed.name}}, angle, reads):
    times = [{{function.reach}}({{speed.name}}, angle, read) for read in reads]
    return times.index(min(times))
