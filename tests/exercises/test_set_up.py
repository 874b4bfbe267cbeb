"""The role {set} in an exercise's texts."""

import re
from dataclasses import replace

import pytest

from exercises.__main__ import main
from exercises.contents import get
from figures.run.wish import read


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
        ("just words", "must be FIGURE@SET-UP"),
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
