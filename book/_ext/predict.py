"""The directive {predict}: a question that the reader answers, with a number or a choice, before the
model does.

    ```{predict} twice-as-fast
    :figure: sync-writes
    :preset: twice as fast
    :value: iops
    :unit: 1/s
    How many writes a second if the computer is twice as fast?
    ```

With `:from:` the change from a first value is scored instead of the number. Its argument is the
name of a value of the figure at its defaults (or `@PRESET:NAME`, or `FIGURE@PRESET:NAME`, as in
{value}), or a number in the unit. With `:choices:` the reader chooses whether the answer is more
than that value, the same or less; `:choices: longer, as long, shorter` gives other words for these.
Answers within `:same:` (default 10%) count as the same.

With `:veil: next` (or a number of blocks) the text after the question is hidden until the reader
commits or asks for it. So are the later blocks of the section that contain the answer; if there are
none, the next paragraph of the page that contains it is hidden. The later tables and accounts of the
page that contain it are hidden, too, and the figures and exercises that `:also:` names. So is the list
under *What you know now*, which says the answers in words.
"""

import re
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from book._ext import built, progress
from book._ext.account import duration
from book._ext.live import live_folder
from book._ext.slot import Slot, fill
from exercises.contents import exercises
from figures.define.claims import singular
from models import units

START = re.compile(r"(?:(?P<figure>[^@:/]+)?(?:@(?P<preset>[^:]+))?:)?(?P<name>[^:/@]+)")
KINDS = {
    "time": "a time",
    "bytes": "an amount of bytes",
    "bytes a second": "a rate in bytes",
    "rate": "a rate",
    "share": "a share",
    "turns": "a number of turns",
}


def blocks(text: str) -> int:
    """Return the number of blocks that `:veil:` hides. Raise ValueError if the text is neither
    `next` nor a positive number."""
    count = 1 if text.strip() == "next" else directives.positive_int(text)
    if count < 1:
        raise ValueError(f"must be 'next' or a number of blocks, got '{text}'")
    return count


def choices(text: str | None) -> list[str]:
    """Return the three words that `:choices:` offers for more, the same and less. Raise ValueError
    if the text does not have three different ones."""
    words = [word.strip() for word in (text or "more, the same, less").split(",")]
    if len(set(words)) != 3 or not all(words):
        raise ValueError(f"must be three words, for more, the same and less, got '{text}'")
    return words


def share(text: str) -> float:
    """Return the share (0 to 1) that a percentage like `10%` names. Raise ValueError if the text is
    not one."""
    match = re.fullmatch(r"(\d+(?:\.\d+)?)\s*%", text.strip())
    if not match or not 0 < float(match[1]) < 100:
        raise ValueError(f"must be a share such as 10%, got '{text}'")
    return float(match[1]) / 100


def shortened(question: str, least: int = 60, most: int = 170) -> str:
    """Return the last sentences of a question: as many as make up `least` characters, cut at about
    `most`."""
    text = ""
    for sentence in reversed(re.split(r"(?<=[.:?])\s+", question)):
        if len(text) >= least:
            break
        text = f"{sentence} {text}".rstrip()
    return text if len(text) <= most else f"{text[:most].rpartition(' ')[0].rstrip(',;')} …"


