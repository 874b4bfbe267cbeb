"""What is lost when the power fails, where the log has a gap? How a write is recorded, which group is named, whether the
moment of the failure belongs to before, and whether the lost are counted or those that are kept."""

KIND = "mend"
RESULTS = [
    {
        "names": ["lost", "broken_promises", "gone"],
        "kept": False,
        "code": "gone",
        "example": "2",
        "words": "how many writes are gone although a program had been told that they were safe",
    },
    {
        "names": ["kept", "promises_kept", "still_there"],
        "kept": True,
        "code": "sum({told} for write in log) - gone",
        "example": "1",
        "words": "how many of the writes that a program had been told were safe are still there, be it in a "
        "group or in the log",
    },
]
RECORDS = [
    {"kind": "a dict", "form": '{"group": ..., "told": ..., "safe": ...}', "order": ""},
    {"kind": "a list", "form": "[group, told, safe]", "order": "group told safe"},
    {"kind": "a list", "form": "[told, safe, group]", "order": "told safe group"},
]
GROUPS = [
    {
        "name": "on_disk",
        "means": "the last transaction group that is on disk, with all the groups before it",
        "plus": 0,
        "held": "{group} <= on_disk",
        "needed": "{group} > on_disk",
        "example": 4,
    },
    {
        "name": "first_open",
        "means": "the first transaction group that is not on disk; all the groups before it are",
        "plus": 1,
        "held": "{group} < first_open",
        "needed": "{group} >= first_open",
        "example": 5,
    },
]
HAPPENED = {"missing": "{safe} > plug", "told": "{told} <= plug"}
NOT_YET = {"missing": "{safe} >= plug", "told": "{told} < plug"}
MOMENTS = [
    {"happened": True, "words": "that it had", "right": HAPPENED, "wrong": NOT_YET},
    {"happened": False, "words": "that it had not, either", "right": NOT_YET, "wrong": HAPPENED},
]
EXAMPLE = [(5, 0.97, 0.98), (5, 0.98, 1.01), (5, 0.99, 0.995)]  # group, told (s), safe (s)


def recorded(record, group, told, safe):
    """A write as a variant records it."""
    write = {"group": group, "told": told, "safe": safe}
    return [write[name] for name in record["order"].split()] if record["order"] else write


def case(rng):
    """The words of a variant, and the conditions of its programs."""
    result, record, group, moment = (
        rng.one_of(some) for some in (RESULTS, RECORDS, GROUPS, MOMENTS)
    )
    order = record["order"].split()
    part = {
        name: f"write[{order.index(name)}]" if order else f'write["{name}"]'
        for name in ("group", "told", "safe")
    }
    right, wrong = (
        {name: code.format(**part) for name, code in moment[how].items()}
        for how in ("right", "wrong")
    )
    example = [str(recorded(record, *write)).replace("'", '"') for write in EXAMPLE]
    return {
        "function": rng.one_of(result["names"]),
        "result": result | {"code": result["code"].format(told=right["told"])},
        "record": record,
        "group": group,
        "held": group["held"].format(**part),
        "needed": group["needed"].format(**part),
        "moment": {"happened": moment["happened"], "words": moment["words"]},
        "missing": right["missing"],
        "told": right["told"],
        "mistaken": wrong,
        "group_of": part["group"],
        "example": {"first": example[0], "second": example[1], "third": example[2]},
    }
