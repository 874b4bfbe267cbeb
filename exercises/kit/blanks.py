"""Blanks in a text that a variant fills: `{{name}}`, `{{name:FORMAT}}`, `{{name:FORMAT/UNIT}}`,
`{{disk.rpm}}`.

FORMAT is Python's; UNIT is one of `models.units` and divides the SI number. A string stands there
as it is, and so may a piece of a program. A number is set as a book sets it (a true minus sign), in
a program as Python reads it.
"""

import html
import re
from typing import Any

from models.units import factor

BLANK = re.compile(r"\{\{\s*([^{}]+?)\s*\}\}")
KEY = re.compile(r"(?P<name>\w+(?:\.\w+)*)(?::(?P<format>[^/]*))?(?:/(?P<unit>.+))?")


def keys(*texts: str) -> list[str]:
    """Return the blanks of some texts, each once, in order."""
    return list(dict.fromkeys(key for text in texts for key in BLANK.findall(text)))


def text_of(case: dict[str, Any], key: str, typeset: bool = True) -> str:
    """Return the text that fills a blank: typeset for prose, else as Python reads it. Raise
    ValueError with one line."""
    match = KEY.fullmatch(key)
    if not match:
        raise ValueError(
            f"a blank is {{{{name}}}}, {{{{name:FORMAT}}}} or {{{{name:FORMAT/UNIT}}}}, got {{{{{key}}}}}"
        )
    value: Any = case
    for name in match["name"].split("."):
        if not isinstance(value, dict) or name not in value:
            raise ValueError(
                f"the blank {{{{{key}}}}} names {name!r}, which case() does not return"
            )
        value = value[name]
    if match["unit"]:
        value = value / factor(match["unit"])
    if isinstance(value, str) and not match["format"]:
        return value
    try:
        text = format(value, match["format"] or "")
    except (TypeError, ValueError) as error:
        raise ValueError(f"the blank {{{{{key}}}}}: {error}") from None
    return (
        text.replace("-", "\N{MINUS SIGN}").replace("%", "\N{NO-BREAK SPACE}%") if typeset else text
    )


def filled(case: dict[str, Any], wanted: list[str]) -> dict[str, str]:
    """Return the text of each blank. Raise ValueError with one line."""
    return {key: text_of(case, key) for key in wanted}


def plain(text: str, texts: dict[str, str]) -> str:
    """Return a text with its blanks filled."""
    return BLANK.sub(lambda match: texts[match[1]], text)


def program(code: str, case: dict[str, Any]) -> str:
    """Return a program with its blanks filled. Raise ValueError with one line."""
    return plain(code, {key: text_of(case, key, typeset=False) for key in keys(code)})


def filling(text: str) -> re.Pattern[str]:
    """Return the pattern of all that a text can be once its blanks are filled."""
    return re.compile(".*".join(map(re.escape, BLANK.split(text)[::2])), re.DOTALL)


def marked(page: str, texts: dict[str, str]) -> str:
    """HTML with its blanks filled, each in a span that says which it is."""

    def span(match: re.Match[str]) -> str:
        key = html.unescape(match[1])
        return (
            f'<span class="given" data-given="{html.escape(key)}">{html.escape(texts[key])}</span>'
        )

    return BLANK.sub(span, page)
