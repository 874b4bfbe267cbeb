def answer(case):
    """Little's law, then what a read takes against a turn."""
    rows = [[float(number) for number in line.split()] for line in case["listing"].splitlines()[1:]]
    outstanding = sum(row[0] * row[2] / 1000 for row in rows) / len(rows)
    taken = [row[2] / 1000 for row in rows]
    mean, turn = sum(taken) / len(taken), case["turn"]
    if outstanding < 0.5:
        cause = "pause"
    elif outstanding > 2:
        cause = "crowd"
    elif mean < 0.5 * turn:
        cause = "row"
    elif max(taken) - min(taken) < 0.02 * mean:
        cause = "turn"
    else:
        cause = "alone"
    return {"outstanding": outstanding, "cause": cause}
