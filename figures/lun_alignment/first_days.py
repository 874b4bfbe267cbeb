"""What a test finds on a misaligned LUN that is new, that was written once, and that is old."""

from collections.abc import Iterator

from figures.define.figure import Figure, Number, Preset, Rows, cite, column, mark, panel, table
from figures.kit.rows import of, one
from figures.lun_alignment.experiments.lun_volume import LAID
from figures.lun_alignment.experiments.partitions import STARTS, TOOLS
from figures.lun_alignment.experiments.programs import PROGRAMS, SHORT, STREAM, measured
from models.units import KiB

OLD, ONCE, NEW = LAID
AGES = {NEW: "new", ONCE: "written once", OLD: "old"}
SHORT_AGES = {NEW: "new", ONCE: "once", OLD: "old"}
SECONDS = {NEW: 0.1, ONCE: 0.8, OLD: 0.8}
"""How long to simulate a run of a database, by what lies on the disks (s)."""
HUES = dict(zip(PROGRAMS, ("var(--wtg-1)", "var(--wtg-3)", "var(--wtg-accent)"), strict=True))


def run(start: int, seed: int) -> Iterator[Rows]:
    """Yield rows: speed (program, age, good, bad: requests per second on an aligned partition and on
    one from sector `start`, share: bad over good). A new LUN has nothing that a database could
    read."""
    for laid, age in AGES.items():
        for program in PROGRAMS if laid != NEW else ["a backup"]:
            seconds = (STREAM if program == "a backup" else SECONDS).get(laid, SECONDS[NEW])
            good, bad = (
                measured(program, begin, 8 * KiB, seconds, seed, laid=laid).rate
                for begin in (0, start)
            )
            yield [
                {
                    "row": "speed",
                    "program": program,
                    "age": age,
                    "good": good,
                    "bad": bad,
                    "share": bad / good,
                }
            ]


def values(rows: Rows) -> dict[str, float]:
    """Return the numbers for the prose: `good`, `bad` and `share` of each program at each age."""
    return {
        f"{SHORT[program]}_{SHORT_AGES[laid]}_{name}": row[name]
        for program in PROGRAMS
        for laid, age in AGES.items()
        for row in of(rows, "speed", program=program, age=age)
        for name in ("good", "bad", "share")
    }


def describe(rows: Rows) -> str:
    parts = [
        f"{program} {one(rows, 'speed', program=program, age=AGES[OLD])['share']:.0%} where it is old and "
        f"{one(rows, 'speed', program=program, age=AGES[ONCE])['share']:.0%} where it was written once"
        for program in PROGRAMS
    ]
    new = one(rows, "speed", program="a backup", age=AGES[NEW])["share"]
    return (
        "Of the speed on an aligned LUN these programs keep: a database that "
        f"{'; one with '.join(parts[:2])}; {parts[2]}, and {new:.0%} on a new LUN."
    )


FIGURE = Figure(
    id="first-days",
    title="What a test finds, and when",
    caption="Three programs on a misaligned LUN: how much of the speed on an aligned one they keep. New: nothing was ever "
    "written. Written once: what lies side by side on the LUN lies side by side on the disks. Old: it does not.",
    params={
        "start": Number(
            "Partition starts at sector",
            TOOLS["fdisk"],
            0,
            max(STARTS),
            whole=True,
            stops=STARTS,
            help="The first sector of the partition. Blocks and pages are of 8 KiB, the backup's writes of 64 KiB.",
        ),
    },
    presets={
        "from sector 63": Preset(help="two mirrored pairs of disks, the log on flash"),
        "from sector 34": Preset({"start": TOOLS["efi"]}, "behind an EFI label"),
        "from sector 2048": Preset({"start": TOOLS["parted"]}, "as tools of today have it"),
    },
    run=run,
    panels=[
        panel(
            [
                mark("line", x="age", y="share", stroke="program", strokeWidth=2),
                mark("dot", x="age", y="share", fill="program", r=5, tip=True),
                mark("ruleY", data=[0]),
                mark("ruleY", data=[1], stroke="var(--wtg-mute)", strokeDasharray="4,3"),
            ],
            {
                "x": {"label": None, "domain": list(AGES.values()), "type": "point"},
                "y": {
                    "label": "of the aligned speed",
                    "unit": "%",
                    "domain": [0, 1.1],
                    "ticks": 5,
                },
                "color": {"domain": list(HUES), "range": list(HUES.values()), "legend": True},
            },
            height=320,
        )
    ],
    table=table(
        {"row": "speed"},
        [
            column("program", "program"),
            column("age", "the LUN is"),
            column("good", "aligned, requests a second"),
            column("bad", "misaligned, requests a second"),
            column("share", "share", "%"),
        ],
    ),
    describe=describe,
    values=values,
    source=cite("bourbonnais2010alignment", "Cases 1 and 2"),
)
