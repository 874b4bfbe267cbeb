"""Traces of caches: the key of an object in each row.

- oracleGeneral (libCacheSim, `oracleGeneralBin.h`): time in s, id of 64 bits, size, and the row of the next access, from 1;
  -1 is never. As records of 24 bytes, little endian, or as CSV; sizes may differ between both of the same trace. The
  published ones are packed with zstd.
- Twitter: s, key, size of the key, of the value, client, operation, time to live. The value's size of a get is 0 if it was
  missed or is not known; an object is its key and its value.
- cloudPhysics (CSV): op 2a is a write, 28 a read of SCSI; the object is a sector (lbn).
- Plain keys: a whole line, which may hold blanks; lines that begin with # or * and blank ones are left out, as in `cache`.

Each row counts as a request of the object, also a set or a write, as in libCacheSim."""

from __future__ import annotations

import re
import struct
import sys
from array import array
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import compress
from math import fsum

from models.cli.forms import COMMENTS, delimiter_of, form_of
from models.measured.kit.columns import KEY, NUMBER, WORD, Columns, Keys, Shape, columns_of
from models.measured.kit.form import Form
from models.measured.kit.measured import Measured
from models.measured.kit.source import Source
from models.measured.kit.stack import hits_of

MOST_STACKED = 120_000
"""Requests from the first on of which the hits of caches are counted."""
RECORD = struct.Struct("<IQIq")
WORDS = RECORD.size // 4
LEAST_RECORDS, MOST_ROWS = 2, 2**40
NEVER = -1
NAMES = {
    "time": "time", "timestamp": "time", "obj_id": "key", "id": "key", "lbn": "key", "key": "key", "object_id": "key",
    "obj_size": "size", "object_size": "size", "size": "size", "op": "op",
    "next_access_vtime": "next",
}  # fmt: skip
"""Names of columns -> what they hold."""
KEYED = {"obj_id", "lbn", "key", "object_id"}
TWITTER = "a trace of Twitter's caches"
TWITTER_PLACES = {
    "time": (0, NUMBER), "key": (1, KEY), "key size": (2, NUMBER), "size": (3, NUMBER), "op": (-2, WORD)
}  # fmt: skip
SCSI = {"2a": "write", "28": "read"}
LONGEST_KEY, MOST_WORDS = 250, 3
COMMENT = re.compile(rb"^[ \t]*[%s].*$" % COMMENTS.encode(), re.MULTILINE)
NO_KEY = '{}[]<>|=;\t"'
"""Characters that keys do not have: they belong to tables, programs and web pages."""


class Requests:
    """The requests of a trace while they are read. keys: of its objects. codes: the object's number of each of the first
    MOST_STACKED requests."""

    def __init__(self) -> None:
        self.keys, self.codes = Keys(), array("i")
        self.count = self.bytes = 0
        self.first, self.last = float("inf"), float("-inf")

    def add(self, codes: array[int]) -> None:
        """Add the number of each request's object."""
        self.count += len(codes)
        self.codes.extend(codes[: MOST_STACKED - len(self.codes)])

    def seen(self, times: Sequence[float]) -> None:
        """Keep the first and the last time."""
        if times:
            self.first, self.last = min(self.first, min(times)), max(self.last, max(times))

    def say(self, found: Measured) -> Measured:
        """Add what is known to the file's values."""
        if not self.count:
            return found
        values = {"n": self.count, "distinct": self.keys.known} | found.values
        if self.last >= self.first:
            values["span_s"] = self.last - self.first
        for size, hits in hits_of(self.codes).items():
            values[f"lru{size}"] = {"hits": hits, "misses": len(self.codes) - hits}
        if len(self.codes) < self.count:
            found.note(f"the hits of LRU caches are of the first {MOST_STACKED:,} requests")
        found.values = values
        return found


