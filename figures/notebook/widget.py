"""A live figure in a notebook: its controls, and the picture drawn by the same program as in the
page."""

from html import escape
from pathlib import Path
from typing import Any

from figures.define.figure import Figure
from figures.define.params import ParameterError
from figures.define.rows import Rows

try:
    import anywidget
    import ipywidgets
    import traitlets
except ImportError as error:
    raise ImportError(
        f"a figure's widget needs {error.name}: pip install ipywidgets anywidget"
    ) from None

from figures.notebook.controls import SHOWN, Control, control
from figures.notebook.table import table_html

DRAWING = Path(__file__).resolve().parents[1] / "_widget.js"
OWN = "own settings"


class Picture(anywidget.AnyWidget):
    """The marks of `figure` (its JSON) over `rows`, the panels that `params` show; the browser
    draws what changes."""

    _esm = DRAWING if DRAWING.exists() else ""
    figure = traitlets.Dict().tag(sync=True)
    rows: traitlets.List[Any] = traitlets.List().tag(sync=True)
    params = traitlets.Dict().tag(sync=True)


class LiveFigure(ipywidgets.VBox):
    """A figure with its controls. Moving one runs the model in the kernel and redraws.

    `controls` has a control for each parameter (SI in its `value`), `rows` the rows now shown,
    `say` the sentence that describes them, `message` the one line that says what is wrong, empty if
    nothing is.
    """

    def __init__(self, figure: Figure):
        definition = figure.to_json()
        self.live = figure
        self.controls: dict[str, Control] = {
            param["name"]: control(param) for param in definition["params"]
        }
        self.seed = ipywidgets.IntText(value=figure.seed, description="Seed", **SHOWN)
        self.preset = ipywidgets.Dropdown(
            options=[*figure.presets, OWN], description="Set-up", **SHOWN
        )
        self.picture = Picture(figure=definition)
        self.say = ipywidgets.HTML()
        self.table = ipywidgets.HTML()
        self.message = ipywidgets.HTML()
        self._quiet = False
        for each in self.controls.values():
            each.widget.observe(self._looked if each.param["view"] else self._moved, "value")
        self.seed.observe(self._moved, "value")
        self.preset.observe(self._chosen, "value")
        title = ipywidgets.HTML(f"<h4>{escape(figure.title)}</h4>")
        caption = ipywidgets.HTML(f"<small>{escape(figure.caption)}</small>")
        shown = [each.widget for each in self.controls.values() if not each.param["more"]]
        folded = [each.widget for each in self.controls.values() if each.param["more"]]
        (shown if figure.chance else folded).append(self.seed)
        fold = (
            [ipywidgets.Accordion([ipywidgets.VBox(folded)], titles=["More controls"])]
            if folded
            else []
        )
        moved = [self.preset, *shown, *fold]
        super().__init__([title, self.picture, self.message, self.say, self.table, *moved, caption])
        self._run()

    @property
    def rows(self) -> Rows:
        """The rows of the last run."""
        return list(self.picture.rows)

    @property
    def params(self) -> dict[str, Any]:
        """What the controls say, SI."""
        return {name: each.value for name, each in self.controls.items()}

    def set(self, seed: int | None = None, **params: Any) -> None:
        """Move controls (SI) and run once. What is not allowed is said in `message`, and then no
        control moves."""
        try:
            self._show(
                self.live.settings({**self.params, **params}),
                self.seed.value if seed is None else seed,
            )
        except ParameterError as error:
            self._complain(error)
        else:
            self._run()

    def _show(self, params: dict[str, Any], seed: int) -> None:
        self._quiet = True
        try:
            for name, value in params.items():
                self.controls[name].value = value
            self.seed.value = seed
        finally:
            self._quiet = False

    def _chosen(self, _change: Any) -> None:
        if not self._quiet and self.preset.value != OWN:
            self._show(*self.live.preset_settings(self.preset.value))
            self._run()

    def _moved(self, _change: Any) -> None:
        if not self._quiet:
            self._run()

    def _looked(self, _change: Any) -> None:
        """Draw the rows again; the model need not run."""
        if not self._quiet:
            params = self.live.settings(self.params)
            self.picture.params = params
            self._name(self.live.preset_of(params, self.seed.value))

    def _run(self) -> None:
        try:
            params, seed = self.live.settings(self.params), self.seed.value
            rows = self.live.rows(seed, **params)
            sentence, preset = self.live.said(rows), self.live.preset_of(params, seed)
        except Exception as error:
            self._complain(error)
            return
        with self.picture.hold_sync():
            self.picture.params = params
            self.picture.rows = rows
        self.say.value = f"<p>{escape(sentence)}</p>"
        self.table.value = (
            table_html(self.picture.figure["table"], rows) if self.picture.figure["table"] else ""
        )
        self.message.value = ""
        self._name(preset)

    def _name(self, preset: str | None) -> None:
        self._quiet = True
        self.preset.value = preset or OWN
        self._quiet = False

    def _complain(self, error: Exception) -> None:
        text = (
            str(error) if isinstance(error, ParameterError) else f"{type(error).__name__}: {error}"
        )
        self.message.value = f'<p role="alert"><b>{escape(" ".join(text.split()))}</b></p>'


def widget(figure: Figure) -> LiveFigure:
    """The figure as a notebook widget. Raises FileNotFoundError where the drawing program has not
    been built."""
    if not DRAWING.exists():
        raise FileNotFoundError(f"{DRAWING.name} is missing: run make, or npm run build")
    return LiveFigure(figure)
