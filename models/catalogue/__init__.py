"""Machines, parts and versions of ZFS as data, one per file: each constant with its source.

The catalogue imports units only, and every other package may import it.
"""
