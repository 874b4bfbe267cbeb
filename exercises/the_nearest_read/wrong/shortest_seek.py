"""Mends the time and then chooses the shortest seek.

fails:
    test_the_read_that_is_reached_first_is_chosen
    test_it_goes_where_a_simulated_drive_goes
advice: Neither the shortest seek nor the smallest angle
"""


def {{function.reach}}({{speed.name}}, angle, read):
{{speed.code}}    there = {{there}}  # the angle under the head when the arm arrives
    gap = ({{gap}}) % {{angle.full}}
    return {{record.seek}} + gap * turn{{angle.per}}


def {{function.choose}}({{speed.name}}, angle, reads):
    seeks = [{{record.seek}} for read in reads]
    return seeks.index(min(seeks))
