"""A small dedup table that counts wrongly: how the operations are told, what is counted beside the references, what is given
back, and how the two bugs are written."""

KIND = "mend"
NAMES = ["replay", "table_after", "count_references"]
OPERATIONS = [
    {
        "kind": "list",
        "write": '["write", place, content]',
        "delete": '["delete", place]',
        "place": "operation[1]",
        "is_write": 'operation[0] == "write"',
        "content": "operation[2]",
    },
    {
        "kind": "pair",
        "write": "[place, content]",
        "delete": "[place, None]",
        "place": "operation[0]",
        "is_write": "operation[1] is not None",
        "content": "operation[1]",
    },
    {
        "kind": "dict",
        "write": '{"do": "write", "place": ..., "content": ...}',
        "delete": '{"do": "delete", "place": ...}',
        "place": 'operation["place"]',
        "is_write": 'operation["do"] == "write"',
        "content": 'operation["content"]',
    },
]
TALLIES = [
    {
        "name": "written",
        "words": "how many blocks had to be written to disk",
        "hit": "",
        "miss": "                written += 1\n",
        "never_found": "            written += 1\n",
        "entries": "len(counts)",
        "example": 2,
    },
    {
        "name": "found",
        "words": "how many writes found their block in the table",
        "hit": "                found += 1\n",
        "miss": "",
        "never_found": "",
        "entries": "writes - len(counts)",
        "example": 1,
    },
]
RESULTS = [
    {
        "pairs": False,
        "means": "a dict with a count for each content that is on disk",
        "form": '{{"counts": counts, "{name}": {name}}}',
        "code": '{{"counts": counts, "{name}": {name}}}',
        "example": "{{'counts': {{'X': 1}}, '{name}': {example}}}",
    },
    {
        "pairs": False,
        "means": "a dict with a count for each content that is on disk",
        "form": "[counts, {name}]",
        "code": "[counts, {name}]",
        "example": "[{{'X': 1}}, {example}]",
    },
    {
        "pairs": True,
        "means": "a list with a pair of content and count for each content that is on disk, in any order",
        "form": '{{"counts": counts, "{name}": {name}}}',
        "code": '{{"counts": [[content, counts[content]] for content in counts], "{name}": {name}}}',
        "example": "{{'counts': [['X', 1]], '{name}': {example}}}",
    },
]
FREES = [
    {"many": 3, "code": "    counts.pop(content, None)"},
    {
        "many": 2,
        "code": """\
    if counts.get(content, 0) > 2:
        counts[content] -= 1
    else:
        counts.pop(content, None)""",
    },
]
OVERWRITES = [
    {"hint": "Which of the two does the model do?", "code": ""},
    {
        "hint": "Which of the two blocks does the model free?",
        "code": """\
            if place in holds:
                free(counts, content)
""",
    },
    {
        "hint": "Does the model always do both, whatever the new content is?",
        "code": """\
                if place in holds:
                    free(counts, holds[place])
""",
    },
]
EXAMPLE = [["write", "a", "X"], ["write", "b", "X"], ["write", "b", "Y"], ["delete", "b"]]


def told(operation, kind):
    """An operation, a list with its kind first, as a variant has it."""
    what, place, *content = operation
    if kind == "dict":
        return {"do": what, "place": place} | ({"content": content[0]} if content else {})
    return operation if kind == "list" else [place, *(content or [None])]


def case(rng):
    """What is asked, in words and pieces of code: `free` and `overwrite` are the bugs."""
    operation, tally, result = (rng.one_of(some) for some in (OPERATIONS, TALLIES, RESULTS))
    shown = [str(told(each, operation["kind"])).replace("'", '"') for each in EXAMPLE]
    return {
        "function": rng.one_of(NAMES),
        "operation": operation,
        "tally": tally,
        "result": result
        | {name: result[name].format(**tally) for name in ("form", "code", "example")},
        "free": rng.one_of(FREES),
        "overwrite": rng.one_of(OVERWRITES),
        "example": {"first": shown[0], "second": shown[1], "third": shown[2], "fourth": shown[3]},
    }
