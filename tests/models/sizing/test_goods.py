"""Price lists: what is for sale, and what a row that is wrong is refused with."""

import csv
import re
from io import StringIO
from pathlib import Path

import pytest

from models.sizing.choice.edge import none_holds
from models.sizing.goods.cost import Shop
from models.sizing.goods.goods import DRIVES, FILES, goods, goods_of, parts_of, text_of
from models.sizing.goods.tables import MOST_ROWS
from models.sizing.pools.wants import Wants

HEAD = "part,kind,dollars,capacity,memory,cores,bays,small,u2,m2,slots,cables,ports,port_rate,rack"
SERVER = "server,head,1000,,64GiB,8,12,0,0,0,2,,2,1.25GB/s,2"
DISK = "disk of 10 TB,disk,200,10TB,,,,,,,,,,,"


def listed(*rows: str, head: str = HEAD) -> str:
    return "\n".join([head, *rows])


def test_each_price_of_the_book_was_published() -> None:
    parts = goods().parts.values()
    assert len(parts) >= 60
    for part in parts:
        assert part.dollars > 0 and part.source, part
        assert re.fullmatch(r"https://[\w./~-]+", part.url), part
        assert re.fullmatch(r"20\d\d(-\d\d(-\d\d)?)?", part.date), part
    assert {part.kind for part in parts} >= {*DRIVES, "head", "shelf", "card", "network", "energy"}


def test_each_drive_of_the_book_has_a_data_sheet_and_a_price() -> None:
    rows = list(csv.DictReader(StringIO(text_of("drives"))))
    assert {row["name"] for row in rows} == {*goods().drives}
    for row in rows:
        assert row["source"], row["name"]
        assert goods().drives[row["name"]].media_rate or goods().drives[row["name"]].read_rate


@pytest.mark.parametrize("table", FILES)
def test_the_lists_of_the_book_have_no_row_that_is_refused(table: str) -> None:
    assert goods_of(**{table: text_of(table)}).refused == ()


@pytest.mark.parametrize(
    ("row", "column", "wanted"),
    [
        ("a,disk,-5,10TB", "dollars", "US dollars"),
        ("a,disk,,10TB", "dollars", "US dollars"),
        ("a,disk,€400,10TB", "dollars", "US dollars"),
        ('a,disk,"400,50",10TB', "dollars", "US dollars"),
        ("a,disk,1e3,10TB", "dollars", "US dollars"),
        ("a,disk,nan,10TB", "dollars", "US dollars"),
        ("a,disk,400,", "capacity", "given for a disk"),
        ("a,disk,400,10", "capacity", "bytes, 1GB to 10000TB, such as 24TB"),
        ("a,disk,400,10 MB/s", "capacity", "bytes, 1GB to 10000TB, such as 24TB"),
        ("a,disk,400,-10TB", "capacity", "bytes, 1GB to 10000TB, such as 24TB"),
        ("a,dsik,400,10TB", "kind", "perhaps disk"),
        ("a,,400,10TB", "kind", "one of disk, ssd, nvme, head"),
        (",disk,400,10TB", "part", "a name"),
        ("a,disk,0,10TB", "dollars", "above 0 for a disk"),
        (f"{'a' * 200},disk,400,10TB", "part", "a name"),
        ("a,head,400,,64GiB,8,,,,,2", "bays", "given for a head"),
        ("a,head,400,,,8,12,,,,2", "memory", "given for a head"),
        ("a,head,400,,1GiB,8,12,,,,2", "ports", "given for a, or a card of the kind network"),
        ("a,shelf,400,,,,60", "cables", "given for a shelf"),
        ("a,disk,400,10TB,,,1.5", "bays", "a whole number"),
        ("disk of 10 TB,disk,400,10TB", "part", "in one row; row 3 has it"),
        (f"a,disk,400,10TB{',' * 11}x,y", "rack", "15 cells"),
    ],
)
def test_a_wrong_row_names_row_column_and_what_is_wanted(
    row: str, column: str, wanted: str
) -> None:
    found = goods_of(listed(SERVER, DISK, row))
    assert [(one.table, one.row, one.column) for one in found.refused] == [("prices", 4, column)]
    assert wanted in found.refused[0].wanted
    assert len(str(found.refused[0])) < 250 and "\n" not in str(found.refused[0])
    assert [*found.parts] == ["server", "disk of 10 TB"]  # the others stay


