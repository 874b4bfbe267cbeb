"""The pages of the built book, as addresses relative to its root (which only leads to the first
page)."""

import serve

PAGES = sorted(
    path.relative_to(serve.SITE).as_posix()
    for path in serve.SITE.rglob("*.html")
    if path.relative_to(serve.SITE).parts[0] not in ("index.html", "live", "_static", "lite")
)
LIVE = [
    page
    for page in PAGES
    if 'class="live-figure"' in (serve.SITE / page).read_text(encoding="utf-8")
]
