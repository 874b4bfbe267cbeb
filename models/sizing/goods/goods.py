"""What can be bought: parts with their published prices, and the drives among them.

The lists are CSV beside this file. A reader may edit them or bring others; a row that is wrong is
refused by row and column, and the others stay."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import NamedTuple

from models.sizing.goods.tables import (
    Column,
    Refused,
    dollars,
    name,
    quantity_in,
    rows_of,
    shortened,
    whole,
    word_of,
)
from models.sizing.pools.drive import Drive, Head
from models.sizing.risk.failures import FailureRate, observed
from models.units import GB, KB, MB, TB, ms, ns, rpm

HERE = Path(__file__).parent
FILES = {
    "prices": HERE / "prices.csv",
    "drives": HERE / "drives.csv",
    "failures": HERE.parent / "risk" / "failures.csv",
}
"""The lists of the book."""
DRIVES = ("disk", "ssd", "nvme")
OTHERS = ("head", "shelf", "card", "network", "energy", "board", "power supply", "memory")
PLACES = ("bays", "small", "u2", "m2")
"""Places for drives: 3.5 inches, 2.5 inches, U.2 and M.2. A drive needs one, a head or shelf has some."""
USUAL_PLACE = {"disk": "bays", "ssd": "small", "nvme": "u2"}
COUNT = Column(whole(0, 1000), "a whole number, 0 to 1,000", empty=0)
BYTES = quantity_in("bytes", "24TB", 1 * GB, 10_000 * TB)
A_RATE = "bytes a second, such as 285MB/s"
RATE = Column(quantity_in("bytes a second", "285MB/s", 1 * MB, 1000 * GB), A_RATE, empty=0.0)
TIME = Column(quantity_in("time", "80us", 100 * ns, 100 * ms), "a time, such as 80us", empty=0.0)
PRICES = {
    "part": Column(name, "a name of at most 120 characters", needed=True),
    "kind": Column(word_of((*DRIVES, *OTHERS)), "a kind", needed=True),
    "dollars": Column(dollars, "US dollars, such as 409.99", needed=True),
    "capacity": Column(BYTES, "bytes, such as 24TB", empty=0.0),
    "memory": Column(BYTES, "bytes, such as 128GiB", empty=0.0),
    "cores": COUNT,
    **dict.fromkeys((*PLACES, "slots", "cables", "ports"), COUNT),
    "port_rate": Column(
        quantity_in("bytes a second", "1.25GB/s", 10 * KB, 1000 * GB),
        "bytes a second, such as 1.25GB/s",
        empty=0.0,
    ),
    "rack": Column(whole(0, 60), "a whole number of rack units, 0 to 60", empty=0),
    "watts": Column(whole(0, 100_000), "a whole number of watts", empty=0),
    "model": Column(name, "the maker's number of the model"),
    "source": Column(name, "a source of at most 120 characters"),
    "url": Column(str, "an address"),
    "date": Column(str, "a date, such as 2025-07-23"),
    "note": Column(str, "a note"),
}
DRIVE_COLUMNS = {
    "name": Column(name, "a name of at most 120 characters", needed=True),
    "kind": Column(word_of(DRIVES), "a kind", needed=True),
    "capacity": Column(BYTES, "bytes, such as 24TB", needed=True),
    "speed": Column(
        quantity_in("rate", "7200rpm", 3000 * rpm, 20_000 * rpm),
        "turns, such as 7200rpm",
        empty=0.0,
    ),
    "media_rate": RATE,
    **dict.fromkeys(("seek_average", "read_access", "write_access"), TIME),
    **dict.fromkeys(("read_rate", "write_rate", "program_rate"), RATE),
    "channels": Column(whole(0, 10_000), "a whole number, 0 to 10,000", empty=0),
    "like": Column(
        word_of(("sata-consumer", "sata-server", "nvme-consumer", "nvme-server", "optane")),
        "a kind of SSD",
    ),
}
FAILURES = {
    "drive": Column(name, "the maker's number of a model, or a part of prices", needed=True),
    "kind": Column(word_of(("hdd", "ssd")), "a kind", needed=True),
    "drive_days": Column(whole(1, 10**9), "a whole number of days, 1 or more", needed=True),
    "failures": Column(whole(0, 10**7), "a whole number, 0 or more", needed=True),
}
NEEDS = {
    **dict.fromkeys(DRIVES, ("capacity",)),
    "head": ("memory", "cores"),
    "shelf": ("bays", "cables"),
    "card": ("cables",),
    "network": ("ports", "port_rate"),
}
"""What a part must have beside its price, by kind."""


class Part(NamedTuple):
    """Something with a published price. Places, slots and cables are those that a drive, shelf or card
    needs, or that a head has; a card has cables of four SAS lanes for that many shelves."""

    part: str
    kind: str
    dollars: float
    capacity: float = 0.0  # bytes
    memory: float = 0.0  # bytes
    cores: int = 0
    bays: int = 0
    small: int = 0
    u2: int = 0
    m2: int = 0
    slots: int = 0
    cables: int = 0
    ports: int = 0
    port_rate: float = 0.0  # bytes a second, each way
    rack: int = 0  # rack units
    watts: float = 0.0  # 0: as parts of its kind take
    model: str = ""  # as failures are counted of it
    source: str = ""
    url: str = ""
    date: str = ""
    note: str = ""

    @property
    def place(self) -> str:
        """Return the kind of place that a drive needs, one of `PLACES`."""
        own = next((one for one in PLACES if getattr(self, one)), "")
        return own or USUAL_PLACE[self.kind]


class Goods(NamedTuple):
    """What is for sale, by name, and what was refused."""

    parts: Mapping[str, Part]
    drives: Mapping[str, Drive]
    failures: Mapping[str, FailureRate]
    refused: tuple[Refused, ...] = ()

    def of(self, *kinds: str) -> list[Part]:
        """Return the parts of these kinds, in the order of the list."""
        return [part for part in self.parts.values() if part.kind in kinds]

    def heads(self) -> dict[str, Head]:
        """Return the heads by name, as the models know them. One without ports of its own has those of
        the cheapest network card."""
        found = dict[str, Head]()
        for one in self.of("head"):
            net = one if one.ports else self.cheapest("network")
            found[one.part] = Head(
                one.part, one.cores, net.ports if net else 0, net.port_rate if net else 0.0
            )
        return found

    def cheapest(self, kind: str) -> Part | None:
        """Return the cheapest part of a kind, or None if none is sold."""
        return min(self.of(kind), key=lambda part: part.dollars, default=None)


def text_of(table: str) -> str:
    """Return a list of the book: prices, drives or failures."""
    return FILES[table].read_text(encoding="utf-8")


def parts_of(text: str) -> tuple[dict[str, Part], list[Refused]]:
    """Return the parts in a list of prices, and what was refused. Raise ValueError for a text that is no
    such list."""
    rows, refused = rows_of("prices", text, PRICES)
    found = dict[str, Part]()
    for number, values in rows:
        part = Part(**values)
        lacks = [one for one in NEEDS.get(part.kind, ()) if not getattr(part, one)]
        if part.kind == "head" and not any(getattr(part, one) for one in PLACES):
            lacks.append("bays")
        if lacks:
            wanted = f"given for a {part.kind}: {PRICES[lacks[0]].wanted}"
            refused.append(Refused("prices", number, lacks[0], "", wanted))
        else:
            found[part.part] = part
    return found, refused


def drives_of(text: str) -> tuple[dict[str, Drive], list[Refused]]:
    """Return the drives in a list of data sheets, and what was refused. Raise ValueError for a text that
    is no such list."""
    rows, refused = rows_of("drives", text, DRIVE_COLUMNS)
    return {values["name"]: Drive(**values) for _, values in rows}, refused


def rates_of(text: str) -> tuple[dict[str, FailureRate], list[Refused]]:
    """Return the failure rates in a list of counts, by drive, and for `hdd` and `ssd` that of all that were
    counted; its interval is that of nine in ten of the models. Raise ValueError for a text that is no such
    list."""
    rows, refused = rows_of("failures", text, FAILURES)
    found, of_kind = dict[str, FailureRate](), dict[str, list[FailureRate]]()
    for _, values in rows:
        rate = observed(values["drive_days"], values["failures"])
        found[values["drive"]] = rate
        of_kind.setdefault(values["kind"], []).append(rate)
    for kind, rates in of_kind.items():
        exposed, failed = sum(one.drive_days for one in rates), sum(one.failures for one in rates)
        whole = observed(exposed, failed)
        each = sorted(one.rate for one in rates)
        aside = len(each) // 20
        found[kind] = replace(whole, low=each[aside], high=each[-1 - aside])
    return found, refused


def goods_of(prices: str = "", drives: str = "", failures: str = "") -> Goods:
    """Return what is for sale by three lists; an empty text stands for the list of the book. A drive with a
    price and without a data sheet has the catalogue's numbers for its kind; one of which no failures were
    counted has the rate of its kind, in the end the book's. Raise ValueError for a text
    that is no such list, or sells nothing to build from."""
    parts, refused = parts_of(prices or text_of("prices"))
    sheets, more = drives_of(drives or text_of("drives"))
    rates, wrong = rates_of(failures or text_of("failures"))
    usual = rates_of(text_of("failures"))[0] if failures else rates
    refused += [*more, *wrong]
    for kinds, what in ((DRIVES, "a drive"), (("head",), "a head")):
        if not any(part.kind in kinds for part in parts.values()):
            why = f"; the first refusal: {refused[0]}" if refused else ""
            raise ValueError(f"prices must have {what} (kind {' or '.join(kinds)}), got none{why}")
    found, failing = dict[str, Drive](), dict[str, FailureRate]()
    for part in parts.values():
        if part.kind in DRIVES:
            sheet = sheets.get(part.part)
            if sheet is not None and (sheet.kind, sheet.capacity) != (part.kind, part.capacity):
                got = f"{sheet.kind} of {sheet.capacity / TB:g} TB"
                wanted = f"as in prices, a {part.kind} of {part.capacity / TB:g} TB"
                row = [*sheets].index(part.part) + 2
                refused.append(Refused("drives", row, "capacity", shortened(got), wanted))
                sheet = None
            found[part.part] = sheet or Drive(part.part, part.kind, part.capacity)
            kind = "hdd" if part.kind == "disk" else "ssd"
            of_model = rates.get(part.part) or rates.get(part.model)
            failing[part.part] = of_model or rates.get(kind) or usual[kind]
    return Goods(parts, found, failing, tuple(refused))


@cache
def goods() -> Goods:
    """Return what is for sale by the lists of the book. Raise ValueError if a row of them is wrong."""
    found = goods_of()
    if found.refused:
        raise ValueError(str(found.refused[0]))
    return found


def refusals(refused: Iterable[Refused]) -> list[dict[str, object]]:
    """Return refusals as JSON."""
    return [one._asdict() for one in refused]
