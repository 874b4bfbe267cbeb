"""Figures of the chapter on caches."""