@pytest.mark.parametrize(
    "text",
    [
        listed(SERVER, DISK).replace("\n", "\r\n"),
        "\ufeff" + listed(SERVER, DISK),
        listed(SERVER, DISK).replace(",", ";"),
        listed(SERVER, DISK).replace(",", "\t"),
        listed(SERVER, DISK.replace(",200,", ",$200.00,")),
        listed(SERVER, DISK.replace(",200,", ",200 USD,")),
        listed(SERVER, DISK.replace(",200,", ',"US$ 200",')),
        listed("", SERVER, ",,,", DISK, ""),
        listed(SERVER, DISK, head=HEAD.upper()),
    ],
    ids="CRLF BOM semicolons tabs $ USD US$ blank upper".split(),
)
def test_lists_are_read_as_spreadsheets_write_them(text: str) -> None:
    found = goods_of(text)
    assert found.refused == ()
    assert found.parts["disk of 10 TB"].dollars == 200
    assert found.parts["disk of 10 TB"].capacity == 10e12
    assert found.parts["server"].port_rate == 1.25e9


def test_semicolons_come_with_decimal_commas() -> None:
    rows = [line.split(",") for line in (HEAD, SERVER, DISK)]
    rows[1][13], rows[2][2], rows[2][3] = "1,25GB/s", "1.200,50", "10,5TB"
    found = goods_of("\n".join(";".join(row) for row in rows))
    assert found.parts["disk of 10 TB"].dollars == 1200.5
    assert found.parts["disk of 10 TB"].capacity == 10.5e12
    assert found.parts["server"].port_rate == 1.25e9


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("hello", "columns part, kind, dollars"),
        ('{"a": 1}', "columns part, kind, dollars"),
        ("part,kind,dolars\na,disk,3", "perhaps column 3, 'dolars', is dollars"),
        ("name,kind,dollars,ports\na,disk,3,", "perhaps column 1, 'name', is part"),
        ("PK\x03\x04\x14\0", "got an Excel workbook or another zip: save the table as CSV"),
        (
            listed(SERVER, f"{DISK},1.11.2026", head=f"{HEAD},date"),
            "row 3: date must be a date, such",
        ),
        (HEAD, "must have rows below the names"),
        (listed(DISK, "a,disk,x,1TB", "b,head,9,,x,8,12"), "a head .*: prices, row 4: memory"),
        ("part,part,kind,dollars\na,a,disk,3", "part once, got 2"),
        ("\n\n", "must begin with the names"),
        (listed(DISK), "must have a head"),
        (listed(SERVER), "must have a drive"),
        (listed(SERVER, "a,disk,-1,10TB"), "must have a drive.*the first refusal: prices, row 3"),
        (listed(*["x,disk,1,1TB"] * (MOST_ROWS + 1)), "200,000 rows or fewer"),
    ],
)
def test_a_text_that_is_no_price_list_is_refused_in_one_line(text: str, why: str) -> None:
    with pytest.raises(ValueError, match=why) as error:
        goods_of(text)
    assert "\n" not in str(error.value) and len(str(error.value)) < 400


@pytest.mark.parametrize(
    "line",
    [
        '"other,disk,300,10TB',
        'other,disk,300,10TB,,,,,,,,,,,"a note',
        'other,disk,300,"10TB',
        '"' + "x" * 200_000,
    ],
    ids=["name", "note", "capacity", "long"],
)
def test_a_quote_that_is_not_closed_costs_its_own_line(line: str) -> None:
    found = goods_of(listed(SERVER, line, DISK, 'last,disk,10,"1TB"', head=f"{HEAD},note"))
    assert [(one.table, one.row, one.column) for one in found.refused] == [("prices", 3, "part")]
    assert [*found.parts] == ["server", "disk of 10 TB", "last"]


def test_a_note_of_two_lines_is_a_cell() -> None:
    note = f'{DISK},"two\nlines"'
    found = goods_of(listed(SERVER, note, "last,disk,x,1TB", head=f"{HEAD},note"))
    assert found.parts["disk of 10 TB"].note == "two\nlines"
    assert [one.row for one in found.refused] == [4]


def test_a_hundred_thousand_rows_are_read() -> None:
    rows = [f"disk {k},disk,{100 + k},10TB" for k in range(100_000)]
    parts, refused = parts_of(listed(SERVER, *rows, "last,disk,x,1TB"))
    assert len(parts) == 100_001
    assert [(one.row, one.column) for one in refused] == [(100_003, "dollars")]


def test_a_drive_without_a_data_sheet_has_the_catalogues_numbers() -> None:
    found = goods_of(listed(SERVER, DISK))
    assert found.drives["disk of 10 TB"].media_rate == 0  # the catalogue's


