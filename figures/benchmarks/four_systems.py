"""Four systems in ten tests: what the machine says before one looks, and what was measured."""

from collections.abc import Iterator
from math import ceil
from typing import Any

from figures.benchmarks.experiments.four_systems import TESTS, result, tested
from figures.benchmarks.four_systems_results import (
    MISSES,
    OURS,
    REPRODUCES,
    SMALL,
    STREAMS,
    SYSTEMS,
    TARGETS,
    THEIRS,
    forty,
    line,
    summary,
)
from figures.define.claims import measured
from figures.define.figure import (
    Choice,
    Figure,
    Number,
    Preset,
    Rows,
    Switch,
    cite,
    column,
    mark,
    panel,
    table,
    target,
)
from figures.define.kept import kept, short
from figures.kit.rows import of, one
from figures.kit.words import count
from models.head.pcie import Card
from models.units import GiB, MiB, rpm

AS_TESTED = "as tested"
NAMES = {**STREAMS, **SMALL}
WIDTHS = {"mirror": 2, "raidz1": 4, "stripe": 1}


def run(
    test: str,
    system: str,
    disks: int,
    turns: str,
    layout: str,
    logs: str,
    flash: str,
    memory: str,
    ports: str,
    frames: str,
    seed: int,
) -> Iterator[Rows]:
    """Yield rows: cell (test, name, system, model, thumb, measured, disks; SI), one for each of the
    forty, and for the chosen cell on the machine with your parts: so far (value), an estimate, and
    yours (value, as tested, measured, disks, each: value per disk).

    The model's forty numbers are kept from the last run of all cells, which takes minutes.
    """
    cells = forty(kept())
    yield cells
    parts = changed(system, test, disks, turns, layout, logs, flash, memory, ports, frames)
    unit = MiB if test in STREAMS else 1
    value = 0.0
    for value in TESTS[f"cmp-{test}"](system, changes=parts, seed=seed):
        yield [{"row": "so far", "who": "with your parts", "value": value * unit}]
    cell = one(cells, "cell", test=test, system=system)
    pool = tested(system, test in STREAMS, changes=parts).pool
    yield [
        {
            "row": "yours",
            "value": value * unit,
            "as tested": cell["model"],
            "measured": cell["measured"],
            "disks": pool.vdevs * pool.width,
            "each": value * unit / (pool.vdevs * pool.width),
            "test": NAMES[test],
            "system": system,
            "unit": "MiB/s" if test in STREAMS else "a second",
            "shown": value,
        },
        *(
            {"row": "bar", "who": who, "value": each}
            for who, each in ((AS_TESTED, cell["model"]), ("with your parts", value * unit))
        ),
    ]


def again(seed: int, **settings: Any) -> Iterator[Rows]:
    """Yield the rows cell, from runs of all forty (two minutes)."""
    yield forty(
        {
            f"{row}/{system}": short(result(row, system, seed=seed))
            for row in TESTS
            for system in SYSTEMS
        }
    )


