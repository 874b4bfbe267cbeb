"""What people measured on their own machines: files of other tools, read, drawn and held against the model.

`read` tells a file's form by its content and returns what it says in SI units. Each form is a module of
`forms`, and says what its tool does to a number (rounds it, truncates it, sums it over the disks below).
"""

from models.measured.kit.measured import Bins, Measured, Part, Samples
from models.measured.kit.source import Source
from models.measured.read import read
from models.measured.session import outputs

__all__ = ["Bins", "Measured", "Part", "Samples", "Source", "outputs", "read"]
