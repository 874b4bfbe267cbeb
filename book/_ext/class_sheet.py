"""The directive {class-sheet}: a form that makes the links of a class, with a choice of all exercises.

```{class-sheet}
```
"""

from sphinx.application import Sphinx

from book._ext.progress import Progress


class ClassSheet(Progress):
    """The directive `{class-sheet}`."""

    template = "class-sheet.html"


def setup(app: Sphinx) -> None:
    """Register the directive. `progress` replaces its placeholder."""
    app.add_directive("class-sheet", ClassSheet)
