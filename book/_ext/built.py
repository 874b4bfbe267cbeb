"""Read the figures, results, exercises and pictures of the build, and note each file as a
dependency of the page."""

import json
from functools import lru_cache
from pathlib import Path
from typing import Any

from sphinx.environment import BuildEnvironment

from exercises import contents as contents_of_exercises
from figures import contents
from figures.run.build import read_rows

ROOT = Path(__file__).resolve().parent.parent.parent
FIGURES = ROOT / "_build" / "figures"
EXERCISES = ROOT / "_build" / "exercises"


class NotBuilt(LookupError):
    """A figure, preset, exercise or name that does not exist. The message names it in one line."""


def figure(id: str) -> dict[str, Any]:
    """Return the JSON data of a figure. Raise NotBuilt if there is no such figure."""
    try:
        return contents.get(id).to_json()
    except (LookupError, ValueError) as error:
        raise NotBuilt(f"there is no live figure '{id}'") from error


def result(env: BuildEnvironment, id: str, preset: str | None = None) -> dict[str, Any]:
    """Return the result of a figure, at the defaults (with rows) or under a preset (without rows).
    Raise NotBuilt if there is none."""
    path = FIGURES / f"{id}.json"
    env.note_dependency(str(path))
    if not path.exists():
        figure(id)
        raise NotBuilt(f"the figure '{id}' has no result yet: run `make book`")
    whole = _load(path, path.stat().st_mtime_ns)
    if preset is None:
        return whole
    if preset not in whole["presets"]:
        raise NotBuilt(
            f"the figure '{id}' has no preset '{preset}'; it has {', '.join(whole['presets'])}"
        )
    chosen: dict[str, Any] = whole["presets"][preset]
    return chosen


def rows(env: BuildEnvironment, id: str, preset: str | None = None) -> list[dict[str, Any]]:
    """Return the rows of a figure's run at the defaults or under a preset. Raise NotBuilt if there
    are none."""
    at_defaults = result(env, id)
    result(env, id, preset)
    return at_defaults["rows"] if preset is None else read_rows(id)[preset]


def pictures(id: str) -> list[str]:
    """Return the SVG text of each panel of a figure."""
    return _texts(FIGURES, id)


def exercise(env: BuildEnvironment, id: str) -> dict[str, Any]:
    """Return the JSON data of an exercise. Raise NotBuilt if there is no such exercise."""
    path = EXERCISES / f"{id}.json"
    env.note_dependency(str(path))
    if not path.exists():
        raise NotBuilt(
            f"there is no exercise '{id}'; there are: {', '.join(contents_of_exercises.ids())}"
        )
    return _load(path, path.stat().st_mtime_ns)


def drawings(id: str, size: str) -> list[str]:
    """Return the SVG text of each panel in the picture of an exercise. `size` is `wide` or
    `narrow`."""
    return _texts(EXERCISES, f"{id}-{size}")


def _texts(folder: Path, name: str) -> list[str]:
    """Return the texts of the files NAME-1.svg, NAME-2.svg and so on in a folder."""
    paths = sorted(
        folder.glob(f"{name}-*.svg"), key=lambda path: path.stem.rpartition("-")[2].zfill(3)
    )
    return [
        path.read_text(encoding="utf-8") for path in paths if path.stem.rpartition("-")[0] == name
    ]


@lru_cache
def _load(path: Path, changed: int) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return loaded