def changed(
    system: str,
    test: str,
    disks: int,
    turns: str,
    layout: str,
    logs: str,
    flash: str,
    memory: str,
    ports: str,
    frames: str,
) -> dict[str, dict[str, Any]]:
    """Return the settings that differ from the system as it was tested, by part of the order."""
    order = tested(system, test in STREAMS)
    own, found = order.pool, dict[str, dict[str, Any]]()
    if disks or layout != AS_TESTED:
        kind = own.layout if layout == AS_TESTED else layout
        number = disks or own.vdevs * own.width
        found["pool"] = {"layout": kind, "width": WIDTHS[kind], "vdevs": number // WIDTHS[kind]}
        if own.jbods:
            found["pool"]["jbods"] = ceil(number / 24)
    if turns != AS_TESTED:
        found["pool"] = {**found.get("pool", {}), "disks": {"speed": int(turns) * rpm}}
    if logs != AS_TESTED:
        pairs = order.log.mirrored and int(logs) % 2 == 0
        found["log"] = {"devices": int(logs), "mirrored": pairs and int(logs) > 0}
    if flash != AS_TESTED:
        found["cache"] = {"flash": {"devices": int(flash)}}
    if memory != AS_TESTED:
        found["head"] = {"memory": int(memory) * GiB}
    network: dict[str, Any] = {}
    if ports != AS_TESTED:
        network = {"ports": int(ports)}
        if order.network.cards:
            network["cards"] = (Card(int(ports)),)
    if frames != AS_TESTED:
        network["mtu"] = int(frames)
    return {**found, **({"network": network} if network else {})}


def yours(rows: Rows) -> float:
    """Return the result of the chosen cell."""
    found: float = of(rows, "yours")[0]["value"]
    return found


def values(rows: Rows) -> dict[str, float]:
    own = of(rows, "yours")[0]
    cells = of(rows, "cell")
    return {
        **{name: own[name] for name in ("value", "disks", "each")},
        "change": own["value"] / own["as tested"] - 1,
        **{f"{row['test']}-{row['system']}": row["model"] for row in cells},
        **{f"{row['test']}-{row['system']}-error": row["error"] for row in cells},
        **{f"{row['test']}-{row['system']}-thumb": row["thumb error"] for row in cells},
        **{
            f"{row['test']}-{row['system']}-each": row["model"] / row["disks"]
            for row in cells
            if "random" in row["test"]
        },
        **summary(cells),
        "hits": 1 - measured("per-spindle-cold-7410") / measured("per-spindle-warm-7410"),
    }


def describe(rows: Rows) -> str:
    own, cells = of(rows, "yours")[0], of(rows, "cell")
    ends = {
        kind: [min(numbers), max(numbers)]
        for kind, unit in (("streams", MiB), ("small", 1))
        if (numbers := [row["model"] / unit for row in cells if row["kind"] == kind])
    }
    return (
        f"The machine predicts {count(ends['streams'][0])} to {count(ends['streams'][1])} MiB/s for streams and "
        f"{count(ends['small'][0])} to {count(ends['small'][1])} small requests a second for the four systems. Run "
        f"again, the {own['system']} with {own['disks']} disks does {count(own['shown'])} {own['unit']} in the test "
        f"“{own['test']}”; as tested, {count(own['as tested'] / (MiB if own['unit'] == 'MiB/s' else 1))}."
    )


COLOURS = {
    "domain": list(SYSTEMS),
    "range": ["var(--wtg-1)", "var(--wtg-2)", "var(--wtg-3)", "var(--wtg-4)"],
    "label": "system",
}


def bars(kind: str, names: dict[str, str], measured: bool, height: int, tab: str) -> dict[str, Any]:
    """Return the panel of one kind of tests: a bar for each number of the machine and, once they are
    asked for, a ring for the rule of thumb and a tick for what was measured."""
    where = {"row": "cell", "kind": kind}
    across: dict[str, Any] = (
        {"label": "streams", "unit": "MiB/s", "zero": True, "grid": True, "ticks": 5}
        if kind == "streams"
        else {
            "label": "requests a second",
            "type": "log",
            "grid": True,
            "domain": [100, 60_000],
            "ticks": [100, 1000, 10_000],
            "tickFormat": ",",
        }
    )
    own: dict[str, Any] = {"y": "line"}
    drawn = [
        mark("barX", where, x1="from", x2="model", fill="system", fillOpacity=0.75, tip=True, **own)
    ]
    if measured:
        drawn += [
            mark("dot", where, x="thumb", stroke="currentColor", strokeOpacity=0.6, r=2.5, **own),
            mark("tickX", where, x="measured", stroke="currentColor", strokeWidth=2.5, **own),
        ]
    return panel(
        drawn,
        {
            "x": across,
            "y": {
                "label": None,
                "domain": [line(name, system) for name in names.values() for system in SYSTEMS],
            },
            "color": {**COLOURS, "legend": True},
        },
        height=height,
        when={"measured": measured},
        tab=tab,
    )


def one_cell(names: dict[str, str], unit: str, measured: bool) -> dict[str, Any]:
    """Return the panel of the chosen cell, run again."""
    scale = {"label": "streams", "unit": unit} if unit else {"label": "requests a second"}
    return panel(
        [
            mark("barX", {"row": "bar"}, x="value", y="who", fill="who", fillOpacity=0.75),
            mark(
                "dot",
                {"row": "so far"},
                x="value",
                y="who",
                stroke="currentColor",
                strokeOpacity=0.5,
                r=3,
            ),
            *(
                [
                    mark(
                        "ruleX",
                        {"row": "yours"},
                        x="measured",
                        stroke="currentColor",
                        strokeWidth=2.5,
                    )
                ]
                * measured
            ),
        ],
        {
            "x": {**scale, "zero": True, "grid": True, "ticks": 5},
            "y": {"label": None, "domain": [AS_TESTED, "with your parts"]},
            "color": {
                "domain": [AS_TESTED, "with your parts"],
                "range": ["var(--wtg-mute)", "var(--wtg-1)"],
            },
        },
        height=150,
        when={"measured": measured, "test": list(names)},
        tab="Run a cell again",
    )


def errors(who: str) -> dict[str, Any]:
    """Return the panel of the errors of the machine, or of the rule of thumb."""
    return panel(
        [
            mark("ruleX", data=[1], strokeOpacity=0.6),
            mark(
                "dot",
                {"row": "ratio", "who": who},
                x="ratio",
                y="name",
                fill="system",
                r=4,
                tip=True,
            ),
        ],
        {
            "x": {
                "label": f"{who}, times what was measured",
                "type": "log",
                "grid": True,
                "domain": [0.15, 14],
                "ticks": [0.2, 0.5, 1, 2, 5, 10],
                "tickFormat": "~g",
            },
            "y": {"label": None, "domain": list(NAMES.values())},
            "color": {**COLOURS, "legend": who == OURS},
        },
        height=205,
        when={"measured": True},
        tab="Errors",
    )


def as_built(label: str, options: dict[str, str], help: str) -> Choice:
    """Return a folded control whose default is the part as it was tested."""
    return Choice(label, AS_TESTED, {AS_TESTED: AS_TESTED, **options}, help, more=True)


FIGURE = Figure(
    id="four-systems",
    title="Forty numbers before one looks",
    caption="Four systems in ten tests over one cable of 10 Gbit/s. The bars are what the machine does with the parts of "
    "each; nothing in it was fitted to this table. Press “What was measured”: ticks are the published numbers, and "
    "rings a rule of thumb (a hundred requests a second for each disk, the cable's speed, and of writes what mirrors "
    "and parity leave). “Run a cell again” runs one of the forty with other parts.",
    params={
        "measured": Switch(
            "What was measured",
            False,
            "Shows the published numbers, and those of a rule of thumb.",
            view=True,
        ),
        "test": Choice("Test to run again", "cold-random", NAMES, "The row of the table."),
        "system": Choice(
            "System", "7210", {name: name for name in SYSTEMS}, "The column of the table."
        ),
        "disks": Number(
            "Disks (0: as tested)",
            0,
            0,
            280,
            whole=True,
            stops=(0, 12, 24, 44, 48, 92, 136, 272, 280),
            help="The number of disks. With 0 they are as many as were tested.",
            more=True,
        ),
        "turns": as_built(
            "Turns a minute",
            {"7200": "7,200", "10000": "10,000", "15000": "15,000"},
            "How fast platters turn. The arm stays as it is.",
        ),
        "layout": as_built(
            "Layout",
            {"mirror": "mirrored pairs", "raidz1": "RAID-Z, 3+1", "stripe": "no copies"},
            "How the disks keep data twice, or with parity.",
        ),
        "logs": as_built(
            "Log devices",
            {str(n): str(n) for n in (0, 1, 2, 3, 4, 8)},
            "Flash devices that hold only the intent log.",
        ),
        "flash": as_built(
            "Read flash",
            {str(n): str(n) for n in (0, 1, 2, 4, 6)},
            "Flash devices of 100 GB that extend the cache.",
        ),
        "memory": as_built(
            "Memory",
            {str(n): f"{n} GiB" for n in (8, 32, 128, 256)},
            "Memory of the server.",
        ),
        "ports": as_built(
            "Ports of 10 GbE", {"1": "1", "2": "2"}, "Network ports in use, on one card."
        ),
        "frames": as_built(
            "Frames",
            {"1500": "1,500 bytes", "9000": "9,000 bytes"},
            "The largest packet of the network.",
        ),
    },
    presets={
        "as tested": Preset(help="what the machine says, and nothing else"),
        "what was measured": Preset({"measured": True}, "the published numbers beside it"),
        "48 disks, three log devices": Preset(
            {"test": "sync", "system": "7410", "disks": 48, "logs": "3"},
            "the text's own words beside its table",
        ),
        "272 disks, eight log devices": Preset(
            {"test": "sync", "system": "7410"}, "the table's configuration"
        ),
        "7410, jumbo frames": Preset(
            {"test": "cold-stream-light", "system": "7410", "frames": "9000"},
            "the same cable with frames of 9,000 bytes",
        ),
        "7110, mirrored pairs": Preset(
            {"test": "cold-random", "system": "7110", "layout": "mirror"},
            "the same twelve disks as six pairs",
        ),
        "7110, two log devices": Preset(
            {"test": "filecreate", "system": "7110", "logs": "2"},
            "the smallest system with the part that it could not have",
        ),
    },
    run=run,
    again=again,
    panels=[
        *(
            bars(kind, names, measured, height, tab)
            for kind, names, height, tab in (
                ("streams", STREAMS, 400, "Streams"),
                ("small", SMALL, 300, "Small requests"),
            )
            for measured in (False, True)
        ),
        *(
            one_cell(names, unit, measured)
            for names, unit in ((STREAMS, "MiB/s"), (SMALL, ""))
            for measured in (False, True)
        ),
        *(errors(who) for who in (OURS, THEIRS)),
    ],
    table=table(
        {"row": "cell"},
        [
            column("name", "test"),
            column("system", "system"),
            column("disks", "disks"),
            column("shown", "the machine (MiB/s, or a second)"),
        ],
    ),
    describe=describe,
    values=values,
    source=cite("bourbonnais2009compared", "compared results of the 7000 line"),
    reproduces=REPRODUCES,
    targets=[
        *TARGETS,
        target("headline-sync-48", yours, "48 disks, three log devices"),
        target(
            "headline-sync-48-bytes",
            lambda rows: yours(rows) * 8 * 1024,
            "48 disks, three log devices",
        ),
    ],
    misses=MISSES,
)
