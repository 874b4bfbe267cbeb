"""Render the role {set} in the texts of an exercise: words that set a figure on the page. The
syntax is that of `figures/run/wish.py`."""

import re
from typing import TYPE_CHECKING

from figures.contents import get
from figures.run import wish

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_inline import StateInline

ROLE = re.compile(r"\{set\}`([^`]+)`")


def plain(text: str) -> str:
    """Return a text with each role replaced by its words."""
    return ROLE.sub(lambda role: wish.read(role[1]).words, text)


def pressed(markdown: "MarkdownIt", chapter: str | None) -> "MarkdownIt":
    """Teach `markdown` the role for figures of a chapter (None: of any), and return it. Rendering
    then raises LookupError or ValueError with a one-line message if a role is not valid."""

    def rule(state: "StateInline", silent: bool) -> bool:
        role = ROLE.match(state.src, state.pos)
        if role and not silent:
            setting = wish.read(role[1])
            if chapter and get(setting.figure).chapter != chapter:
                raise LookupError(
                    f"{role[0]}: the figure must be on the page of the exercise, {chapter}"
                )
            for kind, content in (
                ("html_inline", setting.link()),
                ("text", setting.words),
                ("html_inline", "</a>"),
            ):
                state.push(kind, "", 0).content = content
        state.pos = role.end() if role else state.pos
        return role is not None

    markdown.inline.ruler.before("backticks", "set", rule)
    return markdown
