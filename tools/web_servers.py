"""Find nginx and Apache httpd. Unpack Debian's packages of a missing one into `.cache`, without
installing anything."""

import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PLACE = ROOT / ".cache" / "servers"
# Debian's packages of each server: program and libraries, content types, default settings.
PACKAGES = {
    "nginx": ("nginx", "nginx-common"),
    "apache2": ("apache2-bin", "apache2", "media-types", "libapr1", "libaprutil1"),
}


def root_of(name: str) -> Path | None:
    """Return the folder that contains the `usr/sbin` and `etc` of a server: the system's root, or
    the folder into which the server was unpacked. Return None if there is none."""
    return next(
        (root for root in (Path("/"), PLACE / name) if (root / "usr/sbin" / name).exists()), None
    )


def fetch(name: str) -> None:
    """Download and unpack the packages of a server. Whether that worked is what `root_of` returns
    afterwards."""
    if not shutil.which("apt-get") or not shutil.which("dpkg-deb"):
        return
    out = PLACE / name
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    quiet = {"cwd": out, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    subprocess.run(["apt-get", "-qq", "download", *PACKAGES[name]], **quiet)  # type: ignore[call-overload]
    for package in out.glob("*.deb"):
        subprocess.run(["dpkg-deb", "-x", str(package), str(out)], **quiet)  # type: ignore[call-overload]
        package.unlink()


def main() -> None:
    """Find or unpack both servers, and print a line for each that is missing."""
    for name in PACKAGES:
        if root_of(name) is None:
            fetch(name)
        if root_of(name) is None:
            print(
                f"{name} is not available here, so the book is not tested with it (Debian: apt install {name})"
            )


if __name__ == "__main__":
    main()
