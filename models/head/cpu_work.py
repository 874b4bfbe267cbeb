"""What an operation costs a processor: instructions, and lines that it has to wait for."""
from dataclasses import dataclass
from typing import NamedTuple


@dataclass(frozen=True)
class Work:
    """Of an operation, beside what each of its bytes takes."""

    instructions: float
    lines: float
    instructions_a_byte: float = 0.0
    lines_a_byte: float = 0.0

    def plus(self, other: "Work", share: float = 1.0) -> "Work":
        """Both, the other one `share` times."""
        return Work(self.instructions + share * other.instructions, self.lines + share * other.lines,
                    self.instructions_a_byte + share * other.instructions_a_byte,
                    self.lines_a_byte + share * other.lines_a_byte)

    def of(self, size: float) -> tuple[float, float]:
        """Instructions and lines of one operation on `size` bytes."""
        return self.instructions + size * self.instructions_a_byte, self.lines + size * self.lines_a_byte


class Cycles(NamedTuple):
    """Cycles an instruction by what they go for."""

    working: float
    memory: float
    hops: float     # and other sockets' answers
    queues: float   # at links
