"""What can be bought: parts with their published prices, and the drives among them.

The lists are CSV beside this file. A reader may edit them or bring others; a row that is wrong is
refused by row and column, and the others stay."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from difflib import get_close_matches
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from models.sizing.goods.tables import (
    Column,
    Refused,
    a_date,
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
from models.units import GB, KB, MB, TB, day, ms, ns, rpm

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
HINTS = 20
"""Refusals of a table with a hint at the nearest name: it takes long to find."""
USUAL_PLACE = {"disk": "bays", "ssd": "small", "nvme": "u2"}
COUNT = Column(whole(0, 1000), "a whole number, 0 to 1,000", empty=0)
BYTES = quantity_in("bytes", "24TB", 1 * GB, 10_000 * TB)
SOME_BYTES = "bytes, 1GB to 10000TB, such as"
RATE = Column(
    quantity_in("bytes a second", "285MB/s", 1 * MB, 1000 * GB),
    "bytes a second, 1MB/s to 1000GB/s, such as 285MB/s",
    empty=0.0,
)
TIME = Column(
    quantity_in("time", "80us", 100 * ns, 100 * ms),
    "a time, 100ns to 100ms, such as 80us",
    empty=0.0,
)


def a_kind(*kinds: str) -> Column:
    """Return a column of one of these kinds."""
    return Column(word_of(kinds), f"one of {', '.join(kinds)}", needed=True)


PRICES = {
    "part": Column(name, "a name of at most 120 characters", needed=True),
    "kind": a_kind(*DRIVES, *OTHERS),
    "dollars": Column(dollars, "US dollars, 0 or more, such as 409.99", needed=True),
    "capacity": Column(BYTES, f"{SOME_BYTES} 24TB", empty=0.0),
    "memory": Column(BYTES, f"{SOME_BYTES} 128GiB", empty=0.0),
    "cores": COUNT,
    **dict.fromkeys((*PLACES, "slots", "cables", "ports"), COUNT),
    "port_rate": Column(
        quantity_in("bytes a second", "1.25GB/s", 10 * KB, 1000 * GB),
        "bytes a second, 10KB/s to 1000GB/s, such as 1.25GB/s",
        empty=0.0,
    ),
    "rack": Column(whole(0, 60), "a whole number of rack units, 0 to 60", empty=0),
    "watts": Column(whole(0, 100_000), "a whole number of watts, 0 to 100,000", empty=0),
    "model": Column(name, "the maker's number of the model"),
    "source": Column(name, "a source of at most 120 characters"),
    "url": Column(str, "an address"),
    "date": Column(a_date, "a date, such as 2025-07-23 or 2024-09"),
    "note": Column(str, "a note"),
}
DRIVE_COLUMNS = {
    "name": Column(name, "a name of at most 120 characters", needed=True),
    "kind": a_kind(*DRIVES),
    "capacity": Column(BYTES, f"{SOME_BYTES} 24TB", needed=True),
    "speed": Column(
        quantity_in("rate", "7200rpm", 3000 * rpm, 20_000 * rpm),
        "turns, 3000rpm to 20000rpm, such as 7200rpm",
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
    "drive": Column(
        name,
        "a name of at most 120 characters: the maker's number of a model, or a part of prices",
        needed=True,
    ),
    "kind": a_kind("hdd", "ssd"),
    "drive_days": Column(
        whole(1, 10**9 - 1), "a whole number of days, 1 to 999,999,999", needed=True
    ),
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


class Counted(NamedTuple):
    """How often drives of a model failed."""

    kind: str  # hdd or ssd
    drive_days: int
    failures: int


class Goods(NamedTuple):
    """What is for sale, by name, and what was refused."""

    parts: Mapping[str, Part]
    drives: Mapping[str, Drive]
    failures: Mapping[str, FailureRate]
    refused: tuple[Refused, ...] = ()
    unseen: frozenset[str] = frozenset()  # drives without a data sheet
    uncounted: frozenset[str] = frozenset()  # drives of whose model no failures were counted

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


@cache
def text_of(table: str) -> str:
    """Return a list of the book: prices, drives or failures."""
    return FILES[table].read_text(encoding="utf-8")


def parts_of(text: str) -> tuple[dict[str, Part], list[Refused]]:
    """Return the parts in a list of prices, and what was refused. Raise ValueError for a text that is no
    such list."""
    rows, refused = rows_of("prices", text, PRICES)
    found = dict[str, Part]()
    cards = any(one["kind"] == "network" and one["ports"] and one["port_rate"] for _, one in rows)
    for number, values in rows:
        part = Part(**values)
        lacks = [one for one in NEEDS.get(part.kind, ()) if not getattr(part, one)]
        if part.kind == "head":
            lacks += ["bays"] * (not any(getattr(part, one) for one in PLACES))
            lacks += ["slots"] * (not part.ports and cards and not part.slots)  # for a card
        if part.kind in DRIVES and not part.dollars:  # a price that nobody knew
            wanted = f"above 0 for a {part.kind}: {PRICES['dollars'].wanted}"
            refused.append(Refused("prices", number, "dollars", "0", wanted, part.kind))
        elif lacks:
            wanted = f"given for a {part.kind}: {PRICES[lacks[0]].wanted}"
            refused.append(Refused("prices", number, lacks[0], "", wanted, part.kind))
        elif part.kind == "head" and not part.ports and not cards:
            wanted = f"given for {shortened(part.part)}, or a card of the kind network listed"
            refused.append(Refused("prices", number, "ports", "", wanted, part.kind))
        else:
            found[part.part] = part
    return found, sorted(refused, key=lambda one: one.row)


def sheets_of(
    text: str, parts: Mapping[str, Part], all_sold: bool
) -> tuple[dict[str, Drive], list[Refused]]:
    """Return the drives in a list of data sheets that are as the parts say, and what was refused.
    all_sold: whether a drive that is no part is refused, too. Raise ValueError for a text that is no such
    list."""
    rows, refused = rows_of("drives", text, DRIVE_COLUMNS)
    found = dict[str, Drive]()
    for number, values in rows:
        sheet = Drive(**values)
        part = parts.get(sheet.name)
        if part is None:
            if all_sold:
                near = get_close_matches(sheet.name, parts, n=1) if len(refused) < HINTS else []
                wanted = f"a part of prices{f'; perhaps {near[0]}' if near else ''}"
                refused.append(Refused("drives", number, "name", shortened(sheet.name), wanted))
        elif (sheet.kind, sheet.capacity) != (part.kind, part.capacity):
            got = f"{sheet.kind} of {sheet.capacity / TB:g} TB"
            wanted = f"as in prices, a {part.kind} of {part.capacity / TB:g} TB"
            column = "kind" if sheet.kind != part.kind else "capacity"
            refused.append(Refused("drives", number, column, shortened(got), wanted))
        else:
            found[sheet.name] = sheet
    return found, sorted(refused, key=lambda one: one.row)


def counts_of(text: str) -> tuple[dict[str, Counted], list[Refused]]:
    """Return how often drives failed by a list, and what was refused. Raise ValueError for a text that is
    no such list."""
    rows, refused = rows_of("failures", text, FAILURES)
    found = dict[str, Counted]()
    for number, values in rows:
        counted = Counted(values["kind"], values["drive_days"], values["failures"])
        if counted.failures > counted.drive_days:
            wanted = f"at most its drive_days, {counted.drive_days:,}"
            refused.append(Refused("failures", number, "failures", f"{counted.failures}", wanted))
        else:
            found[values["drive"]] = counted
    return found, sorted(refused, key=lambda one: one.row)


def by_kind(counts: Iterable[Counted]) -> dict[str, FailureRate]:
    """Return the rate of all drives that were counted of each kind; its interval is that of nine in ten of
    the models."""
    found = dict[str, FailureRate]()
    for kind, each in groupby(sorted(counts), key=lambda one: one.kind):
        alike = [*each]
        whole = observed(sum(one.drive_days for one in alike), sum(one.failures for one in alike))
        rates = sorted(one.failures / (one.drive_days * day) for one in alike)
        aside = len(rates) // 20
        found[kind] = replace(whole, low=rates[aside], high=rates[-1 - aside])
    return found


def goods_of(prices: str = "", drives: str = "", failures: str = "") -> Goods:
    """Return what is for sale by three lists; an empty text stands for the list of the book. A drive with a
    price and without a data sheet has the catalogue's numbers for its kind; one of which no failures were
    counted has the rate of its kind, in the end the book's. Raise ValueError for a text
    that is no such list, or sells nothing to build from."""
    parts, refused = parts_of(prices or text_of("prices"))
    for kinds, what in ((DRIVES, "a drive"), (("head",), "a head")):
        if not any(part.kind in kinds for part in parts.values()):
            blamed = [one for one in refused if one.kind in kinds] or refused
            why = f"; the first refusal: {blamed[0]}" if blamed else ""
            raise ValueError(f"prices must have {what} (kind {' or '.join(kinds)}), got none{why}")
    sheets, more = sheets_of(drives or text_of("drives"), parts, all_sold=bool(drives))
    counts, wrong = counts_of(failures or text_of("failures"))
    refused += [*more, *wrong]
    of_kind = by_kind(counts_of(text_of("failures"))[0].values()) | by_kind(counts.values())
    found, failing = dict[str, Drive](), dict[str, FailureRate]()
    for part in parts.values():
        if part.kind in DRIVES:
            found[part.part] = sheets.get(part.part) or Drive(part.part, part.kind, part.capacity)
            own = counts.get(part.part) or counts.get(part.model)
            failing[part.part] = (
                observed(own.drive_days, own.failures)
                if own
                else of_kind["hdd" if part.kind == "disk" else "ssd"]
            )
    return Goods(
        parts,
        found,
        failing,
        tuple(refused),
        frozenset(found) - frozenset(sheets),
        frozenset(name for name in found if not {name, parts[name].model} & counts.keys()),
    )


@cache
def goods() -> Goods:
    """Return what is for sale by the lists of the book. Raise ValueError if a row of them is wrong."""
    found = goods_of()
    if found.refused:
        raise ValueError(str(found.refused[0]))
    return found


def refusals(refused: Iterable[Refused]) -> list[dict[str, object]]:
    """Return refusals as JSON."""
    return [
        {name: value for name, value in one._asdict().items() if name != "kind"} for one in refused
    ]
