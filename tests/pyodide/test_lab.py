"""The page's interpreter gives the samples of a study that this one gives, bit for bit."""

import json
import subprocess
from pathlib import Path

import pytest

from models.lab.run import watched
from models.lab.study import study_of

ROOT = Path(__file__).resolve().parents[2]
STUDY = {
    "a": {"machine": "server-today", "settings": {"groups.interval": "1s"}},
    "b": {"settings": {"log.devices": 1}},
    "loads": [
        {"load": "local", "settings": {"threads": 8, "think": "20ms"}},
        {"load": "nfs", "settings": {"threads": 4, "reads": 0.5, "data": "1TiB"}},
        {"load": "local", "settings": {"rate": 200, "size": "128KiB", "o_sync": False}},
    ],
    "events": [
        {"at": 1.2, "kind": "resilver"},
        {"at": 8.7, "kind": "log device dies", "in": "b"},
    ],
    "seconds": 9.5,
}
SAMPLES = f"""(lambda json, run, study: json.dumps([[*run.watched(
    order, one.loads, one.happening(name), one.seconds, one.seed, one.followed)]
    for one in [study.study_of(json.loads({json.dumps(json.dumps(STUDY))}))]
    for name, order in one.machines.items()]))(
    *map(__import__("importlib").import_module, ["json", "models.lab.run", "models.lab.study"]))"""


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_a_study_gives_the_same_samples_in_the_page_s_interpreter():
    if not (ROOT / "node_modules" / "pyodide").is_dir():
        pytest.fail("Pyodide is missing: run make")
    call = [{"module": "pyodide.code", "name": "eval_code", "argument": SAMPLES}]
    done = subprocess.run(
        ["node", "tests/pyodide/interpreter.mjs"],
        input=json.dumps(call),
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=580,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    there = json.loads(json.loads(done.stdout)["reply"])
    one = study_of(STUDY)
    here = [
        list(watched(order, one.loads, one.happening(name), one.seconds, one.seed, one.followed))
        for name, order in one.machines.items()
    ]
    assert any(not sample["simulated"] for sample in here[0])
    assert there == here
