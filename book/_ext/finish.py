"""Finish the site: add `live/`, write a single style sheet, and remove files that no page uses."""

import json
import re
import shutil
import subprocess
from pathlib import Path

from sphinx.application import Sphinx

from book._ext import gone, notebook
from book._ext.built import ROOT
from book._ext.measured import EXAMPLES
from exercises.kit.exercise import untranslated as code_untranslated
from figures.lab.doors import NAMES
from figures.lab.doors import page as page_of
from models.beside.example import example

SHEETS = (
    "basic.css",
    "styles/bootstrap.css",
    "styles/pydata-sphinx-theme.css",
    "pygments.css",
    "styles/sphinx-book-theme.css",
    "sphinx-design.min.css",
    "book.css",
)
UNUSED = (
    "vendor",
    "locales",
    "images",
    "styles",
    "*-macros.html",
    "file.png",
    "minus.png",
    "plus.png",
    "*.css",
    "design-tabs.js",
    "scripts/bootstrap.js*",
    "scripts/*-theme.js.map",
)

THEME_CHOICE = re.compile(r'<script data-cfasync="false">.*?</script>', re.DOTALL)
WRITTEN = re.compile(r"<script>\s*document\.write\(`(.*?)`\);\s*</script>", re.DOTALL)
"""A script of the theme that writes buttons, which work only with scripts."""
SEARCH_FOCUS = re.compile(
    r"<script>\s*// Activate the search field on page load.*?</script>", re.DOTALL
)

SCRIPT = re.compile(r"(<script.*?</script>)", re.DOTALL)
FIRST = '<script src="../live/first.js"></script>'
SLASH = (Path(__file__).resolve().parents[1] / "slash.js").read_text(encoding="utf-8").strip()

ROOT_PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="book-edition" content="">
<title>{title}</title>
<script>{slash}</script>
<link rel="icon" href="_static/favicon.svg">
<meta http-equiv="refresh" content="0; url={first}">
<main><h1><a href="{first}">{title}</a></h1></main>
</html>
"""


def offline(live: Path) -> list[str]:
    """Return the paths, relative to `live/`, of the files that figures and exercises need without a
    network, of the pages that no list of pages leads to, and of the examples of measurements."""
    files = (path.relative_to(live).as_posix() for path in live.rglob("*") if path.is_file())
    doors = [f"../book/{page_of(name)}" for name in NAMES]
    examples = [f"../_static/measured/{Path(name).name}" for name in (*EXAMPLES, *example())]
    needed = [name for name in files if not name.startswith(("figures/", "wheels/"))]
    return sorted((*needed, *doors, *examples))


def without_inline_scripts(html: str, live: str) -> str:
    """Return a page with all scripts in files, as a strict content security policy requires. The
    theme writes some of them inline. `live` is the address of `live/`."""
    html = THEME_CHOICE.sub(f'<script src="{live}first.js"></script>', html)
    html = WRITTEN.sub(r'<span class="wtg-scripted">\1</span>', html)
    return SEARCH_FOCUS.sub("", html)


def untranslated(html: str) -> str:
    """Return a page with its code marked so that browsers do not translate it. Its scripts stay as
    they are."""
    parts = SCRIPT.split(html)
    return "".join(
        part if part.startswith("<script") else code_untranslated(part) for part in parts
    )


def with_slash(page: Path, html: str) -> str:
    """Return the page of a folder with a script that adds the slash which some hosts leave off the
    end of the address, and write that script.

    Without the slash relative addresses are wrong, so the script is written where both `folder` and
    `folder/` find it.
    """
    folder = page.parent
    for place in (folder, folder / folder.name):
        place.mkdir(exist_ok=True)
        (place / "slash.js").write_text(SLASH, encoding="utf-8")
    script = f'<script src="{folder.name}/slash.js"></script>'
    return html if script in html else html.replace(FIRST, f"{script}\n  {FIRST}", 1)


def style(out: Path) -> None:
    """Write the rules that the pages use to `_static/page.css`, and remove the style sheets and
    other files that no page uses."""
    static = out / "_static"
    sheets = b"\n".join((static / name).read_bytes() for name in SHEETS)
    for path in [path for pattern in UNUSED for path in static.glob(pattern)]:
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    command = ["node", str(ROOT / "tools" / "styles.mjs"), str(out)]
    (static / "page.css").write_bytes(
        subprocess.run(command, input=sheets, stdout=subprocess.PIPE, check=True).stdout
    )


def finish(app: Sphinx, failure: Exception | None) -> None:
    """Complete the site after a build: copy `_build/live` into it, rewrite its pages and styles,
    and redirect its root to the first page."""
    if failure or app.builder.format != "html":
        return
    out, live = Path(app.outdir), ROOT / "_build" / "live"
    shutil.rmtree(out / "live", ignore_errors=True)
    if live.exists():
        shutil.copytree(live, out / "live")
        (out / "live" / "sw.js").rename(out / "sw.js")  # a service worker serves its own folder
        (out / "live" / "offline.json").write_text(
            json.dumps(offline(out / "live")), encoding="utf-8"
        )
    pages = {out / f"{name}.html" for name in (*app.env.found_docs, "search")}
    pages |= {out / "book" / page_of(name) for name in NAMES}
    shutil.rmtree(out / "lite", ignore_errors=True)
    for page in set(out.rglob("*.html")) - pages:
        page.unlink()  # left by an earlier build
    for page in pages & set(out.rglob("*.html")):
        live_path = "../" * (len(page.relative_to(out).parts) - 1) + "live/"
        html = page.read_text(encoding="utf-8")
        html = untranslated(without_inline_scripts(html, live_path))
        page.write_text(
            with_slash(page, html) if page.name == "index.html" else html, encoding="utf-8"
        )
    for name in gone.names():
        gone.write(name, out / "book")
    style(out)
    notebook.write(app, out / "lite")
    first = app.builder.get_target_uri(app.config.root_doc)
    (out / "index.html").write_text(
        ROOT_PAGE.format(title=app.config.html_title, first=first, slash=SLASH), encoding="utf-8"
    )
    (out / ".nojekyll").touch()  # else some hosts skip folders that begin with an underscore


def setup(app: Sphinx) -> None:
    """Connect `finish` to the end of the build, after the theme's own work."""
    app.connect("build-finished", finish, priority=900)
