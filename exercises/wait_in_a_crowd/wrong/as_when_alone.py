"""Expects that sharing a commit costs nobody anything.

fails:
    test_each_program_waits_so_long_for_a_write
    test_together_they_make_so_many
advice: is out already when a record comes
"""

def answer(case):
    turn = 60 / case["rpm"]
    return {"wait": turn, "together": case["programs"] / turn}
