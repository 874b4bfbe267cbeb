"""Where first fit and best fit put a piece of data in a slab: how the slab is written down, in what the data is counted, what
ties do, and what is said where it fits nowhere."""

KIND = "write"
NAMES = [
    {"first": "first_fit", "best": "best_fit"},
    {"first": "next_hole", "best": "smallest_hole"},
    {"first": "place_in_turn", "best": "place_of_best_fit"},
]
SLABS = [
    {"used": "#", "free": ".", "as": ""},
    {"used": "1", "free": "0", "as": ", as in the bitmaps of many file systems"},
    {"used": "0", "free": "1", "as": ", as in the bitmaps of UFS"},
]
IN_BLOCKS = {
    "name": "size",
    "unit": 1,
    "code": "",
    "blocks": "size",
    "hint": "",
    "words": "how many free blocks are needed, 1 or more",
}
IN_BYTES = {
    "name": "length",
    "code": "    size = -(-length // {unit})\n",
    "blocks": "-(-length // {unit})",
    "hint": " It takes whole blocks to hold the data, so the division rounds up.",
    "words": "bytes of the data, 1 or more; a block holds {unit:,}, and the data needs as many as hold all of it",
}
SIZES = [
    IN_BLOCKS,
    *(
        {"unit": unit} | {key: text.format(unit=unit) for key, text in IN_BYTES.items()}
        for unit in (4096, 512)
    ),
]
TIES = [
    {
        "highest": False,
        "sign": "",
        "other": "-",
        "words": "lowest, the one that begins first",
        "short": "lowest",
        "takes": "begins first",
    },
    {
        "highest": True,
        "sign": "-",
        "other": "",
        "words": "highest, the one that begins last",
        "short": "highest",
        "takes": "begins last",
    },
]
NOWHERE = [
    {"minus": True, "code": "-1", "example": "-1"},
    {"minus": False, "code": "len(slab)", "example": "15"},
]
EXAMPLE = "##..#....#.#..."


def written(slab, notation):
    """A slab of # and . as a variant writes it."""
    return slab.translate(str.maketrans("#.", notation["used"] + notation["free"]))


def case(rng):
    """What is asked, in words and pieces of code."""
    slab, size = rng.one_of(SLABS), rng.one_of(SIZES)
    many = {1: 1, 4096: 4000, 512: 500}[size["unit"]]
    sizes = {word: n * many for n, word in enumerate(("one", "two", "three", "four", "five"), 1)}
    return {
        "function": rng.one_of(NAMES),
        "slab": slab,
        "size": size,
        "tie": rng.one_of(TIES),
        "nowhere": rng.one_of(NOWHERE),
        "example": sizes | {"slab": written(EXAMPLE, slab)},
    }
