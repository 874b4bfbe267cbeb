"""A station with several lines: it serves one of each line in turn, whoever has waited longest for it first."""
from collections import deque
from collections.abc import Callable, Hashable

from models.sim.loop import Event, Loop


class TurnStation:
    """One server on the event loop. `busy` adds up the seconds served, each when it is over.

    So who has little to be done waits for one of each other line that has some, however much these have.
    """

    def __init__(self, loop: Loop):
        self.loop = loop
        self.busy = 0.0
        self.turns: deque[Hashable] = deque()           # lines that wait for the server
        self.lines: dict[Hashable, deque[tuple[float, Event]]] = {}
        self.serving = False

    def serve(self, line: Hashable, service: float) -> Event:
        """Join a line with work of `service` (s). The event fires when it is done."""
        done, waiting = self.loop.event(), self.lines.setdefault(line, deque())
        if not waiting:
            self.turns.append(line)
        waiting.append((service, done))
        if not self.serving:
            self.next()
        return done

    def next(self) -> None:
        """Serve the first of the line whose turn it is."""
        self.serving = bool(self.turns)
        if self.serving:
            line = self.turns[0]
            self.loop.at(self.loop.now + self.lines[line][0][0], self.over(line))

    def over(self, line: Hashable) -> Callable[[], None]:
        """What happens when the first of a line has been served."""
        def over() -> None:
            self.turns.popleft()
            service, done = self.lines[line].popleft()
            self.busy += service
            if self.lines[line]:
                self.turns.append(line)
            done.fire()
            self.next()
        return over
