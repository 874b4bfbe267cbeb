"""A run in steps: rows as they come, the result with the last, and a new start that replaces the
old run."""

import json

import pytest

from figures.contents import get
from figures.run import live
from tests.figures.live_run import finish, run, start, step
from tests.figures.runs import FEW, rows_of


@pytest.mark.parametrize("id", sorted(FEW))
def test_the_steps_give_the_rows_and_the_result_of_one_run(id):
    rows, answer = run(id, params={}, seed=None, code=None)
    assert rows == rows_of(id)
    figure = get(id)
    assert answer["result"] == json.loads(
        json.dumps(figure.result(figure.settings({}), figure.seed, rows))
    )


def test_a_small_budget_gives_rows_piece_by_piece():
    start("shared-flush")
    parts = [step(0.001)]
    while not parts[-1]["done"]:
        parts.append(step(0.001))
    assert len(parts) > 3
    assert [row for part in parts for row in part["rows"]] == rows_of("shared-flush")


def test_every_step_goes_forward_whatever_its_budget():
    start("missed-turn")
    assert step(0)["rows"]


def test_parameters_and_seed_reach_the_run():
    rows, answer = run("one-writer", params={"path": "raw", "cache": "off", "size": 12288}, seed=1)
    assert answer["result"]["preset"] == "as measured, raw disk, cache off"
    assert rows == rows_of("one-writer", "as measured, raw disk, cache off")
    assert run("one-writer", seed=9)[1]["result"]["preset"] is None


def test_a_start_replaces_what_ran_before():
    start("shared-flush")
    step(0.001)
    start("missed-turn")
    rows, answer = finish()
    assert answer["result"]["figure"] == "missed-turn"
    assert rows == rows_of("missed-turn")


def test_a_refused_start_ends_what_ran_before():
    start("missed-turn")
    start("nope")
    assert "nothing is running" in step()["error"]["message"]


def test_after_the_end_and_after_an_error_nothing_runs():
    run("missed-turn")
    assert "nothing is running" in step()["error"]["message"]
    run("missed-turn", code="x = 1")
    assert "nothing is running" in step()["error"]["message"]


@pytest.mark.parametrize(
    ("request_", "param", "words"),
    [
        ({"params": {"size": 1}}, "size", "size must be 8 KiB to 256 KiB, got 0.0009765625 KiB"),
        ({"params": {"size": "8"}}, "size", "must be a number"),
        ({"params": {"size": None}}, "size", "must be a number"),
        ({"params": {"size": True}}, "size", "must be a number"),
        ({"params": {"nope": 1}}, "nope", "has no parameter 'nope'"),
        ({"seed": -1}, "seed", "seed must be a whole number"),
        ({"seed": 1.5}, "seed", "seed must be a whole number"),
        ({"seed": "1"}, "seed", "seed must be a whole number"),
        ({"figure": "nope"}, None, "unknown figure 'nope'"),
    ],
)
def test_a_bad_setting_is_an_error_of_a_parameter_in_one_line(request_, param, words):
    error = start(**request_)["error"]
    assert (error["kind"], error["param"], error["line"]) == ("parameter", param, None)
    assert words in error["message"]


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999"])
def test_a_number_that_json_does_not_know_is_refused(number):
    request = f'{{"figure": "missed-turn", "params": {{"size": {number}}}}}'
    assert json.loads(live.start(request))["error"]["param"] == "size"


@pytest.mark.parametrize(
    "text", ["", "null", "[]", "{}", "3", '{"figure": 1}', '{"figure": "missed-turn", "params": 5}']
)
def test_a_request_of_another_form_is_an_error_and_no_exception(text):
    assert json.loads(live.start(text))["error"]["message"]


def test_parameters_in_a_list_are_an_error_of_the_schema():
    start(params=[1])