def test_a_data_sheet_of_another_drive_is_refused() -> None:
    sheet = "name,kind,capacity,media_rate\ndisk of 10 TB,disk,12TB,250MB/s"
    found = goods_of(listed(SERVER, DISK), sheet)
    assert [(one.table, one.row, one.column) for one in found.refused] == [
        ("drives", 2, "capacity")
    ]
    assert found.drives["disk of 10 TB"].capacity == 10e12


def test_a_data_sheet_of_a_drive_that_is_not_sold_is_named() -> None:
    sheet = "name,kind,capacity,media_rate\nx,disk,x,\n\ndisk of 10TB,disk,10TB,250MB/s"
    found = goods_of(listed(SERVER, DISK), sheet)
    assert [(one.row, one.column) for one in found.refused] == [(2, "capacity"), (4, "name")]
    assert found.refused[1].wanted == "a part of prices; perhaps disk of 10 TB"
    assert goods_of(listed(SERVER, DISK)).refused == ()  # the book has sheets of others


def test_a_head_without_ports_has_those_of_the_cheapest_card() -> None:
    bare = SERVER.replace(",2,1.25GB/s,", ",,,")
    card = "card,network,100,,,,,,,,,,2,2.5GB/s,"
    assert goods_of(listed(bare, DISK, card)).heads()["server"].port_rate == 2.5e9


def test_drives_that_no_head_has_places_for_are_not_called_too_small() -> None:
    shop = Shop(goods_of(listed(SERVER, "flash,nvme,200,10TB,,,,,,,,,,,")), 5)
    assert none_holds(shop, Wants()).startswith("Nothing can be built: no head has places for two")
    shop = Shop(goods_of(listed(SERVER, DISK)), 5)
    assert re.search(r"the largest pool holds [1-9]", none_holds(shop, Wants()))


def test_the_prices_of_the_texts_agree_with_each_other() -> None:
    """SPC-1, 2011: dollars an operation times operations, over the capacity, are dollars a gigabyte."""
    path = Path(__file__).resolve().parents[3] / "figures" / "targets.csv"
    with path.open(encoding="utf-8", newline="") as file:
        told = {
            row["id"]: float(row["value"])
            for row in csv.DictReader(file)
            if row["id"].startswith("spc1-") and row["value"]
        }
    paid = told["spc1-7420-iops"] * told["spc1-7420-dollar-iops"]
    assert paid / told["spc1-7420-capacity"] == pytest.approx(told["spc1-7420-dollar-gb"], rel=0.01)
    ratio = told["spc1-3270-dollar-iops"] / told["spc1-7420-dollar-iops"]
    assert ratio == pytest.approx(told["spc1-dollar-iops-ratio"], rel=0.01)
    least = goods().cheapest("disk")
    assert least.dollars / (least.capacity / 1e9) < told["spc1-7420-dollar-gb"] / 100  # 14 years


def test_failures_are_those_of_the_part_then_of_the_model_then_of_the_kind() -> None:
    counts = "drive,kind,drive_days,failures\nmine,hdd,1000000,10\nM1,hdd,1000000,40"
    listing = listed(
        f"{SERVER},",
        "mine,disk,200,10TB,,,,,,,,,,,,M1",
        "other,disk,200,10TB,,,,,,,,,,,,M1",
        "third,disk,200,10TB,,,,,,,,,,,,",
        "flash,ssd,200,1TB,,,,,,,,,,,,",
        head=f"{HEAD},model",
    )
    found = goods_of(listing, failures=counts).failures
    annual = {name: round(rate.annual * 1e6 / 365) for name, rate in found.items()}
    assert (annual["mine"], annual["other"], annual["third"]) == (10, 40, 25)
    assert found["third"].low == found["mine"].rate and found["third"].high == found["other"].rate
    assert found["flash"] == goods_of(listing).failures["flash"]  # the book's


@pytest.mark.parametrize(
    ("row", "column"),
    [
        ("a,hdd,0,1", "drive_days"),
        ("a,hdd,many,1", "drive_days"),
        ("a,hdd,10,-1", "failures"),
        ("a,hdd,10,11", "failures"),
        ("a,tape,10,1", "kind"),
        (",hdd,10,1", "drive"),
    ],
)
def test_a_wrong_count_of_failures_is_named(row: str, column: str) -> None:
    text = f"drive,kind,drive_days,failures\nM1,hdd,1000000,40\n{row}"
    found = goods_of(failures=text)
    assert [(one.table, one.row, one.column) for one in found.refused] == [("failures", 3, column)]
