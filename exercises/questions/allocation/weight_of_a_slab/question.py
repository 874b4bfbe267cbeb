"""A model of slab weights with two bugs: in what the bonus is told, which slabs have it, whether one slab or all in order are
asked for, and how the bugs are written."""

KIND = "mend"
NAMES = [
    {"weigh": "weight", "next": "next_slab", "order": "by_weight"},
    {"weigh": "weigh", "next": "heaviest", "order": "heaviest_first"},
    {"weigh": "weight_of", "next": "next_to_use", "order": "in_order"},
]
BONUSES = [
    {
        "unit": "percent",
        "one": 100,
        "half": 150,
        "twice": 200,
        "cuts": ["bonus // 100", "int(bonus / 100)"],
    },
    {
        "unit": "thousandths",
        "one": 1000,
        "half": 1500,
        "twice": 2000,
        "cuts": ["bonus // 1000", "int(bonus / 1000)"],
    },
    {
        "unit": "256ths",
        "one": 256,
        "half": 384,
        "twice": 512,
        "cuts": ["bonus >> 8", "bonus // 256"],
    },
]
USED = [
    {
        "own": True,
        "name": "used",
        "has": "used",
        "each": "used[slab]",
        "who": "was used before",
        "never": "False",
        "here": "True",
        "first": "[True, False, False]",
        "words": "whether the slab was used before; in the second function a list of that for all slabs",
    },
    {
        "own": False,
        "name": "furthest",
        "has": "slab <= furthest",
        "each": "furthest",
        "never": "-1",
        "here": "100",
        "first": "0",
        "who": "lies no further in than one that was used before",
        "words": "the number of the innermost slab that was used before; -1 if none was",
    },
]
RESULTS = [
    {
        "kind": "next",
        "words": "the number of the slab that weighs most",
        "of": "of all the slabs of a disk",
        "says": "The number of the slab that weighs most",
        "code": "weights.index(max(weights))",
        "wrong": "weights.index(min(weights))",
        "example": "0",
    },
    {
        "kind": "order",
        "words": "the numbers of all the slabs of a disk",
        "of": "in a list, the one that weighs most first",
        "says": "The numbers of all slabs, that of the heaviest first",
        "example": "[0, 1, 2]",
        "code": "sorted(range(len(free)), key=lambda slab: weights[slab], reverse=True)",
        "wrong": "sorted(range(len(free)), key=lambda slab: weights[slab])",
    },
]
PLACES = ["1 + slab / slabs", "2 * slab / slabs", "1 + (slab + 1) / slabs"]


def case(rng):
    """What is asked, in words and pieces of code: `place` and `cut` are the bugs."""
    names, bonus, used, result = (rng.one_of(some) for some in (NAMES, BONUSES, USED, RESULTS))
    function = {"weigh": names["weigh"], "choose": names[result["kind"]]}
    place, cut = rng.one_of(PLACES), rng.one_of(bonus["cuts"])
    tried = {name: cut.replace("bonus", str(bonus[name])) for name in ("half", "twice")}
    return {
        "function": function,
        "bonus": bonus,
        "used": used,
        "result": result,
        "place": place,
        "cut": {"code": cut if cut.startswith("int") else f"({cut})", **tried},
    }
