"""The rule by which the adaptive replacement cache learns: how its target moves with what is asked for. Of which list the
target is told, in blocks or bytes, what the lists are called, and how their ghosts are given."""

KIND = "write"
NAMES = ["new_target", "target_after", "adapted"]
OWN = {"recent": "recently used", "frequent": "frequently used"}
LABELS = [
    {
        "recent": "recent",
        "frequent": "frequent",
        "recent ghost": "recent ghost",
        "frequent ghost": "frequent ghost",
        "nowhere": "nowhere",
        "counts": ["recent_ghosts", "frequent_ghosts"],
    },
    {
        "recent": "mru",
        "frequent": "mfu",
        "recent ghost": "mru ghost",
        "frequent ghost": "mfu ghost",
        "nowhere": "none",
        "counts": ["mru_ghosts", "mfu_ghosts"],
    },
    {
        "recent": "t1",
        "frequent": "t2",
        "recent ghost": "b1",
        "frequent ghost": "b2",
        "nowhere": "none",
        "counts": ["length_b1", "length_b2"],
    },
]
UNITS = [
    {"words": "blocks", "bytes": 1, "by": "", "sentence": "All blocks are of one size."},
    {"words": "bytes", "bytes": 8192, "by": "8192 * ", "sentence": "A block has 8,192 bytes."},
    {
        "words": "bytes",
        "bytes": 131072,
        "by": "131072 * ",
        "sentence": "A block has 131,072 bytes.",
    },
]


def ghosts(case, recent, frequent):
    """How many ghosts both lists have, as a variant is given them."""
    labels = case["labels"]
    if case["ghosts"]["dict"]:
        return {"ghosts": {labels["recent"]: recent, labels["frequent"]: frequent}}
    return dict(zip(labels["counts"], (recent, frequent), strict=True))


def called(case, target, found, recent, frequent):
    """The inputs of an example, of a cache of 100 blocks."""
    unit, given = case["unit"]["bytes"], ghosts(case, recent, frequent)
    counts = ", ".join(str(count).replace("'", '"') for count in given.values())
    return f'{float(target * unit)}, "{case["labels"][found]}", {counts}, {100 * unit}'


def case(rng):
    """The words of a variant, and what its programs call things; `own` is the list whose target is told."""
    own, labels, unit, is_dict = (
        rng.one_of(["recent", "frequent"]),
        rng.one_of(LABELS),
        rng.one_of(UNITS),
        rng.one_of([0, 1]),
    )
    other, is_own_recent = ("frequent", True) if own == "recent" else ("recent", False)
    names = [f'ghosts["{labels[name]}"]' for name in OWN] if is_dict else labels["counts"]
    count = dict(zip(OWN, names, strict=True))
    told = {
        "labels": labels,
        "unit": unit,
        "ghosts": {
            "dict": bool(is_dict),
            "names": "ghosts" if is_dict else ", ".join(labels["counts"]),
            "means": f"a dict: under {labels['recent']} and {labels['frequent']} how many ghosts each of these lists has at that "
            "moment, the one that was found included"
            if is_dict
            else "how many ghosts each list has at that moment, the one that was found included",
        },
    }
    up, down = (
        float((20 + step) * unit["bytes"]) for step in ((1, -2.5) if is_own_recent else (-1, 2.5))
    )
    return told | {
        "function": rng.one_of(NAMES),
        "target": "p" if is_own_recent else "q",
        "own": {
            "words": OWN[own],
            "ghost": labels[f"{own} ghost"],
            "list": labels[own],
            "count": count[own],
        },
        "other": {
            "words": OWN[other],
            "ghost": labels[f"{other} ghost"],
            "list": labels[other],
            "count": count[other],
        },
        "count": count,
        "label": {name.replace(" ", "_"): labels[name] for name in labels if name != "counts"},
        "example": {
            "first": called(told, 20, "recent ghost", 30, 15),
            "up": str(up),
            "second": called(told, 20, "recent", 30, 12),
            "same": str(float(20 * unit["bytes"])),
            "third": called(told, 20, "frequent ghost", 30, 12),
            "down": str(down),
        },
    }
