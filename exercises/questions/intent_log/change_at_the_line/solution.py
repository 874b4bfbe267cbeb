def answer(case):
    """What the picture shows: where the band or the lake on the right ends."""
    seen = {"logs": 0.28e-3, "disabled": 0.095e-3, "spindles": 4.0e-3, "crowd": 15.5e-3, "far": 8.4e-3}
    return {"ninth": seen[case["change"]], "change": case["change"]}
