from exercises.questions.seeing_latency.what_drew_this_map.question import rows_of


def answer(case):
    """Reads the map as a reader does: the floor, the top, then the lines."""
    cells = [row for row in rows_of(case) if row["row"] == "cell"]
    count = sum(cell["n"] for cell in cells)
    floor = sum(cell["n"] for cell in cells if cell["low"] == 0) / count
    top = max(cell["high"] for cell in cells)
    levels: dict[float, int] = {}
    for cell in cells:
        levels[cell["low"]] = levels.get(cell["low"], 0) + cell["n"]
    in_a_column = len(cells) / len({cell["t1"] for cell in cells})
    if floor > 0.3:
        return {"what": "bad" if top > 5 * case["turn"] else "memory"}
    if max(levels.values()) > 0.8 * count:
        return {"what": "one"}
    return {"what": "two" if in_a_column < 6 else "pool"}
