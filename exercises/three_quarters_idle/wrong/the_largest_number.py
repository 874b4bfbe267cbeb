"""Buys what shows the largest number: the processors, or else faster devices.

fails:
    test_the_purchase_brings_the_most_writes
advice: Add up the shares of the log devices
advice: can shorten only a part
advice: A commit is not always out
"""

def answer(case):
    busiest = "processors" if max(case["logs"]) < case["cpu"] < 0.95 else "faster"
    if busiest == "faster" and case["cpu"] < 0.95 and sum(case["logs"]) > 0.95:
        busiest = "processors"
    return {"working": sum(case["logs"]), "buy": busiest}
