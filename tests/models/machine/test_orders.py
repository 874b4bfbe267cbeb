"""A machine and its load are ordered here: what cannot be is refused in one line, before anything runs."""
import pytest

from models.head.head import Head
from models.machine.freebsd_box import FreeBSDBox
from models.machine.lone_writer import icy_lake
from models.machine.sun_7410 import Sun7410

LOADS = {
    "clients": lambda **more: Sun7410().clients(**{"size": 8192, **more}),
    "start": lambda **more: FreeBSDBox().start(**{"size": 8192, "sync": True, **more}),
    "lake": lambda **more: icy_lake(**more),
    "7410": Sun7410,
    "box": FreeBSDBox,
    "head": Head,
}


@pytest.mark.parametrize(("ordered", "what", "words"), [
    ("clients", {"size": -8192}, "size must be 1 byte or more, got -8192"),
    ("clients", {"turnaround": -0.001}, "turnaround must be 0 s or more, got -0.001"),
    ("clients", {"threads": 0}, "threads must be 1 or more, got 0"),
    ("clients", {"at": None}, "at must be a number, 0 or more, got None"),
    ("start", {"size": 8192.0}, "size must be a whole number, 1-1073741824 bytes, got 8192.0"),
    ("start", {"threads": 0.5}, "threads must be a whole number, 1 or more, got 0.5"),
    ("start", {"think": float("inf")}, "think must be a finite number, 0 or more, got inf"),
    ("lake", {"size": float("nan")}, "size must be 1-1073741824 bytes, got nan"),
    ("lake", {"turnaround": -1}, "turnaround must be 0 s or more, got -1"),
    ("7410", {"cores": 0}, "cores must be 1 or more, got 0"),
    ("7410", {"logzilla_rate": 0}, "logzilla_rate must be above 0, got 0"),
    ("7410", {"media_rate": 1}, "outer_track must be 512 bytes or more, got 0"),
    ("box", {"media_rate": 1}, "outer_track must be 512 bytes or more, got 0"),
    ("head", {"width": 3}, "width must be 2, 4, 8, 16 or 32 bits, got 3"),
    ("head", {"zero_copy": "x"}, "zero_copy must be True or False, got 'x'"),
    ("head", {"cards": 0}, "cards must say of 'network ...' and 'disks ...' cards on which bridge each is, got 0"),
])
def test_what_cannot_be_is_refused_where_it_is_ordered(ordered, what, words):
    with pytest.raises(ValueError) as refused:
        LOADS[ordered](**what)
    assert str(refused.value) == words
