"""Set the template variables of each page: the book's edition, the address of `live/`, and whether
the page needs the live script. Also label the theme's fold buttons."""

from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

from book._ext.slot import Slot
from figures.define.edition import EDITION

UNUSED = ("_static/design-tabs.js",)


def describe(
    app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Add the book's own variables to the context of a page's template."""
    context["edition"] = EDITION
    context["live"] = "../" * page.count("/") + "live/"
    if "body" in context:  # these roles confuse screen readers or are deprecated
        for role in (' role="list"', ' role="doc-biblioentry"'):
            context["body"] = context["body"].replace(role, "")
    if page == "search":
        app.add_js_file("search-text.js", priority=900)
    context["css_files"] = []  # `finish` writes a single one
    context["script_files"] = [
        script for script in context["script_files"] if script.filename not in UNUSED
    ]
    context["is_live"] = doctree is not None and next(doctree.findall(Slot), None) is not None


def name_folds(
    app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Label the button that opens the subpages of a chapter. The theme shows only an arrow."""
    toctree = context["generate_toctree_html"]
    context["generate_toctree_html"] = lambda *args, **options: str(
        toctree(*args, **options)
    ).replace("<summary>", '<summary aria-label="Pages beneath">')


def setup(app: Sphinx) -> None:
    """Connect to the rendering of each page. A new edition rebuilds all pages."""
    app.add_config_value("book_edition", EDITION, "html")
    app.connect("html-page-context", describe)
    app.connect("html-page-context", name_folds, priority=900)  # after the theme
