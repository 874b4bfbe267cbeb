"""Each sample says what its tool meant: `samples/expected.json` holds the values, worked out apart from the readers."""

import json
from pathlib import Path

import pytest

from models.measured import Source, read

SAMPLES = Path(__file__).parent / "samples"
EXPECTED = json.loads((SAMPLES / "expected.json").read_text())
WORDS = {"format", "traps", "little_check", "note", "true_p50_s", "true_p99_s", "exact_counts"}
"""What a sample's page says of it beside values."""


def differences(wanted, found, at=""):
    """Yield where a value is missing or another one."""
    for name, value in wanted.items():
        if name in WORDS:
            continue
        here = f"{at}{name}"
        if name not in found:
            if value is not None:
                yield f"{here} is missing"
        elif isinstance(value, list) and isinstance(value[0], dict):
            for place, (one, other) in enumerate(zip(value, found[name], strict=True)):
                yield from differences(one, other, f"{here}[{place}].")
        elif isinstance(value, dict):
            yield from differences(value, found[name], f"{here}.")
        elif found[name] != value and not close(found[name], value):
            yield f"{here}: {found[name]} instead of {value}"


def close(found, value):
    """Whether two numbers, or two lists of numbers, are nearly equal."""
    try:
        return found == pytest.approx(value, rel=1e-6)
    except TypeError:  # words
        return False


@pytest.mark.parametrize("name", sorted(EXPECTED))
def test_a_sample_says_what_its_tool_meant(name):
    found = json.loads(json.dumps(read(Source.of_path(SAMPLES / name)).to_json()))
    assert list(differences(EXPECTED[name], found)) == []
