"""What no iSCSI target, initiator, LUN or network card can be is refused in one line."""
from math import inf, nan

import pytest

from models.experiments.iscsi.commit import Writer
from models.experiments.iscsi.database import LunDatabase, after_failure
from models.experiments.iscsi.reads import Initiators, Readers
from models.experiments.iscsi.writes import Writers, pieces
from models.head.cpu import Cpu
from models.head.interrupt_coalescing import Blanking, Reader
from models.machine.sun_7410 import Sun7410
from models.protocols.iscsi.comstar import TargetHost
from models.protocols.iscsi.daemon import Costs, Daemon
from models.protocols.iscsi.lun import Lun
from models.protocols.iscsi.pdu import Session
from models.sim.loop import Loop
from models.units import KiB
from tests.models.test_bad_input import LINE

COSTS = Costs(1e-6, 1e-6, 1e-9, 1e-6)
FEW = Initiators(1, 1, 1e-4, 1e8)
NO_TIMES = (nan, inf, -1.0, "x", None, True)
NO_COUNTS = (0, -1, 1.5, nan, inf, "x", None, True)
NO_SIZES = (0, -1, 1.5, nan, "x", None, True, 10**12)
NO_SWITCH = (1, 0, None, "on")


def costs(**changes):
    return Costs(**{**COSTS._asdict(), **changes}).check()


def lun(cache):
    machine = Sun7410(vdevs=1, logs=0)
    return Lun(machine.filesystem, machine.logs[0], cache=cache)


def readers(**changes):
    given = {"target": "kernel", "size": 8 * KiB, "queues": 1, "daemon_threads": 2, **changes}
    return Readers(given.pop("target"), TargetHost(), COSTS, FEW, **given)


def writers(**changes):
    given = {"target": "kernel", "size": 8 * KiB, **changes}
    return Writers(given.pop("target"), TargetHost(), COSTS, FEW, **given)


REFUSED = {
    "a session": (Session, {
        "segment": (*NO_COUNTS, 511, 2**24), "first_burst": (*NO_COUNTS, 300 * KiB), "max_burst": (*NO_COUNTS, 1 * KiB),
        "immediate": NO_SWITCH, "wait": NO_SWITCH, "mtu": (*NO_COUNTS, 52)}),
    "a read": (Session().read, {"size": NO_SIZES}),
    "a write": (Session().write, {"size": NO_SIZES}),
    "costs": (costs, {"hold": NO_TIMES, "wake": NO_TIMES, "copy": NO_TIMES, "sleep": NO_TIMES,
                      "trips": ((1, 0), (-1, 3), (1, 1.5))}),
    "costs on other processors": (COSTS.scaled, {"by": NO_TIMES}),
    "a daemon": (lambda **x: Daemon(Loop(), Cpu(1), COSTS, **x), {"threads": (*NO_COUNTS, 3), "spin": NO_SWITCH}),
    "a host": (TargetHost, {"machine": ("7410", "", None), "cards": NO_COUNTS, "iscsi_work": (*NO_TIMES, 0)}),
    "initiators": (lambda **x: Initiators(**{**vars(FEW), **x}), {
        "count": (*NO_COUNTS, 1001), "threads": (*NO_COUNTS, 1001), "own": NO_TIMES,
        "port": (*NO_TIMES, 0), "way": NO_TIMES}),
    "a test": (readers, {"target": ("nfs", None), "size": NO_SIZES, "queues": NO_COUNTS}),
    "a measurement": (readers().measure, {"reads": NO_COUNTS}),
    "spells": (lambda **x: readers(target="daemon", recording=True).spells(**{"seconds": 1e-3, **x}),
               {"seconds": (*NO_TIMES, 0), "of": (1, -1, 0.5, None)}),
    "spells of": (lambda target: readers(target=target).spells(1e-3), {"target": ("kernel", "daemon")}),
    "writers": (writers, {"target": ("nfs", None), "size": NO_SIZES, "flushed": NO_SWITCH, "logs": NO_COUNTS,
                          "spread": (*NO_TIMES, 1.5)}),
    "pieces": (lambda **x: pieces(Session(), **{"size": 8 * KiB, "target": "kernel", **x}),
               {"size": NO_SIZES, "target": ("nfs", None)}),
    "a LUN": (lun, {"cache": NO_SWITCH}),
    "a writer": (lambda **x: Writer(**{"cache": False, "size": 8 * KiB, "besides": 1e-4, **x}),
                 {"cache": NO_SWITCH, "size": NO_SIZES, "besides": (*NO_TIMES, 0), "threads": NO_COUNTS}),
    "a database": (lambda **x: LunDatabase(vdevs=1, **x), {
        "journal_cache": NO_SWITCH, "data_cache": NO_SWITCH, "flushes": NO_SWITCH, "every": NO_COUNTS, "think": NO_TIMES,
        "besides": NO_TIMES}),
    "a failure": (lambda **x: after_failure(LunDatabase(vdevs=1), **x), {"now": NO_TIMES}),
    "a card that waits": (Blanking, {"packets": NO_COUNTS, "time": NO_TIMES}),
    "packets": (Blanking().rate, {"packets": NO_TIMES}),
    "a reader": (lambda **x: Reader(**{"besides": 1e-4, "size": 8288, "payload": 1448, "overhead": 90, "rate": 1e8, **x})
                 .arrivals(), {"besides": NO_TIMES, "size": NO_COUNTS, "payload": NO_COUNTS, "rate": (*NO_TIMES, 0)}),
    "arrivals": (Blanking().interrupts, {"arrivals": ([1.0, 0.5],)}),
}
CASES = [(name, parameter, wrong) for name, (_, wrongs) in REFUSED.items() for parameter, each in wrongs.items()
         for wrong in each]


@pytest.mark.parametrize(("name", "parameter", "wrong"), CASES, ids=lambda part: str(part).replace(" ", "-"))
def test_what_cannot_be_is_refused_in_one_line(name, parameter, wrong):
    with pytest.raises(ValueError, match=LINE):
        REFUSED[name][0](**{parameter: wrong})
