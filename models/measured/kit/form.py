"""A form of files: how it is told, and how it is read."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from models.measured.kit.measured import Measured
from models.measured.kit.source import Source


class Form(NamedTuple):
    """A form of files.

    name: as shown. example: a line of it, for messages. is_like(head): whether a file with these first lines
    (`Source.head`) is of the form. is_binary(begin): the same of the first bytes (`Source.begin`) of a form that is no
    text. read(source, told): what it says; `told` answers questions of an earlier reading
    (`Measured.asks`). It raises Refused with what was expected, and at which line."""

    name: str
    example: str
    is_like: Callable[[Sequence[str]], bool]
    read: Callable[[Source, Mapping[str, str]], Measured]
    is_binary: Callable[[bytes], bool] = lambda begin: False
