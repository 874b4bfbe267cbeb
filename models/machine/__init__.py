"""Whole machines put together from the catalogue and the parts, and how a pool is laid out in them.

Programs and experiments run on them.
"""
