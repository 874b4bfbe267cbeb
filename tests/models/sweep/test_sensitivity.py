"""Sobol' indices are those of functions whose indices are known, and what is measured next is what
narrows the interval most."""

from math import pi, sin

import numpy as np
import pytest

from models.cli.typed import KINDS
from models.cli.whole_machine import LOADS, settings_of
from models.sweep.axes import Choices, Range
from models.sweep.measure import COMMANDS, command_for
from models.sweep.sensitivity import analysis, crossed, indices, narrower, sample


def ishigami(row):
    x, y, z = (2 * pi * one - pi for one in row)
    return sin(x) + 7 * sin(y) ** 2 + 0.1 * z**4 * sin(x)


def test_the_indices_of_ishigami_and_those_of_scipy():
    stats = pytest.importorskip("scipy.stats")
    n = 1024
    values = np.array([ishigami(row) for row in crossed(n, 3, 1)])
    first, total = indices(values, n, 1)
    assert first[:, 0] == pytest.approx([0.3139, 0.4424, 0], abs=0.02)
    assert total[:, 0] == pytest.approx([0.5576, 0.4424, 0.2437], abs=0.02)
    for known, found in (([0.3139, 0.4424, 0], first), ([0.5576, 0.4424, 0.2437], total)):
        assert (found[:, 1] < known).all() and (known < found[:, 2]).all()
    parts = values.reshape(5, 1, n)
    theirs = stats.sobol_indices(
        func={"f_A": parts[0].copy(), "f_B": parts[1].copy(), "f_AB": parts[2:].copy()}, n=n
    )
    assert first[:, 0] == pytest.approx(np.ravel(theirs.first_order), rel=1e-9, abs=1e-12)
    assert total[:, 0] == pytest.approx(np.ravel(theirs.total_order), rel=1e-9, abs=1e-12)


def test_a_sample_is_the_begin_of_what_is_crossed_and_the_same_each_time():
    rows = crossed(8, 2, 3)
    assert len(rows) == 8 * 4 and sample(8, 2, 3) == rows[:8] and crossed(8, 2, 3) == rows
    a, b, first = rows[:8], rows[8:16], rows[16:24]
    assert all(mixed == [other[0], one[1]] for mixed, one, other in zip(first, a, b, strict=True))
    assert sample(8, 2, 4) != sample(8, 2, 3)


def test_points_that_did_not_run_are_left_out_and_too_few_give_none():
    n = 256
    values = np.array([ishigami(row) for row in crossed(n, 3, 1)])
    values[[3, n + 7, 3 * n + 9]] = np.nan
    first, _ = indices(values, n, 1)
    assert first[:, 0] == pytest.approx([0.3139, 0.4424, 0], abs=0.1)
    values[: n - 5] = np.nan
    assert indices(values, n, 1) is None
    assert indices(np.ones(5 * n), n, 1) is None


AXES = (
    Range("pool.disks.seek_average", 1, 2),  # fio
    Range("network.turnaround", 1, 2),  # ping
    Range("head.wake", 1, 2),  # no command
    Choices("sync", tuple({"filesystem.sync": one} for one in ("always", "standard"))),
)


def test_what_is_measured_next_narrows_the_interval_most():
    n = 128
    rows = crossed(n, 4, 1)
    found = analysis(
        AXES, rows, {"p99": [3 * a + b + 4 * c + 0 * d for a, b, c, d in rows]}, n, "p99", 1
    )
    steps = {one["settings"][0]: one for one in found["measure"]}
    assert next(iter(steps)) == "head.wake" and steps["head.wake"]["command"] is None
    assert found["next"] == steps["pool.disks.seek_average"]["command"]
    assert found["next"].startswith("fio ")
    assert abs(steps["filesystem.sync"]["narrower"]) < 0.05
    # with c known, what is left is 3 a + b: a trapezium from 0 to 4, whose 5 % lie below sqrt(0.3)
    assert steps["head.wake"]["width"] == pytest.approx(4 - 2 * 0.3**0.5, rel=0.15)
    both = found["outputs"]["p99"]["settings"]
    assert both["head.wake"]["first"][0] == pytest.approx(16 / 26, abs=0.05)


def test_a_choice_that_is_known_leaves_the_rest_exactly():
    rows = crossed(64, 4, 2)
    values = np.array([100.0 * (d >= 0.5) + a for a, _, _, d in rows])
    places = np.array([[AXES[3].place(row[3])] for row in rows])
    assert narrower(values, places, 1) > 0.99
    other = np.array([[row[2]] for row in rows])
    assert abs(narrower(values, other, 1)) < 0.02


def test_nothing_is_named_if_no_command_would_help():
    rows = crossed(16, 4, 1)
    same = analysis(AXES, rows, {"rate": [5.0] * len(rows)}, 16, "rate", 1)
    assert same["next"] is None and same["outputs"]["rate"]["settings"] is None
    none = analysis(AXES, rows, {"rate": [None] * len(rows)}, 16, "rate", 1)
    assert none["next"] is None and none["outputs"]["rate"]["interval"] is None


def test_every_command_is_for_a_setting_that_is_there_and_none_writes():
    paths = [*KINDS, *(f"{kind}.{name}" for kind in LOADS for name in settings_of(LOADS[kind]))]
    given = {command_for(path) for path in paths}
    assert {command for _, command in COMMANDS} <= given
    assert command_for("head.wake") == ""
    for command in given:
        assert not command.startswith("fio ") or "--readonly" in command
        assert not {"set", "add", "create", "destroy", "write"} & set(command.split())
