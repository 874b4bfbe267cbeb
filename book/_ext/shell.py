"""The book's extension: figures, predictions, exercises, numbers, formulas, and the site around them."""
from sphinx.application import Sphinx

PARTS = ("slot", "citing", "live", "predict", "exercise", "progress", "quantity", "reproduction", "mathml", "page",
         "finish")


def setup(app: Sphinx) -> dict[str, bool]:
    """Load every part."""
    app.add_config_value("comments_config", {}, "")   # Jupyter Book sets it; the extension that reads it is not used
    for part in PARTS:
        app.setup_extension(part)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
