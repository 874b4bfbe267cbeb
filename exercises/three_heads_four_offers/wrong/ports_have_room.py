"""Sees that the ports are only three fifths full, and gives wider links to every head.

fails:
    test_a_full_stage_is_the_limit_however_much_room_the_others_have
    test_cores_help_where_they_do_not_disturb_each_other
advice: where the data leaves
advice: nobody queues there
"""


def answer(case):
    return dict.fromkeys("abc", "links")
