"""Types GB into a field of MB.

fails:
    test_it_agrees_with_the_simulated_disk
advice: These digits would be right in GB/s
"""


def answer(case):
    return {"rate": case["random"] / 1000}
