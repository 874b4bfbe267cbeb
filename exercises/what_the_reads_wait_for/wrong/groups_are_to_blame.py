"""Blames the groups for whatever is slow, except where they are to blame.

fails:
    test_what_makes_reads_slow
    test_what_twice_as_many_groups_change
advice: and compare with the time from group to group
advice: Do you find such columns here
advice: Which of the two suspects
advice: This would follow
"""


def answer(case):
    if case["cause"] == "groups":
        return {"cause": "job", "shorter": "same"}
    return {"cause": "groups", "shorter": "often"}
