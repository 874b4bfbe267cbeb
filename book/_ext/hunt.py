"""The directive {hunt}: a broken server to be asked. Exercises of the kind hunt stand on its page.

```{hunt}
```
"""

import json
from typing import ClassVar

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from book._ext.live import live_folder
from book._ext.slot import Slot
from figures.hunt.live import fixed

WITHOUT = (
    "The hunt runs in your browser, and needs its scripts. On the command line "
    "<code>python -m models hunt 7</code> does the same."
)


class HuntDirective(SphinxDirective):
    """The directive `{hunt}`."""

    option_spec: ClassVar = {}

    def run(self) -> list[nodes.Node]:
        """Write the place of the hunt, its tools and its diagnoses."""
        data = json.dumps(fixed()).replace("<", "\\u003c")
        html = (
            f'<link rel="stylesheet" href="{live_folder(self)}hunt.css">'
            f'<div class="hunt-game" id="hunt"><p>{WITHOUT}</p></div>'
            f'<script type="application/json" class="hunt-data">{data}</script>'
        )
        return [Slot(before=html, after="")]


def setup(app: Sphinx) -> None:
    """Register the directive."""
    app.add_directive("hunt", HuntDirective)