class Predict(SphinxDirective):
    """The directive `{predict} ID`, with the question as its body."""

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
        "from": directives.unchanged_required,
        "veil": blocks,
        "also": str.split,
        "choices": choices,
        "same": share,
    }

    def start(self, factor: float) -> float | None:
        """Return the value (in SI units) from which the change is measured; None without `:from:`.
        `factor` is the size of the question's unit in SI units."""
        text = self.options.get("from")
        if text is None:
            return None
        try:
            return float(text.replace(",", "")) * factor
        except ValueError:
            pass
        match = START.fullmatch(text)
        if not match:
            raise self.error(
                f":from: must be a number, NAME, @PRESET:NAME or FIGURE@PRESET:NAME, got '{text}'"
            )
        return self.value_of(
            match["figure"] or self.options["figure"], match["preset"], match["name"]
        )

    def value_of(self, figure: str, preset: str | None, name: str) -> float:
        """Return a value of a figure's run, in SI units."""
        values = self.result_of(figure, preset)["values"]
        if name not in values:
            raise self.error(f"{figure} has no value '{name}'; it has {', '.join(values)}")
        return float(values[name])

    def result_of(self, figure: str, preset: str | None) -> dict[str, Any]:
        """Return the result of a figure's run."""
        try:
            return built.result(self.env, figure, preset)
        except built.NotBuilt as error:
            raise self.error(str(error)) from None

    def run(self) -> list[nodes.Node]:
        """Render the form around the question."""
        if missing := {"figure", "value"} - set(self.options):
            raise self.error(f"a prediction needs :{':, :'.join(sorted(missing))}:")
        if "choices" in self.options and "from" not in self.options:
            raise self.error(
                "a prediction with :choices: needs :from:, the value that the answer is compared with"
            )
        if "same" in self.options and "choices" not in self.options:
            raise self.error(":same: needs :choices:")
        self.assert_has_content()
        options: dict[str, Any] = {key: self.options.get(key) for key in self.option_spec}
        answer = self.value_of(options["figure"], options["preset"], options["value"])
        for other in options["also"] or []:
            if other not in {each.id for each in exercises()}:
                self.result_of(other, None)
        options["factor"] = options["factor"] or units.FACTORS.get(options["unit"] or "", 1.0)
        unit = options["unit"] or ""
        options["one"] = singular(unit) if singular(unit) != unit else None
        options["units"] = units.alike(unit) if unit in units.FACTORS else None
        options["kind"] = KINDS.get(units.dimension(unit)) if unit in units.FACTORS else None
        options["start"] = self.start(options["factor"])
        question, messages = self.parse_inline(" ".join(self.content))
        words = " ".join("".join(node.astext() for node in question).split())
        progress.note(
            self.env, "prediction", {"id": self.arguments[0], "question": shortened(words)}
        )
        node = fill(
            "predict.html",
            "prompt",
            question,
            id=self.arguments[0],
            live=live_folder(self),
            **options,
        )
        node["time"] = duration(answer) if options["kind"] == KINDS["time"] else None
        node["asks"] = self.arguments[0], (options["figure"], options["preset"], options["value"])
        return [node, *messages]


def mark(app: Sphinx, doctree: nodes.document) -> None:
    """Mark the blocks to hide because they contain the answer: those after the question in its
    section. If there are none, mark the next paragraph that contains it. Mark the page's later tables
    and accounts that contain it, too, and the list of what the reader knows by then."""
    for node in doctree.findall(Slot):
        id, answer = node.get("asks", ("", None))
        if not id:
            continue
        beside = node.findall(nodes.Element, include_self=False, descend=False, siblings=True)
        later = (
            each
            for each in node.findall(nodes.paragraph, include_self=False, ascend=True)
            if isinstance(each.parent, nodes.section)
        )
        blocks = [
            block
            for block in beside
            if not isinstance(block, (Slot, nodes.section)) and says(block, answer)
        ]
        beyond = list(node.findall(nodes.Element, include_self=False, ascend=True))
        tables = [each for each in beyond if isinstance(each, nodes.table) and says(each, answer)]
        accounts = [each for each in beyond if node["time"] in each.get("times", ())]
        lists = [each for each in beyond if isinstance(each, nodes.bullet_list)]
        known = [each for each in lists if "what-you-know-now" in each.parent.get("ids", ())]
        told = blocks or [block for block in later if says(block, answer)][:1]
        for block in told + [each for each in tables + accounts + known if each not in told]:
            block["classes"].append(f"tells-{id}")


def says(block: nodes.Element, answer: Any) -> bool:
    """Return whether a {value} in the block shows the answer, a tuple (figure, preset, name)."""
    return any(each.get("says") == answer for each in block.findall(nodes.inline))


def setup(app: Sphinx) -> None:
    """Register the directive."""
    app.add_directive("predict", Predict)
    app.connect("doctree-read", mark)
