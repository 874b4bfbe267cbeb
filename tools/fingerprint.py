"""Write a stamp for each group of sources, and touch it only if the contents of the group have
changed.

Make compares times, but a checkout or a save may change a time and not the contents. Each stamp in
`.cache/sources` holds the hash of its group, and targets of Make depend on the stamps.
"""

import hashlib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
STAMPS = ROOT / ".cache" / "sources"
GROUPS = {
    "python": ["requirements.lock"],
    "project": ["pyproject.toml"],
    "node": ["package.json", "package-lock.json"],
    "web": ["web/**/*", "tsconfig.json"],
    "package": ["models/**/*", "figures/**/*", "exercises/**/*", "pyproject.toml"],
    "figures": ["models/**/*", "figures/**/*", "book/lab/**/*"],
    "exercises": ["exercises/**/*"],
    "tools": ["tools/*"],
    "book": ["book/**/*", "_config.yml", "_toc.yml"],
}
IGNORED = {"__pycache__", ".DS_Store", "_widget.js"}  # generated


def fingerprint(patterns: list[str]) -> str:
    """Return a hash of the names and contents of all files that match the patterns."""
    digest = hashlib.sha256()
    for path in sorted({path for pattern in patterns for path in ROOT.glob(pattern)}):
        if path.is_file() and not IGNORED & set(path.relative_to(ROOT).parts):
            digest.update(
                f"{path.relative_to(ROOT).as_posix()}\0".encode() + path.read_bytes() + b"\0"
            )
    return digest.hexdigest()


def main() -> None:
    """Write the stamp of each group whose contents have changed."""
    STAMPS.mkdir(parents=True, exist_ok=True)
    for name, patterns in GROUPS.items():
        stamp, text = STAMPS / name, fingerprint(patterns) + "\n"
        if not stamp.exists() or stamp.read_text() != text:
            stamp.write_text(text)


if __name__ == "__main__":
    main()
