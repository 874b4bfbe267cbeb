"""The roles {value} and {claim}, which insert numbers of the models and of publications.

{value}`FIGURE[@PRESET]:NAME[:FORMAT][/UNIT]` is a value of a figure's run;
{claim}`ID[:FORMAT][/UNIT]` is a published number. FORMAT is a Python format. UNIT is one of
`models.units`: {value}`slog-enable:p99:.2f/ms` is shown in ms, with the unit. In brackets, `/(ms)`, the
unit is not printed. Bytes, and numbers of a million and more, must have a unit.
"""

import re

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxRole

from book._ext import built
from figures.define import claims
from models import units

TAIL = r"(?::(?P<format>[^/]*))?(?:/(?P<unit>[^()]+|\([^()]+\)))?"
VALUE = re.compile(rf"(?P<figure>[^@:/]+)(?:@(?P<preset>[^:]+))?:(?P<name>[^:/]+){TAIL}")
CLAIM = re.compile(rf"(?P<id>[^:/]+){TAIL}")
LARGE = 1e6
"""From this number on, a unit is needed."""


def shown(number: float, spec: str | None, unit: str | None) -> str:
    """Return a number (in SI units) as text in `unit`, with a true minus sign and a space before a
    percent sign. `spec` is a Python format (None: four significant digits)."""
    text = format(number / units.factor(unit or ""), spec or ".4g").replace("-", "\N{MINUS SIGN}")
    return text.replace("%", "\N{NO-BREAK SPACE}%")


def measured(ends: list[float], match: re.Match[str], si: str = "") -> str:
    """Return a number or the ends of a range (SI) with the unit of a matched role. `si` is the SI
    unit, if it is known. Raise ValueError if a unit is needed and missing."""
    unit = match["unit"] or ""
    if not unit and (si.startswith("bytes") or any(abs(end) >= LARGE for end in ends)):
        raise ValueError(
            f"{ends[0]:,.10g} {si or 'is large and'} must have a unit: /MiB/s, or /(MiB/s) to print none"
        )
    plain = unit.strip("()")
    text = "\N{EN DASH}".join(shown(end, match["format"], plain) for end in ends)
    return f"{text}\N{NO-BREAK SPACE}{plain.replace('us', 'µs')}" if plain == unit != "" else text


class Quantity(SphinxRole):
    """A role whose text is replaced by a number."""

    pattern: re.Pattern[str]

    def number(self, match: re.Match[str]) -> str:
        """Return the text to show for a role that matched `pattern`. Raise LookupError or
        ValueError with a one-line message if there is no such number."""
        raise NotImplementedError

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """Replace the role by its number. If there is none, warn and mark the role as
        problematic."""
        match = self.pattern.fullmatch(self.text)
        try:
            if not match:
                raise ValueError(f"{self.name} must be written as in {self.__doc__}")
            node = nodes.inline(self.text, self.number(match), classes=[self.name])
            node["says"] = match.group("figure", "preset", "name") if self.name == "value" else None
            return [node], []
        except (LookupError, ValueError) as error:
            message = self.inliner.reporter.warning(
                f"{self.rawtext}: {error.args[0]}", line=self.lineno
            )
            return [self.inliner.problematic(self.rawtext, self.rawtext, message)], [message]


class Value(Quantity):
    """{value}`slog-enable@preset:iops:.0f`."""

    pattern = VALUE

    def number(self, match: re.Match[str]) -> str:
        """Return the text of a value in the figure's results."""
        values = built.result(self.env, match["figure"], match["preset"])["values"]
        if match["name"] not in values:
            raise LookupError(
                f"{match['figure']} has no value '{match['name']}'; it has {', '.join(values)}"
            )
        return measured([values[match["name"]]], match)


class ClaimRole(Quantity):
    """{claim}`fbsd-zfs-sync-iops:.0f`."""

    pattern = CLAIM

    def number(self, match: re.Match[str]) -> str:
        """Return the text of a published number or range."""
        claim = claims.claim(match["id"])
        ends = [
            end
            for end in ([claim.expected] if claim.expected is not None else [claim.low, claim.high])
            if end is not None
        ]
        if not ends:
            raise LookupError(f"the claim '{match['id']}' has no number")
        return measured(ends, match, claim.si_unit)


def setup(app: Sphinx) -> None:
    """Register the roles."""
    app.add_role("value", Value())
    app.add_role("claim", ClaimRole())
