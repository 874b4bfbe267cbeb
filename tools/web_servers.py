"""Find nginx and Apache httpd, or unpack Debian's packages of them beside the other fetched things;
nothing is installed."""

import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PLACE = ROOT / ".cache" / "servers"
# What Debian's packages hold of each: program and libraries, table of types, what is set by
# default.
PACKAGES = {
    "nginx": ("nginx", "nginx-common"),
    "apache2": ("apache2-bin", "apache2", "media-types", "libapr1", "libaprutil1"),
}


def root_of(name: str) -> Path | None:
    """Return the folder in which `usr/sbin` and `etc` of a server lie: the system's, or where it
    was unpacked."""
    return next(
        (root for root in (Path("/"), PLACE / name) if (root / "usr/sbin" / name).exists()), None
    )


def fetch(name: str) -> None:
    """Unpack a server's packages; `root_of` checks the outcome."""
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
    """Install both servers, or print one line on the missing one."""
    for name in PACKAGES:
        if root_of(name) is None:
            fetch(name)
        if root_of(name) is None:
            print(
                f"{name} cannot be installed here, so the book is not tested on it (Debian: apt install {name})"
            )


if __name__ == "__main__":
    main()
