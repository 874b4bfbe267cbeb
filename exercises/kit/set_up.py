"""The role {set} in an exercise's texts: words that set a figure of its page, as
`figures/run/wish.py` reads them."""

import re
from typing import TYPE_CHECKING

from figures.contents import get
from figures.run import wish

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_inline import StateInline

ROLE = re.compile(r"\{set\}`([^`]+)`")


def plain(text: str) -> str:
    """Return a text with nothing but the words of its roles."""
    return ROLE.sub(lambda role: wish.read(role[1]).words, text)


def pressed(markdown: "MarkdownIt", chapter: str | None) -> "MarkdownIt":
    """Teach `markdown` the role, for figures of a chapter. What is wrong raises LookupError or
    ValueError with one line."""

    def rule(state: "StateInline", silent: bool) -> bool:
        role = ROLE.match(state.src, state.pos)
        if role and not silent:
            asked = wish.read(role[1])
            if chapter and get(asked.figure).chapter != chapter:
                raise LookupError(f"{role[0]}: the figure stands on another page than the exercise")
            for kind, content in (
                ("html_inline", asked.link()),
                ("text", asked.words),
                ("html_inline", "</a>"),
            ):
                state.push(kind, "", 0).content = content
        state.pos = role.end() if role else state.pos
        return role is not None

    markdown.inline.ruler.before("backticks", "set", rule)
    return markdown
