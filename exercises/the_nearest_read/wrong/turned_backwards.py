"""Takes the difference of the angles the wrong way round.

fails:
    test_a_sector_ahead_comes_after_the_gap
    test_a_sector_that_has_passed_must_come_round
    test_the_platter_goes_on_turning_while_the_arm_moves
    test_the_read_that_is_reached_first_is_chosen
    test_it_goes_where_a_simulated_drive_goes
advice: Take the first example
"""


def {{function.reach}}({{speed.name}}, angle, read):
{{speed.code}}    gap = ({{moved}} - ({{ahead}})) % {{angle.full}}
    return {{record.seek}} + gap * turn{{angle.per}}


def {{function.choose}}({{speed.name}}, angle, reads):
    times = [{{function.reach}}({{speed.name}}, angle, read) for read in reads]
    return times.index(min(times))
