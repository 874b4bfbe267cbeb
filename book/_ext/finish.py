"""Finish the site: bring in `live/`, and take out what no page uses."""
import shutil
from pathlib import Path

from built import ROOT
from sphinx.application import Sphinx

UNUSED = ("vendor", "locales", "webpack-macros.html", "sbt-webpack-macros.html", "file.png", "minus.png", "plus.png")


def finish(app: Sphinx, failure: Exception | None) -> None:
    """Copy `_build/live` into the finished site."""
    if failure or app.builder.format != "html":
        return
    out, live = Path(app.outdir), ROOT / "_build" / "live"
    for name in UNUSED:
        path = out / "_static" / name
        shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)
    shutil.rmtree(out / "live", ignore_errors=True)
    if live.exists():
        shutil.copytree(live, out / "live")


def setup(app: Sphinx) -> None:
    """Run when all is written."""
    app.connect("build-finished", finish)
