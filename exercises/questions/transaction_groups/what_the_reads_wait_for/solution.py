def answer(case):
    """What the picture shows: a beat of the groups, another beat, a cloud, or two bands."""
    return {"cause": case["cause"], "shorter": "often" if case["cause"] == "groups" else "same"}
