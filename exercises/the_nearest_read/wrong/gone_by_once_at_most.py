"""Lets a sector that went by come round once more, but an arm may need longer than a turn.

fails:
    test_the_platter_goes_on_turning_while_the_arm_moves
    test_the_read_that_is_reached_first_is_chosen
    test_it_goes_where_a_simulated_drive_goes
advice: how often can the sector have gone by
advice: is wrong for
"""


def {{function.reach}}({{speed.name}}, angle, read):
{{speed.code}}    gap = {{ahead}} - {{moved}}
    if gap < 0:
        gap += {{angle.full}}
    return {{record.seek}} + gap * turn{{angle.per}}


def {{function.choose}}({{speed.name}}, angle, reads):
    times = [{{function.reach}}({{speed.name}}, angle, read) for read in reads]
    return times.index(min(times))
