"""Waits for the commit of those who were told, for the one that is out, and for its own.

fails:
    test_each_program_waits_so_long_for_a_write
    test_together_they_make_so_many
advice: Did you count a commit too many
"""

def answer(case):
    wait = 3 * 60 / case["rpm"]
    return {"wait": wait, "together": case["programs"] / wait}
