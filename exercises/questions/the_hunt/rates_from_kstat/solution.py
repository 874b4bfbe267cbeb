def answer(case):
    return {
        "rate": case["done"] / case["apart"],
        "service": case["ran"] / case["done"],
        "waiting": case["waited"] / case["apart"],
        "pair": "sizes",
    }
