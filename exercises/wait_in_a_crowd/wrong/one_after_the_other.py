"""Gives each record a turn of its own.

fails:
    test_each_program_waits_so_long_for_a_write
    test_together_they_make_so_many
advice: But all that wait share one
"""

def answer(case):
    turn = 60 / case["rpm"]
    return {"wait": case["programs"] * turn, "together": 1 / turn}
