"""The bill of a candidate: parts, what houses and connects them, and power over the years."""

from math import ceil, inf
from operator import ge
from typing import Any, NamedTuple

from models.sizing.demand.load import Loads
from models.sizing.goods.goods import DRIVES, PLACES, Goods, Part
from models.sizing.pools.build import Build

WATTS = {"disk": 8.0, "ssd": 3.0, "nvme": 12.0, "head": 250.0, "shelf": 100.0, "card": 10.0}
WATTS |= {"network": 10.0}
"""Power (W) of a part whose row says none. A disk of 3.5 inches: Seagate 2020, Exos X18 data sheet, 5.3 W
idle and 9.4 W with random reads; HGST He10 and He12, 6.8 and 7.2 W (Golem, December 2016); Toshiba MG10,
9.3 W (ComputerBase, October 2022); 5 to 10 W. An SSD of 2.5 inches: Intel 2017, DC S4500 specification, 5.6
W at most and 1.1 W idle. NVMe: Intel 2017, Optane DC P4800X, 6 W idle and 15 W with writes; Micron's and
Intel's of U.2 alike. A shelf without its disks, fans and two expanders: in no data sheet that was found;
60 to 200 W. Cards: 8 to 15 W. A head's row has the thermal design power of its processors."""
HOURS = 365 * 24
"""Hours of a year."""


class Line(NamedTuple):
    """A line of a bill."""

    part: str
    number: float
    dollars: float  # for all of them


class Shelving(NamedTuple):
    """What holds and connects the drives that a head does not."""

    dollars: float = 0.0
    watts: float = 0.0
    rack: int = 0  # units
    shelf: str = ""
    shelves: int = 0
    card: str = ""
    cards: int = 0


class Sold(NamedTuple):
    """A head with its network card, if it needs one."""

    name: str
    dollars: float
    watts: float
    rack: int  # units
    network: str
    has: tuple[float, float, float]  # memory (bytes), cores, ports (bytes a second)
    places: tuple[int, ...]  # for drives, as PLACES, and slots for cards


class Bill(NamedTuple):
    """What a candidate costs, with power, and what it takes in a rack."""

    dollars: float
    rack: int  # units
    watts: float


