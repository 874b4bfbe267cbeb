"""The loads that a machine can run, one per file.

A load has `start(machine)`, which puts its programs on `machine.loop`. It reports each answer with
`machine.answered("local read", size, latency)`; `machine.run(load)` returns the results. A load with a `rate`
is open: its requests do not wait for answers."""

from models.machine.loads.blocks import Reads
from models.machine.loads.cifs import Cifs
from models.machine.loads.create import Create
from models.machine.loads.iscsi import Iscsi
from models.machine.loads.local import Local
from models.machine.loads.nfs import Nfs
from models.machine.loads.overwriting import Overwriting
from models.machine.loads.raw_programs import DiskReads, RawPrograms, answered
from models.machine.loads.readers import Readers, reads, served
from models.machine.loads.replay import Replay
from models.machine.loads.resilver import Resilver
from models.machine.loads.streams import Stream

__all__ = [
    "Cifs",
    "Create",
    "DiskReads",
    "Iscsi",
    "Local",
    "Nfs",
    "Overwriting",
    "RawPrograms",
    "Readers",
    "Reads",
    "Replay",
    "Resilver",
    "Stream",
    "answered",
    "reads",
    "served",
]
