"""Write the percentile of counts in boxes, and of an hour of them: from which end they are listed, and how a percentile is
asked for and given."""

KIND = "write"
NAMES = [
    {"one": "percentile", "all": "percentile_of_all"},
    {"one": "percentile_of_minute", "all": "percentile_of_hour"},
    {"one": "column_percentile", "all": "map_percentile"},
]
GIVENS = [
    {
        "name": "share",
        "share": "share",
        "example": "0.99",
        "until": "at least this share of the operations has been counted",
        "means": "above 0, up to 1; 0.99 for the 99th percentile",
    },
    {
        "name": "percent",
        "share": "percent / 100",
        "example": "99",
        "until": "at least so many per cent of the operations have been counted",
        "means": "above 0, up to 100; 99 for the 99th percentile",
    },
    {
        "name": "slower",
        "share": "(1 - slower)",
        "example": "0.01",
        "until": "at most this share of the operations is left in the rows above",
        "means": "the share that may be slower, from 0, below 1; 0.01 for the 99th percentile",
    },
    {
        "name": "slower_percent",
        "share": "(1 - slower_percent / 100)",
        "example": "1",
        "until": "at most so many per cent of the operations are left in the rows above",
        "means": "how many per cent may be slower, from 0, below 100; 1 for the 99th percentile",
    },
]
ORDERS = [
    {
        "up": 1,
        "words": "from the lowest row up",
        "turn": "",
        "top": "edges[-1]",
        "upper": "edges[row + 1]",
        "edges": "[0, 0.001, 0.01, 0.1]",
        "first": "[995, 5, 0]",
        "second": "[5, 10, 5]",
        "hint": "[3, 4, 1]",
        "lowest": "The lowest row is the first one.",
    },
    {
        "up": -1,
        "words": "from the highest row down",
        "top": "edges[0]",
        "upper": "edges[row]",
        "turn": "    counts, edges = counts[::-1], edges[::-1]  # from the lowest row up\n",
        "edges": "[0.1, 0.01, 0.001, 0]",
        "first": "[0, 5, 995]",
        "second": "[5, 10, 5]",
        "hint": "[1, 4, 3]",
        "lowest": "The lowest row is the last one, so go through them from the end.",
    },
]
RESULTS = [
    {"name": "seconds", "a_second": 1, "into": "", "one": "0.001", "all": "0.01"},
    {"name": "milliseconds", "a_second": 1000, "into": " * 1000", "one": "1.0", "all": "10.0"},
    {"name": "microseconds", "a_second": 1e6, "into": " * 1e6", "one": "1000.0", "all": "10000.0"},
]


def case(rng):
    """How the rows are listed, the percentile is asked for, and in which unit it is given."""
    return {
        "function": rng.one_of(NAMES),
        "given": rng.one_of(GIVENS),
        "order": rng.one_of(ORDERS),
        "result": rng.one_of(RESULTS),
    }
