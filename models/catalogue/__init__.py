"""Machines, parts and versions of ZFS as data, a file each: every constant with where it comes
from.

Any room may read it; it knows units alone.
"""
