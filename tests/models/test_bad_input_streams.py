"""Slots, paths, streams and clients that cannot be are refused in one lower-case line, like all else (test_bad_input.py)."""

from math import inf, nan

import pytest

from models.experiments.streaming.many_streams import in_turn
from models.experiments.streaming.parts import Clients, Disks, Server, disk_of
from models.experiments.streaming.shared_transfer import transfer
from models.experiments.streaming.writes import Target, copies, logged
from models.head.nic import Nic, countable, efficiency, exchange
from models.head.pcie import Slot, seated, seats, through
from models.machine.enclosure import drive
from models.protocols.nfs.wire import message, on_the_wire
from models.sim.pipeline import Stage, limit
from models.units import KiB
from tests.models.test_bad_input import LINE, NO_COUNTS, NO_NUMBERS, NO_SIZES, NO_TIMES


def moved(sizes=None, size=1.0, rate=9.0, weight=1.0, capacity=9.0, step=1.0, until=inf):
    """Two clients, of which one may be odd."""
    return list(transfer(sizes if sizes is not None else [1.0, size], [9.0, rate], lambda t: capacity, step, until,
                         [1.0, weight]))


REFUSED = {
    "a slot": (lambda **x: Slot(**x), {"generation": (*NO_COUNTS, 4), "lanes": (*NO_COUNTS, 3, 12, 32),
                                       "payload": (*NO_COUNTS, 32, 100, 8192)}),
    "a packet's header": (lambda header: Slot().efficiency(header), {"header": (*NO_TIMES, 1.5)}),
    "a bridge's lanes": (lambda lanes: seats(lanes, [Slot()]), {"lanes": (*NO_COUNTS, 4, 7)}),
    "cards": (lambda **x: through([(Slot(), x.get("ports", 1e9))], x.get("way", "out")),
              {"ports": NO_TIMES, "way": ("up", None)}),
    "a frame": (lambda mtu: efficiency(mtu), {"mtu": (*NO_TIMES, 0, 52, 1500.5)}),
    "a full link": (lambda **x: countable(**{"rate": 1e9, **x}), {"rate": (*NO_TIMES, 0), "mtu": (*NO_TIMES, 52)}),
    "an exchange": (lambda **x: exchange(**{"asked": 100, "answered": 100, "payload": 8, **x}),
                    {"asked": (*NO_TIMES, 0, 1.5), "answered": (*NO_TIMES, 0, 1.5), "payload": (*NO_TIMES, 0, 1.5, 201),
                     "mtu": (*NO_TIMES, 52)}),
    "a stage": (lambda **x: Stage(**{"name": "a", "capacity": 1.0, **x}),
                {"capacity": (*NO_TIMES, 0), "name": ("", " ", None, 1), "unit": ("MiB/s", "s", "", None, 1)}),
    "a message": (lambda **x: message(**{"op": "READ", **x}), {"op": ("LOOKUP", None), "version": ("2", 3, None),
                                                              "size": (*NO_TIMES, 1.5, 2**21)}),
    "bytes on the wire": (lambda **x: on_the_wire(**{"op": "READ", "size": 8192, **x}),
                          {"op": ("COMMIT", None), "size": (*NO_TIMES, 0, 1.5), "transfer": (*NO_COUNTS, 2**21),
                           "mtu": (*NO_TIMES, 52), "committed": NO_TIMES}),
    "streams on a disk": (lambda **x: in_turn(drive(), **{"streams": 2, "span": 1e9, **x}),
                          {"streams": (*NO_COUNTS, 10**4), "span": (*NO_NUMBERS, inf, -1, 0, 1e13), "run": NO_SIZES}),
    "a disk of a size": (disk_of, {"capacity": (*NO_TIMES, 0, 1e9)}),
    "a server": (lambda **x: Server(**x), {
        "name": ("7110", None, 1), "cards": NO_COUNTS, "ports": (*NO_COUNTS, 5), "gigabit": (*NO_TIMES, 1.5),
        "hbas": NO_COUNTS, "chains": NO_COUNTS, "slot": (8, None, "x")}),
    "a card in a slot": (lambda card: seated(card, Slot()), {"card": (8, None, "x")}),
    "cards on a bridge": (lambda cards: seats(8, cards), {"cards": (None, 3, [8], [Slot(), None])}),
    "cards with ports": (through, {"cards": ([Slot()], [(8, 1e9)], [(Slot(), 1e9, 1)])}),
    "a message on a link": (lambda size: Nic(1e9).wire(size), {"size": (-5, -1)}),
    "clients that stream": (lambda **x: Clients(**x), {
        "count": NO_COUNTS, "threads": NO_COUNTS, "ports": (*NO_COUNTS, 5), "size": (*NO_TIMES, 0, 1.5),
        "transfer": (*NO_COUNTS, 2**21), "mtu": (*NO_TIMES, 52), "version": ("2", None), "direct": (nan, "x", None, 1)}),
    "disks that are read": (lambda **x: Disks(**x).rate(2), {"jbods": (*NO_COUNTS, 101), "each": (*NO_COUNTS, 1),
                                                             "data": (*NO_TIMES, 0, 1e20)}),
    "disks to write to": (lambda **x: Target(**x), {
        "layout": ("raid5", None), "jbods": NO_COUNTS, "each": NO_COUNTS, "width": (*NO_COUNTS, 2),
        "committed": (*NO_TIMES, 0), "group": (*NO_TIMES, 0), "logs": (nan, "x", None, 1)}),
    "disks of parity groups": (lambda width: Target("raidz2", 1, 24, width), {"width": (25, 50)}),
    "copies": (lambda **x: copies(**{"layout": "mirror", "width": 14, **x}), {"layout": ("raid5", None), "width": NO_COUNTS}),
    "a log's bytes": (logged, {"size": NO_COUNTS}),
    "a transfer": (
        moved,
        {"size": (*NO_NUMBERS, -1, inf), "rate": (*NO_NUMBERS, -1, 0), "weight": (*NO_TIMES, 0), "step": (*NO_TIMES, 0),
         "capacity": (*NO_TIMES, 0), "until": (*NO_NUMBERS, -1, 0), "sizes": ([], [1.0, 1.0, 1.0])}),
}
CASES = [(name, parameter, wrong) for name, (_, wrongs) in REFUSED.items() for parameter, each in wrongs.items()
         for wrong in each]


@pytest.mark.timeout(10)
@pytest.mark.parametrize(("name", "parameter", "wrong"), CASES, ids=lambda part: str(part).replace(" ", "-"))
def test_what_cannot_be_is_refused_in_one_line(name, parameter, wrong):
    with pytest.raises(ValueError, match=LINE):
        REFUSED[name][0](**{parameter: wrong})


def test_a_path_of_no_stages_or_mixed_units_is_none():
    for path in ([], [Stage("a", 1.0), Stage("a", 2.0)], [Stage("a", 1.0), Stage("b", 1.0, "1/s")], [3]):
        with pytest.raises(ValueError, match=LINE):
            limit(path)


def test_too_many_small_steps_are_refused():
    with pytest.raises(ValueError, match=r"^steps must be 100000 or fewer, got more: take longer ones$"):
        list(transfer([float("inf")], [1.0], lambda t: 1.0, 1e-6, until=10.0))


def test_what_can_be_is_taken():
    assert Clients(1, 1, 1, 8 * KiB, 4 * KiB).request == 4 * KiB
    assert list(transfer([inf], [inf], lambda t: 1.0, 1.0, until=2.0))[-1].end == 2.0
