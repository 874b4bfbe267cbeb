"""Fetch the wheels of pytest for the page into `.cache/wheels`, in the versions of
requirements.lock."""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CACHE = ROOT / ".cache" / "wheels"
PACKAGES = ("pytest", "pluggy", "iniconfig", "packaging", "pygments")


def pins() -> dict[str, str]:
    """Return the entry of each package in the lock file, with its version and hashes."""
    lock = (ROOT / "requirements.lock").read_text()
    found = {name: re.search(rf"^{name}==(?:.*\\\n)*.*\n", lock, re.MULTILINE) for name in PACKAGES}
    return {name: match[0] for name, match in found.items() if match}


def wheels() -> list[Path]:
    """Return the paths of the wheels, one per package, even of those that have not been fetched."""
    versions = [entry.split()[0].split("==") for entry in pins().values()]
    return [
        next(CACHE.glob(f"{name}-{version}-*.whl"), CACHE / f"{name}-{version}")
        for name, version in versions
    ]


def main() -> None:
    """Fetch the wheels that are missing, and remove those of other versions, since all wheels in
    the folder are packed."""
    for stale in set(CACHE.glob("*.whl")) - set(wheels()):
        stale.unlink()
    if all(wheel.is_file() for wheel in wheels()):
        return
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as wanted:
        wanted.write("".join(pins().values()))
        wanted.flush()
        fetch = [
            sys.executable,
            "-m",
            "pip",
            "download",
            "--quiet",
            "--no-deps",
            "--only-binary=:all:",
        ]
        subprocess.run([*fetch, "--dest", str(CACHE), "-r", wanted.name], check=True)


if __name__ == "__main__":
    main()
