"""Takes many cycles an instruction for slow cores, and has them turn faster.

fails:
    test_a_full_stage_is_the_limit_however_much_room_the_others_have
    test_cores_help_where_they_do_not_disturb_each_other
    test_cores_that_wait_for_each_other_need_a_wider_road
advice: counts the same wait in more cycles
advice: What adds to the work
advice: they need not be faster
"""


def answer(case):
    return dict.fromkeys("abc", "clock")
