"""A commit of the intent log on its way."""
from models.sim.answer import Answer, latest, then
from models.sim.path import RequestPath
from models.zfs.pool.pool import Block
from models.zfs.pool.vdev import Vdev
from models.zfs.zil.log_spec import Record


class Commit:
    """Records on their way together: the vdevs that they touch, from when their blocks are written (s), bytes of log and of
    data beside it, whether log blocks went to the main disks, and when all was safe (s; None until then). paths: those of the
    records that are followed."""

    __slots__ = ("records", "vdevs", "start", "answers", "forks", "bytes", "data", "far", "safe", "paths")

    def __init__(self, records: list[Record], start: float):
        self.records, self.start = records, start
        self.vdevs: list[Vdev] = []
        self.answers: list[Answer] = []
        self.paths = [record.path for record in records if record.path is not None]
        self.forks: list[RequestPath] = []
        self.bytes = self.data = 0
        self.far = False
        self.safe: float | None = None

    def write(self, block: Block) -> None:
        """Write a block from the start on."""
        path = self.fork("log write") if self.paths else None
        kind = "log write" if block.log else "sync write"
        self.answers.append(block.vdev.write(self.start, block.offset, block.size, path, kind))
        if block.vdev not in self.vdevs:
            self.vdevs.append(block.vdev)

    def fork(self, doing: str) -> RequestPath:
        """The way of one of several things that are done for all records at once."""
        path = RequestPath(max(self.start, self.paths[0].end), doing)
        self.forks.append(path)
        return path

    def written(self) -> Answer:
        """When all blocks are written."""
        for path in self.paths:
            path.wait("intent log", "the commit before is still out", self.start)
        return self.joined(latest(self.answers))

    def flush(self, now: float) -> Answer:
        """When the caches of the vdevs that were touched are empty, if they are told `now` (s) to empty them."""
        if not self.paths:
            return latest([vdev.flush(now) for vdev in self.vdevs])
        return self.joined(latest([vdev.flush(now, self.fork("flush")) for vdev in self.vdevs]))

    def joined(self, answer: Answer) -> Answer:
        """The same answer, when the records have gone the way of the slowest fork."""
        if not self.paths:
            return answer
        forks, self.forks = self.forks, []

        def join() -> None:
            slowest = max(forks, key=lambda fork: fork.end)
            for path in self.paths:
                path.take(slowest)
        return then(answer, join)
