"""The directive {class-sheet}: a form that makes the links of a class, with all exercises of the
book to choose from.

```{class-sheet}
```
"""

from sphinx.application import Sphinx

from book._ext.progress import Progress


class ClassSheet(Progress):
    """`{class-sheet}`."""

    template = "class-sheet.html"


def setup(app: Sphinx) -> None:
    """Register the directive; `progress` fills its place."""
    app.add_directive("class-sheet", ClassSheet)
