"""How long a write waits for the platter, and how many there are in a while: in which units, in how long a while."""

KIND = "write"
NAMES = ["write_time", "time_of_a_write", "latency"]
SECONDS = {"name": "seconds", "a_second": 1, "into": "", "back": ""}
MILLISECONDS = {"name": "milliseconds", "a_second": 1000, "into": " * 1000", "back": " / 1000"}
MICROSECONDS = {"name": "microseconds", "a_second": 1e6, "into": " * 1e6", "back": " / 1e6"}
RESULTS = [
    SECONDS | {"shown": "1000 * ", "digits": 3, "example": "8.325"},
    MILLISECONDS | {"shown": "", "digits": 3, "example": "8.325"},
    MICROSECONDS | {"shown": "", "digits": 1, "example": "8325.2"},
]
DELAYS = [
    SECONDS | {"example": "0.0001"},
    MILLISECONDS | {"example": "0.1"},
    MICROSECONDS | {"example": "100.0"},
]
WHILES = [
    {"function": "writes_per_second", "words": "a second", "seconds": 1, "example": "118.7"},
    {"function": "writes_in_two_seconds", "words": "two seconds", "seconds": 2, "example": "237.4"},
    {
        "function": "writes_in_five_seconds",
        "words": "five seconds",
        "seconds": 5,
        "example": "593.5",
    },
    {
        "function": "writes_in_ten_seconds",
        "words": "ten seconds",
        "seconds": 10,
        "example": "1186.9",
    },
]


def case(rng):
    """What is asked; `function` gives the time of a write in the unit of `result`, and `delay` is the host's."""
    return {
        "function": rng.one_of(NAMES),
        "result": rng.one_of(RESULTS),
        "delay": rng.one_of(DELAYS),
        "count": rng.one_of(WHILES),
    }
