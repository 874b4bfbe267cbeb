"""Run every live figure at all its presets and draw it: `python -m figures.run.build`.

Writes to `_build/figures/`: `ID.json` (the result at the defaults with its rows, and `presets`:
name -> result without rows), `ID-N.svg` (one for each panel) and `rows/ID.json.gz` (the rows of
each preset). Writes to `_build/live/figures/`, for the page: `ID.json`, `ID/N.json.gz` (one for
each preset) and, for a machine in motion, `ID.svg` with four moments. Also writes
`_build/report.json`. A figure runs again only when its sources change: its file and, recursively,
what that imports.
"""

import ast
import gzip
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any

from figures.contents import figures, get
from figures.define.edition import EDITION
from figures.define.figure import Figure, Rows
from figures.define.kept import KEPT
from figures.run.report import report

ROOT = Path(__file__).resolve().parents[2]
OUT = ROOT / "_build" / "figures"
ROWS = OUT / "rows"
LIVE = ROOT / "_build" / "live" / "figures"
RENDERER = ROOT / "_build" / "web" / "node.mjs"
TOKENS = ROOT / "web" / "src" / "styles" / "tokens.css"
Result = dict[str, Any]


def file_of(module: str) -> Path | None:
    """Return the file of a module of this repository, or None for another module."""
    stem = ROOT.joinpath(*module.split("."))
    return next(
        (path for path in (stem.with_suffix(".py"), stem / "__init__.py") if path.is_file()), None
    )


@cache
def imports(path: Path) -> frozenset[Path]:
    """Return the files of this repository that a file imports."""
    names = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module} | {f"{node.module}.{alias.name}" for alias in node.names}
    return frozenset(file for name in names if (file := file_of(name)))


def sources(figure: Figure) -> list[Path]:
    """Return all files that determine what a figure shows."""
    found = sources_of(Path(sys.modules[figure.run.__module__].__file__ or ""))
    kept = [ROOT / "figures" / KEPT] * (figure.again is not None)
    return sorted({*found, *kept, *(ROOT / "figures").glob("*.csv")})


def sources_of(path: Path) -> list[Path]:
    """Return a file and, recursively, those of this repository that it imports."""
    found, fresh = set[Path](), {path}
    while fresh:
        found |= fresh
        fresh = {each for file in fresh for each in imports(file)} - found
    return sorted(found)


def digest(parts: Iterable[bytes]) -> str:
    """Return the hash (hexadecimal) of byte strings, which depends on their order."""
    return hashlib.sha256(b"\0".join(parts)).hexdigest()


def key_of(figure: Figure) -> str:
    """Return a key that changes whenever the figure's sources or this file change."""
    return digest(path.read_bytes() for path in (Path(__file__), *sources(figure)))


def run(id: str, preset: str) -> tuple[Result, Rows]:
    """Return the result and the rows of a figure under a preset."""
    figure = get(id)
    params, seed = figure.preset_settings(preset)
    rows = figure.rows(seed, **params)
    return figure.result(params, seed, rows) | {"preset": preset}, rows


def write_rows(id: str, rows: dict[str, Rows]) -> None:
    """Write the rows of each preset."""
    ROWS.mkdir(parents=True, exist_ok=True)
    (ROWS / f"{id}.json.gz").write_bytes(
        gzip.compress(json.dumps(rows, allow_nan=False).encode(), 1, mtime=0)
    )


def read_rows(id: str) -> dict[str, Rows]:
    """Return the rows written by `write_rows`, by preset."""
    rows: dict[str, Rows] = json.loads(gzip.decompress((ROWS / f"{id}.json.gz").read_bytes()))
    return rows


def ship(id: str, results: dict[str, Result], rows: dict[str, Rows]) -> None:
    """Write each preset's result and rows for the page, numbered in the presets' order. The first
    file also has the source of the figure's `run`."""
    shutil.rmtree(LIVE / id, ignore_errors=True)
    (LIVE / id).mkdir(parents=True)
    for number, preset in enumerate(results, start=1):
        result = {name: value for name, value in results[preset].items() if name != "edition"}
        shipment = {"result": result, "rows": rows[preset]} | (
            {"code": get(id).code()} if number == 1 else {}
        )
        packed = gzip.compress(
            json.dumps(shipment, allow_nan=False, ensure_ascii=False).encode(), mtime=0
        )
        (LIVE / id / f"{number}.json.gz").write_bytes(packed)


def built(id: str) -> bool:
    """Return whether all files of a figure's runs exist."""
    return all(
        path.exists()
        for path in (OUT / f"{id}.json", ROWS / f"{id}.json.gz", LIVE / id / "1.json.gz")
    )


