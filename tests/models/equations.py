"""As many equations as unknowns, by Newton's method."""


def solve(of, start, steps=20, close=1e-9):
    """Where every number of `of` is 0; unknowns are above 0, and a step changes none by more than 3
    in 10."""
    x = list(start)
    for _ in range(steps):
        now = of(x)
        if max(map(abs, now)) < close:
            break
        slopes = []  # of each unknown, for a part of itself
        for i in range(len(x)):
            moved = of([value * (1.0001 if i == j else 1) for j, value in enumerate(x)])
            slopes.append([(b - a) / 1e-4 for a, b in zip(now, moved, strict=True)])
        step = eliminate(
            [[column[k] for column in slopes] + [-value] for k, value in enumerate(now)]
        )
        shorter = min(1.0, 0.3 / max(map(abs, step)))
        x = [value * (1 + shorter * part) for value, part in zip(x, step, strict=True)]
    return x


def eliminate(rows):
    """The solution of linear equations, each a row of coefficients with the right side at its end."""
    for c in range(len(rows)):
        best = max(range(c, len(rows)), key=lambda r: abs(rows[r][c]))
        rows[c], rows[best] = rows[best], rows[c]
        for r in range(len(rows)):
            if r != c:
                share = rows[r][c] / rows[c][c]
                rows[r] = [a - share * b for a, b in zip(rows[r], rows[c], strict=True)]
    return [row[-1] / row[i] for i, row in enumerate(rows)]
