"""How long is a write held back under the curve of 2013, and what if many come at once? The numbers of the curve differ, and
whether moments or waits are asked for."""

from models.units import ms, us

KIND = "write"
NAMES = [
    {"pause": "pause", "go_on": "go_on"},
    {"pause": "delay", "go_on": "let_go"},
    {"pause": "spacing", "go_on": "line_up"},
]
RESULTS = [
    {
        "waits": False,
        "words": "when each write may go on",
        "code": "turn",
        "mistaken": "turn - time",
        "over": "late",
        "under": "early",
        "other": "Is that how long this write waits? What is asked for is the moment in which it may go on.",
    },
    {
        "waits": True,
        "words": "how long each write waits until it may go on",
        "code": "turn - time",
        "mistaken": "turn",
        "over": "long",
        "under": "short",
        "other": "Is that the moment in which it may go on? What is asked for is how long this write waits.",
    },
]
COME = [0, 0, 0.0003, 0.2]  # s; when the writes of the example come


def case(rng):
    """From which share of the limit on writes are held back, by what (s), and by how much at most (s)."""
    start, scale, most = (
        rng.one_of([0.6, 0.5, 0.7]),
        rng.one_of([500, 250, 1000]) * us,
        rng.one_of([100, 50, 200]) * ms,
    )
    result, half = rng.one_of(RESULTS), (1 - start) / 2
    on = [scale, 2 * scale, 3 * scale, COME[-1] + scale]
    told = [
        moment - came if result["waits"] else moment for moment, came in zip(on, COME, strict=True)
    ]
    return {
        "function": rng.one_of(NAMES),
        "result": result,
        "start": start,
        "scale": round(scale, 9),
        "most": round(most, 9),
        "half": half,
        "middle": start + half,
        "burst": round(1 / scale),
        "example": {
            "dirty": round(100 * (start + half)),
            "moments": str([round(time, 5) for time in told]),
        },
    }
