"""The directive {buying}: the tool *What to buy*, readable without scripts and alive with them.

```{buying}
```

The directive {swept} shows the command of a sweep of `book/sweeps/` and what it said to measure next:

```{swept} NAME
```

The role {bought}`PURCHASE:WHAT` is a number of a purchase, as `figures.buying.build` writes it.
"""

import json
import re
from typing import ClassVar

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from book._ext.built import ROOT
from book._ext.live import live_folder
from book._ext.quantity import Quantity
from book._ext.slot import Slot

STILL = ROOT / "_build" / "buying"


class Buying(SphinxDirective):
    """The directive `{buying}`."""

    option_spec: ClassVar = {}

    def run(self) -> list[nodes.Node]:
        """Write the first purchase as it was judged, and what the script needs."""
        texts = list[str]()
        for name in ("still.html", "fixed.json"):
            self.env.note_dependency(str(STILL / name))
            try:
                texts.append((STILL / name).read_text(encoding="utf-8"))
            except FileNotFoundError:
                raise self.error(f"there is no {name} of the tool: run `make book`") from None
        still, fixed = texts[0], texts[1].replace("<", "\\u003c")
        sheets = "".join(
            f'<link rel="stylesheet" href="{live_folder(self)}{name}.css">'
            for name in ("lab", "buying")
        )
        html = (
            f'{sheets}<div class="buying-place"><div class="buying-root" id="buying">{still}</div>'
            f'<script type="application/json" class="buying-data">{fixed}</script></div>'
        )
        return [Slot(before=html, after="")]


class Swept(SphinxDirective):
    """The directive `{swept}`."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Write the command and the last lines of its output."""
        path = STILL / f"{self.arguments[0]}.txt"
        if not path.exists():
            raise self.error(f"there is no sweep {self.arguments[0]}: run `make book`")
        self.env.note_dependency(str(path))
        command = f"python -m models sweep book/sweeps/{path.stem}.toml --sensitivity"
        text = f"{command}\n\n{path.read_text(encoding='utf-8')}"
        return [nodes.literal_block(text, text, language="text")]


class Bought(Quantity):
    """{bought}`backup:saves usable`."""

    pattern = re.compile(r"(?P<figure>[^:]+)(?P<preset>):(?P<name>.+)")

    def number(self, match: re.Match[str]) -> str:
        """Return what is said of a purchase."""
        path = STILL / f"{match['figure']}.json"
        if not path.exists():
            raise LookupError(f"there is no purchase {match['figure']}: run `make book`")
        self.env.note_dependency(str(path))
        found: dict[str, str] = json.loads(path.read_text(encoding="utf-8"))
        if match["name"] not in found:
            raise LookupError(f"WHAT must be one of {', '.join(found)}, got {match['name']}")
        return found[match["name"]]


def setup(app: Sphinx) -> None:
    """Register the directives and the role."""
    app.add_directive("buying", Buying)
    app.add_directive("swept", Swept)
    app.add_role("bought", Bought())
