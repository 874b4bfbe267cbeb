"""`python -m models`: machines and their constants."""

import json
import subprocess
import sys

import pytest

from models.__main__ import main
from models.catalogue import MACHINES
from models.units import factor


def test_machines_are_listed_one_a_line(capsys):
    assert main(["machines"]) == 0
    assert capsys.readouterr().out.splitlines() == list(MACHINES)
    assert main(["machines", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == list(MACHINES)


@pytest.mark.parametrize("name", MACHINES)
def test_a_machine_is_described_with_every_constant_as_people_write_it(capsys, name):
    assert main(["describe", name, "--json"]) == 0
    described = json.loads(capsys.readouterr().out)
    assert described["machine"] == name
    constants = {c["name"]: c for c in described["constants"]}
    assert list(constants) == list(MACHINES[name])
    for key, constant in MACHINES[name].items():
        shown = constants[key]
        assert shown["value"] == constant.value
        if isinstance(constant.value, str):
            assert shown["shown"] == constant.value
        else:
            assert shown["shown"] * factor(shown["unit"]) == pytest.approx(constant.value)
        assert (shown["basis"], shown["source"], tuple(shown["targets"])) == (
            constant.basis, constant.source, constant.targets)


def test_people_read_7200_rpm_and_where_it_comes_from(capsys):
    assert main(["describe", "freebsd-box"]) == 0
    speed = next(line for line in capsys.readouterr().out.splitlines() if line.startswith("speed "))
    assert "7200 rpm" in speed
    assert "datasheet" in speed


@pytest.mark.parametrize(
    "arguments", [[], ["describe"], ["describe", "vax"], ["describe", "a\nb"], ["machines", "--xml"], ["explode"]]
)
def test_wrong_use_is_one_line_on_standard_error(capsys, arguments):
    assert main(arguments) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert len(captured.err.splitlines()) == 1


def test_the_module_runs_and_its_exit_code_is_main_s():
    done = subprocess.run([sys.executable, "-m", "models", "describe", "vax"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"models: unknown machine 'vax'; known: {', '.join(MACHINES)}\n"
