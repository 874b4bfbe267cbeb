"""A figure whose cards can be moved among slots, on a page of its own: its model runs here and not
in the page."""

import gzip
import json
import subprocess
from pathlib import Path

from book._ext.slot import templates
from figures.define.figure import Choice, Figure, Preset, cite, mark, move, panel
from figures.define.params import ParameterError
from figures.run.build import ROOT, draw_all

SLOTS = {
    f"{bridge}{slot}": f"slot {slot} of bridge {bridge}" for bridge in "AB" for slot in (1, 2, 3)
}
WIDE = {
    name: words for name, words in SLOTS.items() if name[1] != "3"
}  # a disk card does not fit into the third
PARAMS = {
    "net1": Choice("Network card 1", "A1", SLOTS, help="Where the first network card is."),
    "net2": Choice("Network card 2", "A2", SLOTS, help="Where the second network card is."),
    "disk": Choice("Disk card", "B1", WIDE, help="Where the disk card is."),
}
BOX = {"x1": "x1", "x2": "x2", "y1": "y1", "y2": "y2"}
HIDDEN = {"axis": None, "label": None}


def corner(slot):
    return 1.0 + 5.0 * "AB".index(slot[0]), 3.0 - int(slot[1])


def run(net1, net2, disk, seed):
    at = {"net1": net1, "net2": net2, "disk": disk}
    for bridge in "AB":
        cards = sum(slot[0] == bridge for slot in at.values())
        yield [
            {
                "row": "link",
                "x1": 2.5 + 5.0 * "AB".index(bridge),
                "y1": 3.2,
                "x2": 5.0,
                "y2": 5.0,
                "load": cards / 3,
                "width": 2.0 + 4.0 * cards,
                "what": f"bridge {bridge} to the socket",
            }
        ]
    for slot in SLOTS:
        x, y = corner(slot)
        yield [{"row": "slot", "place": slot, "x1": x, "x2": x + 3.0, "y1": y, "y2": y + 0.9}]
    for name, slot in at.items():
        x, y = corner(slot)
        yield [
            {
                "row": "card",
                "moves": name,
                "x1": x + 0.1,
                "x2": x + 2.9,
                "y1": y + 0.1,
                "y2": y + 0.8,
                "x": x + 1.5,
                "y": y + 0.45,
                "name": "disks" if name == "disk" else "10 GbE",
            }
        ]
    yield [
        {
            "row": "card",
            "moves": "fan",
            "x1": 0.1,
            "x2": 0.6,
            "y1": 4.0,
            "y2": 5.0,
            "x": 0.3,
            "y": 4.5,
            "name": "fan",
        }
    ]


def describe(rows):
    loads = [row["load"] for row in rows if row["row"] == "link"]
    return (
        f"The links of the two bridges carry {loads[0]:.2f} and {loads[1]:.2f} of what they could."
    )


def cards(swap=True):
    """The figure. The fan moves nothing, for there is no such parameter."""
    marks = [
        mark(
            "rect",
            where={"row": "slot"},
            **BOX,
            fill="none",
            stroke="var(--wtg-mute)",
            strokeDasharray="3 3",
        ),
        mark(
            "link",
            where={"row": "link"},
            **BOX,
            stroke="load",
            strokeWidth="width",
            channels={"link": "what"},
            tip=True,
        ),
        mark(
            "rect",
            where={"row": "card"},
            **BOX,
            fill="var(--wtg-pale)",
            rx=3,
            channels={"card": "name"},
            tip=True,
        ),
        mark("text", where={"row": "card"}, x="x", y="y", text="name", stroke="none"),
    ]
    axes = {
        "x": {"domain": [0, 10], **HIDDEN},
        "y": {"domain": [-0.2, 5.4], **HIDDEN},
        "color": {
            "domain": [0, 1],
            "unit": "%",
            "palette": "alarm",
            "label": "load of a link",
            "legend": True,
        },
    }
    return Figure(
        id="cards",
        chapter="some",
        title="Cards",
        caption="Cards in slots.",
        params=PARAMS,
        run=run,
        presets={"base": Preset(), "one bridge": Preset({"disk": "A1", "net1": "A3"})},
        panels=[panel(marks, axes, height=360, move=move(swap=swap))],
        describe=describe,
        values=lambda rows: {"cards": 3},
        source=cite("gregg2009slog", "x"),
    )


def write_page(figure, folder: Path):
    """The figure's page in a folder, with the front end as it is now."""
    params, seed = figure.preset_settings("base")
    rows = figure.rows(seed, **params)
    result = figure.result(params, seed, rows)
    draw_all([{"figure": figure.to_json(), "rows": rows, "out": str(folder / "panel-%d.svg")}])
    svgs = [path.read_text(encoding="utf-8") for path in sorted(folder.glob("panel-*.svg"))]
    pictures = [
        {"name": "", "panels": [{"index": index, "svg": svg} for index, svg in enumerate(svgs)]}
    ]
    html = (
        templates()
        .get_template("figure.html")
        .render(figure=figure.to_json(), result=result, pictures=pictures, number="Figure 1")
    )
    head = (
        '<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Cards</title>'
        '<link rel="icon" href="data:,"><link rel="stylesheet" href="style.css">'
    )
    more = '<p style="height: 200vh">The page goes on.</p><script type="module" src="host.js"></script>'
    body = f'<main style="max-width: 1100px">{html}{more}</main>'
    (folder / "index.html").write_text(
        f'<!doctype html><html lang="en">{head}{body}', encoding="utf-8"
    )
    for place, name in enumerate(figure.presets, start=1):
        params, seed = figure.preset_settings(name)
        rows = figure.rows(seed, **params)
        shipment = json.dumps(
            {"result": figure.result(params, seed, rows), "rows": rows, "code": figure.code()}
        )
        file = folder / "figures" / figure.id / f"{place}.json.gz"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(gzip.compress(shipment.encode()))
    bundle = ["npx", "--no-install", "esbuild", "--bundle", "--format=esm", "--log-level=warning"]
    for source, name in (
        ("web/test/host.ts", "host.js"),
        ("web/src/styles/style.css", "style.css"),
    ):
        subprocess.run(
            [*bundle, source, f"--outfile={folder / name}"],
            cwd=ROOT,
            check=True,
            capture_output=True,
        )


def answer(figure, request: str) -> str:
    """What the page is told of a run."""
    wanted = json.loads(request)
    try:
        params = figure.settings(wanted["params"])
    except ParameterError as error:
        return json.dumps(
            {"error": {"kind": "parameter", "message": str(error), "param": error.name}}
        )
    rows = figure.rows(wanted["seed"], **params)
    return json.dumps({"rows": rows, "result": figure.result(params, wanted["seed"], rows)})
