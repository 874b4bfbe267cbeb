"""Define the limits of a program, which are the same in the page and in the sandbox, and their
messages."""

from dataclasses import dataclass

ENDLESS = "is there an endless loop?"
PATIENCE = 2  # after this many tests in which the answer ended, the rest are skipped
STOPPED = f"the remaining tests were skipped: in {PATIENCE} tests the answer took too long or ended itself"


@dataclass(frozen=True)
class Limits:
    """The limits of time (s) and memory (bytes) for the programs of a submission."""

    load: float = 10.0  # seconds to run the answer's code
    call: float = 5.0  # seconds for one call
    total: float = 30.0  # seconds for all loads and calls together
    start: float = 60.0  # seconds until an interpreter is ready; the answer is not charged for them
    held_up: float = 60.0  # seconds that the sandbox waits while the process gets no processor
    memory: int = 1_500_000_000  # bytes that its process may allocate; the interpreter itself needs 250 million

    def late(self, function: str | None) -> str:
        """Return the message about a call of `function` that took too long (None: about loading the
        code)."""
        if function is None:
            return f"running the code took more than {self.load:g} s: {ENDLESS}"
        return f"{function} gave no value in {self.call:g} s: {ENDLESS}"


USUAL = Limits()
GONE = "the answer ended its interpreter instead of returning a value"
AFTER = "the answer no longer runs: an earlier call in this test ended it"
