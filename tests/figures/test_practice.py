"""Published measurements: no constant comes from them, and the model's numbers for them are kept."""

import json
import re
from pathlib import Path

import pytest

from book._ext.practice import digits, why
from figures.__main__ import main
from figures.define.claims import claims
from figures.define.kept import kept
from figures.practice.cells import cells, chosen, rows
from figures.practice.held import TEXTS, held, kind_of, modules
from figures.practice.report import MODELS, compute, results, summaries, summary
from models.catalogue.machines import MACHINES
from models.cli.held_against import HELD, kinds
from models.cli.whole_machine import LOADS
from models.machine import Machine
from models.machine.order.names import PATHS
from models.units import MB, MiB

QUICK = [
    "K1-F1-randread/1",
    "K1-860PRO-HBA/4",
    "K2-SH-S3700-400/1",
    "K2-540s-iozone/one-4k",
    "K5-rebuild-mirror-22G",
    "K8-esxi-nfs-3diskz/no-log",
]
"""Cells of several kinds that take a second or less."""
ANEW = "other numbers than are kept: run `python -m figures practice --write`"
CONFIGURED = ("head-7210", "7210", "7110")
"""Machines whose parts the comparison of the four systems lists, beside what it measured on them."""
CONSTANTS = [
    (machine, name, constant)
    for machine, entry in MACHINES.items()
    for name, constant in entry.items()
]


def test_each_cell_is_kept_or_says_what_the_machine_lacks():
    assert {cell.id for cell in cells() if not cell.absent} == set(kept()), ANEW
    assert {cell.row.id for cell in cells() if not cell.absent} == set(MODELS)
    assert len({cell.id for cell in cells()}) == len(cells())


def test_quick_cells_are_as_they_are_kept():
    found = compute(chosen(QUICK))
    assert found == pytest.approx({id: kept()[id] for id in QUICK}, rel=1e-3), ANEW


def test_runs_say_what_they_were_held_against_as_the_kept_numbers_have_it():
    own = results(cells(), kept())
    assert held(own) == HELD and set(TEXTS.values()) <= {*claims()}, ANEW
    texts = modules(own)
    for path, text in texts.items():
        assert Path(path).read_text(encoding="utf-8") == text, ANEW
    words, sizing = texts.values()
    assert "within 25 %" not in "".join(modules([]).values()) and "within 25 %" in words
    assert '"random reads from disks": (27, ' in sizing


def test_each_cell_has_a_kind_unless_no_reader_can_run_its_load():
    missing = {cell.row.id for cell in cells() if not kind_of(cell.row.id, cell.key)}
    others = {row.id for row in rows() if row.kind == "scans" or row.absent}
    assert missing <= others | {"K8-7310-disk-read"}


@pytest.mark.parametrize("id", QUICK)
def test_the_kind_of_a_cell_is_that_of_the_machine_and_load_that_it_runs(id, monkeypatch):
    ran, run = set(), Machine.run

    def noting(machine, *loads, **options):
        known = [load for load in loads if type(load) in map(type, LOADS.values())]
        ran.update(kind for load in known for kind in kinds(machine.order, load))
        return run(machine, *loads, **options)

    monkeypatch.setattr(Machine, "run", noting)
    (cell,) = chosen([id])
    compute([cell])
    assert ran <= {kind_of(cell.row.id, cell.key)}


def test_each_row_says_where_it_is_from_and_what_was_guessed():
    for row in rows():
        assert row.source and row.setup and row.unit and row.guessed, row.id
        assert set(row.absent) <= set(row.cells) and set(row.used) <= set(row.cells), row.id
        assert set(row.used.values()) <= {*PATHS, *(name for _, name, _ in CONSTANTS)}, row.id
        assert {row.like, row.sample} <= {"", *claims()}, row.id


def test_the_four_systems_have_the_numbers_of_the_texts():
    own = [cell for cell in cells() if cell.row.kind == "four systems"]
    assert len(own) == 40
    for cell in own:
        number = claims()[cell.id.replace("/", "-")].expected
        units = [number / cell.published / unit for unit in (1, MB, MiB)]
        assert any(one == pytest.approx(1, rel=1e-6) for one in units), cell.id


def names_of(row):
    """What would give a source away: the row's id, the title of its publication, its commits."""
    title = row.source.partition(" (")[0].split(", ")[-1]
    return {row.id, title, *re.findall(r"\b[0-9a-f]{10}\b", row.source)}


def test_no_constant_is_from_a_measurement_that_it_is_held_against():
    """A constant that is from one is named by its cell as `used`, which leaves the medians."""
    others = [row for row in rows() if not row.sample and set(row.cells) - set(row.used)]
    numbers = {value for row in others for value in row.cells.values() if row.id[:3] == "cmp"}
    large = "|".join(f"{value}|{value:,}" for value in numbers if value >= 1000)
    for machine, name, constant in CONSTANTS:
        for row in (row for row in others if name not in row.used.values()):
            found = [each for each in names_of(row) if each.lower() in constant.source.lower()]
            if machine in CONFIGURED and row.id.startswith("cmp"):
                assert constant.value not in row.cells.values(), (machine, name, row.id)
            else:
                assert not found, (machine, name, row.id, found)
            assert not [id for id in constant.targets if id.startswith(f"{row.id}-")], name
        assert not re.search(rf"\b({large})\b", constant.source), (machine, name)


def test_medians_leave_out_what_is_known_or_absent():
    rows = [
        {"error": error, "known": known, "kind": "one"}
        for error, known in ((0.1, ""), (-0.3, ""), (1.5, ""), (9.0, "a-claim"), (None, ""))
    ]
    one = summary("one", rows)
    assert (one["compared"], one["known"], one["absent"], one["median"]) == (3, 1, 1, 0.3)
    assert (one["within 10 %"], one["within 25 %"], one["within a factor of 2"]) == (1, 1, 2)
    assert [each["kind"] for each in summaries(rows)] == ["one", "all"]
    assert summary("none", [])["median"] is None


def test_results_of_kept_numbers_have_errors():
    own = results(cells(), kept())
    assert all((row["error"] is None) == bool(row["absent"]) for row in own)


def test_the_command_prints_a_cell_and_its_error(capsys):
    assert main(["practice", "K2-980-igene"]) == 0
    text = capsys.readouterr().out
    assert "574 1/s" in text and "median" in text and "guessed: " in text
    assert main(["practice", "K2-980-igene", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [row["id"] for row in found["cells"]] == ["K2-980-igene"]
    assert found["summaries"][-1]["compared"] == 1


@pytest.mark.parametrize("wrong", [["practice", "K9"], ["practice", "--write", "K2-980-igene"]])
def test_wrong_use_is_one_line(capsys, wrong):
    assert main(wrong) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1 and ("K9" in error or "--write" in error)


@pytest.mark.parametrize(
    ("number", "text"),
    [(10_450.0, "10,450"), (1.2346e7, "12,350,000"), (8340, "8,340"), (0.56789, "0.5679")],
)
def test_the_page_writes_numbers_with_four_digits_and_no_exponent(number, text):
    assert digits(number) == text


def test_the_page_says_why_a_kind_has_no_error_or_none_that_says_much():
    row = {"error": None, "known": "", "absent": "needs a tape", "at_least": False}
    bound = {"error": 0.0, "known": "", "absent": "", "at_least": True}
    assert why([row, row]) == "needs a tape"
    assert "lower bound" in why([row, bound])
    assert why([bound, bound | {"at_least": False}]) == ""
