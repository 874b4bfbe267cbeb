"""Write what iostat says of a disk: how busy it was, and how many requests it had at a time, from several records."""

KIND = "write"
NAMES = ["outstanding", "in_flight", "actv"]
RECORDS = [
    {
        "names": "issued, finish",
        "means": "when each was sent, and when it was answered",
        "code": "",
        "known": "Both times of a request are given.",
        "sort": "goes by when they were issued",
        "example": "[[0.0, 0.75], [0.0, 0.5]]",
    },
    {
        "names": "issued, latency",
        "means": "when each was sent, and how long its answer took",
        "code": "    requests = [[issued, issued + latency] for issued, latency in requests]\n",
        "known": "Here finish is the latency after issued.",
        "sort": "goes by when they were issued",
        "example": "[[0.0, 0.75], [0.0, 0.5]]",
    },
    {
        "names": "finish, latency",
        "means": "when each was answered, and how long that took",
        "code": "    requests = [[finish - latency, finish] for finish, latency in requests]\n",
        "known": "Here issued is the latency before finish.",
        "sort": "goes by what stands first in each, so let that be when it was issued",
        "example": "[[0.75, 0.75], [0.5, 0.5]]",
    },
    {
        "names": "finish, issued",
        "means": "when each was answered, and when it was sent",
        "code": "    requests = [[issued, finish] for finish, issued in requests]\n",
        "known": "Both times of a request are given.",
        "sort": "goes by what stands first in each, so let that be when it was issued",
        "example": "[[0.75, 0.0], [0.5, 0.0]]",
    },
]
START, END, LENGTH = "when we begin to look", "when we have looked enough", "for how long we look"
LOOKS = [
    {
        "first": "start",
        "second": "length",
        "begin": START,
        "then": LENGTH,
        "code": "    end = start + length\n",
        "known": "end is start + length",
        "example": "0.0, 1.0",
    },
    {
        "first": "start",
        "second": "end",
        "begin": START,
        "then": END,
        "code": "    length = end - start\n",
        "known": "both are given",
        "example": "0.0, 1.0",
    },
    {
        "first": "end",
        "second": "length",
        "begin": END,
        "then": LENGTH,
        "code": "    start = end - length\n",
        "known": "start is end - length",
        "example": "1.0, 1.0",
    },
]
SHARES = [
    {
        "name": "busy",
        "words": "share",
        "all": "1.0",
        "times": 1,
        "code": "",
        "mistaken": "100 * ",
        "example": "0.75",
        "range": "A share lies between 0 and 1: all of the time is 1.0, not 100.",
        "same": "both numbers are the same",
    },
    {
        "name": "percent_busy",
        "words": "percentage",
        "all": "100",
        "times": 100,
        "code": "100 * ",
        "mistaken": "",
        "range": "A percentage lies between 0 and 100: all of the time is 100, not 1.",
        "example": "75.0",
        "same": "the one is a hundred times the other",
    },
]


def case(rng):
    """What is given of a request and of the time in which we look, and how the part that is busy is counted."""
    return {
        "function": rng.one_of(NAMES),
        "record": rng.one_of(RECORDS),
        "look": rng.one_of(LOOKS),
        "share": rng.one_of(SHARES),
    }
