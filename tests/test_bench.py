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


def test_the_forty_first_word_is_one_too_many():
    assert told.read("Short. " + "Word " * 39 + "end. Short again.").over() == []
    page = told.read("# A page\n\nShort. " + "Word " * 40 + "end. Short again.")
    assert page.over() == [": longest 41, at most 40", f"book/.md:3: 41 words: {'Word ' * 40}end."]


def test_the_sixty_first_number_is_one_too_many():
    sixty = "\n\n".join("It takes {value}`write-path:latency_above:.1f/ms` ms." for _ in range(60))
    assert told.read(sixty).over() == []
    assert told.read(f"{sixty}\n\n| a |\n| --- |\n| {{value}}`write-path:ratio` |").over() == [
        ": values 61, at most 60"
    ]


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
    assert (page.words, page.values, page.sentences, page.typed) == (2 + 2, 0, [], [])
    assert (page.figures, page.folded) == (["write-path"], ["write-path"])


def test_questions_and_captions_count_and_options_do_not():
    page = told.read(
        "```{predict} a-name\n:figure: write-path\n:value: ratio\nHow many?\n```\n\n"
        "```{account} write-path\n:of: on disks <above>\nThat is {value}`write-path:ratio` times.\n```"
    )
    assert [sentence.shown() for sentence in page.sentences] == ["How many?", "That is # times."]
    assert page.words == 6 and page.values == 1 and page.sentences[0].line == 4


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
    assert re.search(r":3: typed, but should come from a run or a claim: ", page.over()[0])


def test_by_hand_numbers_may_be_typed():
    assert (
        told.read("## By hand\n\nA turn takes 8.33 ms.\n\n## After\n\nIt takes 8.34 ms.")
        .typed[0]
        .text
        == "8.34 ms"
    )
