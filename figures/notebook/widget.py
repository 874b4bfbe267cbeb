"""A live figure in a notebook: the page's controls and picture, with the model running in the
kernel."""

import json
from pathlib import Path
from typing import Any

from figures.define.figure import Figure
from figures.define.params import ParameterError, check_seed
from figures.notebook.controls import controls_html

try:
    import anywidget
    import jinja2  # noqa: F401
    import traitlets
except ImportError as error:
    raise ImportError(
        f"a figure's widget needs {error.name}: pip install anywidget jinja2"
    ) from None

EXACT = 15
"""Digits of a whole number that JavaScript has exactly, whatever they are."""
DRAWING = Path(__file__).resolve().parents[1] / "_widget.js"


def for_page(value: Any) -> Any:
    """Return JSON as a page reads it: long whole numbers as floats. (A kernel in the page would make them BigInt, which
    no message can hold.)"""
    return json.loads(
        json.dumps(value), parse_int=lambda text: int(text) if len(text) <= EXACT else float(text)
    )


class LiveFigure(anywidget.AnyWidget):
    """A figure with its controls; moving a control runs the model in the kernel and redraws.

    settings: the state of the controls, `params` (SI) and `seed`. rows: those of the last run.
    params: the parameters with which the rows are drawn. say: the sentence that describes them.
    message: one line about an error, empty if there is none.
    """

    _esm = DRAWING if DRAWING.exists() else ""
    figure = traitlets.Dict().tag(sync=True)
    controls = traitlets.Unicode().tag(sync=True)
    settings = traitlets.Dict().tag(sync=True)
    rows: traitlets.List[Any] = traitlets.List().tag(sync=True)
    params = traitlets.Dict().tag(sync=True)
    say = traitlets.Unicode().tag(sync=True)
    message = traitlets.Unicode().tag(sync=True)

    def __init__(self, figure: Figure):
        definition = figure.to_json()
        super().__init__(
            figure=for_page(definition),
            settings={"params": figure.settings({}), "seed": figure.seed},
        )
        self.live = figure
        self.controls = controls_html(definition, f"fig-{figure.id}-{self.model_id}")
        self._ran: tuple[dict[str, Any], int] | None = None
        self._rows: list[Any] = []
        self._follow()
        self.observe(self._follow, "settings")

    @property
    def seed(self) -> int:
        """The seed set in the controls."""
        return int(self.settings["seed"])

    @property
    def preset(self) -> str | None:
        """The name of the preset with these settings, or None."""
        return self.live.preset_of(self.settings["params"], self.seed)

    def set(self, seed: int | None = None, **params: Any) -> None:
        """Set controls (SI) and run once. If a value is not allowed, `message` says why and no
        control moves."""
        try:
            wanted = {
                "params": self.live.settings({**self.settings["params"], **params}),
                "seed": check_seed(self.seed if seed is None else seed),
            }
        except ParameterError as error:
            self._complain(error)
            return
        if wanted == self.settings:
            self._follow()
        self.settings = wanted

    def _follow(self, _change: Any = None) -> None:
        """Run the model if the settings give other rows than the last run, then let the browser
        draw."""
        try:
            params, seed = self.live.settings(self.settings["params"]), check_seed(self.seed)
            run = self.live.run_settings(params), seed
            rows = self._rows if run == self._ran else self.live.rows(seed, **params)
            sentence = self.live.description(rows)
        except Exception as error:
            self._complain(error)
            return
        self._ran, self._rows = run, rows
        with self.hold_sync():
            self.params, self.rows = params, for_page(rows)
            self.say, self.message = sentence, ""

    def _complain(self, error: Exception) -> None:
        text = (
            str(error) if isinstance(error, ParameterError) else f"{type(error).__name__}: {error}"
        )
        self.message = " ".join(text.split())


def widget(figure: Figure) -> LiveFigure:
    """Return the figure as a notebook widget. Raise FileNotFoundError if the drawing program has
    not been built."""
    if not DRAWING.exists():
        raise FileNotFoundError(f"{DRAWING.name} is missing; run `make` or `npm run build`")
    return LiveFigure(figure)
