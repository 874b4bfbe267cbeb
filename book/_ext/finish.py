"""Finish the site: bring in `live/`, and take out what no page uses."""
import json
import shutil
from pathlib import Path

from built import ROOT
from sphinx.application import Sphinx

UNUSED = ("vendor", "locales", "webpack-macros.html", "sbt-webpack-macros.html", "file.png", "minus.png", "plus.png")

ROOT_PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<link rel="icon" href="_static/favicon.svg">
<meta http-equiv="refresh" content="0; url={first}">
<main><h1><a href="{first}">{title}</a></h1></main>
</html>
"""


def offline(live: Path) -> list[str]:
    """What every figure and exercise needs to run without a network, relative to `live/`."""
    files = (path.relative_to(live).as_posix() for path in live.rglob("*") if path.is_file())
    return sorted(name for name in files if not name.startswith(("figures/", "wheels/")))


def finish(app: Sphinx, failure: Exception | None) -> None:
    """Copy `_build/live` into the finished site, and lead from its root to the first page."""
    if failure or app.builder.format != "html":
        return
    out, live = Path(app.outdir), ROOT / "_build" / "live"
    for name in UNUSED:
        path = out / "_static" / name
        shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)
    shutil.rmtree(out / "live", ignore_errors=True)
    if live.exists():
        shutil.copytree(live, out / "live")
        (out / "live" / "sw.js").rename(out / "sw.js")   # it serves what lies beside and below it
        (out / "live" / "offline.json").write_text(json.dumps(offline(out / "live")), encoding="utf-8")
    pages = {out / f"{name}.html" for name in (*app.env.found_docs, "search")}
    for page in set(out.rglob("*.html")) - pages:
        page.unlink()                                    # of an earlier build
    first = app.builder.get_target_uri(app.config.root_doc)
    (out / "index.html").write_text(ROOT_PAGE.format(title=app.config.html_title, first=first), encoding="utf-8")
    (out / ".nojekyll").touch()   # a static host is to take folders that begin with an underscore


def setup(app: Sphinx) -> None:
    """Run when all is written."""
    app.connect("build-finished", finish)
