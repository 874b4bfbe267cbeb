"""Documents that are alike, as a page finds them: `alike.json` has the cases that a page's own finder must answer alike
(`web/test/alike.test.ts`). A file says the same with it and without."""

import json
import random
import re
from array import array
from pathlib import Path

import pytest

from models.measured import Source, read
from models.measured.kit import alike
from models.measured.kit.alike import Alike, Sheet
from models.measured.kit.source import Refused

HERE = Path(__file__).parent
CASES = json.loads((HERE / "alike.json").read_text())
LONG = re.compile(r"(\d+)(?:\.(\d+))?")


class Number(str):
    """A number as it is written."""


class Document:
    """The places of a document's values, and its row."""

    def __init__(self, value, kinds):
        self.kinds, self.row, self.texts, self.counts, self.points = kinds, [], [], {}, []
        self.is_long = "long" in kinds.values()
        self.places = self.place(value, "")

    def place(self, value, key):
        """Return a value with columns in the place of what is kept."""
        default = "same" if type(value) is str else self.kinds.get("", "any")
        kind = self.kinds.get(key, default)
        if isinstance(value, dict):
            if kind == "counts" and value and all(map(str.isdigit, value)):
                counts = {int(name): int(count) for name, count in value.items()}
                self.counts[len(self.row) + 1] = counts
                return self.keep(sum(counts.values()))
            return {name: self.place(each, name) for name, each in value.items()}
        if isinstance(value, list):
            return [self.place(each, key) for each in value]
        if type(value) is Number:
            return self.number(value, kind)
        if type(value) is str and kind == "text":
            self.texts.append(value)
            return self.keep(0)
        if type(value) is str and kind == "any":
            self.points.append("a text")
            return None
        return value

    def number(self, text, kind):
        """Return the place of a number."""
        long = LONG.fullmatch(text)
        if kind == "same":
            return json.loads(text)
        if kind == "long" and long and int("".join(long.groups(""))) < 2**63:
            self.points.append(len(long[2] or ""))
            return self.keep(int("".join(long.groups(""))))
        return self.keep(float(text)) if kind == "number" else None

    def keep(self, value):
        """Keep a number, and return its column."""
        self.row.append(value)
        return len(self.row)


def refuse(name):
    """Refuse what is not JSON."""
    raise ValueError(name)


def found_in(data, start, kinds, names):
    """Return what a page finds."""
    text, decode = (
        data.decode(),
        json.JSONDecoder(parse_int=Number, parse_float=Number, parse_constant=refuse).raw_decode,
    )
    begins = re.compile(r'\{\s*"(?:' + "|".join(names) + ')"' if names else r"\{")
    sheets, order, starts, ends = {}, array("i"), array("i"), array("i")
    at = len(data[:start].decode())
    while begin := begins.search(text, at):
        at = begin.start()
        try:
            value, end = decode(text, at)
        except ValueError:
            break
        one = Document(value, kinds)
        held = sheets.setdefault(json.dumps([one.places, one.points]), [])
        held.append(one)
        order.append([*sheets.values()].index(held))
        starts.append(len(text[:at].encode()))
        ends.append(len(text[:end].encode()))
        at = end
    stop = len(text[:at].encode()) if begin else len(data)
    return Alike(data, [*map(sheet_of, sheets.values())], order, starts, ends, stop)


def sheet_of(held):
    """Return the sheet of documents."""
    first, numbers = held[0], array("d")
    for one in held:
        for value in one.row:
            long = array("q", [value]) if isinstance(value, int) and first.is_long else None
            numbers.frombytes((long or array("d", [value])).tobytes())
    counts = {}
    for column in first.counts:
        sums = {}
        for one in held:
            for key, count in one.counts[column].items():
                sums[key] = sums.get(key, 0) + count
        counts[column] = ([*sums], [*sums.values()])
    texts = [text for one in held for text in one.texts]
    return Sheet(first.places, len(held), len(first.row), numbers, texts, counts)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["what"])
def test_documents_that_are_alike_share_a_sheet(case):
    data = case["text"].encode()
    found = found_in(data, 0, case["kinds"], case["names"])
    assert (list(found.order), data[found.stop :].decode()) == (case["order"], case["rest"])
    for sheet, wanted in zip(found.sheets, case["sheets"], strict=True):
        assert [sheet.places, sheet.texts] == [wanted["places"], wanted["texts"]]
        for column, values in wanted["columns"].items():
            is_long = isinstance(values[0], str)
            kept = (sheet.longs if is_long else sheet.column)(int(column))
            assert [str(each) if is_long else each for each in kept] == values
        sums = {
            str(column): {str(key): count for key, count in zip(*each, strict=True)}
            for column, each in sheet.counts.items()
        }
        assert sums == wanted["counts"]