def is_oracle(begin: bytes) -> bool:
    """Return whether the first bytes are records of oracleGeneral: times do not fall, and each next access is later."""
    records = [*RECORD.iter_unpack(begin[: len(begin) // RECORD.size * RECORD.size])]
    if len(records) < LEAST_RECORDS or b"\0" not in begin:
        return False
    before = 0
    for row, (time, _, _, following) in enumerate(records, 1):
        if time < before or not (following == NEVER or row < following < MOST_ROWS):
            return False
        before = time
    return True


def read_oracle(source: Source, told: Mapping[str, str]) -> Measured:
    """Return the requests of binary records."""
    found, requests, rest, total = Measured("oracleGeneral (binary)"), Requests(), b"", 0
    for content in source.unpacked() if source.packed else source.pieces():
        content = rest + content
        whole = len(content) // RECORD.size * RECORD.size
        rest = content[whole:]
        if whole:
            words = array("I", content[:whole])
            if sys.byteorder == "big":
                words.byteswap()
            ids = array("I", [0]) * (2 * whole // RECORD.size)
            ids[::2], ids[1::2] = words[1::WORDS], words[2::WORDS]
            requests.seen(words[::WORDS])
            total += sum(words[3::WORDS])
            requests.add(requests.keys.codes_of(ids.tobytes(), 8))
    found.values["bytes"] = total
    if rest:
        found.leave(
            requests.count + 1, f"a record must be {RECORD.size} bytes, got {len(rest)} at the end"
        )
    return requests.say(found)


def table_of(line: str) -> Shape | None:
    """Return the shape of rows below a header that names a key, or None if it does not."""
    separator = delimiter_of(line)
    if not separator:
        return None
    names = [name.strip().strip('"').casefold() for name in line.split(separator)]
    meanings = [NAMES.get(name, "") for name in names]
    if not KEYED & set(names) or len(names) < 2 or any(map(str.isdigit, names)):
        return None
    places: dict[str, tuple[int, str]] = {
        meaning: (meanings.index(meaning), {"key": KEY, "op": WORD}.get(meaning, NUMBER))
        for meaning in ("time", "key", "size", "op")
        if meaning in meanings
    }
    return Shape(separator, len(names), len(names), places)


def is_table(head: Sequence[str]) -> bool:
    """Return whether the first line names a key, with the columns of a cache's trace."""
    return bool(head) and table_of(head[0]) is not None


def read_table(source: Source, told: Mapping[str, str]) -> Measured:
    """Return the requests of a table with a header: oracleGeneral as CSV, cloudPhysics, or another."""
    shape = table_of(source.head[0])
    assert shape
    names = source.head[0].casefold()
    oracle = "next_access_vtime" in names
    found = Measured(
        "oracleGeneral as CSV" if oracle else "cloudPhysics" if "lbn" in names else "cache trace"
    )
    ops = Counter[str]()
    requests, empty = Requests(), 0
    for columns in rows_of(source, shape._replace(keys=requests.keys), found):
        requests.add(columns.words["key"][0])
        requests.seen(columns.numbers.get("time", ()))
        sizes = columns.numbers.get("size", array("d"))
        requests.bytes += int(fsum(sizes))
        empty += sizes.count(0)
        for code, count in Counter(columns.words.get("op", ((), ()))[0]).items():
            word = columns.words["op"][1][code].casefold()
            ops[SCSI.get(word, word)] += count
    if "size" in shape.places:
        found.values["bytes"] = requests.bytes
    for name in ("read", "write"):
        if name in ops:
            found.values[f"{name}s"] = ops[name]
    if empty:
        found.note(
            f"{empty:,} requests are of 0 bytes: libCacheSim leaves them out, here they count"
        )
    return requests.say(found)


def rows_of(source: Source, shape: Shape, found: Measured) -> Iterator[Columns]:
    """Yield the columns of each block with rows; what is no row is left out."""
    for block in source.blocks():
        columns = columns_of(block.data, shape)
        lines = block.text.split("\n") if columns.odd else []
        for place in columns.odd:
            if table_of(lines[place]) is None:
                found.leave(
                    block.first + place,
                    f"a row must have {shape.least} fields, with numbers where they should be, got "
                    f"{lines[place].strip()[:40]!r}",
                )
        if columns.rows:
            yield columns


def is_twitter(head: Sequence[str]) -> bool:
    """Return whether most of the first lines are of Twitter's traces."""
    rows = [form for line in head[:50] if (form := form_of(line)) and form.name == TWITTER]
    return 2 * len(rows) > len(head[:50])


def read_twitter(source: Source, told: Mapping[str, str]) -> Measured:
    """Return the requests of a trace of Twitter."""
    found, requests, ops = Measured("Twitter cache trace"), Requests(), Counter[str]()
    gets_bytes = unknown = 0
    shape = Shape(",", 7, 7, TWITTER_PLACES, keys=requests.keys)
    for columns in rows_of(source, shape, found):
        requests.add(columns.words["key"][0])
        requests.seen(columns.numbers["time"])
        codes, words = columns.words["op"]
        for code, count in Counter(codes).items():
            ops[words[code].casefold()] += count
        is_get = [word.casefold() in ("get", "gets") for word in words]
        gets = list(compress(columns.numbers["size"], map(is_get.__getitem__, codes)))
        gets_bytes += int(fsum(gets))
        unknown += gets.count(0)
        requests.bytes += int(fsum(columns.numbers["size"]) + fsum(columns.numbers["key size"]))
    found.values |= {
        "gets": ops["get"] + ops["gets"],
        "sets": ops["set"],
        "bytes": requests.bytes,
        "value_bytes_of_gets": gets_bytes,
    }
    if unknown:
        found.note(f"{unknown:,} gets have a value of 0 bytes: a miss, or a size that is not known")
    return requests.say(found)


def is_keys(head: Sequence[str]) -> bool:
    """Return whether each of the first lines looks like a key, and one comes again."""
    lines = [line for line in head if line.lstrip()[0] not in COMMENTS]
    if len(lines) < 2 or any(map(no_key, lines)) or is_rows(lines):
        return False
    if len(set(lines)) < len(lines):
        return True
    return len(lines) >= 1000 and all(" " not in line and "," not in line for line in lines)


def is_rows(lines: Sequence[str]) -> bool:
    """Return whether the lines are rows of a table: all with as many commas, or of several numbers."""
    commas = {line.count(",") for line in lines}
    return (len(commas) == 1 and commas != {0}) or all(
        " " in line and line.replace(" ", "").isdigit() for line in lines
    )


def no_key(line: str) -> bool:
    """Return whether a line does not look like a key: it is long, or has marks of a table, a program or a sentence."""
    return (
        len(line) > LONGEST_KEY
        or line.count(" ") >= MOST_WORDS
        or not line.isprintable()
        or any(mark in line for mark in NO_KEY)
        or line[-1:] in ".:,!?"
        or (line.count(".") == 1 and line.replace(".", "", 1).replace("-", "", 1).isdigit())
    )


def read_keys(source: Source, told: Mapping[str, str]) -> Measured:
    """Return the requests of a file with a key in each line."""
    found, requests = Measured("plain keys"), Requests()
    shape = Shape("\n", 1, 1, {"key": (0, KEY)}, keys=requests.keys)
    for block in source.blocks():
        data = block.data
        if any(mark in data for mark in COMMENTS.encode()):
            data = COMMENT.sub(b"", data)
        requests.add(columns_of(data, shape).words["key"][0])
    found.note("each line is a key; lines that begin with # or * and blank ones are left out")
    return requests.say(found)


BINARY = Form(
    "oracleGeneral (binary)",
    "records of 24 bytes",
    lambda head: False,
    read_oracle,
    is_oracle,
)
TABLE = Form("cache trace", "0,1001,4096,3", is_table, read_table)
TWITTER_FORM = Form("Twitter cache trace", "0,ab:p:a,6,640,32,get,0", is_twitter, read_twitter)
KEYS = Form("plain keys", "users/42", is_keys, read_keys)
