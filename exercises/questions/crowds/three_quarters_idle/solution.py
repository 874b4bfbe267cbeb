def answer(case):
    working = sum(case["logs"])
    if case["cpu"] > 0.95:
        buy = "processors"
    elif working > 0.95:
        buy = "faster"
    else:
        buy = "near"
    return {"working": working, "buy": buy}
