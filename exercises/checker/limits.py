"""Define the limits of a program, the same in the page and in the sandbox, and their messages."""

from dataclasses import dataclass

ENDLESS = "is there an endless loop?"
PATIENCE = 2  # tests in which an answer may end before the rest are skipped
STOPPED = f"the remaining tests were skipped: in {PATIENCE} tests the answer took too long or ended itself"


@dataclass(frozen=True)
class Limits:
    """The time (s) and memory (bytes) that the programs of a submission may use."""

    load: float = 10.0  # seconds to run the answer's code
    call: float = 5.0  # seconds for one call
    total: float = 30.0  # seconds for all loads and calls together
    start: float = 60.0  # seconds until an interpreter is ready; not counted against the answer
    held_up: float = 60.0  # seconds that the sandbox waits while the process gets no processor
    memory: int = 1_500_000_000  # bytes that its process may allocate; the interpreter itself needs 250 million

    def late(self, function: str | None) -> str:
        """Return the message for a call of `function`, or for loading the code (None), that took
        too long."""
        if function is None:
            return f"running the code took more than {self.load:g} s: {ENDLESS}"
        return f"{function} gave no value in {self.call:g} s: {ENDLESS}"


USUAL = Limits()
GONE = "the answer ended its interpreter instead of returning a value"
AFTER = "the answer no longer runs: an earlier call in this test ended it"
