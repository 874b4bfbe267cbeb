"""What a reader reads of an exercise is set as the rest of the book is."""

import re
from dataclasses import replace

import pytest

from exercises.__main__ import main
from exercises.contents import exercises, get
from figures.run.wish import read

CODE = re.compile(r"<(pre|code)\b.*?</\1>|<[^>]+>", re.DOTALL)


@pytest.mark.parametrize("id", ["days-from-iostat", "the-limit-wanders", "the-card-that-waits"])
def test_apostrophes_and_quotes_are_those_of_a_printed_page(id):
    shown = get(id).to_json()
    for text in (shown["prompt"], *shown["hints"], shown["why"]):
        assert not re.search("['\"]|&quot;", CODE.sub("", text))
    labels = [line for field in shown["form"] or [] for line in (field, *field.get("options", []))]
    assert not [line for line in labels if "'" in line["label"] + line.get("help", "")]
    assert "’" in CODE.sub("", shown["prompt"])


def test_code_keeps_its_quotes():
    assert "&quot;takes&quot;" in get("the-limit-wanders").to_json()["prompt"]


def test_advice_has_no_marks_that_the_page_would_show_as_they_are():
    for exercise in exercises():
        for file in (exercise.test_file, *exercise.test_file.parent.glob("question.py")):
            assert not re.search(r"[ (\"]\*\w[\w ]*\*[ ,.?]", file.read_text(encoding="utf-8")), (
                file
            )


def test_what_fills_a_blank_has_no_marks_that_the_page_would_show_as_they_are():
    for exercise in exercises():
        if exercise.form is None:
            for variant in range(1, 40):
                assert not [text for text in exercise.blanks(variant).values() if "`" in text], (
                    exercise.id,
                    variant,
                )


# The role {set} in an exercise's texts.


def test_words_are_links_on_the_page_and_words_alone_on_the_command_line(capsys):
    told = get("resilver-bound").to_json()
    shown = "".join([told["prompt"], *told["hints"], told["why"]])
    assert re.findall(r'data-wish="([^"]+)">([^<]+)</a>', shown) == [
        ("@a month against a day", "the 1 TB\nof the chapter"),
        ("@RAID-Z", "a RAID-Z of five"),
        (":block=1048576.0", "blocks of 1 MiB"),
    ]
    assert main(["show", "resilver-bound"]) == 0
    assert "For the 1 TB\nof the chapter on a mirror" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("role", "words"),
    [
        ("two-queues@no such thing", "no preset"),
        ("two-queues:spindle=1", "no control"),
        ("two-queues#Nowhere", "no picture"),
        ("no-such-figure@it", "unknown figure"),
        ("just words", "must be FIGURE@PRESET"),
        ("one-writer@15,000 rpm", "must be on the page"),
    ],
)
def test_a_role_that_cannot_be_pressed_is_told_in_one_line(role, words):
    exercise = replace(get("resilver-bound"), why=f"See {{set}}`{role}`.")
    with pytest.raises((LookupError, ValueError), match=words) as error:
        exercise.to_json()
    assert "\n" not in str(error.value)


def test_a_set_up_names_itself_unless_other_words_are_given():
    assert read("two-queues@depth 2")[1:] == ("@depth 2", "depth 2")
    assert read("two <two-queues@depth 2>")[1:] == ("@depth 2", "two")
