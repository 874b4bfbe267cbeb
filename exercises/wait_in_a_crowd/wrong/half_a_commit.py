"""Lets records come at any moment of a commit, so that half of it is left on average.

fails:
    test_each_program_waits_so_long_for_a_write
    test_together_they_make_so_many
advice: what has just left then
advice: That follows from the time
"""

def answer(case):
    wait = 1.5 * 60 / case["rpm"]
    return {"wait": wait, "together": case["programs"] / wait}
