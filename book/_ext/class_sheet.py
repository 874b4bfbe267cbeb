"""The directive {class-sheet}: a form that makes a class's links, with a list of all exercises.

```{class-sheet}
```
"""

from sphinx.application import Sphinx

from book._ext.progress import Progress


class ClassSheet(Progress):
    """The directive `{class-sheet}`."""

    template = "class-sheet.html"


def setup(app: Sphinx) -> None:
    """Register the directive. `progress` replaces the placeholder that it inserts."""
    app.add_directive("class-sheet", ClassSheet)
