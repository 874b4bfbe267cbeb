"""Run every door of the lab and draw its page: `python -m figures.lab.build`.

Writes to `_build/live/lab/`: NAME.json (the door with its runs) and NAME-a.json, NAME-b.json (the
samples); to `_build/lab/`: NAME.html (the page without a script). A door runs again only when its
file or a source of the models changes."""

import hashlib
import json
import subprocess
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from figures.lab import doors, live
from figures.run.build import RENDERER, ROOT, sources_of

LIVE, STILL = ROOT / "_build" / "live" / "lab", ROOT / "_build" / "lab"
Texts = dict[str, str]


def mark(name: str) -> str:
    """Return a fingerprint of what a door depends on."""
    digest = hashlib.sha256((doors.HERE / f"{name}.json").read_bytes())
    for path in sources_of(Path(live.__file__)):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def run(name: str) -> Texts:
    """Return the files of a door by name."""
    made, kept = doors.whole(name)
    return {f"{name}.json": compact(lean(made))} | {
        f"{name}-{side}.json": compact(lean(one)) for side, one in kept.items()
    }


def compact(value: object) -> str:
    """Return JSON without spaces."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def lean(value: object) -> object:
    """Return a sample with numbers of six digits: they are shown with three."""
    if isinstance(value, float):
        return float(f"{value:.6g}")
    if isinstance(value, dict):
        return {key: lean(one) for key, one in value.items()}
    return [lean(one) for one in value] if isinstance(value, list) else value


def main() -> None:
    """Run what is stale, then draw all."""
    LIVE.mkdir(parents=True, exist_ok=True)
    STILL.mkdir(parents=True, exist_ok=True)
    names = doors.NAMES
    marks = {name: mark(name) for name in names}
    stale = [
        name
        for name in names
        if not (seen := STILL / f"{name}.mark").exists() or seen.read_text() != marks[name]
    ]
    with ProcessPoolExecutor() as pool:
        for name, texts in zip(stale, pool.map(run, stale), strict=True):
            for file, text in texts.items():
                (LIVE / file).write_text(text, encoding="utf-8")
            (STILL / f"{name}.mark").write_text(marks[name])
    fixed = doors.everything()
    jobs = [
        {"fixed": fixed, "door": json.loads((LIVE / f"{name}.json").read_text())} for name in names
    ]
    drawn = subprocess.run(
        ["node", str(RENDERER)], input=json.dumps(jobs).encode(), stdout=subprocess.PIPE, check=True
    ).stdout
    for name, (html,) in zip(names, json.loads(drawn), strict=True):
        (STILL / f"{name}.html").write_text(html, encoding="utf-8")
    (STILL / "fixed.json").write_text(compact(fixed), encoding="utf-8")


if __name__ == "__main__":
    main()
