"""Find out why a drive that picks the nearest read picks the wrong one: which way the angle runs, in which unit, and how the
two bugs are written."""

KIND = "mend"
NAMES = [
    {"reach": "reach", "choose": "choose"},
    {"reach": "time_to", "choose": "nearest"},
    {"reach": "wait_for", "choose": "pick"},
]
SPEEDS = [
    {
        "name": "turn",
        "means": "how long a turn of the platter takes",
        "unit": "seconds",
        "code": "",
        "example": "60 / 7200",
        "hint": "turn is given",
    },
    {
        "name": "rpm",
        "means": "how fast the platter turns",
        "unit": "turns a minute",
        "code": "    turn = 60 / rpm\n",
        "example": "7200",
        "hint": "turn is 60 / rpm",
    },
    {
        "name": "speed",
        "means": "how fast the platter turns",
        "unit": "turns a second",
        "code": "    turn = 1 / speed\n",
        "example": "120",
        "hint": "turn is 1 / speed",
    },
]
RECORDS = [
    {
        "form": '{"seek": ..., "angle": ...}',
        "seek": 'read["seek"]',
        "sector": 'read["angle"]',
        "units": "seconds, {unit}",
        "means": "the arm's time to its track, and the angle of its sector",
    },
    {
        "form": "[seek, angle]",
        "seek": "read[0]",
        "sector": "read[1]",
        "units": "seconds, {unit}",
        "means": "the arm's time to its track, and the angle of its sector",
    },
    {
        "form": "[angle, seek]",
        "seek": "read[1]",
        "sector": "read[0]",
        "units": "{unit}, seconds",
        "means": "the angle of its sector, and the arm's time to its track",
    },
]
ANGLES = [
    {
        "unit": "turns",
        "full": 1,
        "by": "",
        "per": "",
        "rest": "-0.25 % 1",
        "is": "0.75",
        "sign": "",
    },
    {
        "unit": "degrees",
        "full": 360,
        "by": "360 * ",
        "per": " / 360",
        "rest": "-90 % 360",
        "is": "270",
        "sign": "°",
    },
]
WAYS = [
    {
        "on": "+",
        "words": "grows evenly from 0 to {full}, and begins again at 0",
        "ahead": "{sector} - {angle}",
    },
    {
        "on": "-",
        "words": "falls evenly from {full} to 0, and begins again at {full}",
        "ahead": "{angle} - {sector}",
    },
]
EITHERS = ["abs({sector} - angle)", "min(({sector} - angle) % {full}, (angle - {sector}) % {full})"]
LATES = [
    {
        "code": "{seek} + gap * turn{per}",
        "why": "lets the platter stand still while the arm moves. It looks where the sector is now, adds up seek and wait, and "
        "is wrong by any part of a turn. Such a sum",
    },
    {
        "code": "max({seek}, gap * turn{per})",
        "why": "lets the arm read a sector that went by while it was moving. It looks where the sector is now, takes the longer "
        "of seek and wait, and is wrong by any part of a turn. Such a time",
    },
]
READS = [
    (0.5, 0.0, 0.75),
    (0.75, 0.0, 0.5),
    (0.5, 0.003, 0.75),
]  # angle under the head, seek (s), angle of the sector


def place(angle, way, unit):
    """An angle (turns, as the platter turns) as a variant counts it."""
    turned = round((angle if way["on"] == "+" else 1 - angle) % 1, 12)
    return turned if unit["full"] == 1 else round(360 * turned, 9)


def read(record, seek, angle):
    """A read as a variant records it."""
    return {"{": {"seek": seek, "angle": angle}, "[s": [seek, angle], "[a": [angle, seek]}[
        record["form"][:2].rstrip('"')
    ]


def case(rng):
    """Words and pieces of code; `ahead` is how far away the sector is, `moved` how far the platter goes on meanwhile."""
    speed, record, angle, way = (rng.one_of(some) for some in (SPEEDS, RECORDS, ANGLES, WAYS))
    either, late, function = rng.one_of(EITHERS), rng.one_of(LATES), rng.one_of(NAMES)
    words = {**record, **angle}
    shown = [
        f"{place(now, way, angle):g}, {read(record, seek, place(sector, way, angle))}".replace(
            "'", '"'
        )
        for now, seek, sector in READS
    ]
    moved = f"{angle['by']}{record['seek']} / turn"
    return {
        "function": function,
        "speed": speed,
        "record": record | {"units": record["units"].format(**angle)},
        "angle": angle,
        "way": way
        | {
            "words": way["words"].format(**angle),
            "there": f"angle {way['on']} {angle['by']}seek / turn",
        },
        "ahead": way["ahead"].format(angle="angle", **record),
        "gap": way["ahead"].format(angle="there", **record),
        "moved": moved,
        "there": f"angle {way['on']} {moved}",
        "either": either.format(**words),
        "late": late | {"code": late["code"].format(**words)},
        "example": {
            "first": shown[0],
            "second": shown[1],
            "third": shown[2],
            "now": f"{place(0.75, way, angle):g}{angle['sign']}",
            "sector": f"{place(0.5, way, angle):g}{angle['sign']}",
        },
    }
