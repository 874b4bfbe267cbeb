"""The whole machine beside what a reader measured: set as the files say, run, and held against them."""

from models.beside.nearest import Beside, beside

__all__ = ["Beside", "beside"]
