"""A simulated start after a power failure forgets what was promised, and finds what never counted: in which order groups and
records come, what a record is, what is given back, and which bugs there are."""

KIND = "mend"
NAMES = ["after_the_crash", "state_at_start", "survivors"]
GROUPS = [
    {"words": "oldest first", "code": "groups", "step": 1},
    {"words": "latest first", "code": "reversed(groups)", "step": -1},
]
LOGS = [
    {"words": "in the order in which they were made", "code": "log", "step": 1},
    {"words": "the one that was made last first", "code": "reversed(log)", "step": -1},
]
RECORDS = [
    {"kind": "a dict", "form": '{"group": ..., "place": ..., "data": ...}', "order": ""},
    {"kind": "a list", "form": "[group, place, data]", "order": "group place data"},
    {"kind": "a list", "form": "[place, data, group]", "order": "place data group"},
]
RESULTS = [
    {
        "pairs": False,
        "words": "a dict: for each place whose content has survived, that content",
        "code": "state",
        "example": "{'a': 5, 'b': 2, 'c': 4}",
    },
    {
        "pairs": True,
        "words": "a list of pairs, in any order: each place whose content has survived, and that content",
        "code": "[[place, state[place]] for place in sorted(state)]",
        "example": "[['a', 5], ['b', 2], ['c', 4]]",
    },
]
TREES = [
    """\
        state.update(group["blocks"])
        last = group["number"]""",
    """\
        if group["root"]:
            state.update(group["blocks"])
        last = group["number"]""",
]
REPLAYS = ["== last + 1", ">= last"]
EXAMPLE = {
    "groups": [
        {"number": 7, "root": True, "blocks": {"a": 1, "b": 2}},
        {"number": 8, "root": False, "blocks": {"b": 3}},
    ],
    "log": [{"group": 8, "place": "c", "data": 4}, {"group": 9, "place": "a", "data": 5}],
}


def recorded(record, group, place, data):
    """A log record as a variant has it."""
    fields = {"group": group, "place": place, "data": data}
    return [fields[name] for name in record["order"].split()] if record["order"] else fields


def case(rng):
    """The words and pieces of code of a variant."""
    groups, log, record, result = (rng.one_of(some) for some in (GROUPS, LOGS, RECORDS, RESULTS))
    order = record["order"].split()
    part = {
        name: f"record[{order.index(name)}]" if order else f'record["{name}"]'
        for name in ("group", "place", "data")
    }
    older, newer = (str(group).replace("'", '"') for group in EXAMPLE["groups"][:: groups["step"]])
    first, second = (
        str(recorded(record, **one)).replace("'", '"') for one in EXAMPLE["log"][:: log["step"]]
    )
    function, tree, replay = (rng.one_of(some) for some in (NAMES, TREES, REPLAYS))
    return {
        "function": function,
        "groups": groups,
        "log": log,
        "record": record,
        "part": part,
        "result": result,
        "tree": tree,
        "looks": tree == TREES[1],
        "replay": replay,
        "example": {"first": older, "second": newer, "record": first, "next": second},
    }
