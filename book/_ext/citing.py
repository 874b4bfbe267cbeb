"""Cite by author and year, with a letter where an author has several texts of one year: Gregg
[2009b].

The label of an entry in the list of references is "Gregg 2009b". Citations take their year from the
label.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import sphinxcontrib.bibtex.plugin
from pybtex.database import Entry
from pybtex.plugin import register_plugin
from pybtex.richtext import Text
from pybtex.style.formatting.alpha import Style as Alpha
from pybtex.style.labels import BaseLabelStyle
from pybtex.style.template import Node
from sphinx.application import Sphinx
from sphinxcontrib.bibtex.style.referencing.author_year import AuthorYearReferenceStyle
from sphinxcontrib.bibtex.style.referencing.basic_author_year import (
    BasicAuthorYearParentheticalReferenceStyle,
    BasicAuthorYearTextualReferenceStyle,
)
from sphinxcontrib.bibtex.style.template import join, join2, post_text, pre_text, reference


def label(entry: Entry) -> str:
    """Return the label of an entry without a letter: Gregg 2009, Bonwick and Moore 2008, Ahrens et
    al. 2013."""
    names = [
        " ".join([*person.prelast_names, *person.last_names]).strip("{}")
        for person in entry.persons["author"]
    ]
    who = (
        names[0]
        if len(names) == 1
        else f"{names[0]} et al."
        if len(names) > 2 or names[1] == "others"
        else " and ".join(names)
    )
    return f"{who} {entry.fields['year']}"


class Labels(BaseLabelStyle):  # type: ignore[misc, unused-ignore]
    """The style of labels with author and year."""

    def format_labels(self, sorted_entries: Iterable[Entry]) -> Iterator[str]:
        """Yield the label of each entry, with a letter if several entries would have the same
        label."""
        labels = [label(entry) for entry in sorted_entries]
        counts, seen = Counter(labels), Counter[str]()
        for each in labels:
            yield f"{each}{chr(ord('a') + seen[each])}" if counts[each] > 1 else each
            seen[each] += 1


class References(Alpha):  # type: ignore[misc, unused-ignore]
    """The style of the list of references, which uses `Labels`."""

    default_label_style = Labels


def year_of(children: list[Any], data: dict[str, Any]) -> Text:
    """Return the year of a citation, with its letter if it has one."""
    return Text(data["formatted_entry"].label.rpartition(" ")[2])


year = Node("year_of", year_of)


class Parenthetical(BasicAuthorYearParentheticalReferenceStyle):
    """The style of citations like [Gregg, 2009b]."""

    def inner(self, role_name: str) -> Node:
        """Return the template of the text between the brackets: author and year."""
        who = self.person.author_or_editor_or_title(full="s" in role_name)
        return join2(sep1=self.pre_text_sep, sep2=self.post_text_sep)[
            pre_text, reference[join(sep=self.author_year_sep)[who, year]], post_text
        ]


class Textual(BasicAuthorYearTextualReferenceStyle):
    """The style of citations like Gregg [2009b]."""

    def inner(self, role_name: str) -> Node:
        """Return the template of the author, followed by the year in brackets."""
        who = self.person.author_or_editor_or_title(full="s" in role_name)
        when = join2(sep1=self.pre_text_sep, sep2=self.post_text_sep)[
            pre_text, reference[year], post_text
        ]
        return join(sep=self.text_reference_sep)[
            who, join[self.bracket.left, when, self.bracket.right]
        ]


@dataclass
class Citations(AuthorYearReferenceStyle):
    """The style of citations by author and year, with both kinds replaced by those above."""

    def __post_init__(self) -> None:
        super().__post_init__()  # type: ignore[no-untyped-call, unused-ignore]
        self.role_style.update(
            (role, style) for style in (Parenthetical(), Textual()) for role in style.role_names()
        )


def setup(app: Sphinx) -> None:
    """Register both styles under the name that `_config.yml` uses."""
    register_plugin("pybtex.style.formatting", "author_letter", References)
    sphinxcontrib.bibtex.plugin.register_plugin(
        "sphinxcontrib.bibtex.style.referencing", "author_letter", Citations
    )
