"""What a path of stages carries, who is its limit, and what to buy so that it carries more: how a stage is told, in which
unit a rate is, and what is listed."""

KIND = "write"
NAMES = [
    {"rate": "rate", "limit": "limit", "more": "shopping", "all": "sizing"},
    {"rate": "throughput", "limit": "slowest", "more": "to_buy", "all": "to_have"},
    {"rate": "speed", "limit": "bottleneck", "more": "purchase", "all": "fit_out"},
]
RECORDS = [
    {
        "kind": "a dict",
        "form": '{{"name": ..., "count": ..., "each": ..., "{takes}": ...}}',
        "order": "",
    },
    {"kind": "a list", "form": "[name, count, each, {takes}]", "order": "name count each takes"},
    {"kind": "a list", "form": "[count, each, {takes}, name]", "order": "count each takes name"},
]
TAKES = [
    {
        "name": "takes",
        "useful": False,
        "lets_pass": "/",
        "needs": "*",
        "means": "bytes that pass this stage for one byte of client data: 2 if each passes it twice",
    },
    {
        "name": "useful",
        "useful": True,
        "lets_pass": "*",
        "needs": "/",
        "means": "which part of the bytes that pass this stage is client data: 0.5 if each passes it twice",
    },
]
UNITS = [
    {
        "name": "bytes a second",
        "size": 1,
        "into": "",
        "back": "",
        "rate": "1000000000.0",
        "wanted": "2.2e9",
        "hint": "",
    },
    {
        "name": "MB a second",
        "size": 1e6,
        "into": " / 1e6",
        "back": " * 1e6",
        "rate": "1000.0",
        "wanted": "2200",
        "hint": " It is in bytes a second so far.",
    },
    {
        "name": "GB a second",
        "size": 1e9,
        "into": " / 1e9",
        "back": " * 1e9",
        "rate": "1.0",
        "wanted": "2.2",
        "hint": " It is in bytes a second so far.",
    },
]
LISTS = [
    {
        "all": False,
        "some": False,
        "stages": "every stage",
        "what": "how many more of it to buy, 0 for none",
        "code": "more",
        "changed": "more",
        "mixed_up": "needs",
        "start": "{{stage{name}: 0 for stage in stages}}",
        "rest": "If that leaves less than nothing to buy, buy none.",
        "example": "{'card': 1, 'cable': 3}",
    },
    {
        "all": False,
        "some": True,
        "stages": "each stage of which there are too few",
        "what": "how many more of it to buy",
        "code": "{{name: more[name] for name in more if more[name]}}",
        "changed": "{{name: more[name] for name in more if more[name]}}",
        "mixed_up": "needs",
        "start": "{{}}",
        "rest": "If that leaves nothing to buy, or less, leave the stage out.",
        "example": "{'card': 1, 'cable': 3}",
    },
    {
        "all": True,
        "some": False,
        "stages": "every stage",
        "what": "how many of it there must be in all",
        "code": "{{stage{name}: stage{count} + more[stage{name}] for stage in stages}}",
        "mixed_up": "more",
        "changed": "{{stage{name}: stage{count} for stage in stages}}",
        "start": "{{stage{name}: stage{count} for stage in stages}}",
        "rest": "If more are there than it needs, as many as are there stay.",
        "example": "{'card': 2, 'cable': 5}",
    },
]
EXAMPLE = [
    {"name": "card", "count": 1, "each": 1.5e9, "times": 1.0},
    {"name": "cable", "count": 2, "each": 1e9, "times": 2.0},
]


def told(record, takes, name, count, each, times):
    """A stage as a variant tells it; `times` bytes pass it for one of the clients."""
    fields = {
        "name": name,
        "count": count,
        "each": each,
        takes["name"]: 1 / times if takes["useful"] else times,
    }
    if not record["order"]:
        return fields
    return [
        fields[takes["name"] if field == "takes" else field] for field in record["order"].split()
    ]


def case(rng):
    """What is asked, in words and pieces of code; `part` is how a field of a stage is had."""
    names, record, takes, unit, listed = (
        rng.one_of(some) for some in (NAMES, RECORDS, TAKES, UNITS, LISTS)
    )
    order = record["order"].split()
    part = {
        field: f"[{order.index(field)}]"
        if order
        else f'["{takes["name"] if field == "takes" else field}"]'
        for field in ("name", "count", "each", "takes")
    }
    first, second = (str(told(record, takes, **stage)).replace("'", '"') for stage in EXAMPLE)
    code = {piece: listed[piece].format(**part) for piece in ("code", "changed", "start")}
    return {
        "function": {**names, "buy": names["all" if listed["all"] else "more"]},
        "part": part,
        "unit": unit,
        "record": record | {"form": record["form"].format(takes=takes["name"])},
        "takes": takes,
        "list": listed | code,
        "example": {
            "first": first.replace("1500000000.0", "1.5e9"),
            "second": second.replace("1000000000.0", "1e9"),
        },
    }
