"""A device at the end of a cable that others share: data waits for the cable before it reaches the
device."""

from collections import deque
from collections.abc import Callable
from typing import Any, NamedTuple

from models.sim.answer import Answer, then
from models.sim.loop import Event, Loop
from models.sim.path import RequestPath


class Cable:
    """Carries one transfer at a time, `rate` bytes a second. Where several devices want it, each
    has its turn, so that who has little to send waits for one transfer of each other device at
    most: SAS gives way to who has waited longest. `busy` adds up the seconds of transfers that have
    begun. Source: Serial Attached SCSI 1.1 (T10), arbitration by wait time.
    """

    def __init__(self, loop: Loop, rate: float):
        self.loop, self.rate = loop, rate
        self.free = self.busy = 0.0  # when the transfer under way is over (s)
        self.sender: Cabled | None = None  # whose transfer that is
        self.turns: deque[Cabled] = deque()  # the others with transfers that wait
        self.called = False  # whether somebody waits, so that there is a next when it is over

    def begin(self, sender: "Cabled", size: int) -> float:
        """When a transfer of `size` bytes is over that begins now or, if one is under way, behind
        it (s)."""
        service = size / self.rate
        self.sender = sender
        self.busy += service
        self.free = max(self.loop.now, self.free) + service
        return self.free

    def join(self, device: "Cabled") -> None:
        """A device has something to send, and nothing yet that waits. The sender's next turn comes
        behind all who wait when its transfer is over."""
        if device is not self.sender:
            self.turns.append(device)
        self.call()

    def call(self) -> None:
        """Let the next begin when the cable is free."""
        if not self.called:
            self.called = True
            self.loop.at(self.free, self.next)

    def next(self) -> None:
        """The cable is free: the device whose turn it is sends one."""
        self.called = False
        if self.sender is not None and self.sender.waiting:
            self.turns.append(self.sender)
        device = self.turns.popleft()
        waiting = device.waiting.popleft()
        waiting.act(self.begin(device, waiting.size))
        if self.turns or device.waiting:
            self.call()


class Waiting(NamedTuple):
    """A transfer that waits for the cable: bytes, and what is done with their arrival (s); of a
    write, where its bytes go."""

    size: int
    act: Callable[[float], None]
    offset: int = -1


class Cabled:
    """`device` behind a `cable` that others share. A write that finds the cable free is answered
    with a time, if its device does; what has to wait, or comes back across the cable, with an
    event.

    `outstanding` adds up the seconds in which the host waits for at least one command, iostat's
    busy time; `transfers` counts the commands that move data. A write begins in the device when all
    of it has crossed the cable, a read's data takes the cable when the device has all of it: large
    requests are not pipelined. A command without data takes no time on the cable. queued: whether
    the device answers by events.
    """

    def __init__(self, device: Any, cable: Cable, *, queued: bool = False):
        self.device, self.cable, self.queued = device, cable, queued
        self.capacity: int = device.capacity
        self.waiting: deque[Waiting] = deque()
        self.sent = 0.0  # when the device had what was sent last (s)
        self.outstanding = 0.0
        self.answered = 0.0  # when the last answer came, or will come (s)
        self.out: dict[
            Event, float
        ] = {}  # answers to come of which nobody knows when: their commands' issue (s)
        self.transfers = 0

    @property
    def ready(self) -> float:
        return float(self.device.ready)

    @property
    def busy(self) -> float:
        return float(self.device.busy)

    def write(
        self, now: float, offset: int, size: int, path: RequestPath | None = None, kind: str = ""
    ) -> Answer:
        cable = self.cable
        self.transfers += 1
        if cable.free <= now and not cable.called and not self.queued:
            arrived = self.sent = cable.begin(self, size)
            if path is not None:
                path.serve(path.doing, "crosses the cable", arrived, "cable")
            return self.seen(now, self.device.write(arrived, offset, size, path, kind))
        answer = cable.loop.event()
        self.out[answer] = now

        def arrive(arrived: float) -> None:
            def begin() -> None:
                self.forward(self.device.write(arrived, offset, size, path, kind), now, answer)

            self.sent = arrived
            self.crossed(path, size, arrived)
            if self.queued:
                cable.loop.at(arrived, begin)
            else:
                begin()

        self.transfer(Waiting(size, arrive, offset))
        return answer

    def read(
        self, now: float, offset: int, size: int, path: RequestPath | None = None, kind: str = ""
    ) -> Event:
        loop, answer = self.cable.loop, self.cable.loop.event()
        self.transfers += 1
        self.out[answer] = now

        def back(arrived: float) -> None:
            self.crossed(path, size, arrived)
            self.forward(arrived, now, answer)

        there = self.device.read(max(now, self.sent), offset, size, path, kind)
        if isinstance(there, Event):
            then(there, lambda: self.transfer(Waiting(size, back)))
        else:
            loop.at(there, lambda: self.transfer(Waiting(size, back)))
        return answer

    def flush(self, now: float, path: RequestPath | None = None) -> Answer:
        answer: Answer = self.device.flush(max(now, self.sent), path)
        return answer if isinstance(answer, Event) else self.seen(now, answer)

    def transfer(self, waiting: Waiting) -> None:
        """Take the cable, now or when it is this device's turn."""
        cable = self.cable
        if cable.free <= cable.loop.now and not cable.called:
            waiting.act(cable.begin(self, waiting.size))
            return
        self.waiting.append(waiting)
        if len(self.waiting) == 1:
            cable.join(self)

    def crossed(self, path: RequestPath | None, size: int, arrived: float) -> None:
        """What the cable did with a request whose data has arrived (s)."""
        if path is not None:
            path.wait(
                path.doing, "its turn on the cable", arrived - size / self.cable.rate, "cable"
            )
            path.serve(path.doing, "crosses the cable", arrived, "cable")

    def forward(self, inner: Answer, now: float, answer: Event) -> None:
        """Let `answer` fire when the device has answered a command issued `now` (s)."""
        if isinstance(inner, Event):
            then(inner, lambda: self.told(now, answer))
        else:
            self.seen(now, inner)
            del self.out[answer]
            answer.loop.at(inner, answer.fire)

    def told(self, now: float, answer: Event) -> None:
        self.seen(now, answer.loop.now)
        del self.out[answer]
        answer.fire()

    def seen(self, now: float, finish: float) -> float:
        """Count the time from `now` to `finish` (s) in which nothing else was outstanding; what is
        to be answered is."""
        if self.out:
            now = min(now, next(iter(self.out.values())))
        if finish > self.answered:
            self.outstanding += finish - max(now, self.answered)
            self.answered = finish
        return finish

    def drain(self, now: float) -> float:
        return float(self.device.drain(max(now, self.sent)))

    def stable(self, now: float, offset: int, size: int) -> bool:
        coming = any(
            write.offset < offset + size and offset < write.offset + write.size
            for write in self.waiting
            if write.offset >= 0
        )
        return not coming and bool(self.device.stable(now, offset, size))
