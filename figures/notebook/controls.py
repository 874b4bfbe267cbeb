"""A figure's controls as HTML, from the template that the page and the notebook share."""

from pathlib import Path
from typing import Any

CONTROLS = Path(__file__).with_name("controls.html")


def controls_html(figure: dict[str, Any], id: str) -> str:
    """Return the controls of a figure (given as its JSON), set to the defaults. Ids in the HTML
    begin with `id`."""
    from jinja2 import Environment, FileSystemLoader

    templates = Environment(loader=FileSystemLoader(CONTROLS.parent), autoescape=False)
    rail = templates.get_template(CONTROLS.name).module.rail  # type: ignore[attr-defined]
    return str(rail(figure, id, figure["presets"][0]["name"], False))
