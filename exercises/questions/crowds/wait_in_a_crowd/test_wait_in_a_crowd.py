"""Is it what the programs on the book's machine see?"""

from math import isclose

import pytest

from exercises.kit.expect import Advised, near
from exercises.questions.crowds.wait_in_a_crowd.question import run

FOLLOWS = "That follows from the time that you gave for one write. If that is wrong, mend it first, and this with it."
THREE = "That is three turns. Did you count a commit too many? Which one is out when an entry comes, and which is its own?"


@pytest.mark.points(2)
@pytest.mark.advice(
    "Follow one program from the moment at which its write is safe. It sends the next one at once. Which commit is just "
    "leaving, and is its new entry in it?"
)
def test_each_program_waits_so_long_for_a_write(answer, case):
    turn, programs = case["turn"], case["programs"]
    near(
        answer,
        "wait",
        run(case["rpm"], programs)[0],
        within=0.12,
        slips={
            turn: "That is how long it takes when nobody else writes. In company a commit is out already when an entry comes, "
            "and the entry is not in it.",
            1.5
            * turn: "That would be right if entries came at any moment of a commit. But when does a program send its next "
            "write, and what has just left then?",
            3 * turn: THREE,
            programs
            * turn: "That would be right if each entry had a commit and a turn of its own. But all that wait share "
            "one.",
            turn
            / programs: "They share the turn, but each still has to wait for it until it is over.",
            (programs + 1) / 2 * turn: (
                f"{THREE} Or is it the mean wait in a line in which one is served after the other? Here "
                "all that wait are served at once."
            )
            if programs == 5
            else (
                "That is the mean wait in a line in which one is served after the other. Here all that "
                "wait are served at once."
            ),
        },
    )


@pytest.mark.points(2)
@pytest.mark.advice(
    "In the time of one write each program makes one. How many is that for all of them, and how often in a second?"
)
def test_together_they_make_so_many(answer, case):
    turn, programs, wait = case["turn"], case["programs"], answer["wait"]
    slips = {
        1
        / turn: "That is the number of commits in a second, one a turn. How many writes does one carry?",
        programs
        / turn: "That would be right if each commit carried an entry of every program. But those that were just "
        "set free are not in the commit that leaves at that moment.",
        1 / (2 * turn): "That is what one of the programs makes.",
    }
    if not any(isclose(programs / wait, slip, rel_tol=0.02) for slip in slips):
        slips[programs / wait] = FOLLOWS
    near(answer, "together", run(case["rpm"], programs)[1], within=0.12, slips=slips)


@pytest.mark.points(1)
@pytest.mark.advice(
    "A program that waits so long for a write makes one in that time; multiply what one program makes in a second by the "
    "number of programs."
)
def test_the_two_numbers_belong_together(answer, case):
    wait, together, programs = answer["wait"], answer["together"], case["programs"]
    if not 0.77 < wait * together / programs < 1.26:  # both may be off by 12 %, to opposite sides
        raise Advised(
            f"if each write takes {answer.said('wait')}, {programs} programs do not make {answer.said('together')}"
        )
