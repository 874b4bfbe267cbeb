"""Pages that are gone: an old link to one leads to the page that has its matter now.

`book/moved/NAME.txt` has the lines of {moved} for the page NAME, the page itself first. In its place
a small page is written, whose script redirects at once; without scripts it shows the links.
"""

import re
from pathlib import Path

from book._ext.moved import item, target
from book._ext.reproduction import title

HERE = Path(__file__).resolve().parents[1] / "moved"
META = re.compile(r'<meta name="book-(?:edition|live)"[^>]*>')
PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
{meta}
<title>{words}</title>
<link rel="icon" href="../_static/favicon.svg">
<script defer src="../_static/gone.js"></script>
<main><h1>This page has moved</h1><p>It is now {links}.</p><ul hidden>{items}</ul></main>
</html>
"""


def names() -> list[str]:
    """Return the names of the pages that are gone."""
    return sorted(path.stem for path in HERE.glob("*.txt"))


def write(name: str, folder: Path) -> None:
    """Write the page `name` into the folder of the built pages. Raise ValueError for a wrong line."""
    lines = (HERE / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    new = dict.fromkeys(target(line)[1].partition(".html")[0] for line in lines)
    links = " and ".join(f'<a href="{page}.html">{title(page)}</a>' for page in new)
    meta = "\n".join(META.findall((folder / f"{next(iter(new))}.html").read_text(encoding="utf-8")))
    text = PAGE.format(
        meta=meta,
        words=" and ".join(map(title, new)),
        links=links,
        items="".join(map(item, lines)),
    )
    (folder / f"{name}.html").write_text(text, encoding="utf-8")
