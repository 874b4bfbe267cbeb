"""Pack the book's packages for other graders, without solutions and explanations."""

import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from exercises.contents import CHAPTERS, QUESTIONS
from exercises.contents import exercises as all_exercises
from exercises.kit.exercise import Exercise
from exercises.sandbox.deno import BUILT, FILES, check_sandbox
from models.cli.command_line import WrongUse

ROOT = QUESTIONS.parents[1]
LAYERS = ("models", "figures", "exercises")
LEFT_OUT = ("__pycache__", "wrong.toml", ".*")
TAKEN_OUT = "This copy does not contain it."
NEEDED = ("pytest", "deno", "jinja2", "jsonschema", "nbformat", "pebble", "tqdm")
"""Packages that the grader needs."""


def write_tree(folder: Path, exercises: Sequence[Exercise]) -> None:
    """Copy the packages into `folder`, with only these exercises, and without their solutions and
    explanations."""
    kept = {exercise.test_file.parent.name for exercise in exercises}
    others = {name for names in CHAPTERS.values() for name in names} - kept
    for layer in LAYERS:
        ignored = shutil.ignore_patterns(*LEFT_OUT, *(others if layer == "exercises" else ()))
        shutil.copytree(ROOT / layer, folder / layer, ignore=ignored)
    for exercise in exercises:
        own = folder / exercise.test_file.parent.relative_to(ROOT)
        (own / "solution.py").write_text(f'"""{TAKEN_OUT}"""\n', encoding="utf-8")
        prompt = (own / "prompt.md").read_text(encoding="utf-8")
        (own / "prompt.md").write_text(
            re.sub(r"(?s)\n## Why\n.*", f"\n## Why\n\n{TAKEN_OUT}\n", prompt), encoding="utf-8"
        )


def build_wheel(into: Path, exercises: Sequence[Exercise]) -> Path:
    """Build a wheel of the packages in the folder `into`, with only these exercises, and return its
    path. Raise WrongUse if it cannot be built."""
    if not (ROOT / "pyproject.toml").is_file():
        raise WrongUse(
            "an export needs the book's sources: run it from a checkout of the repository"
        )
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        write_tree(folder, exercises)
        for name in ("pyproject.toml", "LICENSE"):
            shutil.copyfile(ROOT / name, folder / name)
        command = [
            sys.executable,
            "-m",
            "hatchling",
            "build",
            "-t",
            "wheel",
            "-d",
            str(into.resolve()),
        ]
        built = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    if built.returncode:
        raise WrongUse(
            f"cannot build the wheel: {(built.stderr.strip() or 'hatchling failed').splitlines()[-1]}"
        )
    return next(into.glob("where_the_time_goes-*.whl"))


def write_grader(folder: Path) -> None:
    """Copy everything that `python -m exercises grade` needs into `folder`: the packages, the
    sandbox and a `requirements.txt`. Raise WrongUse if the sandbox or a package is missing."""
    check_sandbox()
    write_tree(folder, all_exercises())
    shutil.copytree(ROOT / "schemas", folder / "schemas")
    for name in FILES:
        target = folder / BUILT.name / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if (BUILT / name).is_dir():
            shutil.copytree(BUILT / name, target)
        else:
            shutil.copyfile(BUILT / name, target)
    try:
        lines = [f"{name}=={version(name)}\n" for name in NEEDED]
    except PackageNotFoundError as error:
        raise WrongUse(
            f"the grader needs the package {error.name}: pip install {error.name}"
        ) from None
    (folder / "requirements.txt").write_text("".join(lines), encoding="utf-8")
