"""The benchmark starts: each of its modules can be imported, here and in the page's interpreter."""

import json
import re
from importlib import import_module
from pathlib import Path

import pytest

from bench import told, two_places

FILES = sorted(path.stem for path in Path(two_places.__file__).parent.glob("*.py"))


@pytest.mark.parametrize("name", FILES)
def test_a_module_of_the_benchmark_can_be_imported(name):
    import_module(f"bench.{name}")


def test_what_is_measured_in_both_places_can_be_imported_in_the_page():
    found = two_places.in_the_page("", "bench.two_places", "imported")
    assert found == json.loads(two_places.imported())
    assert all(found.values()) and set(found) == set(two_places.MODULES)


# How the book is told: pages that are told keep the budgets, and the counting finds what is
# planted.


ALLOWED = "It turns 7,200 times a minute. A write holds 128 KiB and takes 10 ms, 0.5 s or 30 %; see `8.33 ms` and $8.33$ ms."


def test_a_page_that_is_told_keeps_the_budgets():
    assert [line for name in told.TOLD for line in told.page_of(name).over()] == []


def test_every_page_can_be_counted_and_has_a_line(capsys):
    assert set(told.TOLD) <= set(told.pages())
    told.main(["-v"])
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines[2 : 2 + len(told.pages())]] == told.pages()


def test_a_page_that_does_not_exist_is_named(capsys):
    assert told.main(["no-such"]) == 2
    assert "there is no page 'no-such'; there are: index, " in capsys.readouterr().err


FILL = "A line of plain words stands here. " * 142
"""Nearly a thousand words without a numeral."""
STILL = ": unmoved 1, at most 0"


def over(text: str) -> list[str]:
    """Return what is over its budget, but for a picture that moves."""
    return [line for line in told.read(text).over() if line != STILL]


def test_the_thirty_sixth_word_is_one_too_many():
    assert over("Short. " + "Word " * 34 + "end. Short again.") == []
    assert over("# A page\n\nShort. " + "Word " * 35 + "end. Short again.") == [
        ": longest 36, at most 35",
        f"book/.md:3: 36 words: {'Word ' * 35}end.",
    ]


def test_the_twenty_first_numeral_in_a_thousand_words_is_one_too_many():
    value = "{value}`write-path:latency_above:.1f/ms`"
    claim = "{claim}`fbsd-zfs-sync-iops:.0f`"
    ten = "\n\n".join([f"It takes {value} ms."] * 5 + [f"Or {claim}."] * 5)
    assert over(f"{ten}\n\n" + "It takes 8 KiB. " * 10 + FILL) == []
    more = f"{ten}\n\n| a |\n| --- |\n| {value} |\n\n" + "It takes 8 KiB. " * 14 + FILL
    assert over(more)[0].startswith(": numerals ")


def test_one_sentence_in_ten_may_have_two_numerals():
    assert over("From 1 to 2. " + FILL) == []
    assert over("From 1 to 2. " * 9 + FILL) == []
    crowded = over("From 1 to 2. " * 10 + "A line of plain words. " * 89)
    assert any(line.startswith(": crowded ") for line in crowded)


def test_the_fourth_parenthesis_in_a_thousand_words_is_one_too_many():
    assert over("So (or not). " * 3 + FILL) == []
    assert over("So (or not). " * 4 + FILL)[0].startswith(": asides ")


def test_each_scene_needs_a_rule_and_what_follows_the_story_needs_none():
    scene = "## A scene\n\nText.\n\n**The rule:** *all is well.*\n\n"
    rest = "## What you know now\n\nAll.\n\n## Then and now\n\nThe same."
    assert over(scene + rest) == []
    assert over(scene + "## Another\n\n### Part of it\n\nText.\n\n" + rest) == [
        ": no rule 1, at most 0"
    ]


def test_a_page_needs_a_picture_that_moves():
    assert told.read("Text.\n\n```{live} write-path\n```").over() == []
    assert told.read("Text.\n\n```{live} one-writer\n```").over() == [STILL]


def test_an_eighth_figure_is_one_too_many():
    page = told.read("```{live} write-path\n```\n\n" * 8)
    assert page.over() == [": figures 8, at most 7"]
    assert page.measures()["set-ups"] == 3 and page.words == 0


def test_all_set_ups_of_a_workbench_stand_open():
    assert told.read("```{live} write-path\n:lab:\n```").measures()["set-ups"] > 3


def test_what_is_folded_or_said_elsewhere_does_not_count():
    folded = """
:::{dropdown} Look closer
It took {value}`write-path:ratio` and 8.33 ms.
```{live} write-path
```
:::

````{admonition} And here
:class: dropdown
Nothing counts.
````

```{live} write-path
A caption of its own.
```

```{exercise} log-blocks
```

```{raw} html
<p>Nothing counts.</p>
```

## Sources

Nothing counts.

### Of which

Nor here.
"""
    page = told.read(folded)
    assert (page.words, page.numerals, page.sentences, page.typed) == (2 + 2, 0, [], [])
    assert (page.figures, page.folded) == (["write-path"], ["write-path"])


def test_questions_and_captions_count_and_options_do_not():
    page = told.read(
        "```{predict} a-name\n:figure: write-path\n:value: ratio\nHow many?\n```\n\n"
        "```{account} write-path\n:of: on disks <above>\nThat is {value}`write-path:ratio` times.\n```"
    )
    assert [sentence.shown() for sentence in page.sentences] == ["How many?", "That is # times."]
    assert page.words == 6 and page.numerals == 1 and page.sentences[0].line == 4


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        ("One. Two! Three? Four", ["One.", "Two!", "Three?", "Four"]),
        (
            "It takes 8.3 ms, e.g. In a disk. {value}`a:b` more do.",
            ["It takes 8.3 ms, e.g. In a disk.", "# more do."],
        ),
        (
            "“Is it safe?” It is. (Or not.) `iostat` knows.",
            ["“Is it safe?”", "It is.", "(Or not.)", "`…` knows."],
        ),
        (
            "See [](disks.md), {term}`the log <intent log>` and {cite:p}`gregg2009slog` {set}`more <a@b>`.",
            ["See `…`, the log and more."],
        ),
    ],
)
def test_sentences_end_where_they_end(text, ends):
    assert [sentence.shown() for sentence in told.read(text).sentences] == ends


@pytest.mark.parametrize(
    "number",
    [
        "8.33 ms",
        "118 writes a second",
        "2.3 times",
        "12\N{NO-BREAK SPACE}%",
        "3.5 KiB",
        "10,069 IOPS",
        "57 MB/s",
        "97 per cent",
    ],
)
def test_a_typed_number_is_found_and_its_line_told(number):
    page = told.read(f"{ALLOWED}\n\nIt takes {number}, by and by.")
    assert len(page.typed) == 1 and page.typed[0].line == 3
    assert page.typed[0].text == number.replace("\N{NO-BREAK SPACE}", " ")
    assert any(
        re.search(r":3: typed, but should come from a run or a claim: ", line)
        for line in page.over()
    )


def test_by_hand_numbers_may_be_typed():
    assert (
        told.read("## By hand\n\nA turn takes 8.33 ms.\n\n## After\n\nIt takes 8.34 ms.")
        .typed[0]
        .text
        == "8.34 ms"
    )
