def answer(case):
    wanted, offers = case["wanted"], case["offers"]

    def cheapest(loss):
        return min(
            (
                name
                for name, one in offers.items()
                if one["usable"] >= wanted["usable"]
                and one["rate"] >= wanted["rate"]
                and one["loss"] <= loss
            ),
            key=lambda name: offers[name]["dollars"],
        )

    right, without = cheapest(wanted["loss"]), cheapest(1.0)
    return {"offer": right, "saves": offers[right]["dollars"] - offers[without]["dollars"]}
