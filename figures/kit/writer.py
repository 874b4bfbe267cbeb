"""The control for the waiting thread that writes the next commit of the intent log, which all
figures share."""

from figures.define.figure import Choice
from models.catalogue.freebsd_box import WAKE


def writer() -> Choice:
    """Return the control. The source does not say which thread writes; the default is a random one."""
    return Choice(
        "Who writes the next commit",
        str(WAKE.value),
        {
            "random": "anyone who waits",
            "last": "the last who came",
            "first": "who has waited longest",
        },
        "The commit takes all records up to the writer's own, and more if its log block has room.",
        more=True,
    )
