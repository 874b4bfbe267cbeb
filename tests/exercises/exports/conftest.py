"""Fixtures: the exported package, installed in a folder of its own."""

import subprocess
import sys
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def installed(tmp_path_factory):
    """Installs the wheel of an export and returns the folder."""

    def install(exported: Path) -> Path:
        (wheel,) = exported.rglob("*.whl")
        site = tmp_path_factory.mktemp("site")
        pip = [
            sys.executable,
            "-m",
            "pip",
            "install",
            "--quiet",
            "--no-deps",
            "--no-index",
            "--no-compile",
            "--target",
            site,
        ]
        subprocess.run([*pip, wheel], check=True)
        return site

    return install
