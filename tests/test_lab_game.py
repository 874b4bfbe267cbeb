"""The game of the lab: costs, targets and par."""

import json
from pathlib import Path

import pytest

from models.lab.game import bought, cost, meets, met
from models.lab.study import study_of

ROOT = Path(__file__).parent.parent / "book" / "lab"
LEVELS = json.loads((ROOT / "game.json").read_text())["levels"]


@pytest.mark.parametrize("level", LEVELS, ids=lambda level: level["title"])
def test_par_is_the_cost_of_a_machine_that_meets_the_target(level: dict) -> None:
    order = study_of(bought(level, level["par settings"])).machines["a"]
    assert round(cost(order), 2) == level["par"]
    assert meets(level, level["par settings"])


def test_a_price_that_is_not_known_is_refused() -> None:
    level = LEVELS[0]
    order = study_of(bought(level, {"pool.disks.kind": "ssd"})).machines["a"]
    with pytest.raises(ValueError, match=r"pool.disks.kind must be disk.*got ssd"):
        cost(order)


def test_a_target_is_of_rate_and_p99() -> None:
    load = {"fine": {"100": 10}, "bytes": 0}
    samples = [{"from": t, "to": t + 0.5, "loads": [load]} for t in (0.0, 0.5, 1.0, 1.5)]
    assert met({"load": 0, "rate": 20, "p99": 0.0002}, samples)
    assert not met({"load": 0, "rate": 21, "p99": 0.0002}, samples)
    assert not met({"load": 0, "rate": 20, "p99": 0.00009}, samples)


@pytest.mark.parametrize("path", sorted(ROOT.glob("*/*.json")), ids=lambda path: path.stem)
def test_each_door_and_case_is_a_study(path: Path) -> None:
    study = study_of(json.loads(path.read_text())["study"])
    assert set(study.machines) == {"a", "b"}
