def answer(case):
    """Reads the listing, a column for each server."""
    rows = {line[:19].strip(): line[19:] for line in case["listing"].splitlines()}
    said = {}
    for number, name in enumerate("ab"):

        def cell(what, number=number):
            return rows[what][8 * number : 8 * number + 8].split()

        used = {
            "slots": 2 * float(cell("GiB/s of each port")[0]) * 2**30 / case["slot"],
            "cores": float(cell("cores in use")[0].rstrip("%")) / 100,
            "cables": float(cell("GiB/s of each cable")[0]) * 2**30 / case["cable"],
            "disks": float(cell("MiB/s of each disk")[0]) * 2**20 / (case["one_file"] / 6),
        }
        fullest = max(used, key=lambda stage: used[stage])
        said[name] = fullest if used[fullest] > 0.9 else "clients"
    return said
