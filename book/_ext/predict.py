"""The directive {predict}: a question that the reader answers with a number before the model does.

    ```{predict} twice-as-fast
    :figure: sync-writes
    :preset: twice as fast
    :value: iops
    :unit: 1/s
    How many writes a second if the computer is twice as fast?
    ```
"""
from typing import Any, ClassVar

import built
from docutils import nodes
from docutils.parsers.rst import directives
from live import live_folder
from slot import fill
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from figures.claims import singular
from models import units


class Predict(SphinxDirective):
    """`{predict} ID`; the body is the question."""

    required_arguments = 1
    has_content = True
    option_spec: ClassVar[dict[str, Any]] = {
        "figure": directives.unchanged_required,
        "value": directives.unchanged_required,
        "preset": directives.unchanged_required,
        "unit": directives.unchanged_required,
        "factor": float,
        "digits": directives.nonnegative_int,
        "measured": directives.unchanged_required,
    }

    def run(self) -> list[nodes.Node]:
        """Render the form around the question."""
        if missing := {"figure", "value"} - set(self.options):
            raise self.error(f"a prediction needs :{':, :'.join(sorted(missing))}:")
        self.assert_has_content()
        options = {key: self.options.get(key) for key in self.option_spec}
        try:
            values = built.result(self.env, self.options["figure"], options["preset"])["values"]
        except built.NotBuilt as error:
            raise self.error(str(error)) from None
        if options["value"] not in values:
            raise self.error(f"{options['figure']} has no value '{options['value']}'; it has {', '.join(values)}")
        options["factor"] = options["factor"] or units.FACTORS.get(options["unit"] or "", 1.0)
        unit = options["unit"] or ""
        options["one"] = singular(unit) if singular(unit) != unit else None
        options["units"] = units.alike(unit) if unit in units.FACTORS else None
        question, messages = self.parse_inline(" ".join(self.content))
        return [fill("predict.html", "prompt", question, id=self.arguments[0], live=live_folder(self), **options),
                *messages]


def setup(app: Sphinx) -> None:
    """Register the directive."""
    app.add_directive("predict", Predict)