class Shop:
    """A price list, and what was found in it for a span of years."""

    def __init__(self, goods: Goods, years: float):
        self.goods, self.years, self.parts = goods, years, goods.parts
        self.heads_known = goods.heads()
        self.energy = 0.0  # dollars of a watt over the years
        if energy := goods.cheapest("energy"):
            self.energy = energy.dollars / 1000 * HOURS * years
        self.heads_sold = {part.part: sold(goods, part) for part in goods.of("head")}
        self.drives = {
            part.part: (PLACES.index(part.place), part.dollars, watts_of(part))
            for part in goods.of(*DRIVES)
        }
        self.shelves, self.cards = goods.of("shelf"), goods.of("card")
        self.held = dict[tuple[tuple[int, ...], tuple[int, ...]], Shelving | None]()
        self.loads: Loads | None = None  # of those that were judged last, and their speeds
        self.speeds = dict[tuple[Build, tuple[float, ...]], Any]()
        self.fitting = dict[tuple[int, ...], list[Sold]]()

    def needs(self, build: Build) -> tuple[int, ...]:
        """Return how many drives need each of PLACES."""
        found = [0] * len(PLACES)
        for name, number in drives_of(build):
            found[self.drives[name][0]] += number
        return tuple(found)

    def shelving(self, places: tuple[int, ...], needs: tuple[int, ...]) -> Shelving | None:
        """Return the cheapest shelves and cards with which a head with these places holds so many drives,
        or None if none does."""
        key = places, needs
        if key not in self.held:
            self.held[key] = self.shelve(*places, *needs)
        return self.held[key]

    def shelve(
        self, bays: int, small: int, u2: int, m2: int, slots: int, *needs: int
    ) -> Shelving | None:
        """Return the cheapest shelves and cards, or None. Small drives fit in large bays, too."""
        if needs[2] > u2 or needs[3] > m2 or slots < 0:
            return None
        outside = needs[0] + max(0, needs[1] - small) - bays
        if outside <= 0:
            return Shelving()
        best, least = None, inf
        for shelf in self.shelves:
            shelves = ceil(outside / shelf.bays)
            for card in self.cards:
                cards = ceil(shelves * shelf.cables / card.cables)
                dollars = shelves * shelf.dollars + cards * card.dollars
                watts = shelves * watts_of(shelf) + cards * watts_of(card)
                total = dollars + watts * self.energy
                if cards <= slots and total < least:
                    rack, least = shelves * shelf.rack, total
                    best = Shelving(dollars, watts, rack, shelf.part, shelves, card.part, cards)
        return best

    def heads(self, needs: tuple[int, ...]) -> list[Sold]:
        """Return the heads that hold so many drives, without those that are dearer than one that has as
        much memory, as many cores and as fast ports; the cheapest first."""
        if needs not in self.fitting:
            found = list[tuple[float, Sold]]()
            for head in self.heads_sold.values():
                beside = self.shelving(head.places, needs)
                if beside is not None:
                    watts = head.watts + beside.watts
                    found.append((head.dollars + beside.dollars + watts * self.energy, head))
            kept = list[Sold]()
            for _, head in sorted(found):
                if not any(all(map(ge, other.has, head.has)) for other in kept):
                    kept.append(head)
            self.fitting[needs] = kept
        return self.fitting[needs]

    def bill(self, build: Build) -> Bill:
        """Return what a candidate costs with power over the years. Raise ValueError if its parts cannot
        be housed."""
        found, dollars, watts = [0] * len(PLACES), 0.0, 0.0
        for name, number in drives_of(build):
            place, price, power = self.drives[name]
            found[place] += number
            dollars += number * price
            watts += number * power
        head = self.heads_sold[build.head]
        beside = self.shelving(head.places, tuple(found))
        if beside is None:
            raise ValueError(f"head must have places for the drives, got {build.head}")
        watts += head.watts + beside.watts
        dollars += head.dollars + beside.dollars + watts * self.energy
        return Bill(dollars, head.rack + beside.rack, watts)

    def lines(self, build: Build) -> list[Line]:
        """Return the bill of a candidate, line by line. Raise ValueError as `bill`."""
        bill = self.bill(build)
        head = self.heads_sold[build.head]
        beside = self.shelving(head.places, self.needs(build)) or Shelving()
        numbers = dict[str, int]()
        bought = [*drives_of(build), (build.head, 1), (beside.shelf, beside.shelves)]
        for name, number in [*bought, (beside.card, beside.cards), (head.network, 1)]:
            if name and number:
                numbers[name] = numbers.get(name, 0) + number
        found = [Line(name, n, n * self.parts[name].dollars) for name, n in numbers.items()]
        if energy := self.goods.cheapest("energy"):
            used = bill.watts / 1000 * HOURS * self.years
            found.append(Line(energy.part, used, used * energy.dollars))
        return found


def sold(goods: Goods, part: Part) -> Sold:
    """Return a head with its network card."""
    network = None if part.ports else goods.cheapest("network")
    places = *(getattr(part, place) for place in PLACES), part.slots - (network is not None)
    model = goods.heads()[part.part]
    return Sold(
        part.part,
        part.dollars + (network.dollars if network else 0.0),
        watts_of(part) + (watts_of(network) if network else 0.0),
        part.rack,
        network.part if network else "",
        (part.memory, float(part.cores), model.ports * model.port_rate),
        places,
    )


def drives_of(build: Build) -> list[tuple[str, int]]:
    """Return the drives of a candidate, each with its number."""
    found = [(build.disk, build.disks)]
    if build.logs:
        found.append((build.log, build.logs))
    if build.flashes:
        found.append((build.flash, build.flashes))
    if build.specials:
        found.append((build.special, build.specials))
    return found


def watts_of(part: Part) -> float:
    """Return the power of a part (W)."""
    return part.watts or WATTS.get(part.kind, 0.0)
