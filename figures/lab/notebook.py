"""The whole machine in a notebook: the page's, with the models running in the kernel."""

import json
from collections.abc import Mapping
from typing import Any

from figures.define.edition import EDITION
from figures.lab import doors, live
from figures.lab.setup import described
from figures.notebook.widget import DRAWING
from models.lab.study import study_of

try:
    import anywidget
    import traitlets
except ImportError as error:
    raise ImportError(f"the lab's widget needs {error.name}: pip install anywidget") from None

METHODS = ("describe", "start", "step", "show", "beside", "happen", "paste", "figure", "trace")
SECONDS = 4.0
"""Machine time that has run when the widget appears (s)."""


class Lab(anywidget.AnyWidget):
    """The whole machine of the book, with the study of a door or one's own.

    study: the study it begins with. Raise ValueError if it is wrong, FileNotFoundError if the drawing
    program has not been built."""

    _esm = DRAWING if DRAWING.exists() else ""
    lab = traitlets.Dict().tag(sync=True)

    def __init__(self, study: Mapping[str, Any] | None = None):
        if not DRAWING.exists():
            raise FileNotFoundError(f"{DRAWING.name} is missing; run `make` or `npm run build`")
        self.study = dict(study or doors.door(doors.NAMES[0])["study"])
        begun = {**self.study, "seconds": SECONDS, "events": []}
        made = study_of(begun)
        shown = {}
        for side in made.machines:
            run = live.Run(made, side)
            while not run.done:
                run.step(60.0)
            shown[side] = live.shown_of(run, {})
            live.runs[f"run-{side}"] = run
        door = {"name": "own", "title": "", "lead": "", "study": begun}
        fixed = doors.everything() | {"doors": []}
        super().__init__(
            lab={
                "fixed": fixed,
                "door": door | {"setup": described(begun), "runs": shown},
                "edition": EDITION,
            }
        )
        self.on_msg(self._answer)

    def _answer(self, _widget: Any, asked: dict[str, Any], _buffers: Any) -> None:
        """Answer what the page asks."""
        method = asked.get("method")
        known = method in METHODS
        text = (
            getattr(live, str(method))(asked["text"])
            if known
            else json.dumps(
                {"error": f"method must be one of {', '.join(METHODS)}, got {method!r:.40}"}
            )
        )
        self.send({"id": asked.get("id"), "text": text})
