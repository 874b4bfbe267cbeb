"""One line of a quote is wrong. Which, and what should it say?"""

from exercises.kit.form import Choice, Number
from models.sizing.pools.build import Build
from models.sizing.risk.failures import YEAR, published
from models.sizing.risk.risk import risk
from models.units import MB, TB, TiB, hour

KIND = "read"
LINES = {
    "room": "room on the data disks",
    "reads": "random reads a second",
    "failures": "drives to replace in five years",
    "rebuild": "hours to rebuild a drive",
    "loss": "chance to lose the pool in five years",
}
FORM = {
    "line": Choice("Which line is wrong?", LINES),
    "number": Number("What it should say, in the unit of the line", low=0.001, high=1e13),
}
DRIVES = {
    "WUH722222ALE6L4": 22,
    "ST16000NM001G": 16,
    "MG08ACA16TA": 16,
    "MG07ACA14TA": 14,
    "ST12000NM0008": 12,
}
"""Drives whose failures are published, and their capacity (TB)."""
UNITS = {
    "room": "{:,.1f} TiB",
    "reads": "{:,.0f} records a second",
    "failures": "{:,.2f} drives in five years",
    "rebuild": "{:,.1f} hours",
    "loss": "1 in {:,.0f}",
}
WHY = {
    "room": "The vendor counted in TB, which is a tenth less than it sounds in TiB, and wrote the other unit behind it.",
    "reads": "Each read of a record moves all data disks of its vdev, so a vdev makes as many as one drive. The vendor multiplied "
    "by all drives, as for mirrors.",
    "failures": "The vendor wrote the failures of one year under the words “five years”.",
    "rebuild": "The vendor copied a whole drive at the rate of its data sheet. Users take most of that rate, and only what is used "
    "is copied.",
    "loss": "The vendor wrote the mean time in years as if it were a number of pools. Within five years the chance is five times "
    "as large as within one.",
}
YEARS, DECIMALS = 5, {"room": 1, "reads": 0, "failures": 2, "rebuild": 1, "loss": 0}


def right(case):
    """Return what each line should say, from the models."""
    drive, parity = published(case["drive"]), case["parity"]
    build = Build(f"raidz{parity}", case["vdevs"], case["width"], case["drive"])
    rebuild = case["used"] * case["capacity"] / case["left"]
    lost = risk(build, failure_rate=drive.rate, rebuild=rebuild, errors=0.0, years=YEARS)
    return {
        "room": case["vdevs"] * (case["width"] - parity) * case["capacity"] / TiB,
        "reads": case["vdevs"] * case["iops"],
        "failures": drive.rate * YEARS * YEAR * build.disks,
        "rebuild": rebuild / hour,
        "loss": 1 / lost.loss,
    }


def mean_years(case):
    """Return the mean time to the pool's loss (years), of the same chain as the chance."""
    build = Build(f"raidz{case['parity']}", case["vdevs"], case["width"], case["drive"])
    rebuild = case["used"] * case["capacity"] / case["left"]
    rate = published(case["drive"]).rate
    return risk(build, failure_rate=rate, rebuild=rebuild, errors=0.0).mttdl / YEAR


def wrong(case):
    """Return what a vendor who makes each mistake writes."""
    return {
        "room": case["vdevs"] * (case["width"] - case["parity"]) * case["capacity"] / TB,
        "reads": case["vdevs"] * case["width"] * case["iops"],
        "failures": right(case)["failures"] / YEARS,
        "rebuild": case["capacity"] / case["stream"] / hour,
        "loss": case["mean"],
    }


def case(rng):
    """A pool of published drives, and the quote with one fault."""
    drive = rng.choice(list(DRIVES))
    given = {
        "drive": drive,
        "capacity": DRIVES[drive] * TB,
        "vdevs": rng.randint(2, 6),
        "width": rng.choice([6, 8, 9, 10, 12]),
        "parity": rng.choice([1, 2]),
        "iops": rng.choice([75, 80, 85, 90]),
        "stream": rng.choice([200, 220, 240, 260]) * MB,
        "left": rng.choice([30, 40, 50, 60, 80]) * MB,
        "used": rng.choice([0.5, 0.6, 0.7, 0.8]),
        "fault": rng.choice(list(LINES)),
    }
    given["annual"] = round(published(drive).annual, 4)
    given["mean"] = float(f"{mean_years(given):.3g}")
    says = {**right(given), given["fault"]: wrong(given)[given["fault"]]}
    given["says"] = {line: round(says[line], DECIMALS[line]) for line in LINES}
    fault, truth = given["fault"], right(given)
    given["truth"] = UNITS[fault].format(truth[fault])
    given["why"] = WHY[fault]
    return {**given, "raid": f"RAID-Z{given['parity']}", "disks": given["vdevs"] * given["width"]}


def sound(case):
    """Whether the wrong number is far from the right one, and a loss is rare enough to divide."""
    line = case["fault"]
    return abs(wrong(case)[line] / right(case)[line] - 1) > 0.08 and case["mean"] > 200
