"""Figures of the chapter on the head node."""
