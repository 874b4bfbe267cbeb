"""What a reader reads of an exercise is set as the rest of the book is."""

import re

import pytest

from exercises.contents import exercises, get

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
