"""Collect the files for the page's interpreter in `_build/live`: Pyodide, the book's archives and
the exercises."""

import json
import shutil
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

from fetch_wheels import ROOT

from models.sources import BESIDE

LIVE = ROOT / "_build" / "live"
PYODIDE = ROOT / "node_modules" / "pyodide"
SIZES = {"wide": 720, "narrow": 360}  # widths (pixels) of a picture on a page and on a phone
PACKAGES = ("kit", "checker", "cli")  # the packages of exercises/ that the page needs
CORE = {
    "pyodide.asm.mjs": "pyodide.asm.js",
    **{name: name for name in ("pyodide.asm.wasm", "python_stdlib.zip")},
}
"""The interpreter's files and their names on the site. Many hosts do not serve .mjs as a script."""


def copy_interpreter() -> None:
    """Copy Pyodide's core files for the sandbox and for the site.

    Pyodide's list of packages is emptied, so that it never fetches one.
    """
    lock = json.loads((PYODIDE / "pyodide-lock.json").read_text()) | {"packages": {}}
    own = {name: name for name in ("pyodide.mjs", *CORE)}
    for out, names in ((ROOT / "_build" / "pyodide", own), (LIVE / "pyodide", CORE)):
        shutil.rmtree(out, ignore_errors=True)
        out.mkdir(parents=True)
        for name, shipped in names.items():
            shutil.copyfile(PYODIDE / name, out / shipped)
        (out / "pyodide-lock.json").write_text(json.dumps(lock))


def pack() -> None:
    """Split the book's wheel into an archive for all pages and an archive for exercises, and write
    a list of both.

    What runs sweeps, the exercises' wrong answers and the grader of classes are left out.
    """
    wheel = next((LIVE / "wheels").glob("where_the_time_goes-*.whl"))
    with (
        ZipFile(wheel) as wheel_file,
        ZipFile(LIVE / "book.zip", "w", ZIP_DEFLATED) as book,
        ZipFile(LIVE / "exercises.zip", "w", ZIP_DEFLATED) as folders,
    ):
        for item in wheel_file.infolist():
            layer, *below = item.filename.split("/")
            if item.filename.startswith(tuple(f"{folder}/" for folder in BESIDE)):
                continue
            if layer != "exercises" or len(below) == 1 or below[0] in PACKAGES:
                book.writestr(item, wheel_file.read(item))
            elif below[0] == "questions" and "wrong.toml" not in below:
                folders.writestr(item, wheel_file.read(item))
    files = [
        *LIVE.glob("*.js"),
        *LIVE.glob("*.zip"),
        *LIVE.glob("*.gz"),
        *(LIVE / "pyodide").iterdir(),
    ]
    listing = {
        "book": "book.zip",
        "exercises": "exercises.zip",
        "pytest": "tester.zip",
        "snapshot": "snapshot.bin.gz",
        "memory": (ROOT / "_build" / "snapshot.bin").stat().st_size,
        "sizes": {path.relative_to(LIVE).as_posix(): path.stat().st_size for path in sorted(files)},
    }
    (LIVE / "wheels.json").write_text(json.dumps(listing))


def write_exercises() -> None:
    """Write each exercise as JSON with its picture drawn for a page. Write the drawing for a phone
    to a file for the book."""
    from exercises.contents import exercises
    from figures.run.build import draw_all, write

    out, own = LIVE / "exercises", ROOT / "_build" / "exercises"
    for folder in (out, own):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
    records = [exercise.to_json() for exercise in exercises()]
    draw_all(
        [
            {
                "figure": drawn(record["id"], record["picture"], size),
                "rows": record["picture"]["rows"],
                "width": width,
                "out": str(own / f"{record['id']}-{size}-%d.svg"),
            }
            for record in records
            if record["picture"]
            for size, width in SIZES.items()
        ]
    )
    for record in records:
        if record["picture"]:
            panels = range(1, len(record["picture"]["panels"]) + 1)
            record["picture"] = {
                "svg": [
                    (own / f"{record['id']}-wide-{n}.svg").read_text(encoding="utf-8")
                    for n in panels
                ],
                "alt": record["picture"]["alt"],
            }
        for folder in (out, own):
            write(folder / f"{record['id']}.json", record)


def drawn(id: str, picture: dict[str, Any], size: str) -> dict[str, Any]:
    """Return the data of a figure that has nothing but the panels of a picture. `id` and `size`
    make its id."""
    return {
        "id": f"exercise-{id}-{size}",
        "title": "",
        "edition": "",
        "seed": 0,
        "params": [],
        "presets": [],
        "panels": picture["panels"],
    }


if __name__ == "__main__":
    copy_interpreter()
    pack()
    write_exercises()
