"""What a resilver in metadata order cannot beat, the new disk, the arm, or the throttle: how long that one waits, what is
known of the disks, and in which unit the time is asked for differ."""

KIND = "write"
NAMES = [
    {"blocks": "blocks_to_copy", "least": "least"},
    {"blocks": "how_many_blocks", "least": "fewest"},
    {"blocks": "blocks_in_all", "least": "at_least"},
]
UNITS = [
    {"name": "seconds", "seconds": 1, "code": "", "days": " / 86400", "hours": " / 3600"},
    {"name": "hours", "seconds": 3600, "code": " / 3600", "days": " / 24", "hours": ""},
    {"name": "days", "seconds": 86400, "code": " / 86400", "days": "", "hours": " * 24"},
]
THROTTLES = [
    {"delay": 0.020, "rate": 50, "said": "20 ms", "set": "", "example": "28.26", "days": 28},
    {
        "delay": 0.010,
        "rate": 100,
        "said": "10 ms",
        "example": "14.13",
        "days": 14,
        "set": " (20 ms in the chapter: here zfs_resilver_delay has been set from two ticks of 10 ms to one)",
    },
    {
        "delay": 0.040,
        "rate": 25,
        "said": "40 ms",
        "example": "56.51",
        "days": 57,
        "set": " (20 ms in the chapter: here zfs_resilver_delay has been set from two ticks of 10 ms to four)",
    },
]
USES = [
    {
        "name": "used",
        "means": "those of them that are in use",
        "unit": "bytes",
        "code": 'disk["used"]',
        "example": "1e12",
    },
    {
        "name": "percent_used",
        "means": "how much of that is in use",
        "unit": "per cent",
        "code": 'disk["capacity"] * disk["percent_used"] / 100',
        "example": "50",
    },
]
ARMS = [
    {
        "name": "movements",
        "means": "how often its arm can move",
        "unit": "a second",
        "code": '/ disk["movements"]',
        "example": "200",
        "hint": "blocks divided by the movements",
    },
    {
        "name": "movement",
        "means": "how long a movement of its arm takes",
        "unit": "milliseconds",
        "code": '* disk["movement"] / 1000',
        "example": "5",
        "hint": "blocks times a movement",
    },
]
PARTS = [
    {
        "name": "parts",
        "code": "parts",
        "divided": "by parts",
        "example": "1",
        "means": "on how many disks of the group the data of one block lies: 1 for a mirror, 4 for a RAID-Z of five disks",
    },
    {
        "name": "group",
        "code": "(group[0] - group[1])",
        "divided": "among the disks that are not for parity",
        "example": "[2, 1]",
        "means": "a list: how many disks the group has, and how many of them may fail; [2, 1] for a "
        "mirror, [5, 1] for a RAID-Z of five disks",
    },
]


def case(rng):
    """What is known of the disks, how long the throttle waits, and what is asked for."""
    name, unit, use, arm = (rng.one_of(some) for some in (NAMES, UNITS, USES, ARMS))
    known = f'"{use["name"]}": {use["example"]}, "{arm["name"]}": {arm["example"]}'
    return {
        "function": {"blocks": name["blocks"], "least": f"{name['least']}_{unit['name']}"},
        "unit": unit,
        "use": use,
        "arm": arm,
        "parts": rng.one_of(PARTS),
        "throttle": rng.one_of(THROTTLES),
        "disk": f'{{"capacity": 2e12, {known}, "stream": 100e6}}',
    }
