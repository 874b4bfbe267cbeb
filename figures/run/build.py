"""Run every live figure at its defaults and its presets and draw it: `python -m figures.run.build`.

Writes `_build/figures/ID.json` (the result with rows, and `presets`: name -> result without),
`ID-N.svg` for each panel, `rows/ID.json.gz` (the rows of each preset), for the page
`_build/live/figures/ID.json`, for each preset `ID/N.json.gz`, of what moves four moments in
`ID.svg`, and `_build/report.json`. A figure runs again only when its own sources do change: its
file and whatever that imports, step by step.
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
from figures.run.report import report

ROOT = Path(__file__).resolve().parents[2]
OUT = ROOT / "_build" / "figures"
ROWS = OUT / "rows"
LIVE = ROOT / "_build" / "live" / "figures"
RENDERER = ROOT / "_build" / "web" / "node.mjs"
TOKENS = ROOT / "web" / "src" / "styles" / "tokens.css"
Result = dict[str, Any]


def file_of(module: str) -> Path | None:
    """Return the file of a module of ours."""
    stem = ROOT.joinpath(*module.split("."))
    return next(
        (path for path in (stem.with_suffix(".py"), stem / "__init__.py") if path.is_file()), None
    )


@cache
def imports(path: Path) -> frozenset[Path]:
    """Return our own files that a file imports."""
    names = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module} | {f"{node.module}.{alias.name}" for alias in node.names}
    return frozenset(file for name in names if (file := file_of(name)))


def sources(figure: Figure) -> list[Path]:
    """Return all files that decide what a figure shows."""
    found: set[Path] = set()
    fresh = {Path(sys.modules[figure.run.__module__].__file__ or "")}
    while fresh:
        found |= fresh
        fresh = {path for file in fresh for path in imports(file)} - found
    return sorted(found | set((ROOT / "figures").glob("*.csv")))


def digest(parts: Iterable[bytes]) -> str:
    """Return the hash of some bytes in order."""
    return hashlib.sha256(b"\0".join(parts)).hexdigest()


def key_of(figure: Figure) -> str:
    """Return what changes when a figure's sources do, or what is kept of its runs."""
    return digest(path.read_bytes() for path in (Path(__file__), *sources(figure)))


def run(id: str, preset: str) -> tuple[Result, Rows]:
    """Run one figure under one preset."""
    figure = get(id)
    params, seed = figure.preset_settings(preset)
    rows = figure.rows(seed, **params)
    return figure.result(params, seed, rows) | {"preset": preset}, rows


def write_rows(id: str, kept: dict[str, Rows]) -> None:
    """Keep the rows of each preset."""
    ROWS.mkdir(parents=True, exist_ok=True)
    (ROWS / f"{id}.json.gz").write_bytes(
        gzip.compress(json.dumps(kept, allow_nan=False).encode(), 1, mtime=0)
    )


def read_rows(id: str) -> dict[str, Rows]:
    """Return the rows that `write_rows` kept."""
    kept: dict[str, Rows] = json.loads(gzip.decompress((ROWS / f"{id}.json.gz").read_bytes()))
    return kept


def ship(id: str, results: dict[str, Result], kept: dict[str, Rows]) -> None:
    """Write each preset's result and rows for the page, in the presets' order; `ID/1.json.gz`
    has the program, too."""
    shutil.rmtree(LIVE / id, ignore_errors=True)
    (LIVE / id).mkdir(parents=True)
    for place, preset in enumerate(results, start=1):
        result = {name: value for name, value in results[preset].items() if name != "edition"}
        shipment = {"result": result, "rows": kept[preset]} | (
            {"code": get(id).code()} if place == 1 else {}
        )
        packed = gzip.compress(
            json.dumps(shipment, allow_nan=False, ensure_ascii=False).encode(), mtime=0
        )
        (LIVE / id / f"{place}.json.gz").write_bytes(packed)


def built(id: str) -> bool:
    """Return whether all files of a figure's runs are there."""
    return all(
        path.exists()
        for path in (OUT / f"{id}.json", ROWS / f"{id}.json.gz", LIVE / id / "1.json.gz")
    )


def write(path: Path, value: Any) -> None:
    """Write JSON, and touch the file only when its text changes."""
    text = json.dumps(value, allow_nan=False, ensure_ascii=False)
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def run_changed(known: dict[str, str], keys: dict[str, str]) -> None:
    """Run the figures whose sources changed, in parallel, and write their results."""
    changed = [figure for figure in figures() if known.get(figure.id) != keys[figure.id]]
    jobs = [(figure.id, preset) for figure in changed for preset in figure.presets]
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        running = {job: pool.submit(run, *job) for job in jobs}
    for figure in changed:
        results, kept = {}, {}
        for preset in figure.presets:
            try:
                results[preset], kept[preset] = running[figure.id, preset].result()
            except Exception as error:
                raise SystemExit(
                    f"figure '{figure.id}', preset '{preset}': {type(error).__name__}: {error}"
                ) from error
        default = figure.default_preset()
        write(
            OUT / f"{figure.id}.json",
            results[default] | {"rows": kept[default], "presets": results},
        )
        write_rows(figure.id, kept)
        ship(figure.id, results, kept)


def load(figure: Figure) -> Result:
    """Return a figure's written result, marked with the edition of today."""
    whole: Result = json.loads((OUT / f"{figure.id}.json").read_text(encoding="utf-8"))
    whole["edition"] = EDITION
    for result in whole["presets"].values():
        result["edition"] = EDITION
    return whole


def draw_all(jobs: list[dict[str, Any]]) -> None:
    """Let the front end draw pictures, in one process of Node."""
    with tempfile.TemporaryDirectory() as folder:
        listing = Path(folder, "jobs.json")
        listing.write_text(json.dumps(jobs), encoding="utf-8")
        drawn = subprocess.run(["node", RENDERER, listing], capture_output=True, text=True)
    if drawn.returncode:
        raise OSError(drawn.stderr.strip().partition("\n")[0] or "node failed")


def draw(figure: dict[str, Any], rows: Rows, params: dict[str, Any] | None = None) -> str:
    """Return the picture of a run with `params` (default: the defaults) as one SVG that stands
    alone: the light theme's colours are in it. Raises OSError with one line."""
    with tempfile.TemporaryDirectory() as folder:
        picture = Path(folder, "picture.svg")
        draw_all([{"figure": figure, "rows": rows, "params": params, "out": str(picture)}])
        return in_light(picture.read_text(encoding="utf-8"))


def in_light(svg: str) -> str:
    """Return the picture with the light theme's colours in it."""
    light = dict(
        re.findall(r"(--wtg-[\w-]+): light-dark\(([^,]+),", TOKENS.read_text(encoding="utf-8"))
    )
    return re.sub(r"var\((--wtg-[\w-]+)[^)]*\)", lambda match: light[match[1]], svg)


def draw_changed(known: dict[str, str], results: dict[str, Result]) -> dict[str, str]:
    """Draw the figures whose rows, marks or renderer changed; return the keys of all."""
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
    """Bring everything up to date; say what was done and how long it took."""
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
