"""Formats of the traces and measurements of other tools: how to recognise a line, and how to read
it here."""

import csv
import gzip
import re
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, NamedTuple, cast

PACKED = {
    b"\x28\xb5\x2f\xfd": "zstd",
    b"PK\x03\x04": "a zip",
    b"\xfd7zXZ\x00": "xz",
    b"BZh": "bzip2",
}
WORKBOOKS = (".xlsx", ".xlsm", ".xls", ".ods", ".numbers")
DELIMITERS = "\t;,"
COMMENTS = "#*"
"""Characters with which a line begins that is no request of a trace of keys."""
NUMBER = re.compile(r"[-+]?([0-9]+([.,][0-9]+)?|[.][0-9]+|0[xX][0-9a-fA-F]+)")


class Form(NamedTuple):
    """A format of another tool."""

    name: str
    line: str  # pattern of each line, or of the header
    key: str  # how `cache` reads it; "": not at all
    columns: str = ""  # the header with which `replay` reads it; "": not at all


FORMS = [
    Form(*each)
    for each in (
        (
            "a trace for `replay`",
            r"(?=.*\btime\b)(?=.*\bop\b)(?=.*\boffset\b).*\bsize\b.*",
            "--column offset",
        ),
        ("a trace of libCacheSim", r".*\b(obj_id|lbn)\b.*", "--column obj_id, or lbn"),
        (
            "a trace of an MSR server",
            r"\d{17,18},[^,]*,\d+,(read|write),\d+,\d+,\d+|timestamp,hostname,disknumber,.*",
            "--column 5",
            "time(100ns),host,disk,op,offset,size,latency(100ns)",
        ),
        (
            "an SPC trace",
            r"\d+,\d+,\d+,(r|w|read|write),[\d.]+\b.*",
            "--column 2",
            "asu,offset(sectors),size,op,time",
        ),
        (
            "a trace of Twitter's caches",
            r"\d+,[^,]*,\d+,\d+,\d+,(gets?|set|add|replace|cas|append|prepend|delete|incr|decr),\d+",
            "--column 2",
        ),
        (
            "a trace of Alibaba's disks",
            r"\d+,[RW],\d+,\d+,\d{12,}|device_id,opcode,offset,length,timestamp",
            "--column 3",
            "disk,op,offset,size,time(us)",
        ),
        (
            "a trace of Tencent's disks",
            r"\d{9,10},\d+,\d+,[01],\d+",
            "--column 2",
            "time,offset(sectors),size(sectors),op,volume, with 0 and 1 replaced by read and write",
        ),
        (
            "a trace of Systor '17",
            r"timestamp,response,iotype,lun,offset,size",
            "--column Offset",
            "time,latency,op,lun,offset,size",
        ),
        (
            "a trace of FIU",
            r"\d+ \d+ \S+ \d+ \d+ [RW] \d+ \d+ [0-9a-f]+",
            "--column 4",
            "time(ns) pid process offset(sectors) size(sectors) op major minor md5",
        ),
        (
            "a trace of MQSim",
            r"\d+ \d+ \d+ \d+ [01]",
            "--column 3",
            "time(ns) volume offset(sectors) size(sectors) op, with 0 and 1 replaced by write and read",
        ),
        (
            "an iolog of fio",
            r"fio version \d iolog",
            "its offsets alone, such as awk 'NF > 3 {print $(NF-1)}'",
        ),
        (
            "perf's output",
            r".*\bblock_rq_(issue|complete|insert): .*",
            "the sectors of one event alone",
        ),
        (
            "strace's output",
            r".*\b(pread64|pwrite64|preadv2?|pwritev2?)\(\d.*",
            "its offsets alone",
        ),
        (
            "a log of fio",
            r"\d+, \d+, ([012]|\d+, [012]), .*",
            "--column 5, if offsets were logged",
        ),
        ("fio's JSON", r'.*"fio version".*', ""),
        ("JSON", r"[\[{].*", ""),
        (
            "biosnoop's output",
            r"TIME.*\b(SECTOR|DISK ID|MAJOR)\b.*",
            "--column SECTOR",
            "time,comm,pid,disk,op,offset(sectors),"
            "size,latency(ms), with commas, and with the time of each request, not of its end",
        ),
        ("iosnoop's output", r"S(TART|TIME).*\bBLOCK\b.*", "--column BLOCK"),
        (
            "blkparse's output",
            r"\d+,\d+\s+\d+\s+\d+\s+\d+\.\d+\s+\d+\s+[A-Z]+\s.*",
            "its sectors alone, such as awk '$6 == \"Q\" {print $8}'",
        ),
        (
            "zpool's output",
            r"(capacity|pool|\S*\s+total_wait|\S*\s+sync_read)\b.*(operations|alloc|wait|read).*|pool: .*",
            "",
        ),
        ("iostat's output", r"Linux .*CPU\).*|.*\br/s\b.*|extended device statistics.*", ""),
        ("arcstat's output", r"time\s+read\s+.*", ""),
        ("kstat's output", r"\w+:\d+:\S+:\S+\t.*", ""),
        ("the form of the ARC paper", r"\d+[ \t]+\d+[ \t]+\d+[ \t]+\d+", "--format arc"),
    )
]


def form_of(line: str) -> Form | None:
    """Return the format that a line looks like, or None."""
    return next(
        (form for form in FORMS if re.fullmatch(form.line, line.strip(), re.IGNORECASE | re.ASCII)),
        None,
    )


def opened(path: Path) -> BinaryIO:
    """Return an open file, decompressed if it is gzip. Raise OSError, and ValueError for another
    compression."""
    file = path.open("rb")
    begin = file.peek(6)
    if begin[:2] == b"\x1f\x8b":
        unpacked = gzip.GzipFile(fileobj=file)
        unpacked.myfileobj = file  # type: ignore[assignment]  # closed together with it
        return cast(BinaryIO, unpacked)
    if packed := next((name for magic, name in PACKED.items() if begin.startswith(magic)), None):
        file.close()
        if path.suffix.lower() in WORKBOOKS:
            raise ValueError(f"{path} must be CSV, got a workbook: save the table as CSV")
        raise ValueError(f"{path} must be plain or gzip, got {packed}: decompress it first")
    return file


def delimiter_of(line: str) -> str:
    """Return the separator of the fields of a table with this first line; "" for spaces."""
    return next((each for each in DELIMITERS if each in line), "")


def split(lines: Iterator[str], delimiter: str) -> Iterator[list[str]]:
    """Yield the fields of each line, without the spaces and quotes around them."""
    rows = (
        csv.reader(lines, delimiter=delimiter, skipinitialspace=True)
        if delimiter
        else map(str.split, lines)
    )
    return ([field.strip() for field in row] for row in rows)


def is_header(first: list[str], second: list[str]) -> bool:
    """Return whether the first of two rows names the columns: it has no number, the second one has."""
    return not any(map(NUMBER.fullmatch, first)) and any(map(NUMBER.fullmatch, second))
