"""What a file says in a notebook: the pictures and numbers of the page *Your machine*."""

from figures.measured.live import answer
from figures.notebook.widget import DRAWING
from models.measured import Measured

try:
    import anywidget
    import traitlets
except ImportError as error:
    raise ImportError(f"pictures of a file need {error.name}: pip install anywidget") from None


class Pictures(anywidget.AnyWidget):
    """A heat map, the share that is answered within a time, rates over time, and a table.

    found: what `models.measured.read` returned. name: of the file, in what is read aloud. Raise
    FileNotFoundError if the drawing program has not been built."""

    _esm = DRAWING if DRAWING.exists() else ""
    said = traitlets.Dict().tag(sync=True)

    def __init__(self, found: Measured, name: str = "the file"):
        if not DRAWING.exists():
            raise FileNotFoundError(f"{DRAWING.name} is missing; run `make` or `npm run build`")
        super().__init__(said=answer(name, found))
