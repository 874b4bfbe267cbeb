"""Every constant says where it comes from."""

import csv
from pathlib import Path

import pytest

from models.catalogue.machines import CALIBRATED, MACHINES, machine, values
from models.catalogue.provenance import BASES
from models.units import factor

CONSTANTS = [
    (f"{name}.{key}", constant)
    for name, known in MACHINES.items()
    for key, constant in known.items()
]
TARGETS = Path(__file__).resolve().parents[3] / "figures" / "targets.csv"


@pytest.fixture(scope="module")
def published():
    with TARGETS.open(encoding="utf-8", newline="") as file:
        return {row["id"]: row for row in csv.DictReader(file)}


def test_a_constant_has_a_basis_a_source_and_a_known_unit():
    for name, constant in CONSTANTS:
        assert constant.basis in BASES, name
        assert len(constant.source) > 10, name
        assert factor(constant.unit) > 0, name
        assert isinstance(constant.value, str) or constant.value >= 0, name


def test_a_constant_taken_from_a_published_number_names_it_and_no_other_names_one(published):
    for name, constant in CONSTANTS:
        assert bool(constant.targets) == (constant.basis in ("seed", "fitted")), name
        assert set(constant.targets) <= set(published), name


def test_what_was_fitted_counts_as_calibrated_and_nothing_else_does():
    assert {target for _, constant in CONSTANTS for target in constant.targets} == CALIBRATED


def test_an_unknown_machine_is_refused_with_the_known_ones():
    with pytest.raises(ValueError, match="unknown machine 'vax'; known: freebsd-box"):
        machine("vax")


def test_values_are_a_copy_that_anyone_may_change():
    values("freebsd-box")["pool.disks.speed"] = 0.0
    assert values("freebsd-box")["pool.disks.speed"] == pytest.approx(120)
