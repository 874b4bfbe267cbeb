"""The command `size`: what it prints, its exit codes, and what it refuses."""

import csv
import json
import re
from io import StringIO
from pathlib import Path
from xml.etree import ElementTree

import pytest

import figures.buying
from figures.buying.parts import PURCHASES as PURCHASED
from models.__main__ import main
from models.sizing import size
from models.sizing.choice.met import MORE
from models.sizing.choice.requirements import ASKED_KEYS, KEYS, read, wants_of
from models.sizing.goods.goods import PRICES, text_of
from models.sizing.pools.build import Build
from tests.conftest import sample
from tests.models.sizing.test_edge import stand_in

PURCHASES = sorted((Path(figures.buying.__file__).parent / "purchases").glob("*.toml"))
WANTED = 'usable = "30TB"\n[asked]\nrate = 500\np99 = "100ms"\n'


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Numbers of candidates that are quick."""
    monkeypatch.setattr(size, "assess", stand_in)


@pytest.fixture
def toml(tmp_path: Path) -> Path:
    path = tmp_path / "wanted.toml"
    path.write_text(WANTED, encoding="utf-8")
    return path


def ran(capsys: pytest.CaptureFixture[str], *words: object) -> tuple[int, str, str]:
    code = main(["size", *map(str, words)])
    out = capsys.readouterr()
    return code, out.out, out.err


@pytest.mark.usefixtures("quick")
def test_the_edge_what_each_requirement_costs_and_numbers_to_open(capsys, toml) -> None:
    code, out, err = ran(capsys, toml)
    assert (code, err) == (0, "")
    assert "candidates meet all; they cost $" in out
    assert "Asked for: usable 30 TB, rate 500/s, p99 100 ms.\n" in out
    assert "Not asked for, so as usual: loss 0.01 %, budget no limit" in out
    assert re.search(r"^loss \(not asked for\) ", out, re.M)
    listed = re.findall(r"^ *(\d+) +\$", out, re.M)
    assert 1 < len(listed) <= size.LISTED
    for name in ("usable", "rate", "p99", "while_resilvering"):
        assert re.search(rf"^{name} ", out, re.M), name
    code, opened, _ = ran(capsys, "--open", listed[0], toml)
    assert code == 0
    assert "zpool create" in opened and "kWh of electricity" in opened and "why not" in opened


@pytest.mark.usefixtures("quick")
def test_json_csv_and_svg_say_the_same(capsys, toml) -> None:
    code, out, _ = ran(capsys, "--json", toml)
    found = json.loads(out)
    assert code == 0
    code, out, _ = ran(capsys, "--csv", toml)
    rows = list(csv.DictReader(StringIO(out)))
    assert len(rows) == len(found["builds"])
    assert [*rows[0]] == ["number", *Build._fields, *MORE, "limit", "missed", "on_edge"]
    assert [int(row["number"]) for row in rows if row["on_edge"] == "1"] == sorted(found["edge"])
    assert float(rows[7]["cost"]) == pytest.approx(found["columns"]["cost"][7])
    code, out, _ = ran(capsys, "--svg", "--against", "usable", toml)
    picture = ElementTree.fromstring(out)
    dots = picture.findall(".//{http://www.w3.org/2000/svg}circle")
    assert len(dots) == len(rows)
    assert picture.find("{http://www.w3.org/2000/svg}polyline") is not None


@pytest.mark.usefixtures("quick")
def test_a_requirement_that_nothing_meets_is_exit_code_1(capsys, toml) -> None:
    toml.write_text("rack = 1\n" + WANTED.replace("30TB", "200TB"), encoding="utf-8")
    code, out, _ = ran(capsys, toml)
    assert code == 1
    assert "rack leaves none" in out and "where 1 U or less is wanted" in out


@pytest.mark.usefixtures("quick")
def test_a_wrong_row_is_named_and_the_others_are_kept(capsys, toml, tmp_path) -> None:
    prices = tmp_path / "prices.csv"
    prices.write_text(text_of("prices") + "mine,disk,cheap,10TB\n", encoding="utf-8")
    code, out, err = ran(capsys, "--prices", prices, toml)
    assert code == 0 and "candidates meet all" in out
    line = len(text_of("prices").splitlines()) + 1
    assert (
        f"prices, row {line}: dollars must be US dollars, 0 or more, such as 409.99, got 'cheap'"
        in err
    )


@pytest.mark.usefixtures("quick")
def test_a_readers_prices_and_failures_are_used(capsys, toml, tmp_path) -> None:
    files = {name: tmp_path / f"{name}.csv" for name in ("prices", "failures")}
    files["prices"].write_text(
        "part;kind;dollars;capacity;memory;cores;bays;ports;port_rate;rack\r\n"
        "mine;disk;199,90;10TB\r\nbox;head;1.000,00;;64GiB;8;24;2;1,25GB/s;4\r\n",
        encoding="utf-8-sig",
    )
    files["failures"].write_text("drive,kind,drive_days,failures\nmine,hdd,1000000,50\n")
    code, out, err = ran(
        capsys, "--prices", files["prices"], "--failures", files["failures"], "--csv", toml
    )
    assert (code, err) == (0, "")
    rows = list(csv.DictReader(StringIO(out)))
    assert {row["disk"] for row in rows} == {"mine"} and {row["head"] for row in rows} == {"box"}
    build = rows[0]
    _, out, _ = ran(capsys, "--prices", files["prices"], "--open", "0", toml)
    assert "mine is in no data sheet (--drives): taken as a disk of 2" in out
    assert "no failures of mine were counted: taken as those of all disks" in out
    disks = int(build["vdevs"]) * int(build["width"])
    assert float(build["cost"]) == pytest.approx(1000 + disks * 199.9)


BAD = [
    ("usable = 200", "usable must be bytes"),
    ("usable = '200 apples'", "usable must be bytes, 1 GB to 100,000 TB, such as 200TiB"),
    ("usable = '-5TB'", "usable must be bytes, 1 GB to 100,000 TB"),
    ("usable = '60'", "usable must have a unit, such as 200TiB, got '60'"),
    ("[asked]\np99 = '50'", "p99 must have a unit, such as 50ms, got '50'"),
    ("[asked]\nworking_set = '1TB'", "working_set must be a share of the data that requests touch"),
    (
        "watts = '99999kW'",
        "watts must be a number, 0 to 10,000,000, or inf, such as 1500, got '99999kW'",
    ),
    ("usable = '200TiB", "must be TOML"),
    ("usable = '5ms'", "usable must be bytes"),
    ("usable = nan", "usable must be bytes"),
    ("usable = true", "usable must be bytes"),
    ("usable = '500PB'", "usable must be bytes, 1 GB to 100,000 TB"),
    ("useable = '1TB'", "perhaps usable"),
    ("p99 = '5ms'", "p99 must be within [asked]"),
    ("[asked]\nusable = '1TB'", "usable must be above [asked]"),
    ("[asked]\np99 = '5MB'", "p99 must be a time"),
    ("[asked]\np99 = -1", "p99 must be a time"),
    ("[asked]\nreads = 70", "reads must be a share"),
    ("[asked]\nreads = '70'", "reads must be a share"),
    ("[asked]\nsize = '8.5B'", "size must be a whole number"),
    ("[asked]\nrate = 'many'", "rate must be a number"),
    ("[asked]\nsync = 'always'", "sync must be true or false"),
    ("[asked]\nstream = '2GB'", "stream must be bytes a second"),
    ("[load]\nrate = 3", "unknown requirement 'load'"),
    ("asked = 3", "asked must be a table"),
    ("loss = 2", "loss must be a chance of losing data"),
    ("budget = '40000 EUR'", "budget must be US dollars"),
    ("budget = -1", "budget must be US dollars"),
    ("rack = 'two'", "rack must be a number"),
    ("years = 0", "years must be a number"),
    ("fill = '100%'", "fill must be a share"),
    ("recordsize = '100KiB'", "the nearest are"),
    ("recordsize = '16MiB'", "larger ones of OpenZFS, 2 to 16 MiB, are not modelled"),
    ("ashift = 10", "ashift must be 9 or 12"),
    ("compression = 0.5", "compression must be a number"),
    ("usable = 2024-01-01", "usable must be bytes"),
    ("usable = '1TB'\nusable = '2TB'", "must be TOML"),
    ("\x00", "must be TOML"),
    ("# nothing\n", "must have a requirement, such as usable"),
]


@pytest.mark.parametrize(("text", "why"), BAD, ids=range(len(BAD)))
def test_what_is_wrong_in_the_requirements_is_said_in_a_line(capsys, toml, text, why) -> None:
    toml.write_text(text, encoding="utf-8")
    code, out, err = ran(capsys, toml)
    assert (code, out) == (2, "")
    assert why in err and str(toml) in err.replace("...", "")
    assert err.count("\n") == 1 and len(err) < 420


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("nothing.toml",), "cannot read nothing.toml"),
        ((".",), "must be requirements, a TOML file, got a folder"),
        (("--prices", "nothing.csv", "WANTED"), "cannot read nothing.csv"),
        (("--prices", "WANTED", "WANTED"), "prices must be CSV with columns part, kind, dollars"),
        (("--json", "--csv", "WANTED"), "must be one, or --json with --open, got json and csv"),
        (("--machine", "--csv", "WANTED"), "got csv and machine"),
        (("--against", "beauty", "WANTED"), "invalid choice: 'beauty'"),
        (("--open", "x", "WANTED"), "invalid int value: 'x'"),
        (("--open", "-1", "WANTED"), "--open must be a whole number, 0 to"),
        (("--open", "99999999", "WANTED"), "--open must be a whole number, 0 to"),
        ((), "REQUIREMENTS.toml"),
    ],
)
@pytest.mark.usefixtures("quick")
def test_wrong_use_is_one_line_and_exit_code_2(capsys, toml, words, why) -> None:
    code, out, err = ran(capsys, *[toml if word == "WANTED" else word for word in words])
    assert (code, out) == (2, "")
    assert why in err and err.count("\n") == 1


@pytest.mark.slow
@pytest.mark.parametrize("path", sample(PURCHASES, PURCHASES[2:]), ids=lambda path: path.stem)
def test_the_worked_purchases_can_be_bought(capsys, path: Path) -> None:
    code, out, err = ran(capsys, path)
    assert (code, err) == (0, "")
    assert "candidates meet all; they cost $" in out
    least, most = {"backup": (4e3, 3e4), "database": (2e3, 3e4), "students": (2e3, 15e3)}[path.stem]
    dollars = float(re.search(r"they cost \$([\d,]+)", out)[1].replace(",", ""))
    assert least < dollars < most


@pytest.mark.parametrize("path", PURCHASES, ids=lambda path: path.stem)
def test_the_worked_purchases_are_read(path: Path) -> None:
    assert read(path).asked.rate > 0


def test_every_key_and_column_is_in_the_help() -> None:
    for name in (*KEYS, *ASKED_KEYS, *PRICES):
        assert re.search(rf"\b{name}\b", size.LONG), name


def test_petabytes_and_kilowatts_are_units() -> None:
    wants = wants_of({"usable": "0.5PB", "watts": "1.5kW", "rack": "12U"})
    assert (wants.usable, wants.watts, wants.rack) == (500e12, 1500, 12)


def test_there_are_three_worked_purchases() -> None:
    assert [path.stem for path in PURCHASES] == [*PURCHASED]
