"""Every constant says where it comes from."""

import csv
from pathlib import Path

import pytest

from models.catalogue.machines import CALIBRATED, MACHINES, machine, values
from models.catalogue.provenance import BASES, Constant
from models.units import factor

CONSTANTS = [(f"{name}.{key}", constant) for name, known in MACHINES.items() for key, constant in known.items()]
TARGETS = Path(__file__).resolve().parents[3] / "figures" / "targets.csv"


@pytest.fixture(scope="module")
def published():
    with TARGETS.open(encoding="utf-8", newline="") as file:
        return {row["id"]: row for row in csv.DictReader(file)}


@pytest.mark.parametrize(("name", "constant"), CONSTANTS)
def test_a_constant_has_a_basis_a_source_and_a_known_unit(name, constant):
    assert constant.basis in BASES
    assert len(constant.source) > 10
    assert factor(constant.unit) > 0
    assert isinstance(constant.value, str) or constant.value >= 0


@pytest.mark.parametrize(("name", "constant"), [c for c in CONSTANTS if c[1].basis in ("seed", "fitted")])
def test_a_constant_taken_from_a_published_number_names_it(name, constant, published):
    assert constant.targets
    assert set(constant.targets) <= set(published)


@pytest.mark.parametrize(("name", "constant"), [c for c in CONSTANTS if c[1].basis in ("datasheet", "physics")])
def test_a_constant_from_a_data_sheet_calibrates_nothing(name, constant):
    assert constant.targets == ()


def test_what_was_fitted_counts_as_calibrated_and_nothing_else_does():
    assert {target for _, constant in CONSTANTS for target in constant.targets} == CALIBRATED


def test_an_unknown_basis_is_refused():
    with pytest.raises(ValueError, match="basis must be one of datasheet, seed, physics, fitted, got 'hunch'"):
        Constant(1.0, "s", "hunch", "a friend told me")


@pytest.mark.parametrize("basis", ["seed", "fitted"])
def test_a_fit_without_a_target_is_refused(basis):
    with pytest.raises(ValueError, match="names the targets"):
        Constant(1.0, "s", basis, "somewhere")


def test_an_unknown_machine_is_refused_with_the_known_ones():
    with pytest.raises(ValueError, match="unknown machine 'vax'; known: freebsd-box"):
        machine("vax")


def test_values_are_a_copy_that_anyone_may_change():
    values("freebsd-box")["speed"] = 0.0
    assert values("freebsd-box")["speed"] == pytest.approx(120)
