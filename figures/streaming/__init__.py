"""Figures of the chapter on streaming."""
