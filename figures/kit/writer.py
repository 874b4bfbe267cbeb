"""Which of the threads that wait writes the next commit of the intent log: one control for all
figures."""

from figures.define.figure import Choice
from models.catalogue.freebsd_box import WAKE


def writer() -> Choice:
    """The source leaves it open; where nothing else is said, any of them."""
    return Choice(
        "Who writes the next commit",
        str(WAKE.value),
        {
            "random": "anyone who waits",
            "last": "the last who came",
            "first": "who has waited longest",
        },
        "It takes the records up to its own, and what its log block still holds.",
        more=True,
    )
