def answer(case):
    """Reads the listing, a column for each server."""
    rows = {line[:25].split(",")[0].strip(): line[25:] for line in case["listing"].splitlines()}
    said = {}
    for number, name in enumerate("ab"):

        def cell(what, number=number):
            return rows[what][9 * number : 9 * number + 9].split()

        used = {
            "slots": 2 * float(cell("each port sends")[0]) * 2**30 / case["slot"],
            "cores": float(cell("cores' time in use")[0].rstrip("%")) / 100,
            "cables": float(cell("each cable brings")[0]) * 2**30 / case["cable"],
            "disks": float(cell("each disk reads")[0]) * 2**20 / (case["one_file"] / 6),
        }
        fullest = max(used, key=lambda stage: used[stage])
        said[name] = fullest if used[fullest] > 0.9 else "clients"
    return said
