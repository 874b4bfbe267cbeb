"""What a parameter takes: the page asks the same of the same values (web/test/params.test.ts)."""

import json
from pathlib import Path

import pytest

from figures.define.params import Choice, Number, ParameterError, Switch, check_seed

CASES = json.loads(Path(__file__).with_name("parameters.json").read_text(encoding="utf-8"))
KINDS = {"number": Number, "choice": Choice, "switch": Switch}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["param"].get("label", "Seed"))
def test_a_parameter_takes_what_it_allows_and_refuses_the_rest_in_one_line(case):
    kind, *more = case["param"].values()
    form = {name: value for name, value in case["param"].items() if name != "kind"}

    def check(value):
        return KINDS[kind](**form).check("it", value) if more else check_seed(value)

    for value in case["takes"]:
        assert check(value) == pytest.approx(value)
    for value in case["refuses"]:
        with pytest.raises(ParameterError, match=r"^(it|seed) must be .*, got "):
            check(value)
