"""Takes a GiB for a billion bytes.

fails:
    test_each_different_block_has_an_entry
advice: right in GB
"""


def answer(case):
    ratio, table = case["pointers"] / case["entries"], case["entries"] * 200
    verdict = "memory" if table > case["memory"] else "on" if ratio >= 2 else "few"
    return {"ratio": ratio, "table": table / 1e9 * 2**30, "verdict": verdict}
