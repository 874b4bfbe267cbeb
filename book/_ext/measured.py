"""The directive {measured}: the tool that reads the reader's own files.

```{measured}
```
"""

import json
from typing import ClassVar

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from book._ext.built import ROOT
from book._ext.live import live_folder
from book._ext.slot import Slot

EXAMPLES = {
    "mix_clat.1.log": "a log of fio",
    "fio-3.33-jsonplus.json": "fio's JSON",
    "zpool-iostat-w.txt": "zpool iostat -w",
    "zpool-status.txt": "zpool status",
    "iostat-12.6.1-x.txt": "iostat -x",
}
"""Files of our own in `book/_static/measured/` -> what they are."""
WITHOUT = (
    "This tool runs in your browser, and needs its scripts. On the command line "
    "<code>python -m models read FILE</code> does the same."
)


class MeasuredDirective(SphinxDirective):
    """The directive `{measured}`."""

    option_spec: ClassVar = {}

    def run(self) -> list[nodes.Node]:
        """Write the place of the tool and its examples."""
        folder = ROOT / "book" / "_static" / "measured"
        if missing := [name for name in EXAMPLES if not (folder / name).exists()]:
            raise self.error(f"there is no example {missing[0]} in book/_static/measured")
        examples = json.dumps([{"name": name, "what": what} for name, what in EXAMPLES.items()])
        html = (
            f'<link rel="stylesheet" href="{live_folder(self)}measured.css">'
            f'<div class="measured-place"><div class="measured-root" id="measured"><p>{WITHOUT}</p></div>'
            f'<script type="application/json" class="measured-data">{examples}</script></div>'
        )
        return [Slot(before=html, after="")]


def setup(app: Sphinx) -> None:
    """Register the directive."""
    app.add_directive("measured", MeasuredDirective)
