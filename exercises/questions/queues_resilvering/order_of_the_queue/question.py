"""In which order I/Os go down from ZFS's queue to the disk: how long a step of time is, how an I/O is written down and what
is returned differ, and how the two bugs are written."""

import json

KIND = "mend"
NAMES = [
    {"due": "due", "order": "order"},
    {"due": "deadline", "order": "line_up"},
    {"due": "turn", "order": "go_down"},
]
STEPS = [
    {
        "length": "0.64 s",
        "seconds": 0.64,
        "round": 1,
        "delay": "6.4 s",
        "apart": "0.3 s",
        "words": "is 0.64 s long",
    },
    {
        "length": "0.32 s",
        "seconds": 0.32,
        "round": 0.5,
        "delay": "3.2 s",
        "apart": "0.15 s",
        "words": "is 0.32 s long here, half of the 0.64 s in the chapter: zfs_vdev_time_shift has been set from 6 to 5",
    },
    {
        "length": "0.16 s",
        "seconds": 0.16,
        "round": 0.25,
        "delay": "1.6 s",
        "apart": "0.08 s",
        "words": "is 0.16 s long here, a quarter of the 0.64 s in the chapter: zfs_vdev_time_shift has been set from 6 to 4",
    },
]
UNITS = [
    {"unit": "seconds", "a_second": 1, "back": ""},
    {"unit": "milliseconds", "a_second": 1000, "back": " / 1000"},
    {"unit": "ticks of 10 ms", "a_second": 100, "back": " / 100"},
]
RECORDS = [
    {"words": "a dict", "fields": []},
    {"words": "a list [name, came, number, place]", "fields": ["name", "came", "number", "place"]},
    {"words": "a list [came, place, number, name]", "fields": ["came", "place", "number", "name"]},
]
RESULTS = [
    {
        "kind": "names",
        "words": "their names in the order in which they go down",
        "doc": "The names of the I/Os that wait, in the order in which they go down.",
        "code": "[{name} for io in ranked]",
        "example": "['lower', 'soon', 'resilver', 'late']",
    },
    {
        "kind": "indexes",
        "words": "the index of each in that list, from 0, in the order in which they go down",
        "doc": "The indexes of the I/Os that wait, in the order in which they go down.",
        "code": "[waiting.index(io) for io in ranked]",
        "example": "[2, 1, 0, 3]",
    },
    {
        "kind": "turns",
        "words": "a dict with the turn of each name, 1 for the first to go down",
        "doc": "The turn of each of the I/Os that wait, 1 for the first to go down.",
        "code": "{{{name}: turn for turn, io in enumerate(ranked, 1)}}",
        "example": "{'lower': 1, 'soon': 2, 'resilver': 3, 'late': 4}",
    },
]
RANKS = [
    {
        "key": "{number}, {due}(io)",
        "seen": "the resilver never has its turn, however long it has waited",
        "why": "A queue that sorts by the class first would let the resilver starve on a busy disk.",
    },
    {
        "key": "{due}(io) + {number}{of}",
        "seen": "the resilver waits for its turn twice as long as it should",
        "why": "A queue that counts the class twice lets the resilver wait twice as long.",
    },
]
EXACT = {
    "then": "",
    "hint": "In the program they never do: what does the function {due} return for them?",
    "why": "With exact times no two deadlines would ever be equal, and the place would never count.",
}
TIMES = [
    EXACT | {"code": "{came} + {number} * STEP", "of": " * STEP"},
    EXACT | {"code": "{came} / STEP + {number}", "of": ""},
    {
        "code": "int({came} / STEP) + {number}",
        "of": "",
        "then": "{came}, ",
        "hint": "So they have in the program. What does it compare next, and is it equal?",
        "why": "Whoever asks among equals who came first gets an answer each time, and the place would never count.",
    },
]
WAITING = [
    ("resilver", 0.1, 10, 500),
    ("soon", 0.2, 0, 900),
    ("lower", 0.5, 0, 300),
    ("late", 7.5, 0, 100),
]


def written(record, unit, name, came, number, place):
    """An I/O that came at this time (s) as a variant has it."""
    time = round(came, 3) if unit["a_second"] == 1 else round(came * unit["a_second"])
    each = {"name": name, "came": time, "number": number, "place": place}
    return [each[field] for field in record["fields"]] or each


def case(rng):
    """Words and pieces of code; `came` and the others get a part of an I/O; `key`: what the program to be mended sorts by."""
    function, step, unit, record = (rng.one_of(some) for some in (NAMES, STEPS, UNITS, RECORDS))
    result, rank, time = rng.one_of(RESULTS), rng.one_of(RANKS), rng.one_of(TIMES)
    io = {
        field: f"io[{record['fields'].index(field) if record['fields'] else json.dumps(field)}]"
        for field in ("name", "came", "number", "place")
    }
    words = {**io, "due": function["due"], "of": time["of"]}
    shown = {
        name: json.dumps(written(record, unit, name, came * step["seconds"] / 0.64, number, place))
        for name, came, number, place in WAITING
    }
    return {
        "function": function,
        "step": step | {"code": f"{step['seconds'] * unit['a_second']:g}"},
        "unit": unit,
        "record": record,
        "result": result | {"code": result["code"].format(**words)},
        **io,
        "rank": rank,
        "time": {name: time[name].format(**words) for name in ("code", "then", "hint", "why")},
        "shown": shown,
        "key": ", ".join([rank["key"].format(**words), time["then"].format(**words) + io["place"]]),
    }
