"""The directive {story}: the chase with choices of *The hunt*, readable without scripts.

```{story}
```
"""

import json
from html import escape
from inspect import getsource
from typing import Any, ClassVar

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from book._ext.live import live_folder
from book._ext.slot import Slot
from models.observed import story

PENALTY = 60
"""What a wrong verdict costs (s). Chosen: more than any tool."""


def told() -> dict[str, Any]:
    """Return the story as the page's script reads it (`web/src/hunt/story-state.ts`)."""
    return {
        "tools": [
            {
                "id": id,
                **{name: getattr(tool, name) for name in ("title", "command", "today", "seconds")},
                **{name: getattr(tool, name) for name in ("load", "blind", "needs", "gives")},
                "lacks": story.LACKS.get(tool.needs, ""),
                "output": tool.output().rstrip(),
                "found": tool.found(),
                "parser": getsource(tool.parser) if tool.parser else "",
            }
            for id, tool in story.TOOLS.items()
        ],
        "facts": story.FACTS,
        "verdicts": [{"id": id, **one._asdict()} for id, one in story.VERDICTS.items()],
        "shortest": list(story.shortest()),
        "published": [id for id, tool in story.TOOLS.items() if tool.command],
        "penalty": PENALTY,
    }


def still(whole: dict[str, Any]) -> str:
    """Return the story as text, all tools in their order."""
    parts = []
    for number, tool in enumerate(whole["tools"], start=1):
        found = "".join(f"<li>{escape(each)}</li>" for each in tool["found"])
        command = f"<p><code>{escape(tool['command'])}</code></p>" if tool["command"] else ""
        parts.append(
            f'<section class="st-asked"><h4>{number}. {escape(tool["title"])}</h4>{command}'
            f"<pre>{escape(tool['output'])}</pre><ul>{found}</ul>"
            f"<p>It does not see: {escape(tool['blind'])} Today: <code>{escape(tool['today'])}</code></p></section>"
        )
    right = next(one for one in whole["verdicts"] if one["right"])
    return "".join([*parts, f"<p>{escape(right['text'])} {escape(right['why'])}</p>"])


class StoryDirective(SphinxDirective):
    """The directive `{story}`."""

    option_spec: ClassVar = {}

    def run(self) -> list[nodes.Node]:
        """Write the story as text, and its data for the script."""
        whole = told()
        data = json.dumps(whole, ensure_ascii=False).replace("</", "<\\/")
        html = (
            f'<link rel="stylesheet" href="{live_folder(self)}story.css">'
            f'<div class="story-place"><div class="story-root" id="story">{still(whole)}</div>'
            f'<script type="application/json" class="story-data">{data}</script></div>'
        )
        return [Slot(before=html, after="")]


def setup(app: Sphinx) -> None:
    """Register the directive."""
    app.add_directive("story", StoryDirective)
