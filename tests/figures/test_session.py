"""A terminal's text in which several tools have printed."""

import json

import pytest

from figures.measured import live
from models.beside.example import histogram, made_by, status
from models.measured import Source, outputs, read

IOSTAT = "Device r/s w/s rkB/s wkB/s r_await w_await\nsda 90.0 0.0 900.0 0.0 9.0 0.0\n"
PROMPT = "root@titan:~# {}\n{}"


def parts_of(*outputs_of: tuple[str, str], prompt: str = PROMPT) -> list[str]:
    """The forms of what a terminal's text is split into."""
    text = "".join(prompt.format(*each) for each in outputs_of) + "root@titan:~# \n"
    return [read(one).form for one in outputs(Source.of_text(text))]


@pytest.mark.parametrize(
    "prompt",
    [PROMPT, "# {}\n{}", "$ sudo {}\n{}", "[me@titan ~]$ {}\n{}", "me@titan /tank % {}\n{}"],
)
def test_each_tool_s_output_stands_alone(prompt):
    given = [
        ("zpool status tank", status()),
        ("zpool iostat -w tank", histogram(made_by(400))),
        ("iostat -x 1 2", IOSTAT),
    ]
    forms = ["zpool status", "zpool iostat -w", "iostat -x (Linux)"]
    assert parts_of(*given, prompt=prompt) == forms


def test_outputs_of_one_tool_are_one_unless_they_are_of_two_hosts():
    twice = histogram(made_by(400))
    command = "zpool iostat -wp tank"
    assert parts_of((command, twice), (command, twice)) == []  # their difference is an interval
    hosts = "\n".join(PROMPT.format(command, twice).replace("titan", host) for host in ("a", "b"))
    assert len(outputs(Source.of_text(hosts))) == 2


def test_what_no_tool_printed_is_dropped_if_it_is_short_and_told_if_not():
    given = [("zpool status tank", status()), ("iostat -x 1 2", IOSTAT)]
    assert len(parts_of(("uptime", " 10:00 up 3 days\n"), *given)) == 2
    text = PROMPT.format("ls", "a\n" * 9) + "".join(PROMPT.format(*each) for each in given)
    assert outputs(Source.of_text(text))[0].name == "the text: ls"


def test_a_page_is_given_the_outputs():
    text = PROMPT.format("zpool status tank", status()) + PROMPT.format("iostat -x 1 2", IOSTAT)
    found = json.loads(live.of_text(1, "the text", text, "{}"))["several"]
    assert [name for name, _ in found] == [
        "the text: zpool status tank",
        "the text: iostat -x 1 2",
    ]
    assert json.loads(live.of_text(2, *found[1], "{}"))["form"] == "iostat -x (Linux)"
