"""When is an entry safe that shares a commit with others, or how long does it take? How the arrivals and the commit are given
differs, and how the clock is written."""

KIND = "mend"
MOMENT = {
    "names": ["safe_at", "safe_moments", "when_safe"],
    "is_moment": True,
    "said": "is safe at",
    "over": "late",
    "under": "early",
    "other": "That is how long the entry took. Asked for is the moment at which it is safe, on the clock of the arrivals.",
}
TIME = {
    "names": ["latencies", "commit_times", "times_until_safe"],
    "is_moment": False,
    "said": "takes",
    "over": "long",
    "under": "short",
    "other": "That is the moment at which the entry is safe, on the clock of the arrivals. Asked for is how long the entry "
    "took, from when it came.",
}
TIMES = "[moment - came for moment, came in zip(safe, arrivals)]"
MOMENTS_MS = "[1000 * moment for moment in safe]"
TIMES_MS = "[1000 * (moment - came) for moment, came in zip(safe, arrivals)]"
RESULTS = [
    MOMENT
    | {
        "words": "when each entry is safe, in seconds",
        "a_second": 1,
        "unit": "s",
        "code": "safe",
        "mistaken": TIMES,
        "example": "[0.013, 0.023, 0.114]",
    },
    TIME
    | {
        "words": "how long each entry takes until it is safe, in seconds",
        "a_second": 1,
        "unit": "s",
        "code": TIMES,
        "mistaken": "safe",
        "example": "[0.01, 0.018, 0.01]",
    },
    MOMENT
    | {
        "words": "when each entry is safe, in milliseconds",
        "a_second": 1000,
        "unit": "ms",
        "code": MOMENTS_MS,
        "mistaken": TIMES_MS,
        "example": "[13.0, 23.0, 114.0]",
    },
    TIME
    | {
        "words": "how long each entry takes until it is safe, in milliseconds",
        "a_second": 1000,
        "unit": "ms",
        "code": TIMES_MS,
        "mistaken": MOMENTS_MS,
        "example": "[10.0, 18.0, 10.0]",
    },
]
COMES = [
    {
        "name": "arrivals",
        "means": "when the entries come, in order; no two at the same moment",
        "code": "",
        "example": "[0.003, 0.005, 0.104]",
    },
    {
        "name": "gaps",
        "means": "how long after the one before it each entry comes, the first after time 0; only the first can be 0",
        "code": "    arrivals = [sum(gaps[: count + 1]) for count in range(len(gaps))]\n",
        "example": "[0.003, 0.002, 0.099]",
    },
]
LONG = "how long a commit takes, from when it leaves until all its entries are safe"
COMMITS = [
    {"name": "commit", "means": LONG, "unit": "seconds", "code": "", "example": "0.010"},
    {
        "name": "commit_ms",
        "means": LONG,
        "unit": "milliseconds",
        "code": "    commit = commit_ms / 1000\n",
        "example": "10",
    },
    {
        "name": "rate",
        "means": "how many commits the log makes in a second if one follows the other",
        "unit": "a second",
        "code": "    commit = 1 / rate\n",
        "example": "100",
    },
]
CLOCKS = ["end", "max(end, -(-arrivals[len(safe)] // commit) * commit)"]


def case(rng):
    """What is asked of the entries, how they and the commits are given, and how the program's clock is written."""
    result = rng.one_of(RESULTS)
    return {
        "result": result,
        "function": rng.one_of(result["names"]),
        "come": rng.one_of(COMES),
        "commit": rng.one_of(COMMITS),
        "clock": rng.one_of(CLOCKS),
    }
