"""Names the cause, and believes that shorter groups make the slow reads go away.

fails:
    test_what_twice_as_many_groups_change
advice: The interval changes when things are written
"""


def answer(case):
    return {"cause": case["cause"], "shorter": "gone"}
