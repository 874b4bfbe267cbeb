"""Takes an entry for each pointer.

fails:
    test_each_different_block_has_an_entry
advice: Ten equal blocks have one entry
"""


def answer(case):
    ratio, table = case["pointers"] / case["entries"], case["entries"] * 200
    verdict = "memory" if table > case["memory"] else "on" if ratio >= 2 else "few"
    return {"ratio": ratio, "table": case["pointers"] * 200, "verdict": verdict}
