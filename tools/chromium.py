"""Find a Chromium that starts, or install one: with apt where possible, or else Playwright's
own."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

# This Chromium has no user interface, and opens a page in half the time.
SHELL = "chromium-headless-shell"
NAMES = (
    SHELL,
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "microsoft-edge",
)
PLACES = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)
APT = ["apt-get", "-o", "DPkg::Lock::Timeout=300", "-qq"]


def starts(path: str) -> bool:
    """Return whether the program at `path` exists and runs. (Ubuntu's `chromium` may only tell the
    user to install a snap.)"""
    try:
        answer = subprocess.run([path, "--version"], capture_output=True, timeout=60)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return answer.returncode == 0 and b"." in answer.stdout


def playwrights_own() -> str:
    """Return the path of Playwright's Chromium, which may not exist."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        return playwright.chromium.executable_path


def find() -> str | None:
    """Return the path of a Chromium that starts; None if there is none. $CHROMIUM is tried first,
    then installed programs, then Playwright's own."""
    installed = [path for name in NAMES if (path := shutil.which(name))]
    for path in filter(None, [os.environ.get("CHROMIUM"), *installed, *PLACES]):
        if starts(path):
            return path
    own = playwrights_own()
    return own if Path(own).exists() and starts(own) else None


def install() -> None:
    """Install Chromium with apt or with Playwright. Whether that worked is what `find` returns
    afterwards."""
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    if shutil.which("apt-get") and hasattr(os, "geteuid") and os.geteuid() == 0:
        environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
        subprocess.run([*APT, "update"], env=environment, **quiet)  # type: ignore[call-overload]
        for package in (SHELL, "chromium"):
            if find() is None:
                command = [*APT, "install", "--yes", "--no-install-recommends", package]
                subprocess.run(command, env=environment, **quiet)  # type: ignore[call-overload]
    if find() is None:
        subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], **quiet)  # type: ignore[call-overload]


def main() -> int:
    """Find or install Chromium, and return the exit code: 0 if there is one, else 1."""
    if find() is None:
        install()
    path = find()
    if path is None:
        print(
            "the browser tests need Chromium: install it (Debian: apt install chromium), or set CHROMIUM=",
            file=sys.stderr,
        )
        return 1
    print(path)
    return 0


if __name__ == "__main__":
    sys.exit(main())
