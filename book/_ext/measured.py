"""The directive {measured}: the tool that reads the reader's own files.

```{measured}
```
"""

import json
import shutil
from pathlib import Path
from typing import ClassVar

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from book._ext.built import ROOT
from book._ext.live import live_folder
from book._ext.slot import Slot
from models.beside.example import example

FILES = ROOT / "tests" / "models" / "measured"
EXAMPLES = {
    "real/mix_clat.1.log": "a log of fio",
    "real/fio-3.33-jsonplus.json": "fio's JSON",
    "samples/zpool-iostat-w.txt": "zpool iostat -w",
    "samples/zpool-status.txt": "zpool status",
    "real/iostat-12.6.1-x.txt": "iostat -x",
}
"""Files of our own, with which the readers are tested -> what they are. The build puts them into `_static/measured/`, beside
those that the book's machine writes."""
WITHOUT = (
    "This tool runs in your browser, and needs its scripts. On the command line "
    "<code>python -m models read FILE</code> does the same."
)


class MeasuredDirective(SphinxDirective):
    """The directive `{measured}`."""

    option_spec: ClassVar = {}

    def run(self) -> list[nodes.Node]:
        """Write the place of the tool and its examples."""
        examples = json.dumps(
            [
                {"names": [*example()], "what": "three files of a server with one fault"},
                *[{"names": [Path(name).name], "what": what} for name, what in EXAMPLES.items()],
            ]
        )
        html = (
            f'<link rel="stylesheet" href="{live_folder(self)}measured.css">'
            f'<div class="measured-place"><div class="measured-root" id="measured"><p>{WITHOUT}</p></div>'
            f'<script type="application/json" class="measured-data">{examples}</script></div>'
        )
        return [Slot(before=html, after="", files=Path(next(iter(EXAMPLES))).name)]


def copy(app: Sphinx, failure: Exception | None) -> None:
    """Copy the examples into the site after a build."""
    if failure or app.builder.format != "html":
        return
    folder = Path(app.outdir) / "_static" / "measured"
    folder.mkdir(exist_ok=True)
    for name in EXAMPLES:
        shutil.copy(FILES / name, folder)
    for name, text in example().items():
        (folder / name).write_text(text)


def setup(app: Sphinx) -> None:
    """Register the directive, and copy its examples at the end of the build."""
    app.add_directive("measured", MeasuredDirective)
    app.connect("build-finished", copy)
