"""Fill the blanks of a text with the givens of a variant: `{{name}}`, `{{name:FORMAT}}`,
`{{name:FORMAT/UNIT}}`, `{{disk.rpm}}`.

FORMAT is a Python format. UNIT is one of `models.units`, and the number in SI units is divided by
it. A string is inserted as it is, and may be a piece of a program. In prose a number is typeset
with a true minus sign; in a program it is written as Python code.
"""

import html
import re
from typing import Any

from models.units import factor

BLANK = re.compile(r"\{\{\s*([^{}]+?)\s*\}\}")
KEY = re.compile(r"(?P<name>\w+(?:\.\w+)*)(?::(?P<format>[^/]*))?(?:/(?P<unit>.+))?")


def keys(*texts: str) -> list[str]:
    """Return the blanks in some texts, without braces and duplicates, in their order."""
    return list(dict.fromkeys(key for text in texts for key in BLANK.findall(text)))


def text_of(case: dict[str, Any], key: str, typeset: bool = True) -> str:
    """Return the text that fills the blank `key`: typeset for prose, or else as Python code. Raise
    ValueError with a one-line message if the blank is not valid."""
    match = KEY.fullmatch(key)
    if not match:
        raise ValueError(
            f"a blank must be {{{{name}}}}, {{{{name:FORMAT}}}} or {{{{name:FORMAT/UNIT}}}}, got {{{{{key}}}}}"
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
    """Return the text that fills each of the blanks `wanted`. Raise ValueError with a one-line
    message if one is not valid."""
    return {key: text_of(case, key) for key in wanted}


def plain(text: str, texts: dict[str, str]) -> str:
    """Return a text with its blanks filled from `texts`."""
    return BLANK.sub(lambda match: texts[match[1]], text)


def program(code: str, case: dict[str, Any]) -> str:
    """Return a program with its blanks filled as Python code. Raise ValueError with a one-line
    message if one is not valid."""
    return plain(code, {key: text_of(case, key, typeset=False) for key in keys(code)})


def filling(text: str) -> re.Pattern[str]:
    """Return a pattern that matches a text whose blanks are filled in any way."""
    return re.compile(".*".join(map(re.escape, BLANK.split(text)[::2])), re.DOTALL)


def marked(page: str, texts: dict[str, str]) -> str:
    """Return HTML with its blanks filled from `texts`, each in a span that names the blank."""

    def span(match: re.Match[str]) -> str:
        key = html.unescape(match[1])
        return (
            f'<span class="given" data-given="{html.escape(key)}">{html.escape(texts[key])}</span>'
        )

    return BLANK.sub(span, page)
