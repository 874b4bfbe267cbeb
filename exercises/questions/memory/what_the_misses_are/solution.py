from itertools import pairwise


def answer(case):
    """Ghosts: too small. Not full: cold. A fall, then a rise: other data. Else what is read once."""
    rows = [[float(word.strip("%")) for word in line.split()] for line in case["listing"].splitlines()[2:]]
    ratios = [row[3] for row in rows]
    if sum(row[5] for row in rows) > 0.5 * sum(row[4] for row in rows):
        return {"cause": "tight", "twice": "few"}
    if rows[0][1] < 90:
        return {"cause": "cold", "twice": "same"}
    fall = max(before - after for before, after in pairwise(ratios))
    return {"cause": "moved" if fall > 30 else "once", "twice": "same"}
