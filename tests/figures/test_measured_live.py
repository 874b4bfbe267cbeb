"""A reader's file that a page has no memory for: its first part is read, and the answer says so."""

import json
from typing import NamedTuple

import pytest

from figures.measured import live
from models.measured import Source, read
from models.measured.kit import source

ROW = b"%8d, 1000000, 0, 4096\n"
SIZE = len(ROW % 0)


def log(size, fits):
    """A fio latency log, as pieces of a page whose memory ends after `fits` bytes."""
    content = b"".join(ROW % row for row in range(size // SIZE))

    def piece(start, length):
        if min(start + length, size) > fits:
            raise MemoryError
        return content[start : start + length]

    return piece


@pytest.fixture
def small(monkeypatch):
    monkeypatch.setattr(live, "LEAST_BYTES", 15_000)
    monkeypatch.setattr(source, "PIECE", 1000)
    monkeypatch.setattr(source, "HEAD", 2000)


class Bytes(NamedTuple):
    """A page's bytes."""

    content: bytes

    def to_bytes(self):
        return self.content


def answer(size, fits):
    piece = log(size, fits)
    given = json.loads(
        live.of_file(
            1, "f_clat.1.log", size, lambda *of: Bytes(piece(*of)), lambda share: None, "{}"
        )
    )
    live.forget(1)
    return given


@pytest.mark.parametrize(
    "size, fits, taken",
    [(60_000, 60_000, 60_000), (60_000, 50_000, 30_000), (60_000, 16_000, 15_000)],
)
def test_the_first_part_of_a_file_that_does_not_fit_is_read(small, size, fits, taken):
    given = answer(size, fits)
    first = f"only the first {taken / 1e6} MB were read"
    told = [each.split(":")[0] for each in given["notes"] if "only the first" in each]
    assert told == ([first] if taken < size else [])
    count = next(what for part, name, what in given["table"] if (part, name) == ("read", "n"))
    assert int(count.replace(",", "")) == taken // SIZE


def test_a_file_of_which_nothing_fits_is_refused_with_what_to_do(small):
    assert answer(60_000, 9_000)["error"].startswith("f_clat.1.log must fit into the page's memory")


def test_of_json_that_is_too_large_as_a_whole_the_first_documents_are_read(monkeypatch):
    job = '{"jobs": [{"jobname": "a", "read": {"iops": 100, "lat_ns": {"mean": 5e6, "N": 10}}}]}\n'
    monkeypatch.setattr(source, "MOST_WHOLE", 10 * len(job) + 20)
    monkeypatch.setattr(source, "PIECE", 50)
    first, *_, last = read(Source.of_text(job * 40)).notes
    assert first.startswith("only the first 0.0008") and last.startswith("10 documents")
