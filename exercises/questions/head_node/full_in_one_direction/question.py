"""What flows put on each direction of each link, and how long a packet takes at the fullest: how flows and links are told,
whether its own sending counts, and in which unit."""

KIND = "write"
NAMES = [
    {"loads": "link_loads", "waits": "longest_wait", "through": "longest_time"},
    {"loads": "loads_of_links", "waits": "wait_at_the_fullest", "through": "time_at_the_fullest"},
    {"loads": "bytes_on_links", "waits": "queueing", "through": "crossing"},
]
FLOWS = [
    {
        "pairs": True,
        "kind": "from socket to socket",
        "sample": '{"0-3": 1e9}',
        "each": "pair, rate in flows.items()",
        "way": "ways[pair]",
        "example": '{"0-1": 1e9, "0-2": 2e9, "1-0": 5e8}',
    },
    {
        "pairs": False,
        "kind": "a list, each from socket to socket",
        "sample": "[0, 3, 1e9]",
        "each": "source, target, rate in flows",
        "way": 'ways[f"{source}-{target}"]',
        "example": "[[0, 1, 1e9], [0, 2, 2e9], [1, 0, 5e8]]",
    },
]
CAPACITIES = [
    {
        "name": "capacity",
        "words": "what a link can carry in each direction",
        "unit": "bytes a second",
        "code": "",
        "for_one": 1,
        "example": "4e9",
    },
    {
        "name": "both_ways",
        "unit": "bytes a second",
        "words": "what a link can carry in both directions together, as data sheets tell it: half of it each way",
        "code": "    capacity = both_ways / 2\n",
        "for_one": 2,
        "example": "8e9",
    },
    {
        "name": "clock",
        "unit": "turns a second",
        "words": "the clock of the links, which are 16 bits wide: each turn brings two transfers, 4 bytes, in each direction",
        "code": "    capacity = 4 * clock\n",
        "for_one": 0.25,
        "example": "1e9",
    },
]
RESULTS = [
    {
        "kind": "waits",
        "does": "waits",
        "until": "before its turn",
        "with": "",
        "yet": "and not yet the wait",
        "code": "used / (1 - used) * send",
        "other": "send / (1 - used)",
        "in_proportion": "used * send",
        "half": "used / (1 - used) * send / 2",
    },
    {
        "kind": "through",
        "does": "takes",
        "until": "until it is through",
        "with": ", wait and sending together",
        "yet": "without the wait before it",
        "code": "send / (1 - used)",
        "other": "used / (1 - used) * send",
        "in_proportion": "(1 + used) * send",
        "half": "(1 + used / (1 - used) / 2) * send",
    },
]
UNITS = [
    {
        "name": "seconds",
        "a_second": 1,
        "into": "",
        "wrong": " * 1e9",
        "shown": " * 1e9",
        "digits": 1,
        "waits": "48.0",
        "through": "64.0",
    },
    {
        "name": "nanoseconds",
        "a_second": 1e9,
        "into": " * 1e9",
        "wrong": "",
        "shown": "",
        "digits": 1,
        "waits": "48.0",
        "through": "64.0",
    },
    {
        "name": "microseconds",
        "a_second": 1e6,
        "into": " * 1e6",
        "wrong": " * 1e9",
        "shown": "",
        "digits": 3,
        "waits": "0.048",
        "through": "0.064",
    },
]


def case(rng):
    """What is asked, in words and pieces of code."""
    names, flows, capacity, result, unit = (
        rng.one_of(some) for some in (NAMES, FLOWS, CAPACITIES, RESULTS, UNITS)
    )
    return {
        "function": {"loads": names["loads"], "wait": names[result["kind"]]},
        "flows": flows,
        "capacity": capacity,
        "result": result,
        "unit": unit | {"example": unit[result["kind"]]},
    }
