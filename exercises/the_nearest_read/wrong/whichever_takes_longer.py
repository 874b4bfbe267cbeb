"""Sees that arm and platter move at the same time, and takes the longer of the two; a sector that went by meanwhile does not come round.

fails:
    test_the_platter_goes_on_turning_while_the_arm_moves
    test_the_read_that_is_reached_first_is_chosen
    test_it_goes_where_a_simulated_drive_goes
advice: gone by while the arm was moving
"""


def {{function.reach}}({{speed.name}}, angle, read):
{{speed.code}}    gap = ({{ahead}}) % {{angle.full}}
    return max({{record.seek}}, gap * turn{{angle.per}})


def {{function.choose}}({{speed.name}}, angle, reads):
    times = [{{function.reach}}({{speed.name}}, angle, read) for read in reads]
    return times.index(min(times))
