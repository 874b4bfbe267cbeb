"""How long until a slow feeder has filled the flash, and what more devices would change."""

from exercises.kit.form import Choice, Number
from models.units import GB, MB, MiB, hour, s
from models.zfs.l2arc.feed_spec import FeedSpec

KIND = "predict"
FORM = {
    "hours": Number("Until flash holds so much", unit="h", low=0.01 * hour, high=100_000 * hour),
    "twice": Choice(
        "With twice as many devices it would take",
        {"half": "half as long", "same": "as long", "double": "twice as long"},
    ),
}
WORDS = {0.5: "half", 0.75: "three quarters", 0.9: "nine tenths"}


def case(rng):
    """Devices, what the feeder writes in a turn (bytes), how long it rests (s), what a device takes (bytes/s), the data
    (bytes), and the part of it that is wanted on flash."""
    given = {
        "devices": rng.choice([2, 3, 4, 6, 8]),
        "capacity": rng.choice([100, 200, 400]) * GB,
        "write": rng.choice([4, 8, 16, 32]) * MiB,
        "rest": rng.choice([1, 2]) * s,
        "rate": rng.choice([80, 100, 160]) * MB,
        "part": rng.one_of([0.9, 0.5, 0.75]),
    }
    data = 0.8 * given["devices"] * given["capacity"]
    return {**given, "data": data, "words": WORDS[given["part"]], "hours": filled(given, data)}


def filled(case, data):
    """Seconds that the book's feeder takes to copy that part of the data."""
    spec = FeedSpec(
        devices=case["devices"],
        capacity=case["capacity"],
        rate=case["rate"],
        write=case["write"] / case["rest"],
        turn=case["rest"],
        boost=0.0,
    )
    return case["part"] * data / spec.pace(False)
