"""Takes devices that take turns for devices that work at once.

fails:
    test_so_many_log_devices_are_at_work_at_a_moment
advice: These are the devices that there are
"""

def answer(case):
    working = sum(case["logs"])
    buy = "processors" if case["cpu"] > 0.95 else "faster" if working > 0.95 else "near"
    return {"working": len(case["logs"]), "buy": buy}
