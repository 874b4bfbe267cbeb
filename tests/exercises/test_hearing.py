"""Tests and answer in two interpreters come to the same verdict as in one."""

import json

import pytest

from exercises.checker.check import check
from exercises.checker.hearing import MOST_ROUNDS, Hearing
from exercises.checker.in_page import InPage
from exercises.contents import exercises, get
from tests.conftest import sample
from tests.exercises.hearing import heard

PROGRAMS = [exercise for exercise in exercises() if exercise.form is None]
CALL = json.dumps({"function": "double", "args": [2], "kwargs": {}})
REPLY = json.dumps({"value": 4, "args": [2], "kwargs": {}})
LOADED = [json.dumps({"value": None}), ""]


@pytest.mark.parametrize(
    "exercise", sample(PROGRAMS, 1, lambda one: one.chapter), ids=lambda one: one.id
)
def test_the_verdict_on_each_program_of_an_exercise_is_the_same(exercise):
    answers = [
        exercise.solution(3),
        exercise.start(3),
        *(exercise.wrong_answer(wrong, 3) for wrong in exercise.wrong[:2]),
    ]
    for answer in answers:
        assert heard(exercise.id, answer, 3) == check(exercise, answer, InPage, 3).to_json()


def test_a_right_answer_is_asked_once_and_a_wrong_one_little_more():
    turns = []
    heard("missed-revolution", get("missed-revolution").solution(1), turns=turns)
    assert len(turns) == 1
    heard("missed-revolution", get("missed-revolution").start(1), turns=turns)
    assert len(turns) <= 4
    assert len(turns[-1][1]["ask"]) < len(turns[0][1]["ask"])


def test_an_answer_that_changes_its_mind_comes_to_an_end():
    code = (
        "import random\ndef write_time(*all):\n    return random.random()\n"
        "def writes_per_second(*all):\n    return random.random()\n"
    )
    turns = []
    verdict = heard("missed-revolution", code, turns=turns)
    assert not verdict["passed"]
    assert len(turns) <= MOST_ROUNDS


def told(replies, ended, line=None):
    return Hearing(
        "def double(n):\n    return 2 * n",
        {"1": {"asked": [CALL, CALL], "replies": replies, "ended": ended, "line": line}},
    ).runner()


@pytest.mark.parametrize(
    ("ended", "words"), [("late", "double gave no value in 5 s"), ("gone", "ended its interpreter")]
)
def test_a_call_that_never_came_back_ends_the_answer_there(ended, words):
    from exercises.kit.answer import AnswerError, Ended

    answer = told([LOADED, [REPLY, "printed"]], ended, line=7)
    assert json.loads(answer.load("")) == {"value": None}
    assert json.loads(answer.call(CALL))["value"] == 4
    assert answer.output() == "printed"
    with pytest.raises(Ended, match=words) as error:
        answer.call(CALL)
    assert error.value.line == 7
    with pytest.raises(AnswerError, match="no longer runs"):
        answer.call(CALL)


def test_code_that_never_ends_is_an_end_at_once():
    from exercises.kit.answer import Ended

    with pytest.raises(Ended, match="running the code took more than 10 s"):
        told([], "late").load("")


def test_what_an_answer_said_to_another_call_counts_for_nothing():
    hearing = Hearing(
        "def double(n):\n    return 2 * n",
        {"1": {"asked": [CALL], "replies": [LOADED, ["99", ""]], "ended": None, "line": None}},
    )
    answer = hearing.runner()
    answer.load("")
    other = CALL.replace("[2]", "[3]")
    assert json.loads(answer.call(other))["value"] == 6  # the solution's, for now
    assert hearing.open == {"1": [other]}
