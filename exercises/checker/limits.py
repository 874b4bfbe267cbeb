"""How long a program may take, the same in the page and in the sandbox, and what is said of one
that takes longer."""

from dataclasses import dataclass

ENDLESS = "a loop without end?"
PATIENCE = 2  # tests in which an answer may end before the others are left out


@dataclass(frozen=True)
class Limits:
    """How much the programs of a submission may use. Seconds and bytes."""

    load: float = 10.0  # seconds to run the answer's code
    call: float = 5.0  # seconds for one call
    total: float = 30.0  # seconds for all loads and calls together
    start: float = 60.0  # seconds until an interpreter is up, which are not the answer's
    held_up: float = (
        60.0  # seconds that the sandbox waits for a process which is stopped, or gets no processor
    )
    memory: int = 1_500_000_000  # bytes that its process may allocate, of which it needs some 250 million itself

    def late(self, function: str | None) -> str:
        """What is said of a function, or of the whole code, that took longer."""
        if function is None:
            return f"running the code took more than {self.load:g} s: {ENDLESS}"
        return f"{function} gave no value in {self.call:g} s: {ENDLESS}"


USUAL = Limits()
GONE = "the answer ended its interpreter instead of returning a value"
AFTER = "the answer no longer runs: an earlier call in this test ended it"
