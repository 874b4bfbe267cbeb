"""Find out why a heat map shows neither outliers nor single operations: what is recorded, to which row an edge belongs, which
row comes first, and how the two bugs are written."""

KIND = "mend"
NAMES = [
    {"count": "count", "shade": "shade"},
    {"count": "boxes", "shade": "colours"},
    {"count": "fill", "shade": "paint"},
]
RECORDS = [
    {"names": "asked, latency", "example": "[[0.0, 0.004], [0.5, 0.006], [1.2, 0.512]]"},
    {"names": "latency, asked", "example": "[[0.004, 0.0], [0.006, 0.5], [0.512, 1.2]]"},
    {
        "names": "asked, size, latency",
        "example": "[[0.0, 8192, 0.004], [0.5, 8192, 0.006], [1.2, 8192, 0.512]]",
    },
    {
        "names": "latency, size, asked",
        "example": "[[0.004, 8192, 0.0], [0.006, 8192, 0.5], [0.512, 8192, 1.2]]",
    },
]
SIDES = [
    {
        "passes": "<=",
        "upper": "<",
        "over": ">=",
        "where": "above it",
        "beyond": "as long as the last edge or longer",
        "top": "at least as long as",
        "row": "whose lower edge it reaches and whose upper edge it does not",
    },
    {
        "passes": "<",
        "upper": "<=",
        "over": ">",
        "where": "below it, and none is 0",
        "beyond": "longer than the last edge",
        "top": "longer than",
        "row": "whose lower edge it exceeds and whose upper edge it does not",
    },
]
ORDERS = [
    {
        "way": "from the lowest row up",
        "row": "row",
        "top": "-1",
        "up": 1,
        "example": "[[2, 0], [0, 1]]",
    },
    {
        "way": "from the highest row down",
        "row": "-1 - row",
        "top": "0",
        "up": -1,
        "example": "[[0, 2], [1, 0]]",
    },
]
LOSSES = [
    {
        "hint": "None of the rows fits",
        "code": """\
        for row in range(len(edges) - 1):
            if edges[row] {passes} latency {upper} edges[row + 1]:
                columns[int(asked / width)][{row}] += 1""",
    },
    {
        "hint": "The condition does not hold for them",
        "code": """\
        row = sum(edge {passes} latency for edge in edges[1:])
        if latency {upper} edges[-1]:
            columns[int(asked / width)][{row}] += 1""",
    },
    {
        "hint": "No row has that number",
        "code": """\
        row = sum(edge {passes} latency for edge in edges[1:])
        if row < len(edges) - 1:
            columns[int(asked / width)][{row}] += 1""",
    },
]
CUTS = [
    {"code": "round({most} * n / most)", "words": "rounded"},
    {"code": "{most} * n // most", "words": "cut to a whole number"},
]


def case(rng):
    """What is counted and how, and the bugs in the words of that: `loss` of the counts, `cut` of the shades."""
    side, order, loss, most, cut = (
        rng.one_of(some) for some in (SIDES, ORDERS, LOSSES, [9, 8, 7], CUTS)
    )
    return {
        "function": rng.one_of(NAMES),
        "record": rng.one_of(RECORDS),
        "side": side,
        "order": order,
        "most": most,
        "loss": loss
        | {
            "code": loss["code"].format(
                row=order["row"], passes=side["passes"], upper=side["upper"]
            )
        },
        "cut": cut | {"code": cut["code"].format(most=most)},
    }
