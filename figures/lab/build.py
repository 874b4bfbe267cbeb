"""Run every door, case and level of the lab and draw its page: `python -m figures.lab.build`.

Writes to `_build/live/lab/`: NAME.json (the door with its runs) and NAME-a.json, NAME-b.json (the
samples); to `_build/lab/`: NAME.html (the page without a script), case-NAME.json (the numbers of a
case) and level-NUMBER.json (the par of a level). What has run runs again only when its file or a
source of the models changes."""

import hashlib
import json
import subprocess
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

from figures.lab import cases, doors
from figures.run.build import RENDERER, ROOT, sources_of
from models.sizing.choice import game
from models.sizing.goods.goods import FILES

LIVE, STILL = ROOT / "_build" / "live" / "lab", ROOT / "_build" / "lab"
GAME = ROOT / "book" / "lab" / "game.json"
Texts = dict[str, str]


class Job(NamedTuple):
    """What is run when its file or a source has changed."""

    name: str
    file: Path
    sources: Path  # what runs it, with all that it imports
    work: Callable[[str], Texts]

    def mark(self) -> str:
        """Return a fingerprint of what the job depends on."""
        digest = hashlib.sha256(self.file.read_bytes())
        for path in [*sources_of(self.sources), FILES["prices"]]:
            digest.update(path.read_bytes())
        return digest.hexdigest()

    def texts(self) -> Texts:
        """Return the files that the job makes."""
        return self.work(self.name)


def jobs() -> list[Job]:
    """Return all that is run: doors, cases and levels."""
    return [
        *(
            Job(name, doors.HERE / f"{name}.json", Path(doors.__file__), door)
            for name in doors.NAMES
        ),
        *(
            Job(name, cases.HERE / f"{name}.json", Path(cases.__file__), case)
            for name in cases.NAMES
        ),
        *(Job(f"level-{n}", GAME, Path(game.__file__), level) for n in range(1, len(levels()) + 1)),
    ]


def door(name: str) -> Texts:
    """Return the files of a door."""
    made, kept = doors.whole(name)
    return {str(LIVE / f"{name}.json"): compact(lean(made))} | {
        str(LIVE / f"{name}-{side}.json"): compact(lean(one)) for side, one in kept.items()
    }


def case(name: str) -> Texts:
    """Return the file of a case."""
    return {str(STILL / f"case-{name}.json"): compact(cases.run(name))}


def levels() -> list[dict[str, Any]]:
    """Return the levels of the game."""
    found: list[dict[str, Any]] = json.loads(GAME.read_text(encoding="utf-8"))
    return found


def level(name: str) -> Texts:
    """Return the file of a level, such as level-1."""
    one = levels()[int(name.rpartition("-")[2]) - 1]
    return {str(STILL / f"{name}.json"): compact(game.par(one))}


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
    marks = {job: (STILL / f"{job.name}.mark", job.mark()) for job in jobs()}
    stale = [
        job for job, (seen, now) in marks.items() if not seen.exists() or seen.read_text() != now
    ]
    with ProcessPoolExecutor() as pool:
        running = zip(stale, pool.map(Job.texts, stale), strict=True)
        for number, (job, texts) in enumerate(running, 1):
            print(f"{number}/{len(stale)}", flush=True)
            for file, text in texts.items():
                Path(file).write_text(text, encoding="utf-8")
            seen, now = marks[job]
            seen.write_text(now)
    fixed = doors.everything()
    drawings = [
        {"fixed": fixed, "door": json.loads((LIVE / f"{name}.json").read_text())}
        for name in doors.NAMES
    ]
    drawn = subprocess.run(
        ["node", str(RENDERER)],
        input=json.dumps(drawings).encode(),
        stdout=subprocess.PIPE,
        check=True,
    ).stdout
    for name, (html,) in zip(doors.NAMES, json.loads(drawn), strict=True):
        (STILL / f"{name}.html").write_text(html, encoding="utf-8")
    (STILL / "fixed.json").write_text(compact(fixed), encoding="utf-8")


if __name__ == "__main__":
    main()
