"""Whatever a reader gives for an answer: one clear line, and nothing that was typed is lost."""

import pytest
from playwright.sync_api import expect

from tests.browser.exercising import EACH_KIND, Solver, page_of
from tests.browser.figures import hurried
from tests.conftest import sample

ID = "missed-revolution"
START = "def write_time(size, rpm, rate, host_delay):\n    "
PROGRAMS = {
    "is no Python": ("def write_time(size rpm):\n    pass\n", "Line 1", "SyntaxError"),
    "prints 100 MB": (
        START + "print('x' * 100_000_000)\n    return 1.0\n",
        "Line 2",
        "at most 100,000 characters",
    ),
    "prints without end": (
        START + "while True:\n        print('x' * 100)\n",
        "Line 3",
        "at most 100,000 characters",
    ),
    "raises": (START + "return 1 / 0\n", "Line 2", "ZeroDivisionError"),
    "ends the program": ("import sys\nsys.exit()\n", "Line 2", "sys.exit"),
    "lacks the function": ("x = 1\n", "", "no function named write_time"),
    "takes other arguments": (
        "def write_time(size):\n    return 1.0\n",
        "Line 1",
        "takes 1 argument",
    ),
    "gives no plain value": (START + "return (1, 2)\n", "Line 1", "got a tuple"),
    "gives NaN": (START + "return float('nan')\n", "Line 1", "finite, got nan"),
    "calls itself without end": (
        START + "return write_time(1, 2, 3, 4)\n",
        "Line 2",
        "endlessly",
    ),
    "wants all memory": (
        START + "x = []\n    while True:\n        x.append(bytes(2_100_000_000))\n",
        "",
        "memory",
    ),
}


@pytest.fixture
def solver(site, same_page):
    return Solver(same_page(site + page_of(ID)), ID)


def kept(solver):
    """The program that lies in the browser."""
    return solver.page.evaluate(
        "id => Object.keys(localStorage).filter(k => k.startsWith('wtg:work'))"
        ".map(k => JSON.parse(localStorage[k]).exercises[id].answer)[0]",
        solver.id,
    )


@pytest.mark.parametrize("name", sample(list(PROGRAMS), 1, lambda name: bool(PROGRAMS[name][1])))
def test_a_broken_program_is_one_line_with_the_readers_own(solver, name):
    program, line, words = PROGRAMS[name]
    solver.write(program)
    said = solver.check()
    assert words in said
    assert line in said
    assert said.startswith(("Not yet: ", "Not checked: "))
    assert "\n" not in said
    assert kept(solver) == program
    assert solver.state == "tried"


def test_a_value_of_the_wrong_kind_is_told_where_it_came(solver):
    solver.write(START + "return 'soon'\n")
    assert solver.check().startswith("Not yet: ")
    assert (
        "gave a string, 'soon'; it should return a number"
        in solver.root.locator(".ex-asked").first.inner_text()
    )


def test_what_a_program_prints_is_shown(solver):
    solver.write(START + "print('I was here')\n    return 1.0\n")
    solver.check()
    assert "I was here" in solver.root.locator(".ex-output pre").inner_text()


def test_an_endless_loop_is_stopped_at_once(solver):
    endless = START + "while True:\n        pass\n"
    solver.write(endless)
    solver.press("check")
    expect(solver.root).to_have_attribute("data-busy", "")
    solver.press("stop")
    solver.settle()
    assert solver.line == "Stopped."
    expect(solver.root.locator("[data-action=check]")).to_be_focused()
    assert kept(solver) == endless


def test_an_endless_loop_that_nobody_stops_ends_by_itself_with_its_line(solver):
    solver.write(START + "while True:\n        pass\n")
    with hurried(solver.page):
        solver.check()
    assert "gave no value in 5 s: is there an endless loop?" in solver.line
    assert solver.line.startswith(
        ("Not yet: 0 of 13 points. Line 2", "Not yet: 0 of 13 points. Line 3")
    )
    solver.write(solver.exercise.solution(1))
    assert solver.check().startswith("Passed")


@pytest.fixture
def fields(site, same_page):
    return Solver(same_page(site + page_of(EACH_KIND["choose"])), EACH_KIND["choose"])


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("NaN", "“NaN” is not one"),
        ("", "is empty"),
        ("many", "“many” is not one"),
        ("1e99", "must be"),
        ("-3", "must be"),
        ("2.5", "must be a whole number"),
        ("5 kg", "“5 kg” is not one"),
        ("9" * 60, "must be"),
    ],
)
def test_a_wrong_field_is_marked_and_says_what_is_wanted(fields, typed, words):
    name = next(
        name for name, field in fields.exercise.form.items() if getattr(field, "whole", False)
    )
    field = fields.field(name)
    fields.fill({name: typed})
    assert fields.check() == "Not checked."
    assert field.get_attribute("aria-invalid") == "true"
    line = fields.root.locator(f"[data-field={name}] .ex-fault").inner_text()
    assert words in line
    assert "\n" not in line
    assert line.replace("\N{NO-BREAK SPACE}", " ") in fields.spoken.replace(
        "\N{NO-BREAK SPACE}", " "
    )
    expect(field).to_be_focused()
    assert field.input_value() == typed
    fields.fill(fields.exercise.solution(1))
    assert fields.check().startswith("Passed")
    assert field.get_attribute("aria-invalid") is None


def test_nothing_chosen_is_told_at_the_choice(site, open_page):
    id = EACH_KIND["read"]
    solver = Solver(open_page(site + page_of(id)), id)
    solver.fill(
        {
            name: value
            for name, value in solver.exercise.solution(1).items()
            if solver.field(name).first.get_attribute("type") == "text"
        }
    )
    solver.check()
    group = solver.root.locator("[role=radiogroup]").first
    assert group.get_attribute("aria-invalid") == "true"
    assert "choose one of the" in group.locator(".ex-fault").inner_text()
