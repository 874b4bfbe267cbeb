def answer(case):
    ratio = case["pointers"] / case["entries"]
    table = case["entries"] * 200
    return {"ratio": ratio, "table": table,
            "verdict": "memory" if table > case["memory"] else "on" if ratio >= 2 else "few"}
