"""Gather in `_build/live` what the page's interpreter needs: its own files, wheels, and the exercises."""
import json
import shutil

from fetch_wheels import ROOT, wheels

LIVE = ROOT / "_build" / "live"
PYODIDE = ROOT / "node_modules" / "pyodide"
CORE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")


def copy_interpreter() -> None:
    """Copy Pyodide's core. Its lock lists no packages, so that it never looks for one elsewhere."""
    out = LIVE / "pyodide"
    out.mkdir(parents=True, exist_ok=True)
    for name in CORE:
        shutil.copyfile(PYODIDE / name, out / name)
    lock = json.loads((PYODIDE / "pyodide-lock.json").read_text()) | {"packages": {}}
    (out / "pyodide-lock.json").write_text(json.dumps(lock))


def copy_wheels() -> None:
    """Copy pytest's wheels beside the book's, and list them all."""
    out = LIVE / "wheels"
    for wheel in wheels():
        shutil.copyfile(wheel, out / wheel.name)
    listing = {
        "book": f"wheels/{next(out.glob('where_the_time_goes-*.whl')).name}",
        "pytest": [f"wheels/{wheel.name}" for wheel in wheels()],
        "snapshot": "snapshot.bin.gz" if (LIVE / "snapshot.bin.gz").exists() else None,
    }
    (LIVE / "wheels.json").write_text(json.dumps(listing))


def write_exercises() -> None:
    """Write each exercise as JSON."""
    from exercises import contents

    out = LIVE / "exercises"
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir()
    for exercise in contents.exercises():
        (out / f"{exercise.id}.json").write_text(json.dumps(exercise.to_json()))


if __name__ == "__main__":
    copy_interpreter()
    copy_wheels()
    write_exercises()
