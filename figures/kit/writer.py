"""The control for which waiting thread writes the next commit of the intent log. All figures share
it."""

from figures.define.figure import Choice
from models.catalogue.freebsd_box import WAKE


def writer() -> Choice:
    """Return the control. The source does not say which thread writes, so the default is a random
    one."""
    return Choice(
        "Who writes the next commit",
        str(WAKE.value),
        {
            "random": "anyone who waits",
            "last": "the last who came",
            "first": "who has waited longest",
        },
        "The commit takes all entries up to the writer's own, and more if its log block has room.",
        more=True,
    )
