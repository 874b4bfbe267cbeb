"""Takes throughput for the measure of work: who brings many KiB must read in a row, who brings few has nothing to do.

fails:
    test_the_listing_fits_what_the_program_does
advice: leaves the disk idle for most of the time
advice: takes a fraction of a
"""


def answer(case):
    return {"outstanding": case["outstanding"], "cause": "row" if case["cause"] in ("pause", "turn") else "pause"}
