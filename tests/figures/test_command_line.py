"""`python -m figures`: what it prints, and the one line it says where it is used wrongly."""

import csv
import json
import subprocess
import sys

import pytest

from figures.__main__ import main
from figures.contents import get
from figures.run.report import report
from tests.figures.runs import FEW, FIGURES, rows_of, the_report, validate


def out(capsys, *arguments):
    assert main(arguments) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    return captured.out


def test_list_names_every_figure_with_its_parameters(capsys):
    text = out(capsys, "list")
    for id in FIGURES:
        assert id in text
        assert get(id).title in text


def test_list_as_json_is_a_list_of_figures_of_the_schema(capsys):
    listed = json.loads(out(capsys, "list", "--json"))
    assert listed == json.loads(json.dumps([get(id).to_json() for id in FIGURES]))


@pytest.mark.parametrize("id", sorted(FEW))
def test_run_as_json_is_the_result_with_its_rows(capsys, id):
    result = json.loads(out(capsys, "run", id, "--json"))
    validate("result", result)
    assert result["rows"] == rows_of(id)
    assert result["preset"] == get(id).default_preset()


def test_run_prints_the_sentence_and_the_verdicts(capsys):
    text = out(capsys, "run", "one-writer")
    assert get("one-writer").description(rows_of("one-writer")) in text
    assert "reproduced fbsd-zfs-sync-iops: published 118" in text


def test_run_as_csv_writes_the_rows_under_all_their_columns(capsys, tmp_path):
    file = tmp_path / "rows.csv"
    out(capsys, "run", "one-writer", "--csv", str(file))
    with file.open(encoding="utf-8", newline="") as text:
        table = list(csv.DictReader(text))
    rows = rows_of("one-writer")
    assert len(table) == len(rows)
    for read, row in zip(table, rows, strict=True):
        assert all(read[name] == str(value) for name, value in row.items())
        assert all(value == "" for name, value in read.items() if name not in row)


def test_settings_come_with_a_suffix_a_preset_and_a_seed(capsys):
    result = json.loads(
        out(
            capsys,
            "run",
            "one-writer",
            "--preset",
            "15,000 rpm",
            "--set",
            "size=4KiB",
            "--set",
            "think=0.3ms",
            "--seed",
            "7",
            "--json",
        )
    )
    assert result["params"]["size"] == 4096
    assert result["params"]["think"] == pytest.approx(0.0003)
    assert result["params"]["spindle"] == 250
    assert (result["seed"], result["preset"]) == (7, None)


def test_the_same_command_prints_the_same_bytes(capsys):
    assert out(capsys, "run", "ufs-sync", "--json") == out(capsys, "run", "ufs-sync", "--json")


def test_report_as_json_is_the_report_of_what_is_run(capsys, monkeypatch):
    some = [get(id) for id in ("one-writer", "log-device")]
    monkeypatch.setattr("figures.run.report.figures", lambda: some)
    runs = [
        (figure, preset, figure.result(*figure.preset_settings(preset), rows_of(figure.id, preset)))
        for figure in some
        for preset in figure.presets
    ]
    assert json.loads(out(capsys, "report", "--json")) == report(runs)


def test_report_tells_scores_and_misses(capsys, monkeypatch):
    monkeypatch.setattr("figures.__main__.report", the_report)
    text = out(capsys, "report")
    assert "iostat-zfs-sync-8k" in text
    for row in the_report():
        assert (f"missed {row['id']}" in text) == (row["status"] == "missed")


WRONG = [
    [],
    ["explode"],
    ["run"],
    ["run", "nope"],
    ["run", "one-writer", "--preset", "nope"],
    ["run", "one-writer", "--set", "nope=1"],
    ["run", "one-writer", "--set", "size"],
    ["run", "one-writer", "--set", "size=nan"],
    ["run", "one-writer", "--set", "size=1e999"],
    ["run", "one-writer", "--set", "size=1TB"],
    ["run", "one-writer", "--set", "size=8 apples"],
    ["run", "one-writer", "--set", "path=fat"],
    ["run", "one-writer", "--set", "seed=2"],
    ["run", "gathered-writes", "--set", "sync=maybe"],
    ["run", "shared-flush", "--set", "threads=2.5"],
    ["run", "one-writer", "--seed", "-1"],
    ["run", "one-writer", "--seed", "1.5"],
    ["run", "one-writer", "--seed", "x"],
    ["run", "one-writer", "--seed", "99999999999"],
    ["run", "one-writer", "--csv", "/nowhere/at/all.csv"],
    ["run", "one-writer", "--json", "--csv", "x.csv"],
    ["report", "--xml"],
    ["evidence", "one-writer"],
]


@pytest.mark.parametrize("arguments", WRONG, ids=lambda arguments: " ".join(arguments) or "nothing")
def test_wrong_use_is_one_line_on_standard_error_and_nothing_else(capsys, arguments):
    assert main(arguments) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert len(captured.err.splitlines()) == 1
    assert captured.err.startswith("figures: ")


@pytest.mark.parametrize(
    "arguments", [["a\nb"], ["one-writer", "--set", "size=8\n9"], ["one-writer", "--set", "a\nb=1"]]
)
def test_a_line_break_in_what_was_typed_makes_no_second_line(capsys, arguments):
    assert main(["run", *arguments]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_what_the_models_call_impossible_says_what_would_be_right(capsys, monkeypatch):
    monkeypatch.setattr(
        "figures.crowds.log_device.in_pairs", lambda devices, mirrored: (devices, mirrored)
    )
    assert main(["run", "log-device", "--set", "devices=3", "--set", "mirrored=on"]) == 2
    assert capsys.readouterr().err == (
        "figures: log-device cannot run: log.devices must be an even number if they are mirrored, such as 2 or 4, got 3\n"
    )


@pytest.mark.parametrize(
    "arguments",
    [
        ["raw-limits", "--set", "size=12KiB"],
        [
            "shared-flush",
            "--set",
            "threads=256",
            "--set",
            "cache=off",
            "--set",
            "wake=first",
            "--set",
            "size=128KiB",
        ],
    ],
    ids=" ".join,
)
def test_what_lies_between_the_slider_s_stops_or_at_all_its_ends_runs_too(capsys, arguments):
    text = out(capsys, "run", *arguments)
    assert "nan" not in text and " 0 times" not in text


def test_a_seed_of_five_thousand_digits_is_wrong_use_too(capsys):
    assert main(["run", "one-writer", "--seed", "9" * 5000]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_the_module_runs_and_its_exit_code_is_main_s():
    command = [sys.executable, "-m", "figures", "run", "nope"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("figures: unknown figure 'nope'; `python -m figures list`")
    assert done.stderr.count("\n") == 1