def write(path: Path, value: Any) -> None:
    """Write JSON to a file, unless the file already has that text."""
    text = json.dumps(value, allow_nan=False, ensure_ascii=False)
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def run_changed(known: dict[str, str], keys: dict[str, str]) -> None:
    """Run the figures whose keys changed, in parallel, and write their results."""
    changed = [figure for figure in figures() if known.get(figure.id) != keys[figure.id]]
    jobs = [(figure.id, preset) for figure in changed for preset in figure.presets]
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        running = {job: pool.submit(run, *job) for job in jobs}
    for figure in changed:
        results, rows = {}, {}
        for preset in figure.presets:
            try:
                results[preset], rows[preset] = running[figure.id, preset].result()
            except Exception as error:
                raise SystemExit(
                    f"figure '{figure.id}', preset '{preset}': {type(error).__name__}: {error}"
                ) from error
        default = figure.default_preset()
        write(
            OUT / f"{figure.id}.json",
            results[default] | {"rows": rows[default], "presets": results},
        )
        write_rows(figure.id, rows)
        ship(figure.id, results, rows)


def load(figure: Figure) -> Result:
    """Return a figure's written result, marked with the current edition."""
    written: Result = json.loads((OUT / f"{figure.id}.json").read_text(encoding="utf-8"))
    written["edition"] = EDITION
    for result in written["presets"].values():
        result["edition"] = EDITION
    return written


def draw_all(jobs: list[dict[str, Any]]) -> None:
    """Draw pictures with the front end, in one process of Node. Raise OSError if that fails."""
    with tempfile.TemporaryDirectory() as folder:
        listing = Path(folder, "jobs.json")
        listing.write_text(json.dumps(jobs), encoding="utf-8")
        drawn = subprocess.run(["node", RENDERER, listing], capture_output=True, text=True)
    if drawn.returncode:
        raise OSError(
            drawn.stderr.strip().partition("\n")[0]
            or f"node must end with exit code 0, got {drawn.returncode}"
        )


def draw(figure: dict[str, Any], rows: Rows, params: dict[str, Any] | None = None) -> str:
    """Return the picture of a run with `params` (default: the defaults) as one standalone SVG in
    the colours of the light theme. Raise OSError with a one-line message if it cannot be drawn."""
    with tempfile.TemporaryDirectory() as folder:
        picture = Path(folder, "picture.svg")
        draw_all([{"figure": figure, "rows": rows, "params": params, "out": str(picture)}])
        return in_light(picture.read_text(encoding="utf-8"))


def in_light(svg: str) -> str:
    """Return the SVG with the light theme's colours in place of variables."""
    light = dict(
        re.findall(r"(--wtg-[\w-]+): light-dark\(([^,]+),", TOKENS.read_text(encoding="utf-8"))
    )
    return re.sub(r"var\((--wtg-[\w-]+)[^)]*\)", lambda match: light[match[1]], svg)


def draw_changed(known: dict[str, str], results: dict[str, Result]) -> dict[str, str]:
    """Draw the figures whose rows, marks or renderer changed. Return the keys of all pictures."""
    renderer = RENDERER.read_bytes()
    keys, jobs, strips = {}, [], list[Path]()
    for figure in figures():
        definition, rows = figure.to_json() | {"edition": ""}, results[figure.id]["rows"]
        keys[figure.id] = digest([renderer, json.dumps([definition, rows]).encode()])
        if known.get(figure.id) != keys[figure.id]:
            for old in OUT.glob(f"{figure.id}-[0-9]*.svg"):
                old.unlink()
            jobs.append(
                {"figure": definition, "rows": rows, "out": str(OUT / f"{figure.id}-%d.svg")}
            )
            if any(panel.get("scene", {}).get("shows") == "motion" for panel in figure.panels):
                strips.append(LIVE / f"{figure.id}.svg")
                jobs.append(
                    {"figure": definition, "rows": rows, "out": str(strips[-1]), "strip": True}
                )
    if jobs:
        draw_all(jobs)
    for path in strips:
        path.write_text(in_light(path.read_text(encoding="utf-8")), encoding="utf-8")
    return keys


def main() -> None:
    """Bring everything up to date, and print what was run and how long it took."""
    began = time.monotonic()
    OUT.mkdir(parents=True, exist_ok=True)
    state = OUT / "state"
    known = json.loads(state.read_text()) if state.exists() else {"runs": {}, "pictures": {}}
    runs = {figure.id: key_of(figure) for figure in figures()}
    stale = sum(known["runs"].get(id) != key or not built(id) for id, key in runs.items())
    print(f"Run {stale} of {len(runs)} figures ...", end=" ", flush=True)
    run_changed({id: key for id, key in known["runs"].items() if built(id)}, runs)
    results = {figure.id: load(figure) for figure in figures()}
    pictures = draw_changed(known["pictures"], results)
    for folder in (OUT, LIVE):
        for path in folder.glob("*.json"):
            if path.stem not in results:
                path.unlink()
                shutil.rmtree(LIVE / path.stem, ignore_errors=True)
    for id, result in results.items():
        write(OUT / f"{id}.json", result)
        presets = {name: {**part, "rows": []} for name, part in result["presets"].items()}
        write(LIVE / f"{id}.json", {**result, "presets": presets})
    runs_made = (
        (figure, preset, result)
        for figure in figures()
        for preset, result in results[figure.id]["presets"].items()
    )
    write(ROOT / "_build" / "report.json", report(runs_made))
    state.write_text(json.dumps({"runs": runs, "pictures": pictures}))
    print(f"{time.monotonic() - began:.1f} s", flush=True)


if __name__ == "__main__":
    main()
