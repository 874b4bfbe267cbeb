"""What an operation costs a processor: instructions, and lines that it has to wait for."""
from dataclasses import dataclass
from typing import NamedTuple

from models.check import a_number


@dataclass(frozen=True)
class Work:
    """instructions and lines of an operation, beside those of each of its bytes."""

    instructions: float
    lines: float
    instructions_a_byte: float = 0.0
    lines_a_byte: float = 0.0

    def __post_init__(self) -> None:
        a_number("instructions", self.instructions, 0)
        a_number("lines", self.lines, 0)
        a_number("instructions_a_byte", self.instructions_a_byte, 0)
        a_number("lines_a_byte", self.lines_a_byte, 0)

    def plus(self, other: "Work", share: float = 1.0) -> "Work":
        """Both, the other one `share` times."""
        return Work(self.instructions + share * other.instructions, self.lines + share * other.lines,
                    self.instructions_a_byte + share * other.instructions_a_byte,
                    self.lines_a_byte + share * other.lines_a_byte)

    def of(self, size: float) -> tuple[float, float]:
        """Instructions and lines of one operation on `size` bytes."""
        a_number("size", size, 0, unit="bytes")
        return self.instructions + size * self.instructions_a_byte, self.lines + size * self.lines_a_byte


class Cycles(NamedTuple):
    """Cycles an instruction by what they go for: to work, and to wait for memory, for hops and other sockets' answers, and
    for queues at links."""

    working: float
    memory: float
    hops: float
    queues: float


def cycles_an_instruction(instructions: float, lines: float, wait: float, *, clock: float, base: float,
                          overlap: float) -> float:
    """CPI: `base` cycles if nothing has to be waited for, and the wait for each line (s), of which `overlap` go on at a
    time on average. clock: Hz. Raises ValueError."""
    a_number("instructions", instructions, above=0)
    a_number("clock", clock, above=0, unit="Hz")
    a_number("overlap", overlap, above=0)
    return base + lines / instructions * wait * clock / overlap if lines else base
