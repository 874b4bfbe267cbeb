"""Units come in by multiplying and go out by dividing; what is no quantity is refused in one line."""

import pytest

from models.units import FACTORS, KiB, factor, ms, quantity, rpm, times


@pytest.mark.parametrize("unit", FACTORS)
def test_a_number_written_in_a_unit_comes_back_from_it(unit):
    assert quantity(f"2.5 {unit}") / factor(unit) == pytest.approx(2.5)
    assert quantity(f"  2.5  {unit} ") == times(2.5, unit)


@pytest.mark.parametrize(
    ("text", "si"),
    [
        ("8KiB", 8192),
        ("0.3ms", 0.0003),
        ("7200rpm", 120),
        ("12", 12),
        ("-1.5e3", -1500),
        ("1_000 KB", 1e6),
        ("50%", 0.5),
        ("67us", 67e-6),
        ("67µs", 67e-6),
        ("2h", 7200),
    ],
)
def test_a_quantity_is_read_as_people_write_it(text, si):
    assert quantity(text) == pytest.approx(si)


def test_the_named_units_are_those_of_the_table():
    assert (KiB, ms, rpm) == (factor("KiB"), factor("ms"), factor("rpm"))
    assert factor("TiB") / factor("GiB") == factor("KiB") / factor("B") == 1024
    assert factor("TB") / factor("GB") == factor("KB") / factor("B") == 1000


@pytest.mark.parametrize(
    "text",
    [
        "",
        "KiB",
        "8 kib",
        "8XB",
        "1..2",
        "_",
        "nan",
        "inf",
        "-inf",
        "1e999",
        "8KiB 3",
        "0x10",
        "1,000",
    ],
)
def test_what_is_no_quantity_is_refused_in_one_line(text):
    with pytest.raises(ValueError, match=r"^[^\n]+$"):
        quantity(text)


def test_a_quantity_is_finite_even_when_its_unit_makes_it_large():
    with pytest.raises(ValueError, match="finite"):
        quantity("1e300TB")


def test_an_unknown_unit_is_named():
    with pytest.raises(ValueError, match="'furlong'"):
        factor("furlong")
