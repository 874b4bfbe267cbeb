"""Gives the time at which the nearest read is reached, and not which read it is.

fails:
    test_the_read_that_is_reached_first_is_chosen
    test_it_goes_where_a_simulated_drive_goes
advice: It looks like the time instead
"""


def {{function.reach}}({{speed.name}}, angle, read):
{{speed.code}}    there = {{there}}  # the angle under the head when the arm arrives
    gap = ({{gap}}) % {{angle.full}}
    return {{record.seek}} + gap * turn{{angle.per}}


def {{function.choose}}({{speed.name}}, angle, reads):
    return min({{function.reach}}({{speed.name}}, angle, read) for read in reads)
