def answer(case):
    def reads(size, pdus):
        passages = 1 + 3 * pdus
        return 1 / (passages * 2 * (case["hold"] + case["wake"]) + size / case["copy"])

    return {"small": reads(case["small"], 1), "large": reads(case["large"], case["large"] / 8192)}
