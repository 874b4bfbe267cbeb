"""Sees that the ports are only three fifths full, and gives wider links to every head.

fails:
    test_one_head_gets_what_helps_it_most
    test_another_head_gets_what_helps_it_most
advice: where the data leaves
advice: nobody queues there
"""


def answer(case):
    return dict.fromkeys("abc", "links")
