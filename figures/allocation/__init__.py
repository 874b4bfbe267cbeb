"""Figures of the chapter on allocation."""
