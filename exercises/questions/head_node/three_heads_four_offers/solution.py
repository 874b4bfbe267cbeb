SLOT = 8 * 2.5e9 / 8 * 8 / 10 * 64 / 84 / 2**30  # GiB a second through a slot of eight lanes


def answer(case):
    """Reads the listing, a column for each head."""
    rows = {line[:15].strip(): line[15:].split() for line in case["listing"].splitlines()}
    said = {}
    for number, name in enumerate("abc"):
        sent = float(rows["GiB/s of a card"][number])
        full, little = (float(rows[what][number]) for what in ("CPI, full load", "CPI, at 1/20"))
        said[name] = "card" if sent > 0.95 * SLOT else "links" if full > 1.3 * little else "cores"
    return said
