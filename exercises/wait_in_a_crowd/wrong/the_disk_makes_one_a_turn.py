"""Knows that each waits two turns, and that the disk makes one transfer a turn, and takes transfers for writes.

fails:
    test_together_they_make_so_many
    test_the_two_numbers_belong_together
advice: How many writes does one carry
"""

def answer(case):
    turn = 60 / case["rpm"]
    return {"wait": 2 * turn, "together": 1 / turn}