def rounded(value):
    """Return a value with twelve digits of each float: sums of sums are rounded more than once."""
    if isinstance(value, dict):
        return {key: rounded(each) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [*map(rounded, value)]
    return float(f"{value:.12g}") if isinstance(value, float) else value


def said(text, quick):
    """Return what a text says, read with a page's help or without."""
    alike.quick = found_in if quick else None
    try:
        found = read(Source.of_text(text))
        parts = [(part.name, [*part.rates]) for part in found.parts]
        return rounded((found.to_json(), parts))
    except Refused as refusal:
        return str(refusal)
    finally:
        alike.quick = None


def fio_way(ios, bins=True, **more):
    """Return a direction as fio has it after so many requests."""
    binned = {"bins": {"99840": ios - ios // 2, "2998272": ios // 2}} if bins and ios > 1 else {}
    shares = {"percentile": {"50.000000": 1000 * ios, "0.00": 0}} if bins else {}
    latency = {"min": 100 + ios if ios else 2**64 - 1, "max": 9000 + ios, "mean": 5000.5 + ios}
    return {
        "io_bytes": 4096 * ios,
        "io_kbytes": 4 * ios,
        "bw_bytes": 40960,
        "iops": ios / 3,
        "runtime": 1000 * ios,
        "total_ios": ios,
        "slat_ns": {**latency, "N": ios},
        "clat_ns": {**latency, "N": ios, **shares, **binned},
        "lat_ns": {**latency, "mean": 6000.25, "N": ios},
        **more,
    }


def fio(turns, jobs=1, step=1, **more):
    """Return documents of fio, each after one more request, the second direction begins later."""
    for turn in range(1, turns + 1):
        listed = [
            {
                "jobname": f"job{job}",
                "groupid": job // 2,
                "error": 0,
                "job options": {"bs": "4k", "rw": "randrw", "numjobs": str(job)},
                "read": fio_way(turn + job, **more),
                "write": fio_way(max(0, turn - 5), **more),
                "trim": fio_way(0, **more),
            }
            for job in range(jobs)
        ]
        document = {"fio version": "fio-3.36", "timestamp": 1000 + step * turn, "time": str(turn)}
        yield json.dumps(document | {"jobs": listed}, indent=1) + "\n"


def joined(changes):
    """Return documents of fio, of which some are changed."""
    texts = [*fio(12)]
    for place, change in changes.items():
        texts[place] = change(texts[place])
    return "note\n".join(texts)


TEXTS = {
    "counts on": "".join(fio(30)),
    "counts on, without bins": "".join(fio(15, bins=False)),
    "several jobs": "".join(fio(15, jobs=3)),
    "several runs": "".join(fio(15, step=100)),
    "several runs of several jobs, without bins": "".join(fio(15, jobs=3, step=100, bins=False)),
    "bins that hold too few": "".join(fio(6, step=100)).replace('"99840": 1,', '"99840": 0,'),
    "bins by number": "".join(fio(6, step=100)).replace('"99840"', '"5"'),
    "fewer latencies than requests": "".join(fio(9)).replace('"N": 7', '"N": 6'),
    "old microseconds": "".join(fio(9, step=100)).replace("_ns", "").replace("io_kbytes", "kb"),
    "a number below 0": joined({3: lambda text: text.replace('"mean": 5', '"mean": -5')}),
    "not a number": joined({4: lambda text: text.replace("6000.25", "-nan")}),
    "a comma too many": joined({2: lambda text: text.replace("[", "[,", 1)}),
    "a bracket between": joined({2: lambda text: text + "{ more }\n"}),
    "cut off in the middle": joined({6: lambda text: text[: text.index('"write"') + 20]}),
    "cut off": "".join(fio(9))[:-900],
    "another job": joined({5: lambda text: text.replace("job0", "other")}),
    "an error": joined({11: lambda text: text.replace('"error": 0', '"error": 5')}),
    "in a list": f"[{','.join(fio(5))}]",
    "in an object": f'{{"all": [{",".join(fio(5))}]}}',
    "clients": "".join(fio(6)).replace('"jobs"', '"client_stats"'),
    "all clients": "".join(fio(6, jobs=2)).replace('"job1"', '"All clients"'),
    "numbers for names": "".join(fio(6)).replace('"job0"', "5"),
    "no counts": "".join(fio(6, step=100, bins=False))
    .replace('"N"', '"M"')
    .replace("total_ios", "all"),
}


def kstat(name, turn, **more):
    """Return an object of kstat -j."""
    data = {
        "crtime": "#1.402518330",
        "reads": 1000 * turn,
        "writes": 3 * turn,
        "nread": 2**60 + turn,
    }
    data |= {"rlentime": f"#{turn}.500000001", "wlentime": f"#{turn}.000000000", "hits": -1, **more}
    head = {"module": "sd", "instance": int(name[2:]), "name": name, "class": "disk"}
    text = json.dumps({**head, "snaptime": f"#{100 + turn}.000000007", "data": data}, indent=1)
    return re.sub(r'"#([^"]*)"', r"\1", text)


def kstats(turns=12, disks=20, **more):
    """Return objects of several disks over time."""
    of_all = (
        ", ".join(kstat(f"sd{k}", turn, **more) for k in range(disks))
        for turn in range(1, turns + 1)
    )
    return "".join(f"[{each}]\n" for each in of_all)


TEXTS |= {
    "kstat": kstats(),
    "kstat with a question mark": kstats(note="why?").replace("why?", "why\\?"),
    "kstat with decimal commas": kstats(3).replace(".0000", ",0000"),
    "kstat that is cut off": kstats()[:-300],
    "kstat with one that is not whole": kstats().replace('"hits": -1', '"hits": -', 1),
    "kstat with a number in quotes": kstats(3).replace('"writes": 9', '"writes": "9"'),
    "kstat with a float": kstats(3, 2).replace('"reads": 2000', '"reads": 2000.5'),
    "kstat created again": kstats(5, 2) + kstats(5, 2).replace("1.402518330", "5.402518330"),
    "kstat without data": kstats(3, 2).replace('"data"', '"date"', 1),
    "kstat with another table": kstats(3, 2, more=1) + kstats(5, 2).replace('"writes"', '"other"'),
}
HEAD = '{"sysstat": {"hosts": [{"nodename": "nas", "date": "10/09/25", "statistics": [\n'


def iostat(turns=9, disks=("sda", "sdb"), **more):
    """Return reports of iostat -o JSON."""
    reports = []
    for turn in range(turns):
        cells = {
            "r/s": turn + 0.5,
            "w/s": 5,
            "r_await": 1.25,
            "w_await": 0.5 * turn,
            "util": turn,
            "x": 1,
        }
        report = {
            "avg-cpu": {"user": 2.5},
            "disk": [{"disk_device": name, **cells} for name in disks],
        }
        at = {"timestamp": f"10/09/2025 08:{turn:02}:00"} if more.get("at") else {}
        reports.append(json.dumps(at | report))
    return HEAD + ",\n".join(reports) + "\n]}]}}\n"


IOSTAT = iostat(at=True)
TEXTS |= {
    "iostat": iostat(),
    "iostat with times": IOSTAT,
    "iostat with a comma too many": IOSTAT.replace('"statistics": [', '"statistics": [,'),
    "iostat twice": IOSTAT + IOSTAT,
    "iostat that is cut off": IOSTAT[: len(IOSTAT) * 2 // 3],
    "iostat with a device more": iostat(5) + iostat(5, ("sda", "sdc", "sdb")) + iostat(3),
    "iostat with a number below 0": IOSTAT.replace('"r/s": 3.5', '"r/s": -3.5', 1),
    "iostat with a text for a number": IOSTAT.replace('"r/s": 3.5', '"r/s": "3.5"', 1),
    "iostat with not a number": IOSTAT.replace('"r/s": 3.5', '"r/s": nan', 1),
    "iostat with the same device twice": iostat(5, ("sda", "sda")),
    "iostat without devices": IOSTAT.replace('"sdb"', '"sda"').replace(
        '"disk": [', '"disk": [], "no": [', 2
    ),
    "iostat with a time that is none": IOSTAT.replace('"10/09/2025 08:03:00"', "5", 1),
}


@pytest.mark.parametrize("what", TEXTS)
def test_a_file_says_the_same_with_a_pages_help(what):
    plain = said(TEXTS[what], quick=False)
    assert said(TEXTS[what], quick=True) == plain
    assert not isinstance(plain, str)


@pytest.mark.parametrize("what", ["counts on", "several runs", "kstat", "iostat with times"])
def test_a_broken_file_says_the_same_with_a_pages_help(what):
    chance = random.Random(1)
    for _ in range(20):
        text = [*TEXTS[what]]
        for _ in range(chance.choice((1, 1, 5))):
            place = chance.randrange(len(text))
            text[place : place + chance.choice((0, 1, 30))] = chance.choice('{}[]",:.-5x \n')
        broken = "".join(text)[: chance.choice((None, -chance.randrange(1, 2000)))]
        assert said(broken, quick=True) == said(broken, quick=False)
